import Foundation
import GRDB
import Store
import Synchronization
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Snapshots, lists of observers, exports and checks beside a page that is not what was written, while others write.
@Suite struct SnapshotDamageTests {
  private static let page = 4096
  private static let size = 12_440

  /// Makes a store whose long row is right, though the checksum of one of its pages is not.
  private static func make(_ path: String) throws {
    let store = try KeyValueStore(path: path)
    try store.put(Data(repeating: UInt8(ascii: "x"), count: size), id: "long")
    try write(0, to: store)
    try store.close()
    var bytes = try StoreBytes.read(path)
    let pages = stride(from: page, to: bytes.count, by: page).filter {
      bytes[$0] == 0 && bytes[$0 + 10] == UInt8(ascii: "x")
    }
    bytes[pages[1] + page - 3] ^= 4
    try StoreBytes.write(bytes, to: path)
  }

  /// Writes the same number to a row of two tables.
  private static func write(_ number: Int, to store: KeyValueStore) throws {
    try store.write { transaction in
      try transaction.put(number, id: "a")
      try transaction.table("t").put(number, id: "a")
    }
  }

  /// Opens a store of one reading connection, and has another store write before each of its statements.
  private static func open(
    _ path: String, _ write: @escaping @Sendable (Int, KeyValueStore) throws -> Void
  ) throws -> (store: KeyValueStore, other: KeyValueStore, count: @Sendable () -> Int) {
    var configuration = StoreConfiguration()
    configuration.maximumReaders = 1
    let store = try KeyValueStore(path: path, configuration: configuration)
    let other = try KeyValueStore(path: path)
    let count = Counted()
    try store.read { snapshot in
      try snapshot.database.trace { _ in
        #expect(throws: Never.self) { try write(count.next(), other) }
      }
    }
    return (store, other, { count.value })
  }

  private final class Counted: Sendable {
    private let number = Atomic(0)
    var value: Int { number.load(ordering: .relaxed) }
    func next() -> Int { number.add(1, ordering: .relaxed).newValue }
    func reset() { number.store(0, ordering: .relaxed) }
  }

