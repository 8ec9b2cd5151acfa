import Foundation
import GRDB
import Store
import Testing

/// Flipped bits in a row that continues on overflow pages, and what can be done with the row then.
@Suite struct LongRowDamageTests {
  /// Where the bit is.
  enum Fault: String, CaseIterable {
    /// Outside of what says where the row continues, so the row can be deleted or replaced.
    case content
    case start
    /// In the number of the next page: to follow it would give away a page of others.
    case next
    case first
  }

  /// What is done with the row.
  enum Operation: String, CaseIterable {
    case put, putAll, delete, deleteRange, clear, drop, purge
  }

  private static let ids = (0..<150).map { "key/\(String(repeating: "k", count: 60))/\($0)" }
  private static let long = "long"
  private static let page = 4096

  private static func open(_ path: String, at time: ManualTime) throws -> KeyValueStore {
    var configuration = StoreConfiguration()
    configuration.now = { time.now }
    return try KeyValueStore(path: path, configuration: configuration)
  }

  private static func make(_ path: String) throws -> [UInt8] {
    let time = ManualTime()
    let store = try open(path, at: time)
    try store.putAll(Dictionary(uniqueKeysWithValues: ids.map { ($0, $0) }))
    try store.table("t").put(
      Data(repeating: UInt8(ascii: "x"), count: 20_000), id: long, expiresAfter: .seconds(5))
    try store.close()
    return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// The places of the fault: bytes of which the third bit is flipped.
  private static func places(_ fault: Fault, in bytes: [UInt8]) throws -> [Int] {
    let pages = stride(from: page, to: bytes.count, by: page).filter {
      Data(bytes[$0..<$0 + page]).range(of: Data(repeating: UInt8(ascii: "x"), count: 300)) != nil
    }
    let overflow = pages.filter { bytes[$0] == 0 }
    let leaf = try #require(pages.first { bytes[$0] == 13 })
    let value = try #require(Data(bytes).range(of: Data("xxxx".utf8), in: leaf..<leaf + page))
    let end = try #require(bytes[value.lowerBound...].firstIndex { $0 != UInt8(ascii: "x") })
    #expect(overflow.count == 4 && pages.count == 5)
    return switch fault {
    case .content: [overflow[0], overflow[3]].map { $0 + 2_000 }
    case .start: [value.lowerBound]
    case .next: [overflow[1] + 3]
    case .first: [end + 3]
    }
  }

  private static func perform(
    _ operation: Operation, on store: KeyValueStore, _ time: ManualTime
  ) throws {
    let table = try store.table("t")
    switch operation {
    case .put: try table.put("new", id: long)
    case .putAll: try table.putAll([long: "new", "other": "new"])
    case .delete: try table.delete(id: long)
    case .deleteRange: try table.delete(in: .from("a"))
    case .clear: try table.clear()
    case .drop: try store.dropTable("t")
    case .purge: #expect(try store.purgeExpired() == 0)
    }
  }

  @Test(arguments: Fault.allCases) func whatIsDoneWithTheRowTouchesNoOther(
    fault: Fault
  ) async throws {
    try await withTemporaryFolder { folder in
      let bytes = try Self.make(folder.appendingPathComponent("a.store").path)
      let path = folder.appendingPathComponent("b.store").path
      for place in try Self.places(fault, in: bytes) {
        for operation in Operation.allCases {
          await Task.yield()
          let comment: Comment = "\(operation), byte \(place % Self.page) of a page"
          var damaged = bytes
          damaged[place] ^= 4
          for suffix in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: path + suffix)
          }
          try Data(damaged).write(to: URL(fileURLWithPath: path))
          let time = ManualTime()
          let store = try Self.open(path, at: time)
          defer { try? store.close() }
          let table = try store.table("t")
          let error = #expect(throws: StoreError.self, comment) {
            try table.get(Data.self, id: Self.long)
          }
          #expect(error?.code == .damaged, comment)
          let report = try store.verify()
          #expect(report.damagedRows.map(\.id) == [Self.long], comment)
          let isOnlyContent = fault == .content || fault == .start
          #expect(report.fileProblems.isEmpty == isOnlyContent, "\(comment): \(report)")
          if operation == .purge { time.advance(by: 10) }
          if isOnlyContent {
            try Self.perform(operation, on: store, time)
            #expect(try store.verify().isIntact == (operation != .purge), comment)
            if operation == .put || operation == .putAll {
              #expect(try table.get(String.self, id: Self.long) == "new", comment)
            }
          } else {
            // A purge leaves the row, whose time may be the damaged part.
            if operation != .purge {
              expectCode(.damaged) { try Self.perform(operation, on: store, time) }
            }
            #expect(try !store.verify().isIntact, comment)
          }
          // Nothing takes a page of theirs. What would change the damaged leaf is refused, too.
          let new = Dictionary(uniqueKeysWithValues: (0..<150).map { ("new/\($0)", $0) })
          do { try store.table("new").putAll(new) } catch {
            #expect(fault == .first && (error as? StoreError)?.code == .damaged, comment)
          }
          for id in Self.ids { #expect(try store.get(String.self, id: id) == id, comment) }
        }
      }
    }
  }

  @Test func aDamagedLongRowIsNamedAndNeitherCopiedNorCompacted() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("a.store").path
      var bytes = try Self.make(path)
      bytes[try Self.places(.content, in: bytes)[0]] ^= 4
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      let store = try Self.open(path, at: ManualTime())
      let table = try store.table("t")
      let error = #expect(throws: StoreError.self) { try table.get(Data.self, id: Self.long) }
      #expect(error?.message.contains("\"long\"") == true)
      let copy = folder.appendingPathComponent("copy.store").path
      expectCode(.damaged) { try store.backup(to: copy) }
      #expect(!FileManager.default.fileExists(atPath: copy))
      expectCode(.damaged) { try store.compact() }
      // A transaction of several parts keeps nothing; it cannot be made again.
      expectCode(.damaged) {
        try store.write { transaction in
          try transaction.put("first", id: "part")
          try transaction.table("t").put("second", id: Self.long)
        }
      }
      #expect(try !store.contains(id: "part"))
      #expect(try table.delete(id: Self.long))
      try store.backup(to: copy)
      try store.compact()
      #expect(try store.verify().isIntact)
      try store.close()
    }
  }

  @Test func aDamagedLongValueOfACacheIsReplacedOrEvicted() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("a.store").path
      var store = try KeyValueStore(path: path)
      var cache = try StoreCache(Data.self, in: store, table: "c", capacity: 50_000)
      try cache.put(Data(repeating: UInt8(ascii: "x"), count: 20_000), id: "damaged")
      try cache.put(Data(repeating: UInt8(ascii: "y"), count: 20_000), id: "kept")
      try store.close()
      let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
      let place = try #require(
        stride(from: Self.page, to: bytes.count, by: Self.page).first {
          bytes[$0] == 0 && bytes[$0 + 2_000] == UInt8(ascii: "x")
        })
      for id in ["damaged", "new"] {
        var damaged = bytes
        damaged[place + 2_000] ^= 4
        try Data(damaged).write(to: URL(fileURLWithPath: path))
        store = try KeyValueStore(path: path)
        cache = try StoreCache(Data.self, in: store, table: "c", capacity: 50_000)
        let value = Data(repeating: UInt8(ascii: "z"), count: 25_000)
        try cache.put(value, id: id)
        #expect(try cache.get(id: id) == value)
        #expect(try cache.table.ids() == [id, "kept"].sorted())
        #expect(try cache.byteCount() == 45_000)
        #expect(try store.verify().isIntact)
        try store.close()
      }
    }
  }

  /// They have no checksums of their own.
  @Test func aFlippedBitInARowOfTheApplicationsTableIsReported() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("a.store").path
      let made = try KeyValueStore(path: path)
      try made.write { transaction in
        try transaction.database.execute(
          sql: "CREATE TABLE book (title TEXT); INSERT INTO book VALUES ('precious')")
      }
      try made.close()
      var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      bytes[try #require(bytes.range(of: Data("precious".utf8))).lowerBound] ^= 1
      try bytes.write(to: URL(fileURLWithPath: path))
      let store = try KeyValueStore(path: path)
      #expect(try !store.verify().isIntact)
      try store.close()
    }
  }

  @Test func verifyingReadsTheFileOfAnOpenStore() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("a.store").path
      let bytes = try Self.make(path)
      let store = try Self.open(path, at: ManualTime())
      #expect(try store.table("t").get(Data.self, id: Self.long)?.count == 20_000)
      let place = try Self.places(.content, in: bytes)[1]
      let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      try handle.seek(toOffset: UInt64(place))
      try handle.write(contentsOf: Data([bytes[place] ^ 1]))
      try handle.close()
      #expect(try store.verify().damagedRows.map(\.id) == [Self.long])
      try? store.close()
    }
  }

  /// Pages as the version before wrote them, all of them or some: they have no checksum, and are right nevertheless.
  @Test(arguments: [1, 2, 3]) func pagesOfTheVersionBeforeAreRead(every step: Int) throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("a.store").path
      var bytes = try Self.make(path)
      var older = 0
      for (number, start) in stride(from: Self.page, to: bytes.count, by: Self.page).enumerated() {
        guard number.isMultiple(of: step), bytes[start] == 0 || bytes[start] == 13 else { continue }
        bytes.replaceSubrange(
          start + Self.page - 8..<start + Self.page, with: [0, 0, 0, 0, 0, 0, 0, bytes[start]])
        older += 1
      }
      #expect(older > 3)
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      let store = try Self.open(path, at: ManualTime())
      #expect(try store.verify().isIntact)
      #expect(try store.table("t").get(Data.self, id: Self.long)?.count == 20_000)
      for id in Self.ids { #expect(try store.get(String.self, id: id) == id) }
      try store.putAll(Dictionary(uniqueKeysWithValues: Self.ids.map { ($0, $0 + $0) }))
      try store.table("t").clear()
      try store.table("u").putAll(
        Dictionary(uniqueKeysWithValues: (0..<20).map { ("\($0)", Data(count: 9_000)) }))
      #expect(try store.verify().isIntact)
      try store.close()
      let again = try Self.open(path, at: ManualTime())
      #expect(try again.verify().isIntact)
      for id in Self.ids { #expect(try again.get(String.self, id: id) == id + id) }
      try again.compact()
      try again.close()
      // Each page has its checksum now, which the version before reads as a kind that has none.
      let after = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
      for start in stride(from: Self.page, to: after.count, by: Self.page)
      where after[start] == 0 || after[start] == 13 {
        #expect(after[start + Self.page - 1] == after[start] | 0x80)
      }
    }
  }
}
