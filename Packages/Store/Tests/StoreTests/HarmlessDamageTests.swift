import Foundation
import GRDB
import Store
import Testing

/// Flipped bits in bytes that hold no content: of a checksum, of the end of a page, of a free page; and in the head of a leaf.
@Suite struct HarmlessDamageTests {
  private static let page = 4096
  private static let size = 12_440

  private static func make(_ path: String) throws -> [UInt8] {
    let store = try KeyValueStore(path: path)
    try store.put(Data(repeating: UInt8(ascii: "x"), count: size), id: "long")
    try store.put(Data([1]), id: "other")
    let spare = try store.table("spare")
    try spare.put(Data(repeating: UInt8(ascii: "y"), count: 40_000), id: "gone")
    try spare.delete(id: "gone")
    try store.close()
    return try StoreBytes.read(path)
  }

  private static func overflow(_ letter: String, in bytes: [UInt8]) -> [Int] {
    stride(from: page, to: bytes.count, by: page).filter {
      bytes[$0] == 0 && bytes[$0 + 10] == letter.utf8.first
    }
  }

  /// Nothing finds damage, and everything can be done.
  private static func expectIntact(
    _ path: String, in folder: URL, _ comment: Comment
  ) throws {
    let store = try KeyValueStore(path: path)
    #expect(try store.verify().isIntact, comment)
    #expect(try store.get(Data.self, id: "long")?.count == size, comment)
    #expect(try store.contains(id: "long"), comment)
    #expect(try store.items(Data.self).map(\.value.count) == [size, 1], comment)
    #expect(try store.read { try $0.items(Data.self).count } == 2, comment)
    #expect(try store.exportLines(to: folder.appendingPathComponent("lines")) == 2, comment)
    let copy = folder.appendingPathComponent("copy.store").path
    try store.backup(to: copy)
    let copied = try KeyValueStore(path: copy)
    #expect(try copied.get(Data.self, id: "long")?.count == size, comment)
    try copied.close()
    try FileManager.default.removeItem(atPath: copy)
    try store.compact()
    #expect(try store.get(Data.self, id: "long")?.count == size, comment)
    #expect(try store.verify().isIntact, comment)
    try store.close()
  }

  @Test func anIntactLongRowIsReadThoughAChecksumOfAPageIsNot() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("s.store").path
      let original = try Self.make(path)
      let pages = Self.overflow("x", in: original)
      let last = try #require(pages.first { original[$0 + Self.page - 100] == 0 })
      let places = pages.flatMap { start in [1, 3, 5, 8].map { start + Self.page - $0 } }
      for place in places + [last + Self.page - 100] {
        var bytes = original
        bytes[place] ^= 4
        try StoreBytes.write(bytes, to: path)
        try Self.expectIntact(path, in: folder, "byte \(place % Self.page)")
      }
    }
  }

  @Test func aFlippedBitInAFreePageStopsNothing() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("s.store").path
      let original = try Self.make(path)
      func word(_ place: Int) -> Int {
        original[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      }
      // SQLite's format: the header has the page of the list, which has a number of pages and then these.
      let list = (word(32) - 1) * Self.page
      #expect(word(list + 4) > 2)
      let free = (word(list + 8) - 1) * Self.page
      // The first four bytes would be the number of a next page.
      for place in [2, 1_000] {
        var bytes = original
        bytes[free + place] ^= 4
        try StoreBytes.write(bytes, to: path)
        try Self.expectIntact(path, in: folder, "byte \(place)")
      }
    }
  }

  @Test func damageOfTheApplicationsRowIsReportedBesideALongOne() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("s.store").path
      _ = try Self.make(path)
      let made = try KeyValueStore(path: path)
      try made.write { transaction in
        try transaction.database.execute(
          sql: "CREATE TABLE book (title TEXT); INSERT INTO book VALUES ('precious')")
      }
      try made.close()
      var bytes = try StoreBytes.read(path)
      bytes[try #require(Data(bytes).range(of: Data("precious".utf8))).lowerBound] ^= 1
      bytes[Self.overflow("x", in: bytes)[0] + 2_000] ^= 4
      try StoreBytes.write(bytes, to: path)
      let store = try KeyValueStore(path: path)
      let report = try store.verify()
      #expect(report.damagedRows.map(\.id) == ["long"])
      #expect(report.fileProblems.count == 1)
      try store.delete(id: "long")
      #expect(try store.verify().fileProblems == report.fileProblems)
      expectCode(.damaged) {
        try store.backup(to: folder.appendingPathComponent("copy.store").path)
      }
      try store.close()
    }
  }

  /// The head says how many rows there are and where there is room, a cell pointer where a row is.
  @Test(arguments: ["put", "large", "delete", "overwrite"])
  func aWriteIntoALeafWithADamagedHeadTakesNoOtherRow(operation: String) async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("s.store").path
      let ids = (0..<20).map { "key\($0)" }
      let made = try KeyValueStore(path: path)
      for id in ids { try made.put(id + String(repeating: "v", count: 100), id: id) }
      try made.close()
      let original = try StoreBytes.read(path)
      let leaf = try #require(
        stride(from: Self.page, to: original.count, by: Self.page).first {
          original[$0] == 13
            && Data(original[$0..<$0 + Self.page]).range(of: Data("key7vvv".utf8)) != nil
        })
      for place in Array(1..<8) + [8, 9, 18] {
        await Task.yield()
        for bit in 0..<8 {
          var bytes = original
          bytes[leaf + place] ^= 1 << bit
          try StoreBytes.write(bytes, to: path)
          guard let store = try? KeyValueStore(path: path) else { continue }
          defer { try? store.close() }
          func readable() -> Set<String> {
            Set(ids.filter { (try? store.get(String.self, id: $0))?.hasPrefix($0) == true })
          }
          let before = readable()
          do {
            switch operation {
            case "put": try store.put(String(repeating: "n", count: 60), id: "new")
            case "large": try store.put(String(repeating: "n", count: 1_500), id: "new")
            case "delete": try store.delete(id: "key1")
            default: try store.put(String(repeating: "n", count: 140), id: "key1")
            }
          } catch { #expect((error as? StoreError)?.code == .damaged) }
          let lost = before.subtracting(readable()).subtracting(["key1"])
          #expect(lost == [], "byte \(place) bit \(bit)")
        }
      }
    }
  }
}
