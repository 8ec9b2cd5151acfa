import Bindings
import BindingsTestSupport
import Testing
import ViewModels

private struct Message: Identifiable, Equatable { let id: Int }

@ViewModel
private final class MessageCell: CellViewModel {
  @Ignored let number: Int
  init(_ message: Message) {
    number = message.id
    super.init()
  }
}

/// Sections that return to a list, or begin to follow, while the cells change and change back.
@MainActor
@Suite(.ownGraph) struct ListFollowingAnswersTests {
  private let watched = WatchedList()
  private var list: ListViewModel { watched.list }
  private let section = SectionViewModel()

  private func numbers(_ cells: some Sequence<CellViewModel>) -> [Int] {
    cells.compactMap { ($0 as? MessageCell)?.number }
  }

  /// An observer that is older than that of the section removes the row before the section is told of it.
  @Test(arguments: [true, false]) func anAnswerThatIsTakenBackLeavesNoRow(isOlder: Bool) throws {
    let messages = ObservableList((0..<3).map { Message(id: $0) })
    var tokens: [Subscription] = []
    func correct() {
      tokens.append(
        messages.observe { rows in if rows.count > 3 { messages.edit { $0.remove(id: 9) } } })
    }
    if isOlder { correct() }
    let cells = messages.cells { MessageCell($0) }
    tokens.append(list.follow(cells, in: section))
    if !isOlder { correct() }
    var hasAnswered = false
    tokens.append(
      list.content.observeChanges { [section] _ in
        guard section.list != nil, !hasAnswered else { return }
        hasAnswered = true
        messages.edit { $0.append(Message(id: 9)) }
      })
    try list.append(section)
    #expect(hasAnswered)
    #expect(numbers(section.cells) == [0, 1, 2] && numbers(cells.peek()) == [0, 1, 2])
    #expect(watched.probe.sections.map(\.rows.count) == [3])
    for token in tokens { token.cancel() }
  }

  @Test func aBatchOfTheCellsGraphIsWaitedFor() throws {
    let other = Graph()
    let messages = other.run { ObservableList((0..<3).map { Message(id: $0) }) }
    let cells = other.run { messages.cells { MessageCell($0) } }
    let token = list.follow(cells, in: section)
    try other.batch {
      messages.edit { $0.append(Message(id: 3)) }
      try list.append(section)
      messages.edit { _ = $0.remove(at: 3) }
    }
    #expect(numbers(section.cells) == [0, 1, 2])
    token.cancel()
  }
}
