import BindingsTestSupport
import Testing

@testable import Bindings

/// Random edits of a list with sections whose rows and headers, observers and handler of issues look at the list, edit
/// it, observe it and cancel whenever they end or are told.
///
/// No row may end in the middle of an edit, and whoever looks must find a list that agrees with itself.
@Suite @MainActor struct SectionEndFuzzTests {
  @Test func sectionsAgreeWithThemselvesWhateverEndsDo() async {
    var fuzz = ListFuzz("ends of rows in sections", share: 120)
    while await fuzz.next() {
      let world = SectionWorld(SplitMix(seed: fuzz.random.next()))
      for _ in 0..<60 where world.faults.isEmpty {
        world.act()
        world.check()
        fuzz.count(1)
      }
      if let fault = world.faults.first { fuzz.expect(false, fault) }
      world.isOver = true
    }
  }
}

/// A row or a header; its end does something.
private struct SectionRow: Identifiable, Equatable {
  let id: Int
  var text: Int
  let ending: Ending?

  static func == (one: SectionRow, other: SectionRow) -> Bool {
    one.id == other.id && one.text == other.text
  }
}

@MainActor
private final class SectionWorld {
  private typealias Section = ListSection<SectionRow, SectionRow>

  private final class Screen {
    var probe = SectionProbe<SectionRow, SectionRow>()
    var token: Subscription?
    var isOver = false
    var kept: [(update: SectionUpdate<SectionRow, SectionRow>, sections: [Section])] = []
  }

  private(set) var faults: [String] = []
  var isOver = false
  private var random: SplitMix
  private let graph = Graph()
  private let list: ObservableSections<SectionRow, SectionRow>
  private let sum: Computed<Int>
  private var lastSum = 0
  private var token: Subscription?
  private var screens: [Screen] = []
  private var depth = 0
  private var edits = 0

  init(_ random: SplitMix) {
    self.random = random
    let list = ObservableSections<SectionRow, SectionRow>(graph: graph)
    self.list = list
    sum = Computed(graph: graph) {
      list.value.reduce(0) { ($0 * 31 + $1.id) % 1009 + $1.rows.count }
    }
    token = sum.observe { [weak self] in self?.lastSum = $0 }
    graph.onIssue = { [weak self] issue in
      if issue.code != .duplicateIdentity { self?.faults.append(issue.message) }
      self?.answer()
    }
  }

  private func answer() {
    guard !isOver, depth < 2 else { return }
    depth += 1
    act()
    depth -= 1
  }

  func act() {
    switch random.below(12) {
    case 0..<6: edit()
    case 6: graph.batch { for _ in 0...random.below(random.below(100) == 0 ? 400 : 3) { edit() } }
    case 7: if screens.count < 4 { observe() }
    case 8:
      guard !screens.isEmpty else { return }
      let screen = screens.remove(at: random.below(screens.count))
      screen.isOver = true
      screen.token?.cancel()
    case 9:
      if let kept = screens.randomElement(using: &random)?.kept.last,
        kept.update.sections != kept.sections
      {
        faults.append("a kept update shows \(kept.update.sections), not \(kept.sections)")
      }
    default: look()
    }
  }

  func check() {
    look()
    for screen in screens where screen.probe.sections != list.peek() {
      faults.append("a screen is behind")
    }
    if lastSum != sum.peek() { faults.append("the sum is \(lastSum)") }
    if let fault = graph.engine.verify() { faults.append(fault) }
  }

  /// Asks the list in every way.
  private func look() {
    let sections = list.peek()
    let rows = sections.flatMap(\.rows)
    if list.rows != rows || list.rowCount != rows.count || list.headers != sections.map(\.header) {
      faults.append("the rows are not those of the sections")
    }
    if Set(rows.map(\.id)).count != rows.count { faults.append("an identity is repeated") }
    for (index, section) in sections.enumerated() {
      if list.section(of: section.id) != index || list.rowCount(in: index) != section.rows.count {
        faults.append("section \(section.id) is not found")
      }
      for (place, row) in section.rows.enumerated() {
        let path = ListPath(section: index, row: place)
        if list.path(of: row.id) != path || list[path] != row { faults.append("no row at \(path)") }
      }
    }
  }

