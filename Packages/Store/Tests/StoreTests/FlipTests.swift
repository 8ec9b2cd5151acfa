import Foundation
import GRDB
import Store
import Testing

/// One flipped bit anywhere in a store's files: told, or without an effect.
///
/// Told means an error of the store's, never a value that nobody wrote, and never a value less. SQLite's log cannot
/// tell a damaged end from one that a crash cut off, so a bit in the log may take back whole transactions, the last
/// ones, and nothing else. `STORE_FUZZ` sets how many bits of a file are flipped.
@Suite struct FlipTests {
  private static let count =
    ProcessInfo.processInfo.environment["STORE_FUZZ"].flatMap { Int($0) } ?? 200

  /// The content of the store, by table; ids of values that are past their time beside.
  private struct Content {
    var live: [String: [String: String]] = [:]
    var expired: [String: Set<String>] = [:]
  }

  private static let cache = "answers"
  /// So many caches that the schema needs more pages than the first.
  private static let caches = [cache] + (0..<5).map { "cache\($0)" }
  /// A long identifier, whose end lies on an overflow page of an index.
  private static func long(_ index: Int) -> String {
    String(repeating: "k", count: 3_000) + "\(index)"
  }
  private static let pageSize = 4096

  private let time = ManualTime()

  private func open(_ path: String) throws -> KeyValueStore {
    var configuration = StoreConfiguration()
    configuration.now = { [time] in time.now }
    return try KeyValueStore(path: path, configuration: configuration)
  }

  /// Tables of small and large values, with and without a lifetime, long identifiers, caches, an application's tables and
  /// pages that are free.
  private func fill(_ store: KeyValueStore, _ count: Int) throws -> Content {
    var content = Content()
    for table in ["default", "notes", "表"] {
      var values: [String: String] = [:]
      for index in 0..<(table == "default" ? count : 1 + count / 8) {
        let length = index % 30 == 7 ? 9_000 : 20 + index * 3
        values["\(table)/\(index)"] = String(repeating: "v\(index) ", count: length / 4)
      }
      for index in 0..<count / 20 { values[Self.long(index)] = "long \(index)" }
      let handle = try store.table(table)
      try handle.putAll(values)
      for index in 0..<(1 + count / 8) {
        let (kept, gone) = ("kept/\(index)", "gone/\(index)")
        try handle.put(kept, id: kept, expiresAfter: .seconds(100_000))
        try handle.put(gone, id: gone, expiresAfter: .seconds(1))
        values[kept] = kept
        content.expired[table, default: []].insert(gone)
      }
      content.live[table] = values
    }
    let answers = try StoreCache(String.self, in: store, table: Self.cache, capacity: 1 << 20)
    for index in 0..<(1 + count / 3) {
      try answers.put("answer \(index)", id: "\(index)")
      content.live[Self.cache, default: [:]]["\(index)"] = "answer \(index)"
    }
    for index in 0..<count / 20 {
      try answers.put("long", id: Self.long(index))
      content.live[Self.cache, default: [:]][Self.long(index)] = "long"
    }
    for name in Self.caches.dropFirst() where count > 1 {
      try StoreCache(String.self, in: store, table: name, capacity: 1_000).put(name, id: "k")
      content.live[name] = ["k": name]
    }
    if count > 1 {
      try store.write { transaction in
        for name in ["books", "readers"] {
          let long = String(repeating: "-", count: 5_000)
          try transaction.database.execute(
            sql:
              "CREATE TABLE \(name) (id TEXT PRIMARY KEY, title TEXT NOT NULL CHECK (title <> '\(long)'))"
          )
          try transaction.database.execute(sql: "INSERT INTO \(name) VALUES ('1', '\(name)')")
        }
      }
      let spare = try store.table("spare")
      try spare.putAll(
        Dictionary(uniqueKeysWithValues: (0..<20).map { ("\($0)", Data(count: 8_000)) }))
      try store.dropTable("spare")
    }
    time.advance(by: 10)
    return content
  }

  /// A place for each trial: in the header, on the first page, in trees, in small tables, and anywhere.
  private func place(_ trial: Int, in bytes: [UInt8], _ random: inout SplitMix) -> Int {
    let size = Self.pageSize
    func page(_ kinds: Set<UInt8>) -> Int {
      let pages = stride(from: size, to: bytes.count, by: size)
      return pages.filter { kinds.contains(bytes[$0]) }.randomElement(using: &random) ?? 0
    }
    // Half of them where a page says how many cells it has, and where they are.
    let start = trial % 24 < 12 ? 64 : size
    switch trial % 12 {
    case 0: return .random(in: 0..<100, using: &random)
    case 1: return .random(in: 100..<size, using: &random)
    case 2, 3: return page([2, 5]) + .random(in: 0..<start, using: &random)
    case 4, 5: return page([10]) + .random(in: 0..<start, using: &random)
    case 6, 7: return page([13]) + .random(in: 0..<start, using: &random)
    case 8, 9: return page([0]) + .random(in: 0..<start, using: &random)
    default: return .random(in: 0..<bytes.count, using: &random)
    }
  }

