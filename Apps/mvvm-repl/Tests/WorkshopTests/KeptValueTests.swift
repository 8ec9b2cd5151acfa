import Foundation
import Store
import Testing

@testable import Workshop

/// What a replay begins with: the values that the store held when the recording began.
@MainActor
@Suite struct KeptValueTests {
  @Test func aValueGoesOnAsItIsWithTheRestOfItsLifetime() async throws {
    let (first, copy) = (WorkshopDatabase(folder: nil), WorkshopDatabase(folder: nil))
    let store = try await first.store()
    let table = try store.table("numbers")
    try await store.write { transaction in
      let rows = try transaction.table("numbers")
      try rows.put(7, id: "a", expiresAfter: .seconds(3_600))
      try rows.put(Data([1, 2, 3]), id: "b")
    }
    let before = try table.items(StoredContent.self)
    try await StoreExplorer.put(await StoreExplorer.kept(in: first), into: copy)
    let after = try await copy.store().table("numbers").items(StoredContent.self)
    #expect(after.map(\.id) == ["a", "b"] && after.map(\.value) == before.map(\.value))
    let (old, new) = (try #require(before[0].expires), try #require(after[0].expires))
    #expect(abs(old.timeIntervalSince(new)) < 60)
    #expect(after[1].expires == nil)
  }
}
