import Bindings
import BindingsTestSupport
import Testing
import ViewModels

private struct Message: Identifiable, Equatable {
  let id: Int
  var group: Int
}

@ViewModel
private final class MessageCell: CellViewModel {
  @Ignored let number: Int
  var group: Int
  init(_ message: Message) {
    number = message.id
    group = message.group
    super.init()
  }
}

/// Three sections that follow parts of one list, and leave and come back meanwhile.
@MainActor
private final class FollowedWorld {
  let watched = WatchedList()
  private let messages: ObservableList<Message>
  private let sections = (0..<3).map { _ in SectionViewModel() }
  /// A section that follows nothing, into which rows of sections that are away are moved.
  private let drawer = SectionViewModel()
  private let parts: [LiveList<MessageCell>]
  private var tokens: [Subscription] = []
  private var random: SeededNumbers
  private var next = 0
  /// How often an observer of the list may still answer with another message.
  private var answers = 0

  init(seed: UInt64) throws {
    random = SeededNumbers(state: seed)
    messages = ObservableList()
    let cells = messages.cells {
      MessageCell($0)
    } update: {
      $0.group = $1.group
    }
    parts = (0..<3).map { group in
      cells.filter { $0.group == group }.sorted { $0.number < $1.number }
    }
    watched.list.allowsMultipleSelection = below(2) == 0
    // An observer that is older than those of the sections takes some messages back.
    if below(2) == 0 {
      tokens.append(
        messages.observe { [messages] rows in
          if rows.contains(where: { $0.id % 5 == 4 }) {
            messages.edit { $0.removeAll { $0.id % 5 == 4 } }
          }
        })
    }
    tokens.append(watched.list.content.observeChanges { [unowned self] _ in answer() })
    for section in sections + [drawer] { try watched.list.append(section) }
    for group in (0..<3).shuffled(using: &random) {
      tokens.append(watched.list.follow(parts[group], in: sections[group]))
    }
  }

  private func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  func step() throws {
    answers = below(3)
    try batch { for _ in 0...below(3) { try change() } }
    answers = 0
  }

  private func answer() {
    guard answers > 0, below(3) == 0 else { return }
    answers -= 1
    insert()
  }

  private func insert() {
    messages.edit { $0.insert(Message(id: next, group: below(3)), at: below($0.count + 1)) }
    next += 1
  }

  private func change() throws {
    let list = watched.list
    let count = messages.count
    switch below(11) {
    case 0...1:
      for _ in 0...below(3) { insert() }
    case 2 where count > 0: messages.edit { _ = $0.remove(at: below(count)) }
    case 3...4 where count > 0:
      let group = below(3)
      messages.edit { edit in edit.update(at: below(count)) { $0.group = group } }
    case 5:
      // Many rows at once.
      let (from, to) = (below(3), below(3))
      messages.edit { edit in
        for position in 0..<count where edit[position].group == from {
          edit.update(at: position) { $0.group = to }
        }
      }
    case 6...7:
      let section = sections[below(3)]
      if section.list != nil {
        try list.remove(section)
      } else {
        try list.insert(section, at: below(list.sectionCount + 1))
      }
    case 10:
      let away = sections.filter { $0.list == nil }.flatMap(\.cells)
      guard let cell = away.randomElement(using: &random) else { break }
      try list.append(cell, section: list.index(of: drawer))
    case 8 where list.count > 0: try list.select(list.cells[below(list.count)])
    default: if let cell = list.selectedCells.first { try list.deselect(cell) }
    }
  }

  /// What is not as it should be.
  var fault: String? {
    let list = watched.list
    for (part, section) in zip(parts, sections) where section.list != nil {
      if !section.cells.elementsEqual(part.peek(), by: { $0 === $1 }) { return "rows" }
      if section.cells.contains(where: { $0.list !== list || $0.section !== section }) {
        return "a lost row"
      }
    }
    var known = Set(list.cells.map(\.id))
    for section in sections where section.list == nil {
      // No row is of two sections.
      if !section.cells.allSatisfy({ $0.list == nil && known.insert($0.id).inserted }) {
        return "rows of a section that is away"
      }
    }
    let selected = list.selectedCells
    if !list.allowsMultipleSelection && selected.count > 1 { return "selection" }
    if selected.contains(where: { $0.list !== list }) { return "selection of what is not there" }
    if watched.probe.sections.map({ $0.rows.map(\.cell.id) })
      != list.sections.map({ $0.cells.map(\.id) })
    {
      return "screen"
    }
    return watched.refusals.first
  }

  func end() { for token in tokens { token.cancel() } }
}

@MainActor
@Suite(.ownGraph) struct ListFollowingFuzzTests {
  @Test(arguments: 0..<100) func whateverMovesEachFollowedSectionHasItsRows(_: Int) throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    let world = try FollowedWorld(seed: seed)
    for step in 0..<100 {
      do { try world.step() } catch {
        Issue.record("seed \(seed), step \(step): \(error)")
        break
      }
      if let fault = world.fault {
        Issue.record("seed \(seed), step \(step): \(fault)")
        break
      }
    }
    world.end()
  }
}
