import Bindings
import BindingsTestSupport
import Testing
import ViewModels

private struct Message: Identifiable, Equatable {
  let id: Int
  var text: String
}

@ViewModel
private final class MessageCell: CellViewModel {
  @Ignored let number: Int
  var text: String
  init(_ message: Message) {
    number = message.id
    text = message.text
    super.init()
  }
}

// L57, and the whole-array bindings of old
@MainActor
@Suite(.ownGraph) struct ListFollowingTests {
  private let watched = WatchedList()
  private var list: ListViewModel { watched.list }
  private let section = SectionViewModel()

  @Test func aSectionFollowsAListAndTakesCellsFromElsewhere() throws {
    let source = ObservableList(cells("a", "b"))
    let moving = TextCell("m")
    try list.append(SectionViewModel(), cells: [moving])
    try list.append(section)
    let token = list.follow(source, in: section)
    _ = watched.takeLog()
    source.edit(animation: .left) {
      $0.append(moving)
      $0.move(from: 0, to: 2)
    }
    #expect(watched.shown == [[], ["b", "m", "a"]])
    let log = watched.takeLog()
    #expect(log.count == 1 && log[0].hasSuffix(" left"))
    #expect(moving.section === section && watched.refusals.isEmpty)
    try list.remove(section)
    source.edit { $0.removeAll() }
    #expect(section.cells.count == 3)
    token.cancel()
  }

  @Test func aSectionThatComesBackShowsTheCellsOfNow() throws {
    let messages = ObservableList((0..<4).map { Message(id: $0, text: "\($0)") })
    try list.append(section)
    let token = list.follow(messages.cells { MessageCell($0) }, in: section)
    try list.remove(section)
    messages.edit { $0.remove(at: 0) }
    #expect(section.cells.count == 4)
    try list.append(section)
    let texts = { section.cells.compactMap { ($0 as? MessageCell)?.text } }
    #expect(texts() == ["1", "2", "3"])
    messages.edit { $0.append(Message(id: 4, text: "4")) }
    #expect(texts() == ["1", "2", "3", "4"] && watched.refusals.isEmpty)
    try list.remove(section)
    messages.edit { $0.remove(at: 0) }
    token.cancel()
    try list.append(section)
    #expect(texts() == ["1", "2", "3", "4"])
  }

  // It came back without the row until the next change of the cells.
  @Test func aSectionThatComesBackTakesItsCellsBackAlsoIfNoneHasChanged() throws {
    let source = ObservableList(cells("a", "b"))
    try list.append(SectionViewModel())
    try list.append(section)
    let token = list.follow(source, in: section)
    try list.remove(section)
    try list.append(source[0], section: 0)
    try list.append(section, cells: cells("x"))
    #expect(watched.shown == [[], ["a", "b"]] && watched.refusals.isEmpty)
    token.cancel()
  }

  // What had come and gone in the batch stayed, and what had left another section and returned was lost.
  @Test(arguments: [true, false])
  func aSectionThatFollowsFromTheMiddleOfABatchHasTheCellsOfItsEnd(isBack: Bool) throws {
    let messages = ObservableList((0..<3).map { Message(id: $0, text: "a") })
    let all = messages.cells {
      MessageCell($0)
    } update: {
      $0.text = $1.text
    }
    let parts = ["a", "b"].map { text in all.filter { $0.text == text } }
    let sections = [SectionViewModel(), SectionViewModel()]
    for section in sections { try list.append(section) }
    var tokens = [list.follow(parts[0], in: sections[0])]
    if isBack {
      tokens.append(list.follow(parts[1], in: sections[1]))
      try list.remove(sections[1])
    }
    try batch {
      messages.edit { edit in
        edit.update(at: 0) { $0.text = "b" }
        edit.append(Message(id: 3, text: "b"))
      }
      if isBack {
        try list.append(sections[1])
      } else {
        tokens.append(list.follow(parts[1], in: sections[1]))
      }
      #expect(!sections[1].cells.isEmpty)
      messages.edit { edit in
        edit.update(at: 0) { $0.text = "a" }
        edit.remove(at: 3)
      }
    }
    #expect(sections.map(\.cells.count) == [3, 0] && watched.refusals.isEmpty)
    #expect(sections[0].cells.elementsEqual(parts[0].peek(), by: { $0 === $1 }))
    for token in tokens { token.cancel() }
  }

  // The section that had the cell before took it back at the end of the batch.
  @Test(arguments: [true, false])
  func aCellOfTwoFollowedListsIsInTheSectionThatCameLast(isInBatch: Bool) throws {
    func change(_ body: () throws -> Void) rethrows {
      if isInBatch { try batch(body) } else { try body() }
    }
    let all = cells("a", "b", "c")
    let lists = [ObservableList(Array(all[0...1])), ObservableList(Array(all[1...2]))]
    let sections = [SectionViewModel(), SectionViewModel()]
    for section in sections { try list.append(section) }
    var tokens: [Subscription] = []
    change {
      for (cells, section) in zip(lists, sections) {
        tokens.append(list.follow(cells, in: section))
      }
    }
    #expect(watched.shown == [["a"], ["b", "c"]])
    try list.remove(sections[0])
    try change { try list.insert(sections[0], at: 0) }
    #expect(watched.shown == [["a", "b"], ["c"]])
    lists[1].edit { $0.append(TextCell("d")) }
    #expect(watched.shown == [["a"], ["b", "c", "d"]] && watched.refusals.isEmpty)
    for token in tokens { token.cancel() }
  }

