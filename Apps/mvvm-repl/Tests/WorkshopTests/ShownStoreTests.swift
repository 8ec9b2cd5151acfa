import Bindings
import REPLKit
import Store
import Testing

@testable import Workshop

/// What a change of the store costs its explorer.
@MainActor
@Suite(.ownGraph) struct ShownStoreTests {
  /// Counts how often the rows are shown.
  private final class Counter: Tracer {
    var count = 0

    func record(_ record: TraceRecord) {
      if record.label == "all", [.write, .equalWrite].contains(record.kind) { count += 1 }
    }
  }

  private let explorer = StoreExplorer(database: WorkshopDatabase(folder: nil))
  private let counter = Counter()

  init() async throws {
    try await explorer.open()
    try await explorer.put("a", 1)
    Graph.current.tracer = counter
  }

  /// Each read of a key read all rows.
  @Test func aKeyIsReadAlone() async throws {
    try await explorer.load("a")
    let element = try explorer.element("a").source
    #expect(element.value == 1)
    try await explorer.load("a")
    try await explorer.load("nobody")
    #expect(counter.count == 0)
    try await explorer.put("a", 2)
    #expect(element.value == 2 && explorer.all.map(\.value) == [2] && counter.count > 0)
  }

  /// Each change made all rows anew, with their dates.
  @Test func onlyTheRowsOfChangedValuesAreMadeAnew() {
    struct Item: Identifiable, Equatable {
      let id: String
      let value: Int
    }
    var rows = Results<Item, Int>()
    var made: [String] = []
    func take(_ values: KeyValuePairs<String, Int>) -> [Int] {
      rows.take(values.map { Item(id: $0.key, value: $0.value) }) { item in
        made.append(item.id)
        return item.value * 10
      }
    }
    #expect(take(["a": 1, "b": 2]) == [10, 20] && made == ["a", "b"])
    #expect(take(["a": 1, "b": 3, "c": 4]) == [10, 30, 40] && made == ["a", "b", "b", "c"])
    #expect(take(["c": 4]) == [40] && made.count == 4)
    #expect(take(["a": 1, "c": 4]) == [10, 40] && made.suffix(1) == ["a"])
  }
}
