import Testing

@testable import Bindings

/// Transformations and keys that read the very list whose rows they are given.
@Suite @MainActor struct OwnSourceOfMapTests {
  let source = ObservableList<Row>(graph: Graph())

  @Test func aTransformationMayReadTheListItMaps() {
    let list = source.map { [source] row in
      Row(id: row.id, text: source.value.last?.id == row.id ? 1 : 0)
    }
    #expect(list.isEmpty)
    var seen: [[Int]] = []
    for id in 1...3 {
      source.edit { $0.append(Row(id: id)) }
      seen.append(list.value.map(\.text))
    }
    #expect(seen == [[1], [0, 1], [0, 0, 1]])
  }

  @Test func aKeyMayReadTheListItDivides() {
    let list = source.sections { [source] _ in source.count > 2 }
    #expect(list.isEmpty)
    var seen: [[Bool]] = []
    for id in 1...3 {
      source.edit { $0.append(Row(id: id)) }
      seen.append(list.value.map(\.header.key))
    }
    #expect(seen == [[false], [false], [true]])
    #expect(list.rowCount == 3)
  }

  @Test func aKeptUpdateOfSectionsOutlivesThem() {
    source.edit { $0.append(contentsOf: (0..<4).map { Row(id: $0) }) }
    var kept: SectionUpdate<ListKey<Int>, Row>?
    do { source.sections { $0.id % 2 }.observeChanges { kept = $0 }.cancel() }
    let token = source.observeChanges { _ in }
    source.edit { $0.insert(Row(id: 7), at: 0) }
    #expect(kept?.sections.map { $0.rows.map(\.id) } == [[0, 2], [1, 3]])
    token.cancel()
  }
}
