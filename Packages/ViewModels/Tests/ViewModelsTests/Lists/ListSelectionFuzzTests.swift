import Bindings
import Testing

@testable import ViewModels

@ViewModel
private final class PictureRow: CellViewModel, ImageShowing {
  let picture: ImageViewModel
  init(_ loader: ImageLoader) {
    picture = ImageViewModel("a", loader: loader)
    super.init()
  }
}

/// Two lists between which rows and sections move while they are selected and displayed; observers act, too.
@MainActor
private final class SelectionWorld {
  private let lists: [ListViewModel] = [ListViewModel(), ListViewModel()]
  /// Lists of rows that a section of each list follows.
  private let sources = [ObservableList<CellViewModel>(), ObservableList<CellViewModel>()]
  private let loader = ImageLoader(HandDrivenImages())
  private var cells: [CellViewModel] = []
  private var away: [SectionViewModel] = []
  private var random: SeededNumbers
  private var tokens: [Subscription] = []
  private var depth = 0
  private var budget = 0
  private let isReentrant: Bool
  /// The rows of whose selection the observers know.
  private var told: Set<ObjectIdentifier> = []
  /// The lists that have allowed several selected rows since a row was selected alone.
  private var haveSeveral: Set<ObjectIdentifier> = []
  private var mistake: String?
  var log: [String] = []

  init(seed: UInt64, isReentrant: Bool) {
    random = SeededNumbers(state: seed)
    self.isReentrant = isReentrant
    allowSeveral(true, in: lists[1])
    for (list, source) in zip(lists, sources) {
      let section = SectionViewModel()
      try? list.append(section)
      tokens.append(list.follow(source, in: section))
      tokens.append(list.events.observe { [unowned self] event in take(event, of: list) })
      tokens.append(list.$selectedCells.observe { [unowned self] _ in react("selection") })
      tokens.append(list.$cells.observe { [unowned self] _ in react("cells") })
      if pick(0..<2) == 0 { list.onSelect { [unowned self] (_: PictureRow, _) in react("choice") } }
    }
  }

  private func allowSeveral(_ isAllowed: Bool, in list: ListViewModel) {
    list.allowsMultipleSelection = isAllowed
    if isAllowed { haveSeveral.insert(ObjectIdentifier(list)) }
  }

  private func select(_ cell: CellViewModel, in list: ListViewModel) {
    if cell.list === list, !list.allowsMultipleSelection {
      haveSeveral.remove(ObjectIdentifier(list))
    }
    try? list.select(cell)
  }

  private func pick(_ range: Range<Int>) -> Int { .random(in: range, using: &random) }

  private func take(_ event: ListEvent, of list: ListViewModel) {
    log.append(String(repeating: " ", count: depth) + "\(event)")
    switch event {
    case .cell(.didSelect, let cell, _):
      if !isReentrant, !cell.isInSelection || cell.list !== list { mistake = "\(event) is wrong" }
      told.insert(cell.id)
    case .cell(.didDeselect, let cell, _):
      if told.remove(cell.id) == nil { mistake = "\(event) before its selection" }
    default: break
    }
    react("event")
  }

  private func react(_ what: String) {
    guard isReentrant, budget > 0, depth > 0, depth < 4, pick(0..<3) == 0 else { return }
    log.append(String(repeating: " ", count: depth) + "at \(what):")
    act()
  }

  func step() {
    budget = 5
    let count = pick(0..<3) == 0 ? 3 : 1
    batch { for _ in 0..<count { act() } }
    budget = 0
    told.formIntersection(cells.filter(\.isInSelection).map(\.id))
    let isFull = cells.count >= 30
    cells.removeAll { isFull && $0.list == nil && $0.keeper == nil }
  }

  private func fresh() -> [CellViewModel] {
    guard cells.count < 30 else { return [] }
    let new = (0..<pick(0..<3)).map { _ in
      pick(0..<2) == 0 ? PictureRow(loader) : TextCell("")
    }
    cells += new
    return new
  }

