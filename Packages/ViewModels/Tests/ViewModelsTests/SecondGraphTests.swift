import Bindings
import Testing
import ViewModels

@ViewModel
private final class Form {
  var phone = "186"
  var isLong: Bool { phone.count > 3 }
  @Command(enabled: \.isLong) func note() -> Bool { madeIn === Graph.current }
  @Command func noteLater() async -> Bool {
    await Task.yield()
    return madeIn === Graph.current
  }
  let madeIn = Graph.current
}

@ViewModel
private final class NoNodes {
  let other: Form
  @Command func note() -> Bool { other.$phone.node.graph === Graph.current }

  init(_ other: Form) { self.other = other }
}

/// A screen whose hooks make nodes and start tasks.
@ViewModel
private final class Busy: LifecycleViewModel {
  @Ignored var made: [Node] = []
  @Ignored var fromTask: Task<Void, Never>?

  override func startSetUp() { note() }
  override func startLoading() {
    note()
    fromTask = task { [weak self] in
      await Task.yield()
      self?.note()
      self?.finishLoading()
    }
  }
  override func updateOutput() { note() }

  private func note() {
    let property = Property(0)
    made.append(property.node)
    keep(property.observe { _ in })
  }
}

@MainActor
@ViewModel
private final class Book: CustomStringConvertible {
  var title = "Persuasion"
  @Ignored var description: String { title }
}

@ViewModel
private final class Shelf {
  let book = Book()
}

private final class MarkedCell: TextCell {
  let mark = Property(0)
}

private final class MarkedList: ListViewModel {
  override func makeCell(_ text: String) -> CellViewModel { MarkedCell(text) }
}

/// View-models of a second graph that are used from where another one is current.
@MainActor
@Suite(.ownGraph) struct SecondGraphTests {
  private let graph = Graph()
  private let here = Graph.current
  private let issues = Issues()

  @MainActor final class Issues {
    var messages: [String] = []
  }

  init() {
    let issues = issues
    graph.onIssue = { issues.messages.append($0.message) }
    here.onIssue = { issues.messages.append($0.message) }
  }

  /// Nothing was reported, and the current graph has no node of the view-model's.
  private func expectNothingHere(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(issues.messages == [], sourceLocation: sourceLocation)
    #expect(here.nodes.isEmpty, sourceLocation: sourceLocation)
    #expect(here !== Graph.main && here !== graph, sourceLocation: sourceLocation)
  }

  @Test func whatIsMadeWhenFirstAskedForBelongsToTheGraph() async {
    let form = graph.run { Form() }
    #expect(form.$isLong.node.graph === graph)
    #expect(form.noteCommand.node.graph === graph)
    form.phone = "1867"
    #expect(form.noteCommand.execute().outcome?.output == true)
    #expect(await form.noteLaterCommand.execute().result.output == true)
    let bare = graph.run { NoNodes(form) }
    #expect(bare.noteCommand.execute().outcome?.output == true)
    expectNothingHere()
  }

  @Test func hooksAndTasksFindTheGraph() async {
    let screen = graph.run { Busy() }
    screen.screenDidLoad()
    screen.screenWillAppear()
    await screen.fromTask?.value
    #expect(screen.state == .loaded)
    screen.end()
    #expect(screen.made.count == 6)
    #expect(here.nodeCount == 0)
    expectNothingHere()
  }

  @Test func childrenAndSegmentsAreUsedFromOutside() {
    let (orders, child, other) = graph.run { (SegmentedViewModel(), Busy(), Busy()) }
    orders.addChild(child)
    orders.addChild(other)
    orders.screenDidLoad()
    orders.screenWillAppear()
    orders.selectCommand.execute(1)
    #expect(orders.selectedChild === other)
    #expect(other.isActive && !child.isActive)
    orders.removeChild(other)
    orders.end()
    expectNothingHere()
  }

  @Test func waitingForACommandOfTheGraphEnds() async throws {
    let form = graph.run { Form() }
    let command = try #require(Form.schema["noteLater"]?.command(in: form))
    let run = try command.execute()
    await command.settled()
    #expect(await run.output != nil)
    expectNothingHere()
  }

