import Foundation
import GRDB
import Store
import Synchronization
import Testing

/// Random damage must show as an error or in the report, and never as a value nobody wrote.
@Suite struct DamageTests {
  private static let values: [String: Data] = Dictionary(
    uniqueKeysWithValues: (0..<60).map { index in
      (
        "key/\(index)",
        Data((0..<(index % 9 == 0 ? 9_000 : 365)).map { UInt8(($0 &* 7 &+ index) & 255) })
      )
    })

  /// Flips, overwrites or cuts at random places.
  private static func damage(_ bytes: inout [UInt8], _ random: inout SplitMix) {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: bytes.removeLast(Int.random(in: 1...bytes.count, using: &random))
    case 1:
      let start = Int.random(in: 0..<bytes.count, using: &random)
      let end = min(bytes.count, start + Int.random(in: 1...600, using: &random))
      for index in start..<end { bytes[index] = 0 }
    case 2:
      let index = Int.random(in: 0..<bytes.count, using: &random)
      bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    default:
      for _ in 0..<8 {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
    }
  }

  @Test func sevenHundredDamagedFilesGiveNoWrongValue() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("DamageTests seed: \(seed)")
    var random = SplitMix(seed: seed)
    try withTemporaryFolder { folder in
      let original = folder.appendingPathComponent("original.store")
      let store = try KeyValueStore(path: original.path)
      try store.putAll(Self.values)
      try store.close()
      let intact = Array(try Data(contentsOf: original))
      var refused = 0
      var reported = 0
      var harmless = 0
      for trial in 0..<700 {
        var bytes = intact
        Self.damage(&bytes, &random)
        let file = folder.appendingPathComponent("damaged.store")
        for suffix in ["", "-wal", "-shm"] {
          try? FileManager.default.removeItem(atPath: file.path + suffix)
        }
        try Data(bytes).write(to: file)
        guard let store = try? KeyValueStore(path: file.path) else {
          refused += 1
          continue
        }
        var missing: [String] = []
        var failed = false
        for (id, value) in Self.values {
          do {
            guard let found = try store.get(Data.self, id: id) else {
              missing.append(id)
              continue
            }
            #expect(found == value, "trial \(trial) of seed \(seed): a wrong value for \(id)")
          } catch {
            failed = true
          }
        }
        if let items = try? store.all(Data.self) {
          for item in items {
            #expect(item.value == Self.values[item.id], "trial \(trial) of seed \(seed)")
          }
        } else {
          failed = true
        }
        let isReported = try !store.verify().isIntact
        #expect(isReported || !failed && missing.isEmpty, "trial \(trial) of seed \(seed): silent")
        #expect(
          missing.isEmpty, "trial \(trial) of seed \(seed): \(missing.count) are missing silently")
        if isReported { reported += 1 } else { harmless += 1 }
        try? store.close()
      }
      print(
        "DamageTests: \(refused) refused, \(reported) reported, \(harmless) harmless")
      #expect(refused + reported > 100)
    }
  }

  /// Whether rows are found through a page: the rows' own tree is the one table with inner pages, and their index is
  /// known by the identifiers in it.
  private static func leadsToRows(_ page: ArraySlice<UInt8>) -> Bool {
    switch page.first {
    case 5: true
    case 2, 10: Data(page).range(of: Data("key/".utf8)) != nil
    default: false
    }
  }

  /// SQLite notices few of these flips: a search that is misled ends beside the row, and finds nothing.
  ///
  /// Each byte of such a page counts, used or not, since its checksum covers the whole page.
  @Test(arguments: [false, true]) func aFlippedBitInAPageThatLeadsToRowsIsTold(
    isBackup: Bool
  ) throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("DamageTests seed: \(seed)")
    var random = SplitMix(seed: seed)
    try withTemporaryFolder { folder in
      let original = folder.appendingPathComponent("original.store")
      let copy = folder.appendingPathComponent("copy.store")
      let ids = (0..<2_000).map { "key/\(String(repeating: "k", count: 60))/\($0 * 7 % 2_000)" }
      let store = try KeyValueStore(path: original.path)
      try store.putAll(Dictionary(uniqueKeysWithValues: ids.map { ($0, $0) }))
      if isBackup { try store.backup(to: copy.path) }
      try store.close()
      let intact = Array(try Data(contentsOf: isBackup ? copy : original))
      let pages = stride(from: 4096, to: intact.count, by: 4096).filter {
        Self.leadsToRows(intact[$0..<$0 + 4096])
      }
      #expect(pages.count > 20)
      let inner = pages.filter { intact[$0] != 10 }
      #expect(Set(inner.map { intact[$0] }) == [2, 5])
      let file = folder.appendingPathComponent("damaged.store")
      for trial in 0..<300 {
        var bytes = intact
        // Half of them in the few inner pages, and there mostly in the pointers.
        let page = try #require(
          (trial.isMultiple(of: 2) ? inner : pages).randomElement(using: &random))
        let place = Int.random(in: 0..<(trial.isMultiple(of: 4) ? 64 : 4096), using: &random)
        bytes[page + place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        for suffix in ["", "-wal", "-shm"] {
          try? FileManager.default.removeItem(atPath: file.path + suffix)
        }
        try Data(bytes).write(to: file)
        let comment: Comment =
          "byte \(place) of page \(page / 4096 + 1), kind \(intact[page]), trial \(trial) of seed \(seed)"
        let store = try KeyValueStore(path: file.path)
        var errors: [any Error] = []
        func attempt<Result>(_ body: () throws -> Result) -> Result? {
          do { return try body() } catch {
            errors.append(error)
            return nil
          }
        }
        for id in ids.shuffled(using: &random).prefix(40) + [ids[0]] {
          if let found = attempt({ try store.get(String.self, id: id) }) {
            #expect(found == id, comment)
          }
          if let isThere = attempt({ try store.contains(id: id) }) { #expect(isThere, comment) }
        }
        if let count = attempt({ try store.count() }) { #expect(count == 2_000, comment) }
        if let listed = attempt({ try store.ids() }) { #expect(listed.count == 2_000, comment) }
        if let all = attempt({ try store.all(String.self) }) {
          #expect(all.count == 2_000, comment)
        }
        // One of the lists has read each of these pages.
        #expect(!errors.isEmpty, comment)
        for error in errors {
          #expect((error as? StoreError)?.code == .damaged, "\(comment): \(error)")
        }
        if let purged = attempt({ try store.purgeExpired() }) { #expect(purged == 0, comment) }
        #expect(try !store.verify().isIntact, comment)
        try? store.close()
      }
    }
  }

  /// SQLite's log cannot tell a damaged end from one that a crash cut off; it drops both.
  @Test func threeHundredDamagedLogsGiveAnEarlierWholeState() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("DamageTests seed: \(seed)")
    var random = SplitMix(seed: seed)
    try withTemporaryFolder { folder in
      let original = folder.appendingPathComponent("original.store").path
      let store = try KeyValueStore(path: original)
      for number in 1...40 {
        try store.write { transaction in
          for member in 0..<7 { try transaction.put([number, member], id: "group/\(member)") }
          let content = Data(repeating: UInt8(number & 255), count: 300)
          try transaction.table("log").put(content, id: "\(number)")
        }
      }
      let main = try Data(contentsOf: URL(fileURLWithPath: original))
      let log = Array(try Data(contentsOf: URL(fileURLWithPath: original + "-wal")))
      try store.close()
      #expect(log.count > 10_000)
      let path = folder.appendingPathComponent("damaged.store").path
      for trial in 0..<300 {
        var bytes = log
        Self.damage(&bytes, &random)
        try? FileManager.default.removeItem(atPath: path + "-shm")
        try main.write(to: URL(fileURLWithPath: path))
        try Data(bytes).write(to: URL(fileURLWithPath: path + "-wal"))
        guard let store = try? KeyValueStore(path: path) else { continue }
        let found = try CrashTests.checkInvariant(store)
        #expect(found <= 40, "trial \(trial) of seed \(seed)")
        #expect(try store.verify().isIntact, "trial \(trial) of seed \(seed)")
        try? store.close()
      }
    }
  }

  /// The damage lies in a row that the list would not have read: it seems to be older than it is.
  @Test func aDamagedTimeOfCreationIsToldByListsInItsOrder() throws {
    let time = ManualTime()
    var configuration = StoreConfiguration()
    configuration.now = { time.now }
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("s.store")
      var store = try KeyValueStore(path: file.path, configuration: configuration)
      try store.put("older", id: "a")
      time.advance(by: 1)
      try store.put("newer", id: "b")
      #expect(try store.ids(order: .newestFirst, limit: 1) == ["b"])
      try store.close()
      var bytes = Array(try Data(contentsOf: file))
      // Microseconds as SQLite writes an integer of six bytes.
      let microseconds = Int64(time.now.timeIntervalSince1970 * 1_000_000)
      let written = (0..<6).reversed().map { UInt8(truncatingIfNeeded: microseconds >> ($0 * 8)) }
      let place = try #require(Data(bytes).range(of: Data(written)))
      bytes[place.lowerBound + 1] ^= 0x80
      try Data(bytes).write(to: file)

      store = try KeyValueStore(path: file.path, configuration: configuration)
      for order in [ItemOrder.newestFirst, .oldestFirst] {
        let errors = [
          #expect(throws: StoreError.self) { try store.ids(order: order, limit: 1) },
          #expect(throws: StoreError.self) { try store.items(String.self, order: order, limit: 1) },
        ]
        #expect(errors.allSatisfy { $0?.code == .damaged && $0?.message.contains("\"b\"") == true })
      }
      #expect(try store.ids() == ["a", "b"])
      #expect(try store.verify().damagedRows.map(\.id) == ["b"])
      try store.delete(id: "b")
      #expect(try store.ids(order: .newestFirst) == ["a"])
      try store.close()
    }
  }

  /// The damaged row may be past its time: what counts the live ones need not read it.
  @Test(arguments: StoreKind.allCases, [Duration?.none, .seconds(1)])
  func aDamagedRowGoesWithItsTable(kind: StoreKind, lifetime: Duration?) throws {
    let time = ManualTime()
    try kind.withStore({ $0.now = { time.now } }) { store in
      let table = try store.table("t")
      for clears in [true, false] {
        try table.put(1, id: "damaged", expiresAfter: lifetime)
        try table.put(2, id: "kept")
        try store.write { transaction in
          try transaction.database.execute(
            sql: "UPDATE rows SET value = CAST('7' AS BLOB) WHERE id = 'damaged'")
        }
        time.advance(by: 2)
        if clears { try table.clear() } else { try table.delete(in: .from("a")) }
        #expect(try table.ids().isEmpty)
      }
      try table.put(1, id: "damaged", expiresAfter: lifetime)
      #expect(try store.dropTable("t"))
      #expect(try store.verify().isIntact)
    }
  }

  @Test(.timeLimit(.minutes(10))) func nothingIsDamagedWhileSomebodyWrites() async throws {
    try await StoreKind.file.withStore { store in
      let cache = try StoreCache(Data.self, in: store, table: "cache", capacity: 2000)
      let writing = Task {
        for number in 0..<400 {
          try cache.put(Data(count: 100), id: "k\(number % 50)")
          if number.isMultiple(of: 10) { try store.table("t\(number)").put(1, id: "a") }
        }
      }
      let end = Mutex(false)
      let waiting = Task {
        try await writing.value
        end.withLock { $0 = true }
      }
      while !end.withLock({ $0 }) {
        let report = try await Self.verification(of: store)
        #expect(report.isIntact, "\(report)")
      }
      try await waiting.value
    }
  }

  @concurrent private static func verification(
    of store: KeyValueStore
  ) async throws -> VerificationReport {
    try store.verify()
  }

  /// In files of the first format the pages of the tables' names have no checksums.
  @Test func aNumberThatTwoTablesHaveIsReported() throws {
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("s.store")
      let queue = try DatabaseQueue(path: file.path)
      try queue.writeWithoutTransaction { try $0.execute(sql: FormatTests.format1) }
      try queue.close()
      var bytes = try Data(contentsOf: file)
      // The index of the names: each is followed by its number.
      let entry = try #require(bytes.range(of: Data("cities\u{3}".utf8)))
      bytes[entry.upperBound - 1] = 2
      try bytes.write(to: file)
      var configuration = StoreConfiguration()
      configuration.isReadOnly = true
      configuration.migrations = [StoreMigration("1 greeting") { _ in }]
      let store = try KeyValueStore(path: file.path, configuration: configuration)
      let report = try store.verify()
      let problem = try #require(report.fileProblems.last)
      #expect(problem.contains("\"notes\"") && problem.contains("\"cities\""), "\(report)")
      // The rows of the table that lost its number.
      #expect(report.damagedRows.map(\.table) == ["3"])
      try store.close()
    }
  }

  @Test func aDamagedRowIsNamedAndCanBeDeleted() throws {
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("s.store")
      var store = try KeyValueStore(path: file.path)
      try store.put("the first value", id: "a")
      try store.put("the second value", id: "b")
      try store.close()
      var bytes = Array(try Data(contentsOf: file))
      let place = try #require(Data(bytes).range(of: Data("second".utf8)))
      bytes[place.lowerBound] = UInt8(ascii: "S")
      try Data(bytes).write(to: file)

      store = try KeyValueStore(path: file.path)
      let error = #expect(throws: StoreError.self) { try store.get(String.self, id: "b") }
      #expect(error?.code == .damaged)
      #expect(error?.message.contains("\"b\"") == true)
      #expect(throws: StoreError.self) { try store.all(String.self) }
      #expect(try store.get(String.self, id: "a") == "the first value")
      let report = try store.verify()
      #expect(report.damagedRows.map(\.id) == ["b"])
      #expect(report.damagedRows.map(\.table) == ["default"])
      try store.delete(id: "b")
      #expect(try store.verify().isIntact)
      try store.close()
    }
  }
}
