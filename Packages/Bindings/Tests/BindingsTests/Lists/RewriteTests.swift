import BindingsTestSupport
import Testing

@testable import Bindings

/// Transactions that write most rows: derived lists make themselves anew, and what changed is found
/// when somebody asks.
@Suite @MainActor struct RewriteTests {
  @Test func everyObserverOfARewrittenListGetsTheBatchThatAComparisonFinds() async {
    var fuzz = ListFuzz("rewritten lists", share: 400)
    while await fuzz.next() {
      await Task.yield()  // one round takes long
      let list = ObservableList(fuzz.page(fuzz.below(200)), graph: fuzz.quiet)
      let limit = Property(20, graph: fuzz.quiet)
      let filtered = list.filter { $0.text >= limit.value }
      let sorted = filtered.sorted { $0.text > $1.text }
      let watches = [
        Watch(list), Watch(filtered), Watch(sorted), Watch(list.sorted { $0.text < $1.text }),
        Watch(sorted.filter { $0.text % 2 == 0 }),
      ]
      for _ in 0..<5 {
        let watch = watches[fuzz.below(watches.count)]
        watch.toggle()
        fuzz.quiet.batch {
          if fuzz.chance(20) { limit.value = fuzz.below(40) }
          for _ in 0...fuzz.below(2) { list.edit { fuzz.rewrite(&$0) } }
        }
        fuzz.count(1)
        let rows = list.peek()
        let wanted = rows.filter { $0.text >= limit.peek() }.sorted { $0.text > $1.text }
        fuzz.expect(sorted.peek() == wanted, "\(sorted.peek()) instead of \(wanted)")
        for (number, watch) in watches.enumerated() {
          if !watch.isPaused {
            fuzz.expect(watch.screen.rows == watch.list.peek(), "screen \(number)")
          }
          if let fault = watch.fault { fuzz.expect(false, "list \(number): \(fault)") }
        }
      }
      for watch in watches { watch.token?.cancel() }
    }
  }

  @Test func cellsOfARewrittenListAgreeWithRecomputing() async {
    var fuzz = ListFuzz("cells of rewritten lists", share: 600)
    while await fuzz.next() {
      await Task.yield()  // one round takes long
      let list = ObservableList(fuzz.page(fuzz.below(200)), graph: fuzz.quiet)
      let sorted = list.sorted { $0.text > $1.text }
      var ended: [Cell] = []
      let cells = sorted.cells {
        Cell($0)
      } update: {
        $0.row = $1
      } end: {
        ended.append($0)
      }
      let token = cells.observeChanges { _ in }
      for _ in 0..<4 {
        let before = cells.peek()
        list.edit { edit in
          if fuzz.chance(50) { return fuzz.rewrite(&edit) }
          for position in edit.rows.indices where fuzz.chance(3) {
            edit[position].text = fuzz.below(40)
          }
        }
        fuzz.count(1)
        let after = cells.peek()
        fuzz.expect(after.map(\.row) == sorted.peek(), "cells")
        let kept = Set(after.map(ObjectIdentifier.init))
        let remaining = Set(sorted.peek().map(\.id))
        for cell in before {
          let isKept = kept.contains(ObjectIdentifier(cell))
          fuzz.expect(isKept == remaining.contains(cell.id), "the cell of \(cell.id)")
          fuzz.expect(isKept != ended.contains { $0 === cell }, "the end of \(cell.id)")
        }
      }
      token.cancel()
    }
  }

  @Test func rowsThatAreWrittenAndComeOutEqualNotifyNobody() {
    let rows = (0..<200).map { Row(id: $0, text: $0) }
    let list = ObservableList(rows)
    let shown = list.filter { $0.text % 2 == 0 }
    var told = 0
    let tokens = [list.observeChanges { _ in told += 1 }, shown.observeChanges { _ in told += 1 }]
    list.edit { edit in
      for position in rows.indices { edit[position].text += 1 }
      for position in rows.indices { edit[position].text -= 1 }
    }
    #expect(told == 2)
    // All rows change, but none of those that are shown.
    list.edit { edit in
      for position in rows.indices where position % 2 == 1 { edit[position].text += 2 }
      for position in rows.indices where position % 2 == 1 { edit[position].text += 2 }
    }
    #expect(told == 3)
    for token in tokens { token.cancel() }
  }

