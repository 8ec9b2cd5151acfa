import Store
import Testing

/// Models that are kept by class, and the latest one of each.
@Suite struct StoredModelsTests {
  private struct Draft: Codable, Equatable { var text: String }
  private struct Person: Codable, Equatable { var name: String }

  // L76: the latest saved model of each class.
  @Test func theModelThatWasSavedLastIsKnownByItsClass() async throws {
    let store = try KeyValueStore.inMemory()
    let (drafts, people) = (try StoredModels<Draft>(store), try StoredModels<Person>(store))
    let none = (try await drafts.latest(), try await drafts.model(for: "1"))
    #expect(none.0 == nil && none.1 == nil)
    #expect(try store.tableNames() == ["default"])
    try await drafts.save(Draft(text: "a"), as: "1")
    try await drafts.save(Draft(text: "b"), as: "2")
    try await people.save(Person(name: "Ada"), as: "1")
    #expect(try await drafts.latest() == Draft(text: "b"))
    try await drafts.save(Draft(text: "c"), as: "1")
    #expect(try await drafts.latest() == Draft(text: "c"))
    #expect(try await drafts.model(for: "2") == Draft(text: "b"))
    #expect(try await people.latest() == Person(name: "Ada"))
    #expect(try store.tableNames().contains("StoreTests.StoredModelsTests.Draft"))
    try store.close()
  }

  // L76: removing all left the latest one in place.
  @Test func removingAllForgetsTheLatestToo() async throws {
    let store = try KeyValueStore.inMemory()
    let (drafts, people) = (try StoredModels<Draft>(store), try StoredModels<Person>(store))
    try await drafts.save(Draft(text: "a"), as: "1")
    try await people.save(Person(name: "Ada"), as: "1")
    try await drafts.removeAll()
    let rest = (try await drafts.latest(), try await drafts.model(for: "1"))
    #expect(rest.0 == nil && rest.1 == nil)
    #expect(try await people.latest() == Person(name: "Ada"))
    try store.close()
  }

  @Test func whatIsRemovedIsNotTheLatest() async throws {
    let store = try KeyValueStore.inMemory()
    let drafts = try StoredModels<Draft>(store)
    try await drafts.save(Draft(text: "a"), as: "1")
    try await drafts.save(Draft(text: "b"), as: "2")
    #expect(try await drafts.remove("1"))
    #expect(try await drafts.latest() == Draft(text: "b"))
    #expect(try await drafts.remove("2"))
    #expect(try await drafts.latest() == nil)
    #expect(try await drafts.remove("2") == false)
    try await drafts.save(Draft(text: "c"), as: "1")
    #expect(try await drafts.latest() == Draft(text: "c"))
    try store.close()
  }

  @Test func theLatestOutlivesTheStore() async throws {
    try await withTemporaryFolder { folder in
      var store = try KeyValueStore(name: "s", in: folder)
      try await StoredModels<Draft>(store).save(Draft(text: "a"), as: "1")
      try store.close()
      store = try KeyValueStore(name: "s", in: folder)
      #expect(try await StoredModels<Draft>(store).latest() == Draft(text: "a"))
      try store.close()
    }
  }

  private enum Shop { struct Draft: Codable, Equatable { var amount: Int } }

  @Test func classesOfOneNameDoNotSeeEachOthersModels() async throws {
    let store = try KeyValueStore.inMemory()
    let (drafts, orders) = (
      try StoredModels<Draft>(store), try StoredModels<Shop.Draft>(store)
    )
    try await drafts.save(Draft(text: "a"), as: "1")
    #expect(try await orders.latest() == nil)
    #expect(try await orders.model(for: "1") == nil)
    try await orders.save(Shop.Draft(amount: 1), as: "1")
    try await orders.removeAll()
    #expect(try await drafts.latest() == Draft(text: "a"))
    try store.close()
  }

  @Test func aGenericClassHasATableToo() async throws {
    let store = try KeyValueStore.inMemory()
    let (counts, names) = (
      try StoredModels<[String: Int]>(store), try StoredModels<[String: String]>(store)
    )
    try await counts.save(["a": 1], as: "1")
    #expect(try await names.latest() == nil)
    #expect(try await counts.latest() == ["a": 1])
    #expect(counts.table == "Swift.Dictionary<Swift.String,Swift.Int>")
    let drafts = try StoredModels<[Draft?]>(store)
    #expect(drafts.table == "Swift.Array<Swift.Optional<StoreTests.StoredModelsTests.Draft>>")
    try store.close()
  }

  @Test func aTableThatWasDroppedHasNoLatestModel() async throws {
    let store = try KeyValueStore.inMemory()
    let drafts = try StoredModels<Draft>(store)
    for table in [drafts.table, "latest.models"] {
      try await drafts.save(Draft(text: "a"), as: "1")
      #expect(try store.dropTable(table))
      #expect(try await drafts.latest() == nil)
      #expect(try await drafts.remove("1") == (table != drafts.table))
      try await drafts.removeAll()
      try await drafts.save(Draft(text: "b"), as: "2")
      #expect(try await drafts.latest() == Draft(text: "b"))
    }
    try store.close()
  }

  @Test func removingNothingMakesNoTable() async throws {
    let store = try KeyValueStore.inMemory()
    let drafts = try StoredModels<Draft>(store)
    #expect(try await drafts.remove("1") == false)
    try await drafts.removeAll()
    #expect(try store.tableNames() == ["default"])
    try store.close()
  }

  @Test func aNameThatIsNoneForATableIsRefused() throws {
    let store = try KeyValueStore.inMemory()
    for name in ["my drafts", "", "latest.models"] {
      #expect(throws: StoreError.self) { try StoredModels<Draft>(store, table: name) }
    }
    try store.close()
  }

  /// Keys are bytes, as identifiers are: "é" as one scalar is not "e" with an accent.
  @Test func removingAKeyLeavesTheLatestOfTheSameLook() async throws {
    let store = try KeyValueStore.inMemory()
    let drafts = try StoredModels<Draft>(store)
    try await drafts.save(Draft(text: "decomposed"), as: "cafe\u{301}")
    try await drafts.save(Draft(text: "composed"), as: "caf\u{E9}")
    #expect(try await drafts.remove("cafe\u{301}"))
    #expect(try await drafts.latest() == Draft(text: "composed"))
    try store.close()
  }
}
