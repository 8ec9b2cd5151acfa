import Bindings
import Testing
import ViewModels

/// A page that follows the program.
@MainActor
@ViewModel
private final class Following: LifecycleViewModel {
  @Ignored var heard: [AppState.Event] = []

  override func startSetUp() {
    guard let app = environment[AppStateKey.self] else { return }
    keep(app.events.observe { [weak self] in self?.heard.append($0) })
  }
}

/// The state of the program, and the bus between its modules.
@MainActor
@Suite(.ownGraph) struct AppStateTests {
  @Test(arguments: [
    (AppState.Event.didLaunch, AppState.Phase.inactive), (.didBecomeActive, .active),
    (.willResignActive, .inactive), (.didEnterBackground, .background),
    (.willEnterForeground, .inactive), (.willTerminate, .terminating),
  ])
  func aNoticeIsAStateFirstAndThenAnEvent(event: AppState.Event, phase: AppState.Phase) {
    let app = AppState()
    var seen: [AppState.Phase] = []
    let token = app.events.observe { _ in seen.append(app.phase) }
    app.report(event)
    #expect(seen == [phase] && app.phase == phase)
    token.cancel()
  }

  @Test func anObserverThatReportsRunsOnce() {
    let (app, trigger) = (AppState(), Property(0))
    var runs = 0
    let reporting = observe {
      _ = trigger.value
      runs += 1
      app.report(.didReceiveMemoryWarning)
    }
    #expect(runs == 1 && app.memoryWarnings == 1)
    withExtendedLifetime(reporting) {}
  }

  @Test func aNoticeThatAnswersAnotherComesAfterIt() {
    let app = AppState()
    var heard: [AppState.Event] = []
    let tokens = [
      app.$phase.observe { if $0 == .active { app.report(.willResignActive) } },
      app.events.observe { heard.append($0) },
    ]
    app.report(.didBecomeActive)
    #expect(heard == [.didBecomeActive, .willResignActive] && app.phase == .inactive)
    withExtendedLifetime(tokens) {}
  }

  @Test func aShortageOfMemoryIsCountedAndLeavesThePhase() {
    let app = AppState()
    app.report(.didBecomeActive)
    var heard: [AppState.Event] = []
    let token = app.events.observe { heard.append($0) }
    app.report(.didReceiveMemoryWarning)
    app.report(.didReceiveMemoryWarning)
    #expect(app.phase == .active && app.memoryWarnings == 2 && heard.count == 2)
    token.cancel()
  }

  @Test func pagesFindItAroundThemAndStopAtTheirEnd() {
    let (root, page, app) = (LifecycleViewModel(), Following(), AppState())
    root.environment[AppStateKey.self] = app
    root.addChild(page)
    page.setUp()
    app.report(.didBecomeActive)
    #expect(page.heard == [.didBecomeActive])
    page.end()
    app.report(.willTerminate)
    #expect(page.heard == [.didBecomeActive])
    let alone = Following()
    alone.setUp()
    #expect(alone.environment[AppStateKey.self] == nil && alone.heard.isEmpty)
  }

  @Test func aToolPutsOnlyBackWhatTheProgramSets() {
    #expect(AppState.schema.members.filter(\.isRestorable).map(\.name) == ["isOnline"])
  }

  @Test func itIsDrivenByName() throws {
    let app = AppState()
    let report = try #require(AppState.schema["report"]?.command(in: app))
    try report.execute(AppState.Event.didEnterBackground)
    #expect(app.phase == .background)
  }
}