  private func act() {
    depth += 1
    budget -= 1
    defer { depth -= 1 }
    let (what, list) = (pick(0..<25), lists[pick(0..<2)])
    log.append(String(repeating: " ", count: depth) + "\(what)")
    let section = list.$sections.value.isEmpty ? nil : pick(0..<list.$sections.value.count)
    guard let cell = cells.randomElement(using: &random) else {
      return (try? list.append(fresh())) ?? ()
    }
    let home = cell.list ?? list
    switch what {
    case 0, 1: try? list.append(fresh(), section: section)
    case 2, 3: try? home.remove(cell)
    case 4, 5:
      try? home.remove(cell)
      try? list.append(cell, section: section)
    case 6:
      let goal = ListPath(section: section ?? 0, row: 0)
      try? home.move(cell, to: goal)
    case 7, 8, 9: select(cell, in: home)
    case 10: try? home.deselect(cell)
    case 11:
      let kept = list.$cells.value.filter { pick(0..<3) > 0 && $0.home === list.sections.last }
      try? list.setCells((kept + fresh()).shuffled(using: &random))
    case 12:
      guard let gone = list.$sections.value.randomElement(using: &random) else { break }
      try? list.remove(gone)
      away.append(gone)
    case 13, 14:
      guard let back = away.popLast() else { break }
      try? list.insert(back, cells: fresh(), at: 0)
      if back.list == nil, away.count < 4 { away.append(back) }
    case 22: allowSeveral(!list.allowsMultipleSelection, in: list)
    case 23:
      allowSeveral(false, in: home)
      select(cell, in: home)
    case 24:
      // A selected row is away while another one is selected.
      let other = home.$selectedCells.value.first { $0 !== cell }
      try? home.remove(cell)
      if let other { select(other, in: home) }
      try? home.append(cell)
    case 18, 19:
      let source = sources[pick(0..<2)]
      guard !sources.contains(where: { $0.peek().contains { $0 === cell } }) else { break }
      let place = pick(0..<(source.peek().count + 1))
      source.edit { $0.insert(cell, at: place) }
    case 20:
      guard let source = sources.first(where: { !$0.peek().isEmpty }) else { break }
      let place = pick(0..<source.peek().count)
      source.edit { _ = $0.remove(at: place) }
    case 21:
      guard let moved = sources[0].peek().last else { break }
      batch {
        sources[0].edit { _ = $0.remove(at: $0.count - 1) }
        if !sources[1].peek().contains(where: { $0 === moved }) {
          sources[1].edit { $0.insert(moved, at: 0) }
        }
      }
    case 15, 16: try? home.report(.willDisplay, of: cell)
    default:
      try? home.report(.didEndDisplaying, of: cell)
      if pick(0..<8) == 0 { list.clear() }
    }
  }

  /// What does not hold.
  var problem: String? {
    if let mistake { return mistake }
    for list in lists {
      let (all, selected) = (list.cells, list.selectedCells)
      if Set(all.map(\.id)).count < all.count { return "a row twice" }
      if Set(selected.map(\.id)).count < selected.count { return "selected twice" }
      if !haveSeveral.contains(ObjectIdentifier(list)), selected.count > 1 {
        return "several are selected"
      }
      if selected.map(\.selectionNumber) != selected.map(\.selectionNumber).sorted() {
        return "the order of the selection"
      }
      if all.contains(where: { $0.list !== list }) { return "a row of another list" }
      let isSelected = Set(selected.map(\.id))
      if !isSelected.isSubset(of: all.map(\.id)) { return "a selected row is gone" }
      if all.contains(where: { $0.isInSelection != isSelected.contains($0.id) }) {
        return "the selection differs from its rows"
      }
      for section in list.sections where section.cells.contains(where: { $0.home !== section }) {
        return "a row of another section"
      }
    }
    let shown = Set(lists.flatMap { $0.cells.map(\.id) })
    for cell in cells {
      if (cell.list != nil) != shown.contains(cell.id) { return "the list of a row" }
      let isOnItsWay = cell.formerList != nil || cell.wasInSelection
      if isOnItsWay { return "a row is still on its way" }
      if cell.list != nil, cell.keeper != nil { return "a row has a keeper" }
      guard cell.list == nil else { continue }
      if cell.isInSelection { return "a row without list is selected" }
      if (cell as? PictureRow)?.picture.state == .loading { return "a row without list loads" }
    }
    return nil
  }

  func finish() {
    for token in tokens { token.cancel() }
    for list in lists { list.end() }
  }
}

@MainActor
@Suite(.ownGraph) struct ListSelectionFuzzTests {
  @Test(arguments: [false, true])
  func theSelectionIsOfTheRowsThatAreThere(isReentrant: Bool) {
    let first = UInt64.random(in: 0...(.max - 10_000))
    print("ListSelectionFuzzTests from seed \(first)")
    for seed in first..<(first + 150) {
      let world = SelectionWorld(seed: seed, isReentrant: isReentrant)
      for _ in 0..<60 {
        let start = world.log.count
        world.step()
        guard let problem = world.problem else { continue }
        let steps = world.log[start...].joined(separator: "\n")
        Issue.record("seed \(seed): \(problem)\n\(steps)")
        return
      }
      world.finish()
    }
  }
}
