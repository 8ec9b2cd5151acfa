import BindingsTestSupport

@testable import Bindings

/// A row that is an object, equal to others with its identity and text, and does something when it ends.
final class EndingRow: Identifiable, Equatable, Sendable {
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
func said(_ rows: [EndingRow]) -> [Row] { rows.map { Row(id: $0.id, text: $0.text) } }

/// A cell of the tests: an object with the identity of its row.
final class EndingCell: Identifiable {
  let id: Int
  init(_ row: EndingRow) { id = row.id }
}

/// Lists of rows whose ends read and edit the lists, and lists that are derived from them.
///
/// Whenever the user's code runs, be it the end of a row or a cell, a handler of issues or an observer of another
/// graph, it looks whether what can be read agrees. Some derived lists are seldom read, and some released.
@MainActor
final class EndingRowWorld: Sendable {
  let graph = Graph()
  let lists: [ObservableList<EndingRow>]
  let sections: ObservableSections<EndingRow, EndingRow>
  let limit: Property<Int>
  private(set) var filtered: [LiveList<EndingRow>] = []
  private var cells: [LiveList<EndingCell>] = []
  /// Lists that are read now and then, and released.
  private var idle: [LiveList<EndingRow>] = []
  /// A computed whose evaluation is an issue.
  private let faulty: Computed<Int>
  /// A property of another graph, whose observer looks.
  private let elsewhere = Property(0, graph: Graph())
  private var tokens: [Subscription] = []
  /// What did not agree.
  private(set) var faults: [String] = []
  /// The number of acts.
  private var acts = 0
  private(set) var ends = 0
  var budget = 0
  var isOver = false
  var random: SplitMix

  init(_ random: SplitMix) {
    self.random = random
    lists = (0..<2).map { [graph] _ in ObservableList<EndingRow>(graph: graph) }
    sections = ObservableSections(graph: graph)
    limit = Property(1, graph: graph)
    let written = Property(-1, label: "written", graph: graph)
    faulty = Computed(graph: graph) { [limit] in
      written.value = limit.value
      return limit.value
    }
    for (index, list) in lists.enumerated() {
      let filter = list.filter { [limit] in $0.text >= limit.value }
      filtered += [filter, filter.sorted { $0.text > $1.text }]
      idle.append(list.filter { $0.id % 2 == 0 })
      // Without `update`, rows that change get new cells, and the list keeps the rows that its cells were made of.
      let update: @MainActor (EndingCell, EndingRow) -> Void = { [weak self] _, _ in
        self?.look("update")
      }
      cells.append(
        list.cells(
          { EndingCell($0) }, update: index == 0 ? update : nil,
          end: { [weak self] _ in self?.didEnd() }))
    }
    graph.onIssue = { [weak self] issue in
      if issue.code == .writeInComputed, !issue.message.contains("written") {
        self?.faults.append(issue.message)
      }
      self?.look("\(issue.code)")
    }
    tokens.append(elsewhere.observe { [weak self] _ in self?.look("observer of another graph") })
  }

  func below(_ limit: Int) -> Int { random.below(limit) }

  func row(_ id: Int, _ text: Int) -> EndingRow {
    EndingRow(id, text) { [weak self] in self?.didEnd() }
  }

  private func row() -> EndingRow { row(below(12), below(3)) }

  private func didEnd() {
    ends += 1
    look("end")
    guard budget > 0, !isOver else { return }
    budget -= 1
    act()
  }

  /// Compares some of what can be read.
  func look(_ when: String) {
    if isOver { return }
    let acts = self.acts
    func compare<Value: Equatable>(_ value: Value, _ wanted: Value, _ name: String) {
      // What is read may bring rows to their end, and these may act.
      if value == wanted || acts != self.acts { return }
      faults.append("\(name) at \(when): \(value), not \(wanted)")
    }
    untracked {
      let index = below(2)
      let rows = said(lists[index].value)
      switch below(6) {
      case 0: compare(lists[index].count, rows.count, "count")
      case 1: compare(cells[index].value.map(\.id), rows.map(\.id), "cells")
      case 2:
        compare(sections.rowCount, sections.rows.count, "rows of sections")
        compare(sections.count, sections.headers.count, "headers")
        compare(sections.value.map(\.rows.count).reduce(0, +), sections.rowCount, "bounds")
      default:
        for (step, wanted) in wanted(rows).enumerated() {
          let list = filtered[2 * index + step]
          compare(list.count, wanted.count, "count of a derived list")
          compare(said(list.value), wanted, "derived list")
        }
      }
    }
  }

  /// The derived lists of some rows.
  func wanted(_ rows: [Row]) -> [[Row]] {
    let included = rows.filter { $0.text >= limit.peek() }
    return [included, included.sorted { $0.text > $1.text }]
  }

  /// Something that an edit does beside its rows.
  private func interrupt() {
    if below(6) == 0 { elsewhere.value += 1 }
    if below(6) == 0 { _ = faulty.value }
  }

  /// Edits or reads one of the lists.
  func act() {
    acts += 1
    let list = lists[below(2)]
    switch below(12) {
    case 0: limit.value = below(4)
    case 1: _ = filtered[below(4)].peek()
    case 2: list.replace(with: (0..<below(6)).map { _ in row() })
    case 3, 4: sections.edit { edit(&$0) }
    case 5: _ = idle[below(2)].peek()
    case 6:
      let index = below(2)
      // Its rows may end with it, and look here.
      let former = idle[index]
      idle[index] = lists[index].filter { $0.id % 3 == 0 }
      withExtendedLifetime(former) {}
      _ = idle[index].peek()
    default: list.edit { list in for _ in 0...below(3) { edit(&list) } }
    }
  }

  private func edit(_ list: inout ListEdit<EndingRow>) {
    interrupt()
    let count = list.count
    switch below(9) {
    case 0, 1, 2: list.insert(row(), at: below(count + 1))
    case 3: if count > 0 { list.remove(at: below(count)) }
    case 4: if count > 0 { list[below(count)] = row() }
    case 5: if count > 0 { list.move(from: below(count), to: below(count)) }
    case 6: list.replace(with: list.rows.shuffled(using: &random) + [row()])
    case 7: list.replace(with: list.rows.map { row($0.id, $0.text) })
    default: list.removeAll { $0.text == 0 }
    }
  }

  private func edit(_ list: inout SectionEdit<EndingRow, EndingRow>) {
    interrupt()
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
