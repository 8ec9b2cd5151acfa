import Foundation
import Store
import Testing

/// Flipped bits in bytes that hold no content: of a checksum, of the end of a page, of a free page; and in the head of a leaf.
@Suite struct HarmlessDamageTests {
  private static let page = 4096

  private static func content(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private static func write(_ bytes: [UInt8], to path: String) throws {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
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
      let original = try Self.content(path)
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
          try Self.write(bytes, to: path)
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
