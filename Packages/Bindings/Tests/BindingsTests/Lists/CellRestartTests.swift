import BindingsTestSupport
import Testing

@testable import Bindings

private final class PlainCell: Identifiable {
  let id: Int
  init(_ row: Row) { id = row.id }
}

/// Without `update`, only a changed row gets a new cell, also when the list starts again.
@Suite @MainActor struct CellRestartTests {
  @Test(arguments: [20, 200]) func anUnchangedRowKeepsItsCellInALongBatch(_ edits: Int) {
    let graph = Graph()
    let source = ObservableList([Row(id: 0), Row(id: 1), Row(id: 2)], graph: graph)
    var ended: [Int] = []
    let cells = source.cells {
      PlainCell($0)
    } end: {
      ended.append($0.id)
    }
    let before = cells.value
    graph.batch {
      for text in 1...edits { source.edit { $0.update(id: 0) { $0.text = text } } }
    }
    let kept = zip(before, cells.value).map { $0 === $1 }
    #expect(kept == [false, true, true] && ended == [0])
  }

  @Test func unchangedRowsKeepTheirCellsAfterAKeptEdit() {
    let graph = Graph()
    let source = ObservableList([Row(id: 0), Row(id: 1)], graph: graph)
    var ended: [Int] = []
    let cells = source.cells {
      PlainCell($0)
    } end: {
      ended.append($0.id)
    }
    _ = cells.value
    var kept: ListEdit<Row>?
    source.edit { kept = $0 }
    source.edit { if let kept { $0 = kept } }
    #expect(ended.isEmpty)
    withExtendedLifetime(cells) {}
  }
}
