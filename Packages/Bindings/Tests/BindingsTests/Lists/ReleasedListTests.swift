import BindingsTestSupport
import Testing

@testable import Bindings

/// Updates that somebody keeps while the derived list that told them is released.
@Suite @MainActor struct ReleasedListTests {
  let graph = Graph()
  let source: ObservableList<Row>

  init() { source = ObservableList((0..<5).map { Row(id: $0, text: $0) }, graph: graph) }

  /// The first update of a list that lives only as long as `make` is called.
  private func kept(_ make: () -> LiveList<Row>) -> ListUpdate<Row>? {
    var kept: ListUpdate<Row>?
    make().observeChanges { kept = $0 }.cancel()
    return kept
  }

  @Test func aKeptUpdateOfAFilterOutlivesTheList() {
    let update = kept { source.filter { $0.id % 2 == 0 } }
    let token = source.observeChanges { _ in }
    source.edit { $0.insert(Row(id: 7), at: 0) }
    #expect(update?.rows.map(\.id) == [0, 2, 4])
    token.cancel()
  }

  @Test func aKeptUpdateOfAnOrderOutlivesTheList() {
    let update = kept { source.sorted { $0.id > $1.id } }
    let token = source.observeChanges { _ in }
    source.edit { list in
      list.removeAll()
      list.append(Row(id: 9))
    }
    #expect(update?.rows.map(\.id) == [4, 3, 2, 1, 0])
    token.cancel()
  }

  @Test func aKeptUpdateOutlivesTheWholeChain() {
    let update = kept { source.filter { $0.id > 0 }.sorted { $0.id > $1.id }.filter { $0.id < 4 } }
    source.edit { $0.remove(at: 1) }
    source.edit { $0.removeAll() }
    #expect(update?.rows.map(\.id) == [3, 2, 1])
  }

  @Test func aKeptUpdateOutlivesItsListInTheMiddleOfABatch() {
    var list: LiveList<Row>? = source.filter { $0.id % 2 == 0 }
    var updates: [ListUpdate<Row>] = []
    var token: Subscription? = list?.observeChanges { updates.append($0) }
    graph.batch {
      source.edit { $0.remove(at: 0) }
      _ = list?.count
      (list, token) = (nil, nil)
      source.edit { $0.removeAll() }
    }
    #expect(list == nil && token == nil)
    #expect(updates.map { $0.rows.map(\.id) } == [[0, 2, 4]])
  }

  @Test func aListIsForgottenWithTheLastUpdateOfIt() {
    var update = kept { source.filter { $0.id % 2 == 0 } }
    #expect(update != nil)
    update = nil
    source.observeChanges { _ in }.cancel()
    source.edit { $0.removeAll() }
    #expect(source.contents.cursors.isEmpty)
  }

  @Test func randomChainsLeaveUpdatesBehind() async {
    var fuzz = ListFuzz("kept updates of released lists", share: 16)
    while await fuzz.next() { fuzz.releaseLists() }
  }
}

extension ListFuzz {
  fileprivate mutating func releaseLists() {
    let source = ObservableList(rows(upTo: 10), graph: quiet)
    let limit = Property(below(3), graph: quiet)
    var lists: [(list: LiveList<Row>, recompute: ([Row]) -> [Row])] = [(source, { $0 })]
    var tokens: [Subscription?] = [nil]
    var kept: [(update: ListUpdate<Row>, rows: [Row])] = []
    for _ in 0..<12 {
      if lists.count < 4, chance(50) {
        let (list, before) = lists[lists.count - 1]
        if chance(50) {
          lists.append(
            (
              list.filter { $0.text >= limit.value },
              { before($0).filter { $0.text >= limit.peek() } }
            ))
        } else {
          lists.append(
            (
              list.sorted { $0.text * (1 - limit.value) < $1.text * (1 - limit.value) },
              { before($0).sorted { $0.text * (1 - limit.peek()) < $1.text * (1 - limit.peek()) } }
            ))
        }
        let (added, recompute) = lists[lists.count - 1]
        tokens.append(
          added.observeChanges { kept.append(($0, recompute(source.peek()))) })
      } else if lists.count > 1, chance(40) {
        // The tokens keep the lists.
        let count = 1 + below(lists.count - 1)
        lists.removeLast(count)
        tokens.removeLast(count)
      }
      quiet.batch {
        if chance(25) { limit.value = below(3) }
        for _ in 0..<below(3) { source.edit { self.edit(&$0) } }
      }
      if chance(20), !kept.isEmpty { kept.remove(at: below(kept.count)) }
      count(1)
    }
    for (update, rows) in kept {
      expect(update.rows == rows, "kept \(update.rows) instead of \(rows)")
    }
  }
}