  private func observe() {
    let screen = Screen()
    screens.append(screen)
    let (acts, cancels) = (random.below(2) == 0, random.below(20) == 0)
    screen.token = list.observeChanges { [weak self, weak screen] update in
      guard let self, let screen else { return }
      if screen.isOver, screen.token != nil { faults.append("a cancelled observer was told") }
      do { try screen.probe.show(update) } catch { faults.append("\(error)") }
      screen.kept.append((update, screen.probe.sections))
      if screen.kept.count > 3 { screen.kept.removeFirst() }
      if acts, random.below(3) == 0 { answer() }
      if cancels, random.below(3) == 0, let token = screen.token {
        screen.isOver = true
        screens.removeAll { $0 === screen }
        token.cancel()
      }
    }
    // Something in its first run may have cancelled it, when it had no token yet.
    if screen.isOver { screen.token?.cancel() }
  }

  private func makeRow(_ ids: Int) -> SectionRow {
    let ending =
      random.below(3) > 0
      ? nil
      : Ending { [weak self] in
        guard let self, !isOver else { return }
        if edits > 0 { faults.append("a row ended in the middle of an edit") } else { answer() }
      }
    return SectionRow(id: random.below(ids), text: random.below(3), ending: ending)
  }

  private func makeRows() -> [SectionRow] { (0..<random.below(4)).map { _ in makeRow(12) } }

  private func edit() {
    struct Stop: Error {}
    try? list.edit(animation: random.below(4) == 0 ? .fade : nil) { edit throws(Stop) in
      edits += 1
      defer { edits -= 1 }
      for _ in 0...random.below(3) { change(&edit) }
      if random.below(10) == 0 { throw Stop() }
    }
  }

  private func change(_ edit: inout SectionEdit<SectionRow, SectionRow>) {
    let count = edit.count
    let section = random.below(max(count, 1))
    switch random.below(16) {
    case 0: edit.insert(makeRow(6), rows: makeRows(), at: random.below(count + 1))
    case 1:
      edit.replace(with: (0..<random.below(4)).map { _ in Section(makeRow(6), rows: makeRows()) })
    case _ where count == 0: edit.append(makeRow(6), rows: makeRows())
    case 2: edit.removeSections(section..<(section + random.below(count - section + 1)))
    case 3: edit.moveSection(from: section, to: random.below(count))
    case 4:
      let header = makeRow(6)
      edit.updateHeader(at: section) { $0 = header }
    case 5, 6: edit.append(makeRow(12), to: section)
    case 7: edit.replaceRows(in: section, with: makeRows())
    case 8:
      let place = random.below(edit.rowCount(in: section) + 1)
      edit.insert(contentsOf: makeRows(), at: ListPath(section: section, row: place))
    default: changeRows(of: section, &edit)
    }
  }

  private func changeRows(
    of section: Int, _ edit: inout SectionEdit<SectionRow, SectionRow>
  ) {
    let count = edit.rowCount(in: section)
    guard count > 0 else { return }
    let row = random.below(count)
    let path = ListPath(section: section, row: row)
    let range = row..<(row + random.below(count - row + 1))
    switch random.below(5) {
    case 0: edit.remove(at: path)
    case 1: edit.removeRows(range, in: section)
    case 2:
      let goal = random.below(edit.count)
      let room = edit.rowCount(in: goal) + (goal == section ? 0 : 1)
      edit.move(from: path, to: ListPath(section: goal, row: random.below(room)))
    case 3:
      let new = makeRow(12)
      edit.update(at: path) { $0 = new }
    default:
      let text = random.below(3)
      edit.updateRows(range, in: section) { $0.text = text }
    }
  }
}
