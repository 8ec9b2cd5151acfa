import Testing
import ViewModels

@testable import REPLKit

@MainActor
@Suite(.ownGraph) struct ScreenWordsTests {
  private func said(_ lines: String...) async -> [String] {
    var catalog = Catalog()
    catalog.add(SegmentedViewModel.self)
    catalog.add(ListViewModel.self)
    var text: [String] = []
    let session = Session(catalog: catalog) { text.append(TextRenderer(style: .plain).text($0)) }
    for word in session.screenWords { session.add(word) }
    await session.run(SourceText("let list = ListViewModel()"))
    text = []
    for line in lines { await session.run(SourceText(line)) }
    await session.close()
    return text
  }

  @Test func whatIsShownIsActiveAndLoadsAndWhatIsHiddenIsNot() async {
    let lines = await said(
      ":show list", "list.isActive", "list.state", "list.renderCount", ":hide list",
      "list.isActive", "list.state", ":show list", "list.renderCount")
    #expect(
      lines == [
        "list is shown", "true", ".loaded", "1", "list is hidden", "false", ".setUp",
        "list is shown", "2",
      ])
  }

  @Test func aConditionOnAPageThatWasNeverShownSaysSo() async {
    let warning = "list was never shown, so nothing has loaded it; :show list does"
    for line in ["expect list.isActive", "wait until list.isActive within 1ms"] {
      let lines = await said(line)
      #expect(lines.first == warning && lines.count == 2, "\(lines)")
    }
    #expect(await said("expect !list.isActive").isEmpty)
    let shown = await said(
      ":show list", "expect list.count == 1", ":hide list", "expect list.isActive")
    #expect(!shown.contains(warning), "\(shown)")
  }

  @Test func aReplayShowsItsOwnScreens() async {
    let lines = await said(
      ":record", "let list = ListViewModel()", ":show list", ":replay", "list.renderCount")
    #expect(lines.suffix(2) == ["replayed 2 statements; the results were the same", "1"])
  }

  @Test func pointsInTimeAreToldAsDates() async throws {
    let lines = await said(":show list", "list.loadDate")
    let date = try #require(lines.last).replacing(/\d/, with: "0")
    #expect(date == "0000-00-00T00:00:00Z")
  }

  @Test(arguments: [SessionClock.Mode.real, .manual])
  func whatComesAfterShowFindsTheScreenLoaded(mode: SessionClock.Mode) async throws {
    let clock = SessionClock(mode)
    var catalog = Catalog()
    catalog.add(SlowScreen.self) { SlowScreen(clock: clock) }
    var text: [String] = []
    let session = Session(catalog: catalog, clock: clock) {
      text.append(TextRenderer(style: .plain).text($0))
    }
    for word in session.screenWords { session.add(word) }
    await session.run(SourceText("let screen = SlowScreen()"))
    // Made in the graph of the session, which tells it of changes.
    let screen = try #require(session.scope["screen"]?.viewModel as? SlowScreen)
    text = []
    await session.run(SourceText(":show screen\nscreen.state\n:hide screen"))
    screen.isStuck = true
    await session.run(SourceText(":show screen &\nscreen.state"))
    #expect(
      text == ["screen is shown", ".loaded", "screen is hidden", "screen is shown", ".loading"])
    screen.finishLoading()
    await session.close()
  }

  @Test func anInterruptedShowLetsTheLoadingGoOn() async {
    let clock = SessionClock(.manual)
    let screen = SlowScreen(clock: clock)
    screen.isStuck = true
    var catalog = Catalog()
    catalog.add(SlowScreen.self) { screen }
    var text: [String] = []
    let session = Session(catalog: catalog, clock: clock) {
      text.append(TextRenderer(style: .plain).text($0))
    }
    for word in session.screenWords { session.add(word) }
    await session.run(SourceText("let screen = SlowScreen()"))
    let running = Task { await session.run(SourceText(":show screen")) }
    while !session.cancelRunning() { await Task.yield() }
    #expect(await running.value == .ok)
    #expect(screen.state == .loading && screen.isActive)
    text = []
    await session.run(SourceText(":export md"))
    #expect(text.joined(separator: "\n").contains("❯ :show screen &\nscreen is shown\n"), "\(text)")
    screen.finishLoading()
    await session.close()
  }

  @Test func whatHasNoLifeCycleIsToldSo() async {
    let lines = await said(
      ":show", ":show lost", ":hide list.count", ":show list.page", ":show list; 40 + 2")
    #expect(lines.count == 6)
    #expect(lines[0].contains("say which screen: :show list"))
    #expect(lines[1].contains("there is no 'lost'") && !lines[1].contains("Diagnostic("))
    #expect(lines[2].contains("list.count has no life cycle"))
    #expect(lines[3].contains("list.page has no life cycle"))
    #expect(lines.suffix(2) == ["list is shown", "42"])
  }
}

/// A screen that waits on its clock to load.
@MainActor
@ViewModel
final class SlowScreen: LifecycleViewModel {
  @Ignored private let clock: SessionClock
  /// Whether loading does not come to an end by itself.
  @Ignored var isStuck = false

  init(clock: SessionClock) {
    self.clock = clock
    super.init()
  }

  override func startLoading() {
    guard !isStuck else { return }
    task {
      try? await self.clock.sleep(for: .milliseconds(1))
      self.finishLoading()
    }
  }
}
