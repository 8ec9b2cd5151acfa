import Bindings
import Testing
import ViewModels

/// Lists that are made of their items at once.
@MainActor
@Suite(.ownGraph) struct ListItemsTests {
  private enum Animal { case cat(String), dog(String) }

  // S11: items, several types of rows and the selection in one call.
  @Test func itemsRowsAndSelectionAreGivenAtOnce() throws {
    var chosen: [String] = []
    let list = try ListViewModel([Animal.cat("Mia"), .dog("Rex"), .cat("Leo")]) { animal in
      switch animal {
      case .cat(let name): TextCell(name)
      case .dog(let name): StandardCell(name)
      }
    } onSelect: { animal, path in
      if case .dog(let name) = animal { chosen.append("\(name) \(path)") }
      if case .cat(let name) = animal { chosen.append("\(name) \(path)") }
    }
    #expect(list.sectionCount == 1 && list.cells[1] is StandardCell)
    try list.select(at: 1)
    #expect(chosen == ["Rex 0.1"] && list.selectedCells.isEmpty)
    try list.remove(at: 0)
    try list.select(at: 1)
    #expect(chosen.last == "Leo 0.1")
  }

  @Test func rowsThatCameOtherwiseAreNoItems() throws {
    var chosen = 0
    let list = try ListViewModel(["a"]) {
      TextCell($0)
    } onSelect: { _, _ in
      chosen += 1
    }
    for _ in 0..<20 {
      try list.remove(at: 0)
      try list.append(TextCell("other"))
      try list.select(at: 0)
    }
    #expect(chosen == 0)
  }

  @Test func withoutItemsOrASelectionItIsAnOrdinaryList() throws {
    let empty = try ListViewModel([Int]()) { TextCell("\($0)") }
    #expect(empty.cells.isEmpty)
    let cell = TextCell("one")
    #expect(throws: ViewModelError.self) { try ListViewModel([1, 2]) { _ in cell } }
    let list = try ListViewModel([1]) { TextCell("\($0)") }
    try list.select(at: 0)
    #expect(list.selectedCells.count == 1)
  }
}
