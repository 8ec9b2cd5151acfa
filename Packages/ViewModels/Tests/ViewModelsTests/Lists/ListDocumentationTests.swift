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

/// The samples of the article on lists, as they are written there.
@MainActor
@Suite(.ownGraph) struct ListDocumentationTests {
  @Test func aListIsEditedAndShown() throws {
    let list = ListViewModel()
    var screen = SectionProbe<ListGroup, ListRow>()
    let token = list.content.observeChanges { update in
      do { try screen.show(update) } catch { Issue.record(error) }
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