  @Test func aFollowedSectionComesBackWithoutARowThatHasGoneToAnother() throws {
    let messages = ObservableList((0..<3).map { Message(id: $0, text: "a") })
    let all = messages.cells { MessageCell($0) }
    let isDone = Property(false)
    let (first, second) = (SectionViewModel(), SectionViewModel())
    try list.append(first)
    try list.append(second)
    let tokens = [
      list.follow(all.filter { !isDone.value || $0 !== all[1] }, in: first),
      list.follow(all.filter { isDone.value && $0 === all[1] }, in: second),
    ]
    try list.remove(first)
    isDone.value = true
    #expect(second.cells.map(\.id) == [all[1].id])
    #expect(first.cells.map(\.id) == [all[0].id, all[2].id])
    try list.append(first)
    #expect(first.cells.map(\.id) == [all[0].id, all[2].id] && all[1].section === second)
    #expect(watched.refusals.isEmpty)
    for token in tokens { token.cancel() }
  }

  @Test(arguments: [false, true], [1, 3])
  func rowsThatMoveBetweenFollowedSectionsAreOneChangeOfTheList(
    isReversed: Bool, stride: Int
  ) throws {
    let count = 600
    let messages = ObservableList((0..<count).map { Message(id: $0, text: "\($0)") })
    let isDone = Property(false)
    let goes: (MessageCell) -> Bool = { isDone.value && $0.number % stride == 0 }
    let all = messages.cells { MessageCell($0) }
    let (first, second) = (SectionViewModel(), SectionViewModel())
    try list.append(first)
    try list.append(second)
    let parts = [
      (all.filter { !goes($0) }, first), (all.filter { goes($0) }, second),
    ]
    let tokens = (isReversed ? parts.reversed() : parts).map { list.follow($0, in: $1) }
    var updates: [ListViewUpdate] = []
    let token = list.content.observeChanges { updates.append($0) }
    updates = []
    isDone.value = true
    #expect(second.cells.count == (count + stride - 1) / stride && list.count == count)
    #expect(updates.count == 1 && updates[0].changes != nil && watched.refusals.isEmpty)
    for token in tokens { token.cancel() }
    token.cancel()
  }

  @ViewModel
  private final class Photo: TextCell, ImageShowing {
    let picture: ImageViewModel
    init(_ text: String, _ images: ImageLoader) {
      picture = ImageViewModel(text, loader: images)
      super.init(text)
    }
  }

  @Test(arguments: [false, true])
  func aRowThatMovesBetweenFollowedSectionsStaysSelectedAndKeepsItsImage(
    isReversed: Bool
  ) async throws {
    let images = HandDrivenImages()
    let loader = ImageLoader(images)
    let messages = ObservableList((0..<3).map { Message(id: $0, text: "\($0)") })
    let photos = messages.cells { Photo($0.text, loader) }
    let done = Property<Set<String>>([])
    let (first, second) = (SectionViewModel(), SectionViewModel())
    try list.append(first)
    try list.append(second)
    let parts = [
      (photos.filter { !done.value.contains($0.text) }, first),
      (photos.filter { done.value.contains($0.text) }, second),
    ]
    let tokens = (isReversed ? parts.reversed() : parts).map { list.follow($0, in: $1) }
    let photo = try #require(list.cells[1] as? Photo)
    try list.report(.willDisplay, of: photo)
    try list.select(photo)
    await images.wait(for: 1)
    done.value = ["1"]
    #expect(photo.section === second && photo.path == ListPath(section: 1, row: 0))
    #expect(list.selectedCells.map(\.id) == [photo.id] && photo.picture.state == .loading)
    messages.edit { $0.remove(at: 1) }
    #expect(list.selectedCells.isEmpty && photo.list == nil && photo.picture.state == .idle)
    // Another list has a selection of its own.
    let (other, third) = (ListViewModel(), SectionViewModel())
    try other.append(third)
    let rest = try #require(list.cells[0] as? Photo)
    try list.select(rest)
    let elsewhere = photos.filter { done.value.contains("\($0.text) is elsewhere") }
    let last = other.follow(elsewhere, in: third)
    done.value = ["0 is elsewhere"]
    #expect(rest.list === other && list.selectedCells.isEmpty && other.selectedCells.isEmpty)
    try other.select(rest)
    #expect(other.selectedCells.map(\.id) == [rest.id] && watched.refusals.isEmpty)
    last.cancel()
    for token in tokens { token.cancel() }
  }