  @Test func anExportShowsOneState() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("s.store").path
      try Self.make(path)
      let (store, other, count) = try Self.open(path, Self.write)
      let url = folder.appendingPathComponent("lines")
      for _ in 0..<30 {
        let before = count()
        #expect(try store.exportLines(to: url) == 3)
        #expect(count() > before + 4)
        let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
        let numbers = lines.compactMap { $0.firstMatch(of: /"value":([0-9]+)/)?.1 }
        #expect(numbers.count == 2 && Set(numbers).count == 1, "\(numbers)")
      }
      try store.close()
      try other.close()
    }
  }

  /// Makes a store with a leaf full of right rows, though its checksum is not; later rows go to other leaves.
  private static func makeLeaf(_ path: String) throws {
    let store = try KeyValueStore(path: path)
    for number in 0..<100 {
      try store.put(String(repeating: "v", count: 100), id: "key\(number).")
    }
    try store.close()
    var bytes = try StoreBytes.read(path)
    let leaf = try #require(
      stride(from: page, to: bytes.count, by: page).first {
        bytes[$0] == 13 && Data(bytes[$0..<$0 + page]).range(of: Data("key0.".utf8)) != nil
      })
    bytes[leaf + page - 8] ^= 4
    try StoreBytes.write(bytes, to: path)
  }

  /// A row of a table that was made after the tables were read would be taken for a damaged one.
  @Test func aCheckSeesOneState() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("s.store").path
      try Self.makeLeaf(path)
      // A write before each of the many statements would take minutes.
      let writes = Counted()
      let (store, other, _) = try Self.open(path) { number, other in
        if writes.next() <= 8 { try other.table("t\(number)").put(number, id: "a") }
      }
      for _ in 0..<10 {
        writes.reset()
        let report = try store.verify()
        #expect(report.isIntact, "\(report)")
        #expect(writes.value > 8)
      }
      try store.close()
      try other.close()
    }
  }

  enum Reading: CaseIterable { case get, items, item, ids, raw }

  /// Reads the long row; a query of the application's own is stopped by its page.
  private static func readLong(
    _ reading: Reading, in reader: some TableReading, _ database: () throws -> Database
  ) throws -> Int? {
    switch reading {
    case .get: return try reader.get(Data.self, id: "long")?.count
    case .items:
      return try reader.items(Data.self, in: .from("long").through("long")).first?.value.count
    case .item: return try reader.item(Data.self, id: "long")?.value.count
    case .ids: return try reader.ids(in: .from("long")) == ["long"] ? size : nil
    case .raw:
      let database = try database()
      #expect(throws: DatabaseError.self) {
        try Int.fetchOne(database, sql: "SELECT length(hex(value)) FROM rows WHERE id = 'long'")
      }
      return size
    }
  }

  @Test(arguments: Reading.allCases, [true, false]) func aSnapshotStaysInItsState(
    reading: Reading, isFirst: Bool
  ) throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("s.store").path
      try Self.make(path)
      let (store, other) = (try KeyValueStore(path: path), try KeyValueStore(path: path))
      try store.read { snapshot in
        func expectState() throws {
          #expect(try snapshot.get(Int.self, id: "a") == 0)
          #expect(try snapshot.table("t").get(Int.self, id: "a") == 0)
          let count = try Int.fetchOne(snapshot.database, sql: "SELECT count(*) FROM rows")
          #expect(count == 3)
        }
        if !isFirst {
          try expectState()
          try Self.write(1, to: other)
          try other.put(1, id: "b")
        }
        for number in 2..<5 {
          #expect(try Self.readLong(reading, in: snapshot) { try snapshot.database } == Self.size)
          try Self.write(number, to: other)
          try other.put(1, id: "b")
          try expectState()
        }
      }
      #expect(try store.read { try $0.get(Int.self, id: "a") } == 4)
      try store.close()
      try other.close()
    }
  }

  @Test func anObserverReadsAList() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("s.store").path
      try Self.make(path)
      let store = try KeyValueStore(path: path)
      let long = IDRange.from("long")
      var lists = store.observeItems(Data.self, in: long).makeAsyncIterator()
      #expect(try await lists.next()?.map(\.value.count) == [Self.size])
      try store.put(Data(), id: "other")
      #expect(try await lists.next()?.map(\.value.count) == [Self.size, 0])
      try store.close()
    }
  }

  /// SQLite undoes the whole transaction at the page; the error says how to mend it.
  @Test(arguments: [Reading.get, .items, .item], [true, false])
  func aTransactionThatReadsSuchAPageKeepsNothingUntilItIsMended(
    reading: Reading, goesOn: Bool
  ) async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("s.store").path
      try Self.make(path)
      let store = try KeyValueStore(path: path)
      let body: @Sendable (StoreTransaction) throws -> Int? = { transaction in
        try transaction.put(2, id: "a")
        func readLong() throws -> Int? {
          try Self.readLong(reading, in: transaction) { try transaction.database }
        }
        let count = try goesOn ? try? readLong() : readLong()
        try transaction.put(3, id: "new")
        return count
      }
      func expectDamaged(_ write: () async throws -> Int?) async throws {
        let error = await #expect(throws: StoreError.self) { _ = try await write() }
        #expect(error?.code == .damaged)
        #expect(error?.message.contains("compact()") == true)
        #expect(try store.get(Int.self, id: "a") == 0)
        #expect(try !store.contains(id: "new"))
      }
      try await expectDamaged { () throws -> Int? in try store.write(body) }
      try await expectDamaged { try await store.write(body) }
      try store.compact()
      #expect(try await store.write(body) == Self.size)
      #expect(try store.get(Int.self, id: "new") == 3)
      try store.close()
    }
  }

  #if os(Linux)
    /// Makes each further reading of the file an error, by a descriptor that only writes, to nowhere.
    private static func breakReading(of path: String) throws {
      let folder = "/proc/self/fd"
      let file = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
      let nowhere = unsafe Glibc.open("/dev/null", O_WRONLY)
      defer { Glibc.close(nowhere) }
      for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
        let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
        if link == file, let descriptor = Int32(name) { dup2(nowhere, descriptor) }
      }
    }

    /// SQLite keeps no transaction after it, and a later state must not take its place.
    @Test(arguments: [true, false]) func anErrorOfTheDiskEndsTheSnapshot(isRaw: Bool) throws {
      try withTemporaryFolder { folder in
        let path = folder.appendingPathComponent("s.store").path
        try Self.make(path)
        let (store, other) = (try KeyValueStore(path: path), try KeyValueStore(path: path))
        expectCode(.snapshotEnded) {
          try store.read { snapshot in
            #expect(try snapshot.get(Int.self, id: "a") == 0)
            let database = try snapshot.database
            try Self.write(1, to: other)
            try Self.breakReading(of: path)
            if isRaw {
              // The application may keep the database; then the closure's end says so.
              let sql = "SELECT length(hex(value)) FROM rows WHERE id = 'long'"
              _ = try? Int.fetchOne(database, sql: sql)
              return
            }
            expectCode(.inputOutput) { _ = try snapshot.get(Data.self, id: "long") }
            expectCode(.snapshotEnded) { _ = try snapshot.get(Int.self, id: "a") }
            expectCode(.snapshotEnded) { _ = try snapshot.table("t") }
            expectCode(.snapshotEnded) { _ = try snapshot.database }
          }
        }
        try? store.close()
        try? other.close()
      }
    }

    /// What is read after the end of the snapshot is no state; right rows must not be reported as damaged.
    @Test func anErrorOfTheDiskEndsACheck() throws {
      var errors = 0
      for statement in 1..<40 {
        try withTemporaryFolder { folder in
          let path = folder.appendingPathComponent("s.store").path
          try Self.makeLeaf(path)
          let statements = Counted()
          let (store, other, _) = try Self.open(path) { _, _ in
            if statements.next() == statement { try Self.breakReading(of: path) }
          }
          statements.reset()
          do throws(StoreError) {
            let report = try store.verify()
            #expect(report.damagedRows.isEmpty, "\(report)")
          } catch {
            errors += 1
            #expect([.snapshotEnded, .inputOutput].contains(error.code), "\(error)")
          }
          try? store.close()
          try? other.close()
        }
      }
      #expect(errors > 0)
    }
  #endif
}