  @Test func aListMakesItsSectionsAndCellsInItsGraph() throws {
    let list = graph.run { MarkedList() }
    let watched = WatchedList(list)
    try list.add("a")
    try list.addSection("more")
    try list.add("b")
    try list.insert("c", at: 0)
    try list.replace(at: 0, with: "d")
    #expect(watched.shown == [["a"], ["d", "b"]])
    #expect(list.sections.allSatisfy { $0.ownGraph === graph })
    #expect(list.cells.allSatisfy { ($0 as? MarkedCell)?.mark.node.graph === graph })
    (list.cells[0] as? TextCell)?.text = "z"
    try list.select(at: 1)
    try list.remove(at: 0)
    list.clear()
    #expect(watched.refusals == [])
    expectNothingHere()
  }

  @Test func aConstantChildIsObservedFromOutside() throws {
    let shelf = graph.run { Shelf() }
    let member = try #require(Shelf.schema["book"])
    var names: [String] = []
    let token = observe(graph: graph) {
      if let book = member.children(in: shelf).first as? Book { names.append(book.title) }
    }
    shelf.book.title = "Emma"
    #expect(names == ["Persuasion", "Emma"])
    token.cancel()
    expectNothingHere()
  }

  @Test func aListFollowsRowsOfItsGraph() {
    let (list, rows, section) = graph.run {
      (ListViewModel(), ObservableList([NewsRow(id: 1)]), SectionViewModel())
    }
    try? list.append(section)
    list.keep(list.follow(rows.cells { TextCell($0.text) }, in: section))
    rows.edit { $0.append(NewsRow(id: 2)) }
    #expect(list.count == 2 && list.cells[1].ownGraph === graph)
    expectNothingHere()
  }

  @Test func aPagerLoadsInItsGraph() async {
    let (pager, page) = graph.run {
      let rows = ObservableList<NewsRow>()
      let pager = Pager(into: rows, from: 0) { [graph] cursor in
        await Task.yield()
        #expect(Graph.current === graph)
        return Page([NewsRow(id: cursor)], next: cursor + 1)
      }
      return (pager, PageState())
    }
    let token = pager.show(on: page)
    #expect(token.node?.graph === graph)
    _ = await pager.refresh()
    _ = await pager.loadMore()
    pager.didReach(1)
    pager.cancel()
    #expect(!page.isLoading)
    expectNothingHere()
  }

  @Test func toastsAndQuestionsCallBackInTheGraph() throws {
    let clock = HandClock()
    let prompts = graph.run { Prompts() }
    prompts.environment[ClockKey.self] = clock
    var seen: [Bool] = []
    let note = { seen.append(Graph.current === graph) }
    prompts.toast("Saved", action: "Undo") { note() }
    try prompts.tap()
    prompts.toast("Saved")
    clock.advance(by: .seconds(60))
    #expect(prompts.toasts.isEmpty)
    prompts.ask(Question("Sure?", actions: [.normal("Yes", 1)])) { _ in note() }
    try prompts.choose(0)
    prompts.ask(Question("Sure?", actions: [.normal("Yes", 1)])) { _ in note() }
    prompts.hideAll()
    #expect(seen == [true, true, true])
    expectNothingHere()
  }

  @Test func aNavigatorMakesItsScreensInItsGraph() async throws {
    var router = Router()
    router.add("/page/{name}") { NamedPage(try $0.value("name")) }
    let navigator = graph.run { Navigator(root: NamedPage("home"), router: router) }
    navigator.show()
    try navigator.open("/page/a")
    #expect((navigator.visible as? NamedPage)?.$title.node.graph === graph)
    let picker = graph.run { LetterPicker() }
    async let letter = navigator.present(asking: picker)
    while navigator.visible !== picker { await Task.yield() }
    picker.pick("x")
    #expect(try await letter == "x")
    #expect(navigator.path == "home ▸ a")
    navigator.back()
    navigator.end()
    expectNothingHere()
  }
}