  @Test func whatAFollowerHasMissedIsReleasedWithItsToken() throws {
    let messages = ObservableList([Message(id: 0, text: "0")])
    try list.append(section)
    let token = list.follow(messages.cells { MessageCell($0) }, in: section)
    try list.remove(section)
    weak var missed: MessageCell?
    inScope {
      let cell = MessageCell(Message(id: 1, text: "1"))
      missed = cell
      let cells = ObservableList([cell])
      let other = list.follow(cells, in: section)
      #expect(missed != nil)
      other.cancel()
    }
    #expect(missed == nil && section.cells.count == 1)
    token.cancel()
  }

  private func inScope(_ body: () -> Void) { body() }

  @Test func severalFollowersOfOneSectionEachShowWhatTheyMissed() throws {
    let (first, second) = (ObservableList(cells("a")), ObservableList(cells("b")))
    let other = ListViewModel()
    try list.append(section)
    let tokens = [list.follow(first, in: section), other.follow(second, in: section)]
    try list.remove(section)
    first.edit { $0.append(TextCell("c")) }
    second.edit { $0.append(TextCell("d")) }
    try list.append(section)
    #expect(section.cells.map(\.description) == ["a", "c"])
    try list.remove(section)
    try other.append(section)
    #expect(section.cells.map(\.description) == ["b", "d"])
    // The end of one is not that of the other.
    try other.remove(section)
    tokens[1].cancel()
    first.edit { $0.remove(at: 0) }
    try list.append(section)
    #expect(section.cells.map(\.description) == ["c"])
    tokens[0].cancel()
  }

  @Test func aFilteredAndSortedListOfModelsKeepsItsCells() throws {
    let messages = ObservableList((1...9).map { Message(id: $0, text: "text \($0)") })
    let limit = Property(9)
    let cells = messages.filter { $0.id <= limit.value }
      .sorted { $0.text > $1.text }
      .cells {
        MessageCell($0)
      } update: {
        $0.text = $1.text
      }
    try list.append(section)
    let token = list.follow(cells, in: section)
    let first = try #require(section.cells.last as? MessageCell)
    #expect(section.cells.count == 9 && first.text == "text 1")
    _ = watched.takeLog()
    limit.value = 2
    #expect(watched.takeLog() == ["- rows 0.0 0.1 0.2 0.3 0.4 0.5 0.6"])
    messages.edit { $0[0].text = "zzz" }
    #expect(section.cells.first === first && first.text == "zzz")
    #expect(watched.takeLog() == ["> rows 0.1→0.0"] && watched.refusals.isEmpty)
    token.cancel()
  }

  /// A list of a person's own words, which are kept elsewhere.
  @ViewModel
  private final class Words: ListViewModel {
    @Ignored let words = ObservableList<Message>()
    @Ignored private let section = SectionViewModel()

    init() {
      super.init()
      try? append(section)
      keep(follow(words.cells { MessageCell($0) }, in: section))
    }

    override func clear() { words.replace(with: []) }
  }

  @Test func aListThatFollowsIsClearedWhereItsRowsComeFrom() throws {
    let (list, message) = (Words(), Message(id: 1, text: "a"))
    for clear: () throws -> Void in [
      { list.clear() }, { list.clearCommand.execute() },
      { try #require(Words.schema["clear"]?.command(in: list)).execute() },
    ] {
      list.words.replace(with: [message])
      #expect(list.count == 1)
      try clear()
      #expect(list.count == 0 && list.sectionCount == 1)
    }
    list.words.replace(with: [message])
    #expect(list.count == 1)
  }

  @Test func whateverIsDoneToTheSourceTheSectionIsEqual() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var numbers = SeededNumbers(state: seed)
    let source = ObservableList<TextCell>()
    try list.append(SectionViewModel(), cells: cells("other"))
    try list.append(section)
    let token = list.follow(source, in: section)
    for step in 0..<1000 {
      if Int.random(in: 0..<20, using: &numbers) == 0 {
        try list.insert(TextCell("stranger"), at: 0, section: 1)
      }
      source.edit { edit in
        for _ in 0..<Int.random(in: 1...4, using: &numbers) {
          let count = edit.count
          switch Int.random(in: 0...3, using: &numbers) {
          case 0...1 where count < 30:
            edit.insert(TextCell("\(step)"), at: Int.random(in: 0...count, using: &numbers))
          case 2 where count > 0: edit.remove(at: Int.random(in: 0..<count, using: &numbers))
          default:
            if count > 0 {
              edit.move(
                from: Int.random(in: 0..<count, using: &numbers),
                to: Int.random(in: 0..<count, using: &numbers))
            }
          }
        }
        edit.insert(TextCell("now"), at: 0)
      }
      let isEqual =
        section.cells.map(\.id) == source.peek().map(\.id)
        && watched.probe.sections[1].rows.map(\.cell.id) == source.peek().map(\.id)
      guard isEqual, watched.refusals.isEmpty else {
        Issue.record("seed \(seed), step \(step): \(watched.refusals)")
        return
      }
    }
    token.cancel()
  }
}
