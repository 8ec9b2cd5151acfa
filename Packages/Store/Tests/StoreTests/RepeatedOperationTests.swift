import Foundation
import Store
import Testing

/// An operation that meets a damaged page is made twice; what it reads only once must not be missing then.
@Suite struct RepeatedOperationTests {
  private static let page = 4096
  private static let ids = ["a", "b", "c", "d"]

  /// A store in which the long value of "c" has a flipped bit.
  private static func damaged(_ path: String) throws -> KeyValueStore {
    let store = try KeyValueStore(path: path)
    for id in ids { try store.put("old", id: id) }
    try store.put(Data(repeating: UInt8(ascii: "x"), count: 20_000), id: "c")
    try store.close()
    var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    let place = try #require(
      stride(from: page, to: bytes.count, by: page).first {
        bytes[$0] == 0 && bytes[$0 + 2_000] == UInt8(ascii: "x")
      })
    bytes[place + 2_000] ^= 4
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return try KeyValueStore(path: path)
  }

  private static func expectNew(_ store: KeyValueStore) throws {
    for id in ids { #expect(try store.get(String.self, id: id) == "new") }
    #expect(try store.verify().isIntact)
    try store.close()
  }

  @Test func anImportBesideDamageIsWhole() throws {
    try withTemporaryFolder { folder in
      let lines = folder.appendingPathComponent("lines")
      try StoreKind.file.withStore { store in
        for id in Self.ids { try store.put("new", id: id) }
        try store.exportLines(to: lines)
      }
      let store = try Self.damaged(folder.appendingPathComponent("s.store").path)
      #expect(try store.importLines(from: lines) == 4)
      try Self.expectNew(store)
    }
  }

  /// A pipe gives its lines only once.
  @Test func anImportFromAPipeBesideDamageIsRefused() throws {
    try withTemporaryFolder { folder in
      let lines = folder.appendingPathComponent("lines")
      try StoreKind.file.withStore { store in
        for id in Self.ids { try store.put("new", id: id) }
        try store.exportLines(to: lines)
      }
      let pipe = Pipe()
      try pipe.fileHandleForWriting.write(contentsOf: Data(contentsOf: lines))
      try pipe.fileHandleForWriting.close()
      let store = try Self.damaged(folder.appendingPathComponent("s.store").path)
      let path = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
      expectCode(.inputOutput) { try store.importLines(from: URL(fileURLWithPath: path)) }
      #expect(try store.get(String.self, id: "a") == "old")
      try store.close()
    }
  }

  @Test func valuesOfAnIteratorArePutBesideDamage() throws {
    try withTemporaryFolder { folder in
      let store = try Self.damaged(folder.appendingPathComponent("s.store").path)
      try store.putAll(AnyIterator(Self.ids.map { (id: $0, value: "new") }.makeIterator()))
      try Self.expectNew(store)
    }
  }

  @Test func identifiersOfAnIteratorAreDeletedBesideDamage() throws {
    try withTemporaryFolder { folder in
      let store = try Self.damaged(folder.appendingPathComponent("s.store").path)
      #expect(try store.delete(ids: AnyIterator(Self.ids.makeIterator())) == 4)
      #expect(try store.ids() == [])
      try store.close()
    }
  }
}
