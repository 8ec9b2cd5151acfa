import BindingsTestSupport
import Testing

@testable import Bindings

/// Rows end whenever nobody has them any more: in an edit, in the evaluation of a derived list, when
/// steps are forgotten.
///
/// Their ends are user code, which may do anything.
@Suite @MainActor struct EndingRowTests {
  @Test func rowsMayEditAnyListWhenTheyEnd() async {
    var fuzz = ListFuzz("rows that edit lists when they end", share: 24)
    while await fuzz.next() {
      let world = EndingRowWorld(SplitMix(seed: UInt64(fuzz.below(1 << 40))))
      var probes = [ListProbe<EndingRow>(), ListProbe<EndingRow>()]
      var fault: (any Error)?
      var tokens: [Subscription] = []
      for index in 0..<2 where fuzz.chance(70) {
        let list = world.filtered[2 * index + fuzz.below(2)]
        tokens.append(
          list.observeChanges { update in
            do { try probes[index].show(update) } catch { fault = fault ?? error }
          })
      }
      if fuzz.chance(50) { tokens.append(world.sections.observeChanges { _ in }) }
      for _ in 0..<8 {
        world.budget = fuzz.below(6)
        if fuzz.chance(30) {
          world.graph.batch { for _ in 0...fuzz.below(3) { world.act() } }
        } else {
          world.act()
        }
        fuzz.count(1)
        world.budget = 0
        if let fault { fuzz.expect(false, "\(fault)") }
        for (index, list) in world.lists.enumerated() {
          let rows = said(list.peek())
          for (step, rows) in world.wanted(rows).enumerated() {
            fuzz.expect(said(world.filtered[2 * index + step].peek()) == rows, "list \(index)")
          }
        }
        world.look("turn")
        if let fault = world.faults.first { fuzz.expect(false, fault) }
        fuzz.expect(world.graph.engine.verify() == nil, "graph")
      }
      world.isOver = true
      for token in tokens { token.cancel() }
    }
  }

  @Test func aHeaderThatAForgottenStepKeptEndsWhenTheEditIsOver() {
    let list = ObservableSections<EndingRow, EndingRow>(graph: Graph())
    var counts: [Int] = []
    list.edit { edit in
      for id in 0..<2 {
        edit.append(EndingRow(id, id) { counts.append(list.peek().count) }, rows: [])
      }
    }
    let reader = list.observeChanges { _ in }
    var late: VersionCursor? = list.headerContents.follow()
    if let late { list.headerContents.advance(late) { _ in } }
    list.edit { $0.removeSections(0..<1) }
    #expect(counts.isEmpty)
    late = nil
    list.edit { $0.append(EndingRow(2, 2) {}, rows: []) }
    #expect(counts == [2])
    withExtendedLifetime(reader) {}
  }

  @Test func contentOfAnUpdateThatThrowsMayReadTheListWhenItEnds() {
    struct Stop: Error {}
    let graph = Graph()
    let list = ObservableList([EndingRow(0, 0) {}], graph: graph)
    let sections = ObservableSections(
      [ListSection(EndingRow(0, 0) {}, rows: [EndingRow(1, 0) {}])], graph: graph)
    var counts: [Int] = []
    func replace(_ row: inout EndingRow) throws(Stop) {
      row = EndingRow(row.id, 1) { counts += [list.peek().count, sections.peek().count] }
      throw Stop()
    }
    list.edit { edit in
      #expect(throws: Stop.self) { try edit.update(at: 0, replace) }
      #expect(counts.isEmpty)
    }
    sections.edit { edit in
      #expect(throws: Stop.self) { try edit.updateHeader(at: 0, replace) }
      #expect(throws: Stop.self) { try edit.update(at: ListPath(section: 0, row: 0), replace) }
    }
    #expect(counts == [1, 1, 1, 1, 1, 1])
  }

  @Test func aRowOfARepeatedSectionMayReadTheListWhenItEnds() {
    let graph = Graph()
    graph.onIssue = { _ in }
    let sections = ObservableSections<EndingRow, EndingRow>(graph: graph)
    var counts: [Int] = []
    sections.edit { edit in
      edit.replace(
        with: (0..<2).map { id in
          ListSection(
            EndingRow(0, 0) {}, rows: [EndingRow(id, 0) { counts.append(sections.rowCount) }])
        })
      #expect(counts.isEmpty)
    }
    #expect(counts == [1])
  }

  @Test func contentThatItsCellNeverGetsMayReadTheCellsWhenItEnds() {
    let graph = Graph()
    let list = ObservableList((0..<3).map { EndingRow($0, 0) {} }, graph: graph)
    var (counts, updated): ([Int], [Int]) = ([], [])
    let cells = list.cells {
      EndingCell($0)
    } update: { _, row in
      updated.append(row.id)
    }
    #expect(cells.count == 3)
    graph.batch {
      list.edit {
        $0[0] = EndingRow(0, 1) {
          list.edit { $0[0] = EndingRow(1, 1) {} }
          counts.append(cells.peek().count)
        }
      }
      #expect(cells.peek().count == 3)
      list.edit { $0.remove(id: 0) }
    }
    #expect(counts == [2] && updated == [1])
    #expect(graph.engine.verify() == nil)
  }

  /// The list of cells is the last to have a row that the source has replaced by an equal one.
  @Test func aRowThatOnlyItsCellsKeptEndsAfterTheEvaluation() {
    let graph = Graph()
    graph.onIssue = { Issue.record("\($0)") }
    let list = ObservableList<EndingRow>(graph: graph)
    let ended = Property(0, graph: graph)
    func row(_ id: Int, _ count: Int) -> EndingRow { EndingRow(id, 0) { ended.value += count } }
    let cells = list.cells { EndingCell($0) }
    list.edit { edit in for id in 0..<3 { edit.append(row(id, 1)) } }
    #expect(cells.count == 3)
    list.edit { edit in
      for id in 0..<3 { edit[id] = row(id, 100) }
      edit.append(EndingRow(3, 0) {})
    }
    #expect(cells.count == 4)
    list.edit { edit in
      edit.remove(id: 0)
      edit[0] = EndingRow(1, 1) {}
    }
    #expect(cells.count == 3 && ended.value == 202)
  }
}
