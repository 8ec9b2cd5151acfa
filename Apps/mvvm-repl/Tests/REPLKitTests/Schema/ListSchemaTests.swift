import Bindings
import Testing
import ViewModels

@testable import REPLKit

@ViewModel
private final class Notes: ListViewModel {
  var author = "me"
  override func makeCell(_ text: String) -> CellViewModel {
    TextCell(text, detail: author, layout: .detail)
  }
}

/// The commands that a person types.
@MainActor
@Suite(.ownGraph) struct ListSchemaTests {
  private func run(_ list: ListViewModel, _ name: String, _ arguments: LabeledArgument...) throws
    -> Outcome<DynamicValue>?
  {
    let command = try #require(type(of: list).schema[name]?.command(in: list))
    return try command.execute(arguments).outcome
  }

  private func expectSuccess(
    _ outcome: Outcome<DynamicValue>?, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    if case .success = outcome { return }
    Issue.record("\(String(describing: outcome))", sourceLocation: sourceLocation)
  }

  @Test func rowsAreEditedByCommands() throws {
    let list = ListViewModel()
    var log: [String] = []
    let token = list.content.observeChanges { update in
      if let changes = update.changes { log.append(changes.text) }
    }
    expectSuccess(try run(list, "add", LabeledArgument(value: "a")))
    expectSuccess(
      try run(
        list, "add", LabeledArgument(value: "b"), LabeledArgument(label: "style", value: "left")))
    expectSuccess(
      try run(list, "insert", LabeledArgument(value: "z"), LabeledArgument(label: "at", value: 0)))
    expectSuccess(
      try run(
        list, "replace", LabeledArgument(label: "at", value: 1),
        LabeledArgument(label: "with", value: "A"))
    )
    expectSuccess(
      try run(
        list, "move", LabeledArgument(label: "from", value: 0),
        LabeledArgument(label: "to", value: 2)))
    expectSuccess(try run(list, "reload", LabeledArgument(label: "at", value: 0)))
    expectSuccess(try run(list, "remove", LabeledArgument(label: "at", value: 1)))
    expectSuccess(try run(list, "addSection", LabeledArgument(value: "Next")))
    expectSuccess(
      try run(list, "add", LabeledArgument(value: "c"), LabeledArgument(label: "section", value: 0))
    )
    #expect(list.cells.map { ($0 as? TextCell)?.text } == ["A", "z", "c"])
    #expect(list.sections.map(\.cells.count) == [3, 0])
    #expect(
      log == [
        "+ sections 0", "+ rows 0.1 left", "+ rows 0.0", "- rows 0.1, + rows 0.1",
        "> rows 0.0→0.2", "~ rows 0.0", "- rows 0.1", "+ sections 1", "+ rows 0.2",
      ])
    expectSuccess(try run(list, "removeSection", LabeledArgument(label: "at", value: 1)))
    expectSuccess(try run(list, "clear"))
    #expect(list.sectionCount == 0)
    token.cancel()
  }

  @Test func whatAPersonDoesToRowsIsTypedToo() throws {
    let list = ListViewModel()
    try list.append(cells("a", "b", "c"))
    var seen: [DynamicValue] = []
    let token = observe {
      seen.append((try? ListViewModel.schema["lastEvent"]?.value(in: list)) ?? .null)
    }
    expectSuccess(try run(list, "select", LabeledArgument(label: "at", value: 2)))
    expectSuccess(try run(list, "deselect", LabeledArgument(label: "at", value: 2)))
    expectSuccess(
      try run(
        list, "report", LabeledArgument(value: "didHighlight"),
        LabeledArgument(label: "at", value: 0)))
    expectSuccess(try run(list, "turn", LabeledArgument(label: "toPage", value: 1)))
    #expect(
      seen == [
        "", "#1 didSelect 0.2", "#2 didDeselect 0.2", "#3 didHighlight 0.0", "#4 didPage 1",
      ])
    var asked = 0
    let scrolls = list.scrolls.observe { _ in asked += 1 }
    expectSuccess(try run(list, "scroll", LabeledArgument(label: "to", value: 1)))
    #expect(asked == 1)
    token.cancel()
    scrolls.cancel()
  }

  @Test func aMistakeIsTheOutcome() throws {
    let list = ListViewModel()
    guard
      case .failure(let error as ViewModelError)? = try run(
        list, "remove", LabeledArgument(label: "at", value: 3))
    else {
      Issue.record("it did not fail")
      return
    }
    #expect(error.code == .noSection)
    guard
      case .failure(let other as ViewModelError)? = try run(
        list, "select", LabeledArgument(label: "at", value: 3))
    else {
      Issue.record("it did not fail")
      return
    }
    #expect(other.code == .noSection)
  }

  @Test func rowsAndSectionsAreReachedAndCountsFollow() throws {
    let list = ListViewModel()
    let schema = ListViewModel.schema
    var counts: [DynamicValue] = []
    let token = observe { counts.append((try? schema["count"]?.value(in: list)) ?? .null) }
    try list.append(SectionViewModel(headerTitle: "Head"), cells: cells("a", "b"))
    try list.append(SectionViewModel(), cells: cells("c"))
    token.cancel()
    #expect(counts == [0, 2, 3])
    let sections = try #require(schema["sections"])
    #expect(sections.kind == .list && schema["cells"]?.kind == .list)
    let first = try #require(sections.children(in: list).first)
    #expect(try type(of: first).schema["headerTitle"]?.value(in: first) == "Head")
    let cell = try #require(type(of: first).schema["cells"]?.children(in: first).last)
    try type(of: cell).schema["text"]?.set("B", in: cell)
    #expect((list.cells[1] as? TextCell)?.text == "B")
    #expect(schema["cells"]?.children(in: list).count == 3)
    #expect(try schema["sectionCount"]?.value(in: list) == 2)
  }

  @Test func aSubclassSaysWhatTypedTextBecomes() throws {
    let notes = Notes()
    expectSuccess(try run(notes, "add", LabeledArgument(value: "buy milk")))
    #expect((notes.cells.first as? TextCell)?.detail == "me")
    #expect(Notes.schema["author"]?.kind == .property && Notes.schema["insert"]?.kind == .command)
  }

  @Test func listsAndGridsAreMadeByName() async throws {
    var catalog = Catalog()
    catalog.add(ListViewModel.self) { ListViewModel() }
    catalog.add(GridViewModel.self) { GridViewModel() }
    let grid = try #require(try await catalog["GridViewModel"]?.make() as? GridViewModel)
    try GridViewModel.schema["columns"]?.set(3, in: grid)
    expectSuccess(try run(grid, "add", LabeledArgument(value: "tile")))
    #expect((grid.cells.first as? ImageCell)?.caption == "tile" && grid.columns == 3)
  }

  @Test func rowsAndSectionsAreNamedByWhatTheySay() throws {
    let list = ListViewModel()
    let text = TextCell("Ada")
    try list.append(SectionViewModel(headerTitle: "People"), cells: [text, StandardCell("Alan")])
    try list.append(
      SectionViewModel(),
      cells: [ImageCell("fog.png", caption: "Fog"), ImageCell("sea.png"), Blank()])
    var seen: [DynamicValue] = []
    let token = observe {
      seen.append((try? ListViewModel.schema["cells"]?.value(in: list)) ?? .null)
    }
    text.text = "Ada L."
    #expect(
      seen == [
        ["Ada", "Alan", "Fog", "sea.png", "Blank"], ["Ada L.", "Alan", "Fog", "sea.png", "Blank"],
      ])
    #expect(
      try ListViewModel.schema["sections"]?.value(in: list) == ["People", "SectionViewModel"])
    #expect(ListViewModel.schema["description"] == nil)
    #expect(TextCell.schema["description"] == nil)
    token.cancel()
  }
}

@MainActor
private func cells(_ texts: String...) -> [TextCell] { texts.map { TextCell($0) } }

/// A cell that says nothing of itself.
@ViewModel
private final class Blank: CellViewModel {
  init(_: Void = ()) { super.init() }
}
