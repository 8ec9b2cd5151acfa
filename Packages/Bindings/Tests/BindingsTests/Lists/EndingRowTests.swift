import BindingsTestSupport
import Testing

@testable import Bindings

/// A row that is an object, equal to others with its identity and text, and does something when it ends.
private final class EndingRow: Identifiable, Equatable, Sendable {
  let id: Int
  let text: Int
  private let end: @MainActor @Sendable () -> Void

  init(_ id: Int, _ text: Int, _ end: @escaping @MainActor @Sendable () -> Void) {
    self.id = id
    self.text = text
    self.end = end
  }

  deinit { MainActor.assumeIsolated(end) }

  static func == (first: EndingRow, second: EndingRow) -> Bool {
    first.id == second.id && first.text == second.text
  }
}

/// A row by what it says.
private func said(_ rows: [EndingRow]) -> [Row] { rows.map { Row(id: $0.id, text: $0.text) } }

/// Lists of rows whose ends read and edit the lists, and lists that are derived from them.
@MainActor
private final class EndingWorld: Sendable {
  let graph = Graph()
  let lists: [ObservableList<EndingRow>]
  let sections: ObservableSections<EndingRow, EndingRow>
  let limit: Property<Int>
  private(set) var filtered: [LiveList<EndingRow>] = []
  private(set) var ends = 0
  var budget = 0
  var isOver = false
  var random: SplitMix

  init(_ random: SplitMix) {
    self.random = random
    graph.onIssue = { _ in }
    lists = (0..<2).map { [graph] _ in ObservableList<EndingRow>(graph: graph) }
    sections = ObservableSections(graph: graph)
    limit = Property(1, graph: graph)
    for list in lists {
      let filter = list.filter { [limit] in $0.text >= limit.value }
      filtered += [filter, filter.sorted { $0.text > $1.text }]
    }
  }

  func below(_ limit: Int) -> Int { random.below(limit) }

  func row(_ id: Int, _ text: Int) -> EndingRow {
    EndingRow(id, text) { [weak self] in self?.didEnd() }
  }

  private func row() -> EndingRow { row(below(12), below(3)) }

  private func didEnd() {
    ends += 1
    guard budget > 0, !isOver else { return }
    budget -= 1
    act()
  }

  /// Edits or reads one of the lists.
  func act() {
    let list = lists[below(2)]
    switch below(10) {
    case 0: limit.value = below(4)
    case 1: _ = filtered[below(4)].peek()
    case 2: list.replace(with: (0..<below(6)).map { _ in row() })
    case 3, 4: sections.edit { edit(&$0) }
    default: list.edit { list in for _ in 0...below(3) { edit(&list) } }
    }
  }

  private func edit(_ list: inout ListEdit<EndingRow>) {
    let count = list.count
    switch below(8) {
    case 0, 1, 2: list.insert(row(), at: below(count + 1))
    case 3: if count > 0 { list.remove(at: below(count)) }
    case 4: if count > 0 { list[below(count)] = row() }
    case 5: if count > 0 { list.move(from: below(count), to: below(count)) }
    case 6: list.replace(with: list.rows.shuffled(using: &random) + [row()])
    default: list.removeAll { $0.text == 0 }
    }
  }

  private func edit(_ list: inout SectionEdit<EndingRow, EndingRow>) {
    let place = list.count > 0 ? below(list.count) : nil
    switch below(7) {
    case 0, 1: list.insert(row(), rows: [row(), row()], at: below(list.count + 1))
    case 2: if let place { list.removeSections(place..<(place + 1)) }
    case 3: if let place { list.append(row(), to: place) }
    case 4: if let place { list.updateHeader(at: place) { $0 = row() } }
    case 5: list.replace(with: [ListSection(row(), rows: [row(), row()])])
    default:
      guard let place else { return }
      let old = said(Array(list.rows(in: place)))
      let new = [Row(id: below(12), text: below(3))] + old.dropFirst()
      list.apply(ListChanges(from: old, to: new), to: place) { row($0.id, $0.text) }
    }
  }
}

/// Rows end whenever nobody has them any more: in an edit, in the evaluation of a derived list, when
/// steps are forgotten.
///
/// Their ends are user code, which may do anything.
@Suite @MainActor struct EndingRowTests {
  @Test func rowsMayEditAnyListWhenTheyEnd() async {
    var fuzz = ListFuzz("rows that edit lists when they end", share: 24)
    while await fuzz.next() {
      let world = EndingWorld(SplitMix(seed: UInt64(fuzz.below(1 << 40))))
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
          let included = rows.filter { $0.text >= world.limit.peek() }
          let wanted = [included, included.sorted { $0.text > $1.text }]
          for (step, rows) in wanted.enumerated() {
            fuzz.expect(said(world.filtered[2 * index + step].peek()) == rows, "list \(index)")
          }
        }
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
}
