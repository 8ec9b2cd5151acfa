import Bindings
import BindingsTestSupport
import Testing
import ViewModels

@ViewModel
private final class NoteCell: CellViewModel {
  var text: String
  var isDone = false
  init(_ text: String) {
    self.text = text
    super.init()
  }
}

@ViewModel
private final class NoteList: ListViewModel {
  override func makeCell(_ text: String) -> CellViewModel { NoteCell(text) }
}

private struct Message: Identifiable, Equatable {
  let id: Int
  var text: String
  var date: Int
  var isRead = false
}

@ViewModel
private final class MessageCell: CellViewModel {
  var text: String
  init(_ message: Message) {
    text = message.text
    super.init()
  }
}

private struct Person: Equatable {
  var name: String
  var avatar: String
}

@ViewModel private final class PersonCell: TextCell, ImageShowing {
  let picture: ImageViewModel
  init(_ person: Person, images: ImageLoader) {
    picture = ImageViewModel(person.avatar, loader: images)
    super.init(person.name, image: person.avatar)
  }
}

/// The samples of the article on lists, as they are written there.
@MainActor
@Suite(.ownGraph) struct ListDocumentationTests {
  @Test func aListIsEditedAndShown() throws {
    let list = ListViewModel()
    var screen = SectionProbe<ListGroup, ListRow>()
    let token = list.content.observeChanges { update in
      try? screen.show(update)
    }
    let ada = TextCell("Ada", detail: "1815", layout: .detail)
    try list.append(ada)
    try list.insert(TextCell("Alan"), at: 0, animation: .left)
    try list.move(ada, to: ListPath(section: 0, row: 0))
    ada.detail = "1815 to 1852"
    #expect(screen.sections[0].rows.first?.cell === ada && screen.updateCount == 4)
    token.cancel()
  }

  @Test func ownCellsAreTyped() throws {
    let list = NoteList()
    try list.add("Buy milk")
    let note = try #require(list.cells.first as? NoteCell)
    note.isDone = true
    #expect(note.text == "Buy milk")
  }

  @Test func rowsFollowModels() throws {
    let (messages, inbox, list) = (ObservableList<Message>(), SectionViewModel(), ListViewModel())
    try list.append(inbox)
    let rows = messages.filter { !$0.isRead }.sorted { $0.date > $1.date }
      .cells {
        MessageCell($0)
      } update: {
        $0.text = $1.text
      }
    list.keep(list.follow(rows, in: inbox))
    messages.edit { list in
      list.append(Message(id: 1, text: "old", date: 1))
      list.append(Message(id: 2, text: "new", date: 2))
      list.append(Message(id: 3, text: "read", date: 3, isRead: true))
    }
    #expect(list.cells.compactMap { ($0 as? MessageCell)?.text } == ["new", "old"])
    list.end()
  }

  @Test func cellsSpeakThroughThePage() throws {
    let images = ImageLoader(HandDrivenImages())
    let ada = PersonCell(Person(name: "Ada", avatar: "a.png"), images: images)
    let page = PageState()
    let list = ListViewModel(page: page)
    try list.append(ada)
    ada.page?.isLoading = true
    ada.page?.prompts.toast("No network", kind: .failure)
    #expect(page.isLoading && page.prompts.toasts.map(\.text) == ["No network"])
  }

  @Test func aListIsMadeOfItsItems() throws {
    let posts = [Headline(title: "Fog"), Headline(title: "Ferry")]
    var shown: [String] = []
    func show(_ post: Headline) { shown.append(post.title) }
    let list = try ListViewModel(posts) {
      TextCell($0.title)
    } onSelect: { post, _ in
      show(post)
    }
    try list.select(at: 1)
    #expect(shown == ["Ferry"])
  }

  private struct Headline { var title: String }

  // S07, C11: asking for a row that there was not ended the program.
  @Test func rowsAreAskedOneByOneAndOneThatIsNotThereIsNil() throws {
    let list = try list(of: "a", "b")
    #expect(list.sectionCount == 1 && list.rowCount(in: 0) == 2 && list.rowCount(in: 1) == 0)
    let cell = list.cell(at: ListPath(section: 0, row: 1)) as? TextCell
    #expect(cell?.text == "b")
    #expect(list.cell(at: ListPath(section: 0, row: 2)) == nil)
  }

  private func list(of texts: String...) throws -> ListViewModel {
    let list = ListViewModel()
    try list.append(texts.map { TextCell($0) })
    return list
  }
}
