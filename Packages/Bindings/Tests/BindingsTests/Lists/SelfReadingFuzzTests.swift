import BindingsTestSupport
import Testing

@testable import Bindings

/// Random chains of filters and orders, one of which has a closure that reads a list that depends on it: a cycle.
///
/// Such a list may show the rows from before until its next change. It may not end the program, nor disagree with
/// itself, and without the cycle it is right again.
@Suite @MainActor struct SelfReadingFuzzTests {
  @Test func randomListsThatReadThemselvesAgreeWithRecomputing() async {
    var fuzz = ListFuzz("lists that read themselves", share: 64)
    while await fuzz.next() { fuzz.readThemselves() }
  }
}

/// A chain of derived lists, with what its closures read.
@MainActor
private final class Chain {
  @MainActor struct Stage {
    let sorts: Bool
    let limit: Property<Int>

    func isIncluded(_ row: Row) -> Bool { row.text >= limit.value }
    func isBefore(_ one: Row, _ other: Row) -> Bool {
      (one.text + limit.value) % 3 < (other.text + limit.value) % 3
    }
  }

  let stages: [Stage]
  /// The stage whose closure reads a list.
  let reader: Int
  let way: Int
  let isOn: Property<Bool>
  var lists: [LiveList<Row>] = []
  var cells: LiveList<IdentityCell>?
  /// The list that the closure reads; a list cannot be named in the closure with which it is made.
  var read: LiveList<Row>?
  var kept: ListUpdate<Row>?

  init(_ stages: [Stage], reader: Int, way: Int, _ source: LiveList<Row>, _ graph: Graph) {
    (self.stages, self.reader, self.way) = (stages, reader, way)
    isOn = Property(false, graph: graph)
    var last = source
    for (index, stage) in stages.enumerated() {
      if stage.sorts {
        last = last.sorted { [unowned self] in
          look(index)
          return stage.isBefore($0, $1)
        }
      } else {
        last = last.filter { [unowned self] in
          look(index)
          return stage.isIncluded($0)
        }
      }
      lists.append(last)
    }
    cells = last.cells { [unowned self] in
      look(stages.count)
      return IdentityCell($0)
    }
  }

  private func look(_ index: Int) {
    guard index == reader, isOn.value, let list = read else { return }
    switch way {
    case 0: _ = list.peek()
    case 1: _ = ((0..<list.count).map { list[$0].id }, list.value)
    case 2: if !list.isEmpty { _ = (list[0], list[list.count - 1]) }
    case 3: _ = (kept?.rows, list.version)
    case 4: _ = cells.map { cells in (0..<cells.count).map { cells[$0].id } }
    default: _ = list.filter { $0.id > 1 }.count
    }
  }

  /// The rows of each list, computed the simple way.
  func wanted(_ rows: [Row]) -> [[Row]] {
    var rows = rows
    return stages.map { stage in
      rows = stage.sorts ? rows.sorted(by: stage.isBefore) : rows.filter(stage.isIncluded)
      return rows
    }
  }
}

extension ListFuzz {
  fileprivate mutating func readThemselves() {
    let source = ObservableList(chance(20) ? longer(rows(upTo: 6)) : rows(upTo: 6), graph: quiet)
    let stages = (0...below(3)).map { _ in
      Chain.Stage(sorts: chance(50), limit: Property(below(3), graph: quiet))
    }
    let chain = Chain(
      stages, reader: below(stages.count + 1), way: below(6), source, quiet)
    _ = (chain.lists.map(\.count), chain.cells?.count)
    chain.read = chain.lists[min(chain.reader + below(stages.count), stages.count - 1)]
    let shown = chain.lists[below(stages.count)]
    var screen = ListProbe<Row>()
    var fault: (any Error)?
    let token = shown.observeChanges { update in
      do { try screen.show(update) } catch { fault = fault ?? error }
      chain.kept = update
    }
    for _ in 0..<6 { readThemselvesOnce(chain, source) }
    chain.isOn.value = false
    // A change of every list.
    for rows in [[], rows(upTo: 6) + [Row(id: 200, text: 2)]] { source.replace(with: rows) }
    let wanted = chain.wanted(source.peek())
    for (list, wanted) in zip(chain.lists, wanted) {
      expect(list.peek() == wanted, "list \(list.peek()) instead of \(wanted)")
    }
    expect(chain.cells?.peek().map(\.id) == wanted.last?.map(\.id), "cells")
    expect(screen.rows == shown.peek(), "screen")
    if let fault { expect(false, "\(fault)") }
    token.cancel()
    (chain.read, chain.kept, chain.cells) = (nil, nil, nil)
  }

  private mutating func readThemselvesOnce(_ chain: Chain, _ source: ObservableList<Row>) {
    var isRefreshed = false
    quiet.batch {
      chain.isOn.value = chance(60)
      if chance(10) {
        for text in 0...300 { source.edit { if $0.count > 0 { $0[0].text = text % 3 } } }
      }
      if chance(30) {
        chain.stages[below(chain.stages.count)].limit.value = below(3)
      }
      for _ in 0...below(3) {
        source.edit { self.edit(&$0) }
        if chance(10) { _ = chain.read?.value }
        if chance(5), let node = quiet.nodes.randomElement(using: &random) {
          node.refresh()
          isRefreshed = true
        }
      }
    }
    count(1)
    if chain.reader < chain.stages.count, !isRefreshed {
      // The list whose closure reads is evaluated for the current rows and conditions.
      let wanted = chain.wanted(source.peek())[chain.reader]
      let list = chain.lists[chain.reader]
      expect(list.peek() == wanted, "reader \(list.peek()) instead of \(wanted)")
    }
    for list in chain.lists {
      let rows = list.value
      expect(
        list.count == rows.count && (0..<rows.count).allSatisfy { list[$0] == rows[$0] }, "rows")
    }
  }
}
