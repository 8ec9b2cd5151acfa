import Foundation
import Store
import Synchronization
import Testing

/// The read cache of exclusive access may make reading faster, never different.
@Suite struct CacheTests {
  @Test func whatWasReadIsTrueAfterEveryKindOfChange() throws {
    try StoreKind.exclusiveFile.withStore { store in
      let table = try store.table("t")
      let changes: [(String, () throws -> Void, Int?)] = [
        ("put", { try table.put(2, id: "k") }, 2),
        ("delete", { try table.delete(id: "k") }, nil),
        ("putAll", { try table.putAll(["k": 3]) }, 3),
        ("delete ids", { try table.delete(ids: ["k"]) }, nil),
        ("write", { try store.write { try $0.table("t").put(4, id: "k") } }, 4),
        ("delete prefix", { try table.delete(in: .prefix("k")) }, nil),
        ("put", { try table.put(5, id: "k") }, 5), ("clear", { try table.clear() }, nil),
      ]
      for (name, change, expected) in changes {
        _ = try table.get(Int.self, id: "k")
        _ = try table.get(Int.self, id: "k")
        try change()
        for _ in 0..<2 { #expect(try table.get(Int.self, id: "k") == expected, "\(name)") }
      }
      try table.put(6, id: "k")
      #expect(try table.get(Int.self, id: "k") == 6)
      _ = try store.dropTable("t")
      #expect(throws: StoreError.self) { try table.get(Int.self, id: "k") }
    }
  }

  @Test func theTypeIsCheckedOnAHitToo() throws {
    try StoreKind.exclusiveFile.withStore { store in
      try store.put(1, id: "k")
      #expect(try store.get(Int.self, id: "k") == 1)
      let error = #expect(throws: StoreError.self) { try store.get(String.self, id: "k") }
      #expect(error?.code == .wrongType)
      #expect(try store.get(Double.self, id: "k") == 1.0)
    }
  }

  @Test func anObjectIsNeverShared() throws {
    final class Box: Codable, Sendable {
      let value: Int
      init(_ value: Int) { self.value = value }
    }
    try StoreKind.exclusiveFile.withStore { store in
      try store.put(Box(1), id: "k")
      let first = try #require(try store.get(Box.self, id: "k"))
      let second = try #require(try store.get(Box.self, id: "k"))
      #expect(first !== second)
    }
  }

  @Test func readersBesideAWriterSeeOnlyCommittedStatesAndNeverGoBack() async throws {
    try await StoreKind.exclusiveFile.withStore { store in
      try await store.write { try $0.put(0, id: "k") }
      let done = Flag()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<3 {
          group.addTask {
            var last = 0
            while !done.isSet {
              let value = try store.get(Int.self, id: "k") ?? -1
              #expect(value >= last)
              last = value
              await Task.yield()
            }
            #expect(try store.get(Int.self, id: "k") == 2000)
          }
        }
        group.addTask {
          defer { done.set() }
          for value in 1...2000 {
            try await store.write { try $0.put(value, id: "k") }
            #expect(try store.get(Int.self, id: "k") == value)
          }
        }
        try await group.waitForAll()
      }
    }
  }
}

private final class Flag: Sendable {
  private let value = Mutex(false)

  var isSet: Bool { value.withLock { $0 } }

  func set() { value.withLock { $0 = true } }
}
