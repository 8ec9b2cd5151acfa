import Testing

@testable import Bindings

/// Cells that keep changing the list which they are made from.
@Suite @MainActor struct CellEndlessTests {
  let graph = Graph()
  let source: ObservableList<Row>

  init() { source = ObservableList((0..<4).map { Row(id: $0) }, graph: graph) }

  /// The codes of the issues, and the number of calls, that an edit of the first row leads to.
  private func edit(
    derived: Bool = false, update: (@MainActor (Int) -> Void)?,
    end: @escaping @MainActor (Int) -> Void = { _ in }
  ) -> (codes: [GraphIssue.Code], calls: Int) {
    var (codes, calls): ([GraphIssue.Code], Int) = ([], 0)
    graph.onIssue = { codes.append($0.code) }
    func call(_ body: @MainActor (Int) -> Void, _ id: Int) {
      calls += 1
      precondition(calls < 100_000, "cells change their list for ever")
      body(id)
    }
    let list: LiveList<Row> = derived ? source.filter { _ in true } : source
    let cells = list.cells {
      IdentityCell($0)
    } update: { cell, _ in
      if let update { call(update, cell.id) }
    } end: {
      call(end, $0.id)
    }
    #expect(cells.count == 4)
    source.edit { $0.update(id: 0) { $0.text += 1 } }
    if update == nil { source.edit { $0.remove(id: 0) } }
    #expect(graph.engine.verify() == nil)
    withExtendedLifetime(cells) {}
    return (codes, calls)
  }

  @Test(arguments: [false, true])
  func aCellWhoseUpdateChangesItsRowIsStoppedAfterAHundredRuns(derived: Bool) {
    let source = source
    let (codes, calls) = edit(derived: derived) { id in
      source.edit { $0.update(id: id) { $0.text += 1 } }
    }
    #expect(codes == [.noFixedPoint])
    #expect(calls >= 100 && calls <= 200)
  }

  @Test(arguments: [false, true])
  func cellsThatChangeEachOthersRowsAreStopped(derived: Bool) {
    let source = source
    let (codes, calls) = edit(derived: derived) { id in
      source.edit { $0.update(id: (id + 1) % 4) { $0.text += 1 } }
    }
    #expect(codes == [.noFixedPoint])
    #expect(calls <= 800)
  }

  @Test func contentsOfCellsThatAllChangeEachOtherDoNotPileUp() {
    let source = source
    let (codes, calls) = edit { _ in
      source.edit { list in for id in 0..<4 { list.update(id: id) { $0.text += 1 } } }
    }
    #expect(codes == [.noFixedPoint])
    #expect(calls <= 800)
  }

  @Test(arguments: [false, true])
  func aCellWhoseEndBringsAnotherRowThatGoesIsStopped(derived: Bool) {
    let source = source
    var next = 4
    let (codes, calls) = edit(derived: derived, update: nil) { _ in
      next += 1
      let gone = source.value[0].id
      source.edit { list in
        list.remove(id: gone)
        list.append(Row(id: next))
      }
    }
    #expect(codes == [.noFixedPoint])
    #expect(calls <= 800)
  }

  @Test func aCellWhoseUpdateSettlesIsLeftToIt() {
    let source = source
    let (codes, calls) = edit { id in
      guard source.value[id].text < 50 else { return }
      source.edit { $0.update(id: id) { $0.text += 1 } }
    }
    #expect(codes.isEmpty && calls == 50 && source.value[0].text == 50)
  }

  @Test func anEndThatReadsTheCellsAndTakesOutTheNextRowEndsThemAll() {
    let source = source
    weak var cells: LiveList<IdentityCell>?
    var ended: [Int] = []
    let made = source.cells {
      IdentityCell($0)
    } end: { cell in
      ended.append(cell.id)
      source.edit { $0.remove(id: cell.id + 1) }
      _ = cells?.count
    }
    cells = made
    #expect(made.count == 4)
    source.edit { $0.remove(id: 0) }
    #expect(ended == [0, 1, 2, 3] && made.isEmpty)
  }
}
