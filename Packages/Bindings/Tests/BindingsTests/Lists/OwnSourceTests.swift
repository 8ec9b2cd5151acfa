import BindingsTestSupport
import Testing

@testable import Bindings

/// Closures of derived lists that read the very list that they are derived from.
@Suite @MainActor struct OwnSourceTests {
  let graph = Graph()

  @Test func aConditionMayReadTheListItFilters() {
    let source = ObservableList<Row>(graph: graph)
    let list = source.filter { _ in source.count > 2 }
    #expect(list.isEmpty)
    var seen: [[Int]] = []
    for id in 1...4 {
      source.edit { $0.append(Row(id: id)) }
      seen.append(list.value.map(\.id))
    }
    #expect(seen == [[], [], [1, 2, 3], [1, 2, 3, 4]])
  }

  @Test func aConditionMayReadTheListItFiltersForSomeRowsOnly() {
    let source = ObservableList([Row(id: 0, text: 1)], graph: graph)
    let list = source.filter { $0.text == 1 || source.count <= 3 }
    var seen: [Int] = []
    let token = list.observeChanges { seen = $0.rows.map(\.id) }
    for id in 1...5 { source.edit { $0.append(Row(id: id)) } }
    #expect(seen == [0])
    source.edit { $0.removeAll { $0.id > 2 } }
    #expect(seen == [0, 1, 2])
    token.cancel()
  }

  @Test func aComparisonMayReadTheListItSorts() {
    let source = ObservableList<Row>(graph: graph)
    let list = source.sorted { source.count > 2 ? $0.id > $1.id : $0.id < $1.id }
    #expect(list.isEmpty)
    var seen: [[Int]] = []
    for id in 1...4 {
      source.edit { $0.append(Row(id: id)) }
      seen.append(list.value.map(\.id))
    }
    #expect(seen == [[1], [1, 2], [3, 2, 1], [4, 3, 2, 1]])
  }

  @Test func aStageMayReadTheStageBeforeIt() {
    let source = ObservableList<Row>(graph: graph)
    let even = source.filter { $0.id % 2 == 0 }
    let list = even.sorted { even.count > 2 ? $0.id > $1.id : $0.id < $1.id }
      .filter { $0.id > 0 || even.count < 2 }
    #expect(list.isEmpty)
    var seen: [[Int]] = []
    for id in 0..<5 {
      source.edit { $0.append(Row(id: id)) }
      seen.append(list.value.map(\.id))
    }
    #expect(seen == [[0], [0], [2], [2], [4, 2]])
  }

  @Test func randomChainsThatReadTheirOwnSourcesAgreeWithRecomputing() async {
    var fuzz = ListFuzz("closures that read their own source", share: 16)
    while await fuzz.next() { fuzz.followOwnSources() }
  }
}

extension ListFuzz {
  fileprivate mutating func followOwnSources() {
    let source = ObservableList(chance(40) ? [] : rows(upTo: 6), graph: quiet)
    let limit = Property(below(4), graph: quiet)
    var lists: [LiveList<Row>] = [source]
    var recompute: [([Row]) -> [Row]] = [{ $0 }]
    for index in 0..<(1 + below(3)) {
      // Any list that there is may be read; the direct source most often.
      let (list, read) = (lists[index], chance(70) ? index : below(index + 1))
      let (other, before, others) = (lists[read], recompute[index], recompute[read])
      switch below(4) {
      case 0:
        lists.append(list.filter { $0.text > 1 || other.count > limit.value })
        recompute.append { rows in
          let count = others(rows).count
          return before(rows).filter { $0.text > 1 || count > limit.peek() }
        }
      case 1:
        lists.append(list.filter { $0.id != other.value.first?.id })
        recompute.append { rows in
          let first = others(rows).first?.id
          return before(rows).filter { $0.id != first }
        }
      case 2:
        lists.append(list.sorted { other.count > 3 ? $0.id > $1.id : $0.id < $1.id })
        recompute.append { rows in
          let isLong = others(rows).count > 3
          return before(rows).sorted { isLong ? $0.id > $1.id : $0.id < $1.id }
        }
      default:
        lists.append(
          list.sorted { a, b in
            a.text != b.text ? a.text < b.text : other.count > limit.value && a.id < b.id
          })
        recompute.append { rows in
          let isLong = others(rows).count > limit.peek()
          return before(rows).sorted { a, b in
            a.text != b.text ? a.text < b.text : isLong && a.id < b.id
          }
        }
      }
    }
    var screen = ListProbe<Row>()
    var fault: (any Error)?
    let token = lists[lists.count - 1].observeChanges { update in
      do { try screen.show(update) } catch { fault = fault ?? error }
    }
    for _ in 0..<10 {
      quiet.batch {
        if chance(20) { limit.value = below(5) }
        for _ in 0...below(2) { source.edit { self.edit(&$0) } }
      }
      count(1)
      for (index, list) in lists.enumerated() {
        let rows = recompute[index](source.peek())
        expect(list.peek() == rows, "list \(index) is \(list.peek()) instead of \(rows)")
      }
      expect(screen.rows == lists[lists.count - 1].peek(), "screen")
    }
    if let fault { expect(false, "\(fault)") }
    token.cancel()
  }
}
