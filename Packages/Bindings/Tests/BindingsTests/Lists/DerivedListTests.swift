import BindingsTestSupport
import Testing

@testable import Bindings

/// Derived lists against recomputing them, and their batches against a strict view.
@Suite @MainActor struct DerivedListTests {
  @Test func filteredListsAgreeWithRecomputing() async {
    var fuzz = ListFuzz("filter", share: 16)
    while await fuzz.next() {
      let source = ObservableList(fuzz.rows(upTo: 8), graph: fuzz.quiet)
      let limit = Property(1, graph: fuzz.quiet)
      let list = source.filter { $0.text >= limit.value }
      fuzz.follow(list, source, limit) { rows in rows.filter { $0.text >= limit.peek() } }
    }
  }

  @Test func sortedListsAgreeWithRecomputing() async {
    var fuzz = ListFuzz("sorted", share: 16)
    while await fuzz.next() {
      let source = ObservableList(fuzz.rows(upTo: 10), graph: fuzz.quiet)
      let factor = Property(1, graph: fuzz.quiet)
      let list = source.sorted { $0.text * factor.value < $1.text * factor.value }
      fuzz.follow(list, source, factor) { rows in
        rows.sorted { $0.text * factor.peek() < $1.text * factor.peek() }
      }
    }
  }

  /// A tool may bring the node of a condition up to date before the list does (`Node.refresh()`), at any moment.
  @Test func aConditionThatIsAskedBeforeTheListAgreesWithRecomputing() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var numbers = SplitMix(seed: seed)
    let list = ObservableList((0..<10).map { Row(id: $0, text: $0) })
    let (low, high, isRising) = (Property(1), Property(8), Property(true))
    let lower = list.filter(label: "lower") { $0.text >= low.value }
    let upper = lower.filter(label: "upper") { $0.text <= high.value }
    let sorted = upper.sorted(label: "sorted") {
      isRising.value ? $0.text < $1.text : $0.text > $1.text
    }
    var shown: [Row] = []
    let token = sorted.observeChanges { update in
      shown = update.changes.map { shown.applying($0) } ?? update.rows
    }
    func change(_ step: Int) {
      switch Int.random(in: 0...6, using: &numbers) {
      case 0: low.value = Int.random(in: 0...4, using: &numbers)
      case 1: high.value = Int.random(in: 5...9, using: &numbers)
      case 2: isRising.value.toggle()
      case 3: list.edit { $0.insert(Row(id: 100 + step, text: step % 10), at: 0) }
      case 4: list.edit { if $0.count > 5 { $0.removeSubrange(2..<4) } }
      default:
        for condition in [low.node, high.node, isRising.node] {
          for node in condition.dependents { node.refresh() }
        }
      }
    }
    for step in 0..<2000 {
      if Bool.random(using: &numbers) {
        batch { for offset in 0..<3 { change(3 * step + offset) } }
      } else {
        change(3 * step)
      }
      let rows = list.peek().filter { low.value...high.value ~= $0.text }
      let expected = rows.sorted { isRising.value ? $0.text < $1.text : $0.text > $1.text }
      guard sorted.value == expected, shown == expected else {
        Issue.record("seed \(seed), step \(step): \(shown) is not \(expected)")
        break
      }
    }
    token.cancel()
  }

  @Test func chainsAgreeWithRecomputing() async {
    var fuzz = ListFuzz("filter and sort", share: 16)
    while await fuzz.next() {
      let source = ObservableList(fuzz.rows(upTo: 10), graph: fuzz.quiet)
      let limit = Property(1, graph: fuzz.quiet)
      let list = source.filter { $0.text >= limit.value }.sorted { $0.text > $1.text }
      fuzz.follow(list, source, limit) { rows in
        rows.filter { $0.text >= limit.peek() }.sorted { $0.text > $1.text }
      }
    }
  }

  @Test func longChainsAgreeWithRecomputing() async {
    var fuzz = ListFuzz("long chains", share: 48)
    while await fuzz.next() {
      let source = ObservableList(fuzz.longer(fuzz.rows(upTo: 10)), graph: fuzz.quiet)
      let limit = Property(1, graph: fuzz.quiet)
      let list = source.sorted { $0.text > $1.text }.filter { $0.text >= limit.value }
        .sorted { $0.id < $1.id }
      fuzz.follow(list, source, limit) { rows in
        rows.sorted { $0.text > $1.text }.filter { $0.text >= limit.peek() }
          .sorted { $0.id < $1.id }
      }
    }
  }

  @Test func conditionsOnPropertiesOfEachRowAgreeWithRecomputing() async {
    var fuzz = ListFuzz("filter by each row's own property", share: 48)
    while await fuzz.next() {
      let marks = (0..<200).map { _ in Property(fuzz.chance(50), graph: fuzz.quiet) }
      let source = ObservableList(fuzz.rows(upTo: 8), graph: fuzz.quiet)
      let switched = Property(0, graph: fuzz.quiet)
      let list = source.filter { marks[$0.id].value }
      let token = switched.observe { id in if id >= 0 { marks[id].value.toggle() } }
      fuzz.follow(list, source, switched) { rows in rows.filter { marks[$0.id].peek() } }
      token.cancel()
    }
  }
}

extension ListFuzz {
  /// Edits the source and the parameter at random, and compares.
  mutating func follow(
    _ list: LiveList<Row>, _ source: ObservableList<Row>, _ parameter: Property<Int>,
    recompute: @escaping ([Row]) -> [Row]
  ) {
    var screen = ListProbe<Row>()
    var fault: (any Error)?
    var kept: [(update: ListUpdate<Row>, rows: [Row])] = []
    var told = 0
    let keeping = list.observeChanges { update in
      told += 1
      if told % 3 == 0 { kept.append((update, recompute(source.peek()))) }
    }
    let token = list.observeChanges { update in
      let last = screen.rows
      do {
        try screen.show(update)
        if let changes = update.changes {
          let least = leastMoves(from: last.map(\.id), to: update.rows.map(\.id))
          if changes.moved.count != least {
            fault = fault ?? ListProbeError.stale("\(changes.moved) where \(least) moves do")
          }
        }
      } catch { fault = fault ?? error }
    }
    for _ in 0..<8 {
      let before = source.peek()
      let parameterBefore = parameter.peek()
      quiet.batch {
        if chance(20) { parameter.value = below(4) - 1 }
        for _ in 0..<below(4) { source.edit { self.edit(&$0) } }
      }
      count(1)
      let wanted = recompute(source.peek())
      let story =
        "from \(before) with \(parameterBefore) to \(source.peek()) with \(parameter.peek())"
      expect(list.peek() == wanted, "\(list.peek()) instead of \(wanted) \(story)")
      expect(screen.rows == wanted, "screen \(screen.rows) instead of \(wanted) \(story)")
      for position in wanted.indices { expect(list[position] == wanted[position], "row") }
      if let fault { expect(false, "\(fault) \(story)") }
    }
    for (update, rows) in kept { expect(update.rows == rows, "kept \(update.rows) of \(rows)") }
    token.cancel()
    keeping.cancel()
  }
}
