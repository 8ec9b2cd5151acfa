import BindingsTestSupport
import Testing

@testable import Bindings

/// Edits that are kept from one transaction and assigned in another.
@Suite @MainActor struct KeptEditTests {
  let graph = Graph()
  let list: ObservableList<Row>

  init() { list = ObservableList((0..<4).map { Row(id: $0) }, graph: graph) }

  @Test func anEditOfAnEarlierTransactionReplacesAllRows() throws {
    var probe = ListProbe<Row>()
    var reloads = 0
    let token = list.observeChanges { update in
      if update.changes == nil { reloads += 1 }
      do { try probe.show(update) } catch { Issue.record(error) }
    }
    let even = list.filter { $0.id % 2 == 0 }
    #expect(even.count == 2)
    var undo: ListEdit<Row>?
    list.edit { edit in
      undo = edit
      edit.removeSubrange(0..<2)
    }
    let kept = try #require(undo)
    list.edit { $0 = kept }
    #expect(list.value.map(\.id) == [0, 1, 2, 3])
    #expect(probe.rows == list.value && reloads == 2)
    #expect(even.value.map(\.id) == [0, 2])
    token.cancel()
  }

  @Test func anEditOfATransactionThatNobodyFollowedIsSeen() throws {
    var undo: ListEdit<Row>?
    list.edit { undo = $0 }
    list.edit { $0.removeAll() }
    var rows: [Row] = []
    let token = list.observeChanges { rows = $0.rows }
    let kept = try #require(undo)
    list.edit { $0 = kept }
    #expect(rows.map(\.id) == [0, 1, 2, 3])
    token.cancel()
  }

  @Test func editsOfTwoListsMayBeExchanged() {
    let other = ObservableList((20..<26).map { Row(id: $0) }, graph: graph)
    var (shown, others): ([Row], [Row]) = ([], [])
    let token = list.observeChanges { shown = $0.rows }
    let token2 = other.observeChanges { others = $0.rows }
    list.edit { edit in
      edit.remove(at: 0)
      other.edit { swap(&edit, &$0) }
    }
    #expect(list.value.map(\.id) == Array(20..<26) && shown == list.value)
    #expect(other.value.map(\.id) == [1, 2, 3] && others == other.value)
    for (list, id) in [(list, 25), (other, 1)] {
      list.edit { edit in #expect(edit.position(of: id) != nil) }
    }
    token.cancel()
    token2.cancel()
  }

  @Test func aCopyWithinATransactionTakesItsEditsBack() {
    var batches: [ListChanges<Row>?] = []
    let token = list.observeChanges { batches.append($0.changes) }
    list.edit { edit in
      let before = edit
      edit.remove(at: 0)
      edit = before
      edit.append(Row(id: 10))
    }
    #expect(list.value.map(\.id) == [0, 1, 2, 3, 10])
    #expect(
      batches.count == 2 && batches[1]?.inserted.count == 1 && batches[1]?.removed.isEmpty == true)
    token.cancel()
  }

  @Test func anEditOfSectionsOfAnEarlierTransactionReplacesAll() throws {
    let sections = ObservableSections(
      [
        ListSection(Head(id: 1), rows: [Row(id: 1), Row(id: 2)]),
        ListSection(Head(id: 2), rows: [Row(id: 3)]),
      ],
      graph: graph)
    var shown: [ListSection<Head, Row>] = []
    let token = sections.observeChanges { shown = $0.sections }
    let before = sections.value
    var undo: SectionEdit<Head, Row>?
    sections.edit { edit in
      undo = edit
      edit.removeSections(0..<1)
    }
    let kept = try #require(undo)
    sections.edit { $0 = kept }
    #expect(sections.value == before && shown == before)
    token.cancel()
  }

  @Test func randomEditsAreKeptAndPutBack() async {
    var fuzz = ListFuzz("kept edits", share: 32)
    while await fuzz.next() {
      let list = ObservableList(fuzz.rows(upTo: 8), graph: fuzz.quiet)
      let order = list.sorted { $0.text < $1.text }
      var probe = ListProbe<Row>()
      var fault: (any Error)?
      let token = list.observeChanges { update in
        do { try probe.show(update) } catch { fault = fault ?? error }
      }
      var kept: [ListEdit<Row>] = []
      for _ in 0..<8 {
        list.edit { edit in
          if fuzz.chance(30) { kept.append(edit) }
          fuzz.edit(&edit)
          if fuzz.chance(30), !kept.isEmpty { edit = kept[fuzz.below(kept.count)] }
          if fuzz.chance(50) { fuzz.edit(&edit) }
        }
        fuzz.count(1)
        fuzz.expect(probe.rows == list.peek(), "screen")
        fuzz.expect(order.peek() == list.peek().sorted { $0.text < $1.text }, "derived")
      }
      if let fault { fuzz.expect(false, "\(fault)") }
      token.cancel()
    }
  }
}
