import Bindings
import Testing
import ViewModels

private struct Note: Identifiable, Equatable {
  let id: Int
  var isShown = true
}

@ViewModel
private final class NoteCell: CellViewModel {
  @Ignored let number: Int
  var isFirst = true
  init(_ note: Note) {
    number = note.id
    super.init()
  }
}

@MainActor
@Suite(.ownGraph) struct ListSelectionTests {
  @Test(arguments: [true, false])
  func nobodySeesASelectedRowThatIsNotInTheList(_ isFollowed: Bool) throws {
    let notes = ObservableList((0..<3).map { Note(id: $0) })
    let list = ListViewModel()
    let section = SectionViewModel()
    try list.append(section)
    let made = notes.cells { NoteCell($0) }
    if isFollowed {
      list.keep(list.follow(made, in: section))
    } else {
      try list.setCells(made.peek())
    }
    try list.select(list.cells[1])
    var lost = 0
    let token = observe {
      _ = list.count
      for cell in list.selectedCells where cell.path == nil { lost += 1 }
    }
    if isFollowed {
      notes.edit { $0.remove(id: 1) }
    } else {
      try list.remove(list.cells[1])
    }
    #expect(lost == 0 && list.selectedCells.isEmpty)
    token.cancel()
  }

  @Test func aSelectionEndsTheOthersOfAListThatForbidsThem() throws {
    let list = ListViewModel()
    list.allowsMultipleSelection = true
    try list.append(cells("a", "b", "c"))
    for cell in list.cells { try list.select(cell) }
    list.allowsMultipleSelection = false
    var events: [String] = []
    list.keep(list.$lastEvent.observe { events.append($0) })
    try list.select(list.cells[0])
    #expect(list.selectedCells.map(\.id) == [list.cells[0].id])
    #expect(list.lastEvent.contains("didDeselect"), "\(events)")
  }

  @Test func rowsThatReturnTogetherKeepTheirOrderInTheSelection() throws {
    let list = ListViewModel()
    list.allowsMultipleSelection = true
    try list.append(cells("a", "b", "c"))
    let rows = list.cells
    for index in [1, 0, 2] { try list.select(rows[index]) }
    let selected = list.selectedCells.map(\.id)
    try batch {
      try list.remove(rows[0])
      try list.remove(rows[1])
      try list.append(rows[0])
      try list.append(rows[1])
    }
    #expect(list.selectedCells.map(\.id) == selected)
  }

  @Test func aRowThatMovesBetweenFollowedSectionsKeepsItsPlaceInTheSelection() throws {
    let notes = ObservableList((0..<4).map { Note(id: $0) })
    let list = ListViewModel()
    list.allowsMultipleSelection = true
    let sections = [SectionViewModel(), SectionViewModel()]
    for section in sections { try list.append(section) }
    let made = notes.cells { NoteCell($0) }
    list.keep(list.follow(made.filter { $0.isFirst }, in: sections[0]))
    list.keep(list.follow(made.filter { !$0.isFirst }, in: sections[1]))
    for cell in list.cells { try list.select(cell) }
    let selected = list.selectedCells.map(\.id)
    for number in [0, 2, 0] {
      (list.cells.first { ($0 as? NoteCell)?.number == number } as? NoteCell)?.isFirst.toggle()
      #expect(list.selectedCells.map(\.id) == selected)
    }
    list.allowsMultipleSelection = false
    (list.cells.last as? NoteCell)?.isFirst.toggle()
    #expect(list.selectedCells.map(\.id) == selected)
  }

  /// A handler that was told before has moved it, and selected it there.
  @Test func aRowThatIsInAnotherListByThenStaysSelected() throws {
    let (list, other) = (ListViewModel(), ListViewModel())
    list.allowsMultipleSelection = true
    let (row, kept) = (TextCell("x"), TextCell("kept"))
    try list.append([row, kept])
    try list.select(kept)
    list.onSelect { (cell: TextCell, _) in
      #expect(throws: Never.self) {
        try list.remove(cell)
        try other.append(cell)
        try other.select(cell)
      }
    }
    var paths: [ListPath] = []
    list.onSelect { (_: CellViewModel, path) in paths.append(path) }
    try list.select(row)
    #expect(paths == [ListPath(section: 0, row: 0)])
    #expect(other.selectedCells.map(\.id) == [row.id])
    #expect(list.selectedCells.map(\.id) == [kept.id])
  }
}