  /// The identifiers as a list has them: all rows were made at one time, so ties decide.
  private static func inOrder(_ ids: some Sequence<String>, _ order: ItemOrder) -> [String] {
    let ascending = ids.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return order == .ascending || order == .oldestFirst ? ascending : ascending.reversed()
  }

  @Test func aFlippedBitAnywhereIsToldOrHarmless() async throws {
    try await flip(count: 60) { bytes, random in
      (0..<Self.count).map { place($0, in: bytes, &random) }
    }
  }

  /// Among them, behind the first page, the few bytes that name the tables, say which is a cache, and hold its sum.
  @Test func aFlippedBitOfAByteInUseOfASmallStoreIsToldOrHarmless() async throws {
    try await flip(count: 1) { bytes, random in
      let inUse = bytes.indices.filter { $0 >= Self.pageSize && bytes[$0] != 0 }
      return Array(inUse.shuffled(using: &random).prefix(Self.count))
    }
  }

  /// Flips a bit at each place of a store and looks what is said of it.
  private func flip(
    count: Int, at places: ([UInt8], inout SplitMix) -> [Int]
  ) async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("FlipTests seed: \(seed)")
    var random = SplitMix(seed: seed)
    try await withTemporaryFolder { folder in
      let original = folder.appendingPathComponent("original.store")
      let store = try open(original.path)
      let content = try fill(store, count)
      try store.close()
      let intact = Array(try Data(contentsOf: original))
      let file = folder.appendingPathComponent("flipped.store")
      var told = 0
      let places = places(intact, &random)
      for (trial, place) in places.enumerated() {
        await Task.yield()
        var bytes = intact
        let bit = UInt8.random(in: 0..<8, using: &random)
        bytes[place] ^= 1 << bit
        for suffix in ["", "-wal", "-shm"] {
          try? FileManager.default.removeItem(atPath: file.path + suffix)
        }
        try Data(bytes).write(to: file)
        let (page, byte) = place.quotientAndRemainder(dividingBy: Self.pageSize)
        let comment: Comment = "bit \(bit) of byte \(byte) on page \(page + 1), seed \(seed)"
        let order = ItemOrder.allCases[trial % ItemOrder.allCases.count]
        if try isTold(file.path, content, order, comment) { told += 1 }
      }
      print("FlipTests: \(told) of \(places.count) told")
      #expect(told > places.count / 3)
    }
  }

  /// Whether opening or reading told of the damage; records each answer that is wrong in silence.
  private func isTold(
    _ path: String, _ content: Content, _ order: ItemOrder, _ comment: Comment
  ) throws -> Bool {
    var errors: [StoreError] = []
    func attempt<Result>(_ body: () throws -> Result) -> Result? {
      do { return try body() } catch let error as StoreError { errors.append(error) } catch {
        Issue.record("\(comment): \(error)")
      }
      return nil
    }
    guard let store = attempt({ try open(path) }) else { return true }
    defer { try? store.close() }
    if let names = attempt({ try store.tableNames() }) {
      #expect(
        names.starts(with: ["default", "notes", "表", Self.cache])
          && Set(names).isSuperset(of: content.live.keys), comment)
    }
    for (name, values) in content.live {
      guard let table = attempt({ try store.table(name) }) else { continue }
      let expired = content.expired[name] ?? []
      for (id, value) in values {
        if let found = attempt({ try table.get(String.self, id: id) }) {
          #expect(found == value, comment)
        }
        if let isThere = attempt({ try table.contains(id: id) }) { #expect(isThere, comment) }
      }
      for id in expired {
        if let found = attempt({ try table.get(String.self, id: id) }) {
          #expect(found == nil, comment)
        }
      }
      // A row that seems to live on is listed, so that it can be deleted; reading it is an error.
      if let ids = attempt({ try table.ids() }) {
        #expect(expired.union(values.keys).isSuperset(of: ids), comment)
        #expect(Set(values.keys).isSubset(of: ids), comment)
      }
      if let count = attempt({ try table.count() }) { #expect(count >= values.count, comment) }
      if let items = attempt({ try table.items(String.self, order: order) }) {
        let found = Dictionary(items.map { ($0.id, $0.value) }) { first, _ in first }
        #expect(found == values && items.map(\.id) == Self.inOrder(values.keys, order), comment)
      }
      // Among the first few a row from further behind would not be missed. An expired one may be listed, see above.
      if let ids = attempt({ try table.ids(order: order, limit: 5 + expired.count) }) {
        let live = ids.filter { !expired.contains($0) }
        #expect(Self.inOrder(values.keys, order).starts(with: live), comment)
      }
    }
    if let cache = attempt({
      try StoreCache(String.self, in: store, table: Self.cache, capacity: 1 << 20)
    }) {
      if let bytes = attempt({ try cache.byteCount() }) {
        let values = content.live[Self.cache, default: [:]].values
        #expect(bytes == values.reduce(0) { $0 + $1.utf8.count + 2 }, comment)
      }
      // A put that the index does not hear of would take more room than the cache may have.
      #expect((try? cache.table.put("", id: "plain")) == nil, comment)
    }
    let count = content.live.values.map(\.count).reduce(0, +)
    let lines = URL(fileURLWithPath: path + ".lines")
    if let exported = attempt({ try store.exportLines(to: lines) }) {
      #expect(exported == count, comment)
    }
    let isReported = attempt { try !store.verify().isIntact } ?? true
    #expect(isReported || errors.isEmpty, comment)
    if let purged = attempt({ try store.purgeExpired() }) {
      #expect(purged <= content.expired.values.map(\.count).reduce(0, +), comment)
    }
    // What can still be written is there, and takes nothing away; nor does what takes the free pages.
    let before = readable(path, content)
    if attempt({ try store.put("new", id: "new") }) != nil {
      if let found = attempt({ try store.get(String.self, id: "new") }) {
        #expect(found == "new", comment)
      }
    }
    _ = attempt { try store.table("fresh").putAll(Self.fresh) }
    try checkLost(before.subtracting(readable(path, content)), at: path, comment)
    return isReported || !errors.isEmpty
  }

  /// The rows that can be read from the file and are right, as table and identifier.
  ///
  /// It opens the file anew: a connection may still have pages that SQLite would not take from the file any more.
  private func readable(_ path: String, _ content: Content) -> Set<[String]> {
    var rows: Set<[String]> = []
    guard let store = try? open(path) else { return rows }
    defer { try? store.close() }
    for (name, values) in content.live {
      guard let table = try? store.table(name) else { continue }
      for (id, value) in values where (try? table.get(String.self, id: id)) == value {
        rows.insert([name, id])
      }
    }
    return rows
  }

  /// Checks rows that can be read no more: reading them is an error, and they are still in the file.
  ///
  /// Puts of others change the way on which SQLite finds a row in its index. Where the new way leads over a damaged
  /// identifier, the row stands behind the damage.
  private func checkLost(_ rows: Set<[String]>, at path: String, _ comment: Comment) throws {
    guard !rows.isEmpty else { return }
    let store = try open(path)
    defer { try? store.close() }
    for row in rows {
      #expect(throws: StoreError.self, comment) {
        try store.table(row[0]).get(String.self, id: row[1])
      }
    }
    let scanned = try DatabaseQueue(path: path).read { database in
      try Row.fetchAll(
        database,
        sql: "SELECT name, r.id FROM rows AS r NOT INDEXED JOIN tables AS t ON t.id = r.table_id"
      ).map { [$0[0], $0[1]] as [String] }
    }
    #expect(rows.subtracting(scanned) == [], comment)
  }

  private static let fresh = Dictionary(
    uniqueKeysWithValues: (0..<300).map { ("\(String(repeating: "n", count: 90))\($0)", "n") })

  @Test func aFlippedBitInTheLogTakesBackWholeTransactionsAtMost() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("FlipTests seed: \(seed)")
    var random = SplitMix(seed: seed)
    try await withTemporaryFolder { folder in
      let original = folder.appendingPathComponent("original.store").path
      let store = try open(original)
      for number in 1...30 {
        try await store.write { transaction in
          for member in 0..<7 { try transaction.put([number, member], id: "group/\(member)") }
          let content = Data(repeating: UInt8(number), count: 300)
          try transaction.table("log").put(content, id: "\(number)")
        }
      }
      let main = try Data(contentsOf: URL(fileURLWithPath: original))
      let log = Array(try Data(contentsOf: URL(fileURLWithPath: original + "-wal")))
      try store.close()
      let path = folder.appendingPathComponent("flipped.store").path
      for trial in 0..<200 {
        await Task.yield()
        var bytes = log
        // A fifth of them in the log's header and the first frame's.
        let place = Int.random(in: 0..<(trial % 5 == 0 ? 56 : bytes.count), using: &random)
        bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        try? FileManager.default.removeItem(atPath: path + "-shm")
        try main.write(to: URL(fileURLWithPath: path))
        try Data(bytes).write(to: URL(fileURLWithPath: path + "-wal"))
        do {
          let store = try open(path)
          defer { try? store.close() }
          let found = try CrashTests.checkInvariant(store)
          #expect(found <= 30, "byte \(place) of seed \(seed)")
          #expect(try store.verify().isIntact, "byte \(place) of seed \(seed)")
        } catch {
          #expect(error is StoreError, "byte \(place) of seed \(seed): \(error)")
        }
      }
    }
  }
}
