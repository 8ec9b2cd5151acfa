import Bindings
import Testing
import ViewModels

/// A batch that leaves a screen as it was sends no event of it.
@MainActor
@Suite(.ownGraph) struct RestoredScreenEventsTests {
  private final class Log {
    var lines: [String] = []
    var tokens: [Subscription] = []

    @MainActor
    func follow(_ screen: LifecycleViewModel, as name: String) {
      tokens += [
        screen.didBecomeActive.observe { [self] _ in lines.append("\(name) active") },
        screen.didBecomeInactive.observe { [self] _ in lines.append("\(name) inactive") },
        screen.didLoadScreen.observe { [self] _ in lines.append("\(name) loaded") },
        screen.didUnloadScreen.observe { [self] _ in lines.append("\(name) unloaded") },
      ]
      lines = []
    }
  }

  private let log = Log()

  @Test func aSegmentThatIsShownAgainInABatchWasNeverAway() throws {
    let segments = SegmentedViewModel()
    let (a, b) = (LifecycleViewModel(), LifecycleViewModel())
    segments.addChild(a)
    segments.addChild(b)
    segments.screenDidLoad()
    segments.screenWillAppear()
    log.follow(a, as: "a")
    log.follow(b, as: "b")
    try batch {
      try segments.select(1)
      try segments.select(0)
    }
    #expect(log.lines == [])
    try segments.select(1)
    #expect(Set(log.lines) == ["a inactive", "b active"] && log.lines.count == 2)
  }

  @Test func aScreenThatIsCoveredAndUncoveredInABatchActivatesNothing() throws {
    let navigator = Navigator(root: LifecycleViewModel())
    navigator.screenDidLoad()
    navigator.screenWillAppear()
    log.follow(try #require(navigator.visible), as: "root")
    try batch {
      try navigator.push(LifecycleViewModel())
      navigator.pop()
    }
    #expect(log.lines == [])
  }

  @Test func aScreenTellsEachChangeOnceAndInPairs() {
    let screen = LifecycleViewModel()
    screen.screenDidLoad()
    screen.screenWillAppear()
    log.follow(screen, as: "it")
    batch {
      screen.screenWillDisappear()
      screen.screenWillAppear()
    }
    batch {
      screen.screenDidUnload()
      screen.screenDidLoad()
    }
    #expect(log.lines.filter { $0.contains("loaded") } == [])
    let active = log.lines.filter { $0.contains("active") }
    #expect(active.isEmpty || active == ["it inactive", "it active"], "\(active)")
  }
}
