import Bindings
import Testing
import ViewModels

/// Changes that a computed asks for: refused as a whole, and reported.
@MainActor
@Suite(.ownGraph) struct ChangeInComputedTests {
  /// Asks for a change inside a computed.
  @discardableResult
  private func refuse<Value>(
    _ body: @escaping @MainActor () -> Value, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Value {
    var codes: Set<GraphIssue.Code> = []
    let handler = Graph.current.onIssue
    Graph.current.onIssue = { codes.insert($0.code) }
    var result: Value?
    let computed = Computed {
      result = body()
      return 0
    }
    _ = computed.value
    Graph.current.onIssue = handler
    #expect(codes == [.writeInComputed], sourceLocation: sourceLocation)
    guard let result else { fatalError("the computed did not run") }
    return result
  }

  @Test(arguments: [false, true])
  func aPageIsNotToldHowToReload(allowsPulling: Bool) async throws {
    let page = PageState()
    var pulled: [Int] = []
    page.onPull { pulled.append(1) }
    page.allowsPulling = allowsPulling
    refuse { page.onPull { pulled.append(2) } }
    #expect(page.allowsPulling == allowsPulling)
    try await page.pull()
    #expect(pulled == [1])
  }

  @Test func aPageLoadsNothing() async {
    let page = PageState()
    let refused = refuse {
      Task.immediate {
        try await page.load {
          Issue.record("it loads")
          return true
        }
      }
    }
    await #expect(throws: CancellationError.self) { try await refused.value }
    #expect(!page.isLoading && !page.needsRetry)
  }

  @Test func aChildIsNotAdded() {
    let (parent, child) = (LifecycleViewModel(), LifecycleViewModel())
    refuse { parent.addChild(child) }
    #expect(child.parent == nil && parent.children.isEmpty)
    parent.addChild(child)
    #expect(child.parent === parent && parent.children.count == 1)
    refuse { parent.removeChild(child) }
    #expect(child.parent === parent && parent.children.count == 1 && !child.isEnded)
  }

  @Test func aLifeGoesOn() {
    let model = LifecycleViewModel()
    refuse { model.screenDidLoad() }
    #expect(model.state == .initialized && !model.isScreenLoaded)
    model.screenDidLoad()
    refuse { model.load() }
    #expect(model.state == .setUp)
    let (source, kept) = (Property(0), Property(0))
    model.keep(source.observe { kept.value = $0 })
    refuse { model.end() }
    source.value = 1
    #expect(!model.isEnded && kept.value == 1)
    model.load()
    #expect(model.state == .loaded)
    model.end()
    source.value = 2
    #expect(model.isEnded && kept.value == 1)
  }

  @Test func aNavigatorStaysWhereItIs() throws {
    let (navigator, page) = (Navigator(root: NamedPage("root")), NamedPage("a"))
    refuse { try? navigator.push(page) }
    #expect(navigator.stack.count == 1 && page.parent == nil && navigator.children.count == 1)
    try navigator.push(page)
    #expect(navigator.titles == ["root", "a"] && navigator.children.count == 2)
    refuse { navigator.pop() }
    #expect(navigator.titles == ["root", "a"] && !page.isEnded)
    navigator.end()
    #expect(page.isEnded)
  }

  @Test func aSegmentStaysSelected() throws {
    let segments = SegmentedViewModel()
    for _ in 0..<2 { segments.addChild(LifecycleViewModel()) }
    refuse { try? segments.select(1) }
    segments.screenDidLoad()
    segments.screenWillAppear()
    #expect(segments.selectedIndex == 0 && segments.children.map(\.isActive) == [true, false])
  }

  @Test func aQuestionIsAnsweredWithNothing() {
    let prompts = Prompts()
    var answers: [Int?] = []
    let question = Question<Int>("q", actions: [.normal("a", 1)])
    let id = refuse { prompts.ask(question) { answers.append($0) } }
    #expect(id == nil && answers == [nil] && prompts.stack.isEmpty)
    prompts.end()
    #expect(answers == [nil])
  }

  @Test func aPromptStaysOpen() throws {
    let prompts = Prompts()
    var answers: [Int?] = []
    prompts.ask(Question<Int>("q", actions: [.normal("a", 1)])) { answers.append($0) }
    refuse { try? prompts.choose(0) }
    refuse { prompts.hideAll() }
    #expect(answers.isEmpty && prompts.stack.count == 1)
    try prompts.choose(0)
    #expect(answers == [1] && prompts.stack.isEmpty)
  }

  @Test func aToastIsNotShownNorTapped() throws {
    let prompts = Prompts()
    var taps = 0
    let shown = refuse { prompts.toast("x", duration: .untilTapped, action: "undo") { taps += 1 } }
    #expect(shown == nil && prompts.toasts.isEmpty)
    prompts.toast("x", duration: .untilTapped, action: "undo") { taps += 1 }
    refuse { try? prompts.tap() }
    refuse { try? prompts.dismissToast() }
    #expect(taps == 0 && prompts.toasts.count == 1)
    try prompts.tap()
    #expect(taps == 1 && prompts.toasts.isEmpty)
  }

  @Test func aSelectionStaysWithoutAnEvent() throws {
    let list = ListViewModel()
    let rows = cells("a", "b")
    try list.append(rows)
    try list.select(rows[0])
    var events = 0
    list.keep(list.events.observe { _ in events += 1 })
    refuse { try? list.select(rows[1]) }
    refuse { try? list.deselect(rows[0]) }
    #expect(list.selectedCells.map(\.id) == [rows[0].id] && events == 0)
  }

  @Test func aPhaseStaysWithoutAnEvent() {
    let app = AppState()
    var events: [AppState.Event] = []
    let token = app.events.observe { events.append($0) }
    refuse { app.report(.didBecomeActive) }
    refuse { app.report(.didReceiveMemoryWarning) }
    #expect(app.phase == .inactive && app.memoryWarnings == 0 && events.isEmpty)
    withExtendedLifetime(token) {}
  }

  @Test func anImageStaysAsItIs() async {
    let source = HandDrivenImages()
    let image = ImageViewModel("a", loader: ImageLoader(source))
    refuse { image.begin() }
    refuse { Task.immediate { await image.load() } }
    for _ in 0..<20 { await Task.yield() }
    #expect(image.state == .idle && source.asked.isEmpty)
    image.begin()
    refuse { image.cancel() }
    #expect(image.state == .loading)
    await source.wait(for: 1)
    source.answer("a")
    while image.state == .loading { await Task.yield() }
    refuse { image.show("bb") }
    #expect(image.state == .loaded && image.address == "a" && image.bytes != nil)
  }

  @Test func whatHappenedToARowIsNotTold() throws {
    let list = ListViewModel()
    let row = cells("a")[0]
    try list.append(row)
    var events = 0
    list.keep(list.events.observe { _ in events += 1 })
    refuse { try? list.report(.didHighlight, of: row) }
    refuse { try? list.turn(toPage: 1) }
    #expect(events == 0 && list.lastEvent.isEmpty)
  }

  @Test func aRowStaysInItsSection() throws {
    let list = ListViewModel()
    let (here, there) = (SectionViewModel(), SectionViewModel())
    let row = cells("a")[0]
    try list.append(here, cells: [row])
    try list.append(there)
    refuse { try? list.move(row, to: ListPath(section: 1, row: 0)) }
    #expect(row.section === here && row.path == ListPath(section: 0, row: 0))
    try list.move(row, to: ListPath(section: 1, row: 0))
    #expect(row.section === there)
  }

  @Test func aHeaderStays() throws {
    let (old, new) = (SupplementaryViewModel("old"), SupplementaryViewModel("new"))
    let (list, section) = (ListViewModel(), SectionViewModel(header: old))
    try list.append(section)
    refuse { section.header = new }
    #expect(section.header === old && old.list === list && new.list == nil)
  }

  @Test func aPagerIsNotStartedNorStopped() async {
    let news = PagedNews()
    await news.refresh([1], next: 1)
    refuse { news.pager.didReach(1) }
    let asking: [@MainActor () async -> Result<Int, any Error>] = [
      news.pager.refresh, news.pager.loadMore, news.pager.retry,
    ]
    for ask in asking {
      let refused = refuse { Task.immediate { await ask() } }
      #expect(await refused.value.isCancelled)
    }
    for _ in 0..<20 { await Task.yield() }
    #expect(!news.pager.isLoading && news.pages.asked == [0])
    let caller = Task { await news.pager.loadMore() }
    await news.pages.requests(2)
    refuse { news.pager.didReach(1) }
    caller.cancel()
    #expect(await caller.value.isCancelled && !news.pager.isLoading)
    news.pager.didReach(1)
    refuse { news.pager.cancel() }
    #expect(news.pager.older.isLoading)
    await news.pages.requests(3)
    news.pages.answer(2, [2], next: nil)
    await news.settled()
    #expect(news.ids == [1, 2])
  }

  @Test(.timeLimit(.minutes(10))) func whoWaitsInsideAComputedForACommandGoesOn() async throws {
    let slow = SlowWork()
    let command = try #require(SlowWork.schema["work"]?.command(in: slow))
    Graph.current.onIssue = { _ in }
    _ = slow.workCommand.execute()
    var isDone = false
    let computed = Computed {
      Task.immediate {
        await command.settled()
        isDone = true
        #expect(!slow.workCommand.isExecuting)
      }
      return 1
    }
    _ = computed.value
    slow.isOpen = true
    while !isDone, !Task.isCancelled { await Task.yield() }
    #expect(isDone)
  }
}

@ViewModel
private final class SlowWork {
  var isOpen = false
  @Command func work() async { while !isOpen { await Task.yield() } }
}
