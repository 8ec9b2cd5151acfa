import Foundation
import Store
import Testing

/// Flipped bits in pages that only lead to others: of the schema, of long identifiers, and of the list of free pages.
@Suite struct PageDamageTests {
  private static let page = 4096

  /// With so many caches the schema does not fit on the first page.
  private static func makeStoreWithCaches(_ path: String) throws -> [UInt8] {
    let store = try KeyValueStore(path: path)
    try store.put("precious", id: "k")
    for index in 0..<5 {
      let cache = try StoreCache(Data.self, in: store, table: "c\(index)", capacity: 1_000)
      try cache.put(Data(repeating: 7, count: 100), id: "x")
    }
    try store.close()
    let bytes = try StoreBytes.read(path)
    // The first page is an inner one.
    #expect(bytes[100] == 5)
    return bytes
  }

  @Test func aFlippedRootPageInTheSchemaIsTold() throws {
    try withTemporaryFolder { folder in
      let bytes = try Self.makeStoreWithCaches(folder.appendingPathComponent("a.store").path)
      let flipped = folder.appendingPathComponent("b.store").path
      let name = try #require(Data(bytes).range(of: Data("indexsqlite_autoindex_rows_1rows".utf8)))
      for bit in 0..<8 {
        var damaged = bytes
        damaged[name.upperBound] ^= 1 << bit
        try StoreBytes.write(damaged, to: flipped)
        expectCode(.damaged) { _ = try KeyValueStore(path: flipped) }
      }
    }
  }

  /// In a file that is open already, verifying tells it.
  @Test(arguments: [false, true]) func aFlippedBitInATriggerIsTold(isOpen: Bool) throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("a.store").path
      let bytes = try Self.makeStoreWithCaches(path)
      let text = Data("UPDATE index_4_total SET bytes = bytes ".utf8)
      let place = try #require(Data(bytes).range(of: text + Data("+ new.bytes".utf8))).lowerBound
      let operation = place + text.count
      let store = isOpen ? try KeyValueStore(path: path) : nil
      #expect(try store?.get(String.self, id: "k") != "")
      // '+' becomes '*'.
      let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      try handle.seek(toOffset: UInt64(operation))
      try handle.write(contentsOf: Data([bytes[operation] ^ 1]))
      try handle.close()
      if let store {
        #expect(try !store.verify().isIntact)
        try? store.close()
      } else {
        expectCode(.damaged) { _ = try KeyValueStore(path: path) }
      }
    }
  }

  @Test func aFlippedBitInALongIdentifierIsTold() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("a.store").path
      let ids = (0..<4).map { "GET /search?q=" + String(repeating: "k", count: 2_500) + "\($0)" }
      let store = try KeyValueStore(path: path)
      let cache = try StoreCache(String.self, in: store, table: "c", capacity: 1_000)
      for id in ids {
        try store.put("precious", id: id)
        try cache.put("value", id: id)
      }
      try store.close()
      let bytes = try StoreBytes.read(path)
      let pages = (1..<bytes.count / Self.page).filter { bytes[$0 * Self.page] == 0 }
      #expect(pages.count >= 12)
      let flipped = folder.appendingPathComponent("b.store").path
      for page in pages {
        let range = page * Self.page..<(page + 1) * Self.page
        let place = try #require(bytes[range].firstIndex(of: UInt8(ascii: "k")))
        var damaged = bytes
        damaged[place + 10] ^= 1
        try StoreBytes.write(damaged, to: flipped)
        let store = try KeyValueStore(path: flipped)
        var errors = 0
        func attempt<Result>(_ body: () throws -> Result) -> Result? {
          do { return try body() } catch {
            #expect((error as? StoreError)?.code == .damaged)
            errors += 1
            return nil
          }
        }
        let comment: Comment = "page \(page + 1)"
        for id in ids {
          if let value = attempt({ try store.get(String.self, id: id) }) {
            #expect(value == "precious", comment)
          }
          if let isThere = attempt({ try store.contains(id: id) }) { #expect(isThere, comment) }
        }
        if let listed = attempt({ try store.ids() }) { #expect(listed == ids, comment) }
        #expect(try !store.verify().isIntact, comment)
        let cache = try StoreCache(String.self, in: store, table: "c", capacity: 1_000)
        for id in ids where attempt({ try cache.put("other", id: id) }) != nil {
          if let value = attempt({ try cache.get(id: id) }) { #expect(value == "other", comment) }
        }
        if let count = attempt({ try cache.table.count() }) { #expect(count == 4, comment) }
        #expect(errors > 0, comment)
        try? store.close()
      }
    }
  }

  @Test func aFlippedBitInTheListOfFreePagesIsTold() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("a.store").path
      let store = try KeyValueStore(path: path)
      let ids = (0..<1_500).map { "key/\(String(repeating: "k", count: 60))/\($0)" }
      try store.putAll(Dictionary(uniqueKeysWithValues: ids.map { ($0, $0) }))
      let other = try store.table("other")
      try other.putAll(
        Dictionary(uniqueKeysWithValues: (0..<60).map { ("big\($0)", Data(count: 8_000)) }))
      try other.clear()
      try store.close()
      let bytes = try StoreBytes.read(path)
      func word(_ place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
      // SQLite's format: the header has the page of the list, which has a number of pages and then these.
      let list = (word(32) - 1) * Self.page
      let leaves = Set(
        (1..<bytes.count / Self.page).filter { bytes[$0 * Self.page] == 10 }.map { $0 + 1 })
      var flips: [(place: Int, bit: Int)] = []
      for place in stride(from: list + 8, to: list + 8 + 4 * word(list + 4), by: 4) {
        for bit in 0..<12 where leaves.contains(word(place) ^ 1 << bit) {
          flips.append((place, bit))
        }
      }
      #expect(flips.count > 10)
      let flipped = folder.appendingPathComponent("b.store").path
      for (place, bit) in flips.prefix(12) {
        var damaged = bytes
        damaged[place + 3 - bit / 8] ^= 1 << (bit % 8)
        try StoreBytes.write(damaged, to: flipped)
        let store = try KeyValueStore(path: flipped)
        let new = (0..<600).map { ("n/\(String(repeating: "n", count: 90))\($0)", $0) }
        expectCode(.damaged) {
          try store.table("other").putAll(Dictionary(uniqueKeysWithValues: new))
        }
        #expect(try !store.verify().isIntact)
        for id in ids { #expect(try store.get(String.self, id: id) == id) }
        try? store.close()
      }
    }
  }
}