  @Test func aRewriteTellsHowItWouldLikeToBeShown() {
    let list = ObservableList((0..<200).map { Row(id: $0, text: $0) })
    var hints: [ListAnimation?] = []
    let reader = LateReader(list.filter { $0.text % 2 == 0 }.sorted { $0.text > $1.text }) {
      hints.append($0.animation)
    }
    list.replace(with: (500..<700).map { Row(id: $0, text: $0) }, animation: .fade)
    reader.look()
    list.replace(with: (0..<200).map { Row(id: $0, text: $0) }, animation: .left)
    list.edit { $0.remove(at: 0) }
    reader.look()
    #expect(hints == [nil, .fade, .left])
  }

  @Test func repeatedIdentitiesAmongManyNewRowsAreLeftOut() {
    let graph = Graph()
    var issues = 0
    graph.onIssue = { _ in issues += 1 }
    let list = ObservableList((0..<200).map { Row(id: $0, text: 0) }, graph: graph)
    let token = list.observeChanges { _ in }
    let new = (500..<700).map { Row(id: $0, text: 1) }
    list.replace(with: new + [Row(id: 600, text: 2)])
    #expect(list.peek() == new)
    #expect(issues == 1)
    token.cancel()
  }
}

/// An observer of a list that can stop to look, beside a strict view and a comparison.
@MainActor
private final class Watch {
  let list: LiveList<Row>
  var screen = ListProbe<Row>()
  var fault: (any Error)?
  private(set) var token: Subscription?
  private(set) var isPaused = false
  private var reader: LateReader<Row>?

  init(_ list: LiveList<Row>) {
    self.list = list
    reader = LateReader(list) { [unowned self] in show($0) }
    token = observe(graph: list.graph) { [unowned self] in
      _ = list.version
      if !isPaused { untracked { reader?.look() } }
    }
  }

  private func show(_ update: ListUpdate<Row>) {
    let last = screen.rows
    do {
      try screen.show(update)
      if let changes = update.changes, changes != ListChanges(from: last, to: update.rows) {
        throw ListProbeError.stale("\(changes) from \(last) to \(update.rows)")
      }
    } catch { fault = fault ?? error }
  }

  func toggle() {
    isPaused.toggle()
    if !isPaused { reader?.look() }
  }
}

private final class Cell: Identifiable {
  let id: Int
  var row: Row

  init(_ row: Row) {
    id = row.id
    self.row = row
  }
}

extension ListFuzz {
  fileprivate mutating func page(_ count: Int) -> [Row] {
    (0..<300).shuffled(using: &random).prefix(count).map { Row(id: $0, text: below(40)) }
  }

  /// Writes most rows, one by one or in one go.
  fileprivate mutating func rewrite(_ list: inout ListEdit<Row>) {
    if chance(30), list.count > 1 {
      list[below(list.count)].text = below(40)
      list.remove(at: below(list.count))
    }
    switch below(6) {
    case 0: list.replace(with: page(below(200)))
    case 1:
      let rows = page(150)
      list.replace(with: rows + rows.prefix(below(4)))
    case 2: for position in 0..<list.count { list[position].text = below(40) }
    case 3:
      list.replace(with: list.rows.map { Row(id: $0.id, text: below(40)) })
      if chance(50), list.count > 0 { list.remove(at: below(list.count)) }
    case 4:
      for _ in 0..<200 {
        list.insert(Row(id: below(300), text: below(40)), at: below(list.count + 1))
        list.remove(at: below(list.count))
      }
    default:
      if list.count > 0 { list.move(from: below(list.count), to: below(list.count)) }
      if list.count > 0 { list[below(list.count)].text = below(40) }
    }
  }
}
