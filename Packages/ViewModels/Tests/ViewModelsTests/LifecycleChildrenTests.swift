import Bindings
import Foundation
import Testing
import ViewModels

@ViewModel
private final class Part: LifecycleViewModel {
  /// Whether a load ends only when somebody else says so.
  @Ignored var isSlow = false
  override func startLoading() { if !isSlow { super.startLoading() } }
  @Command func work() async throws { try await Task.sleep(for: .seconds(3600)) }
}

private enum LimitKey: ViewModelEnvironmentKey {
  static var liveValue: Int? { 7 }
}

private enum GreetingKey: ViewModelEnvironmentKey {
  static let liveValue = "live"
}

@MainActor
@Suite(.ownGraph) struct LifecycleChildrenTests {
  private let parent = Part()
  private let child = Part()

  @Test func childrenFollowTheirParentsLife() {
    parent.addChild(child)
    parent.screenDidLoad()
    #expect(child.state == .setUp && child.isScreenLoaded)
    parent.screenWillAppear()
    #expect(child.state == .loaded && child.isActive)
    parent.screenWillDisappear()
    #expect(child.state == .setUp && !child.isActive)
  }

  // V05: the parent begins before its children, and does not wait for them.
  @Test func theParentBeginsToLoadBeforeItsChildrenAndEndsWithoutThem() {
    var states: [String] = []
    parent.addChild(child)
    child.isSlow = true
    let tokens = [(parent, "parent"), (child, "child")].map { part, name in
      part.$state.observe { states.append("\(name) \($0)") }
    }
    states = []
    parent.setUp()
    parent.load()
    #expect(
      states == [
        "parent setUp", "child setUp", "parent loading", "child loading", "parent loaded",
      ])
    child.finishLoading()
    #expect(states.last == "child loaded" && parent.state == .loaded)
    for token in tokens { token.cancel() }
  }

  @Test func aChildAddedAfterLoadingCatchesUp() {
    parent.screenDidLoad()
    parent.screenWillAppear()
    parent.addChild(child)
    #expect(child.isScreenLoaded && child.isActive && child.state == .loaded)
  }

  @Test func removalReachesListParentAndNavigationAndIsObserved() {
    let navigation = Part()
    parent.navigation = navigation
    parent.addChild(child)
    var counts: [Int] = []
    let token = parent.$children.observe { counts.append($0.count) }
    child.removeFromParent()
    #expect(parent.children.isEmpty && child.parent == nil && child.navigation == nil)
    #expect(counts == [1, 0])
    token.cancel()
  }

  @Test func aChildHasOneParentAndMovesWithoutEnding() {
    let other = Part()
    other.screenDidLoad()
    parent.addChild(child)
    other.addChild(child)
    #expect(parent.children.isEmpty && other.children.count == 1)
    #expect(child.parent === other && child.state == .setUp && !child.isEnded)
  }

  @Test func addingTwiceKeepsOne() {
    parent.addChild(child)
    parent.addChild(child)
    #expect(parent.children.count == 1)
    Part().removeChild(child)
    #expect(parent.children.count == 1)
  }

  @Test func navigationReachesAllDescendantsAndIsNotKept() {
    let grandchild = Part()
    parent.addChild(child)
    child.addChild(grandchild)
    do {
      let navigation = Part()
      parent.navigation = navigation
      #expect(grandchild.navigation === navigation)
    }
    #expect(grandchild.navigation == nil)
  }

  @Test func environmentValuesAreInheritedAndOverridden() {
    let grandchild = Part()
    parent.addChild(child)
    child.addChild(grandchild)
    #expect(grandchild.environment[GreetingKey.self] == "live")
    parent.environment[GreetingKey.self] = "parent's"
    child.environment = .init()
    #expect(grandchild.environment[GreetingKey.self] == "parent's")
    var own = LifecycleViewModel.Environment()
    own[GreetingKey.self] = "own"
    grandchild.environment = own
    #expect(grandchild.environment[GreetingKey.self] == "own")
    #expect(child.environment[GreetingKey.self] == "parent's")
  }

  /// Notes where its hooks find themselves.
  private final class Leaver: LifecycleViewModel {
    @Ignored var log: Set<String> = []
    private func note() {
      log.insert("\(environment[GreetingKey.self]) \(navigator == nil ? "nowhere" : "here")")
    }
    override func startUnloading() {
      note()
      finishUnloading()
    }
    override func updateOutput() { note() }
  }

  @Test func theLastHooksFindTheEnvironmentAndTheNavigator() throws {
    var environment = LifecycleViewModel.Environment()
    environment[GreetingKey.self] = "parent's"
    let navigator = Navigator(root: LifecycleViewModel(), environment: environment)
    navigator.screenDidLoad()
    navigator.screenWillAppear()
    let ways: [@MainActor (LifecycleViewModel, Leaver) -> Void] = [
      { page, _ in page.end() }, { $0.removeChild($1) }, { _, _ in navigator.pop() },
      { $1.end() }, { _, leaver in batch { leaver.removeFromParent() } },
      { _, _ in navigator.popCommand.execute() },
    ]
    for (number, end) in ways.enumerated() {
      let (page, leaver) = (LifecycleViewModel(), Leaver())
      page.addChild(leaver)
      try navigator.push(page)
      leaver.log = []
      end(page, leaver)
      #expect(leaver.isEnded && leaver.log == ["parent's here"], "way \(number): \(leaver.log)")
      leaver.removeFromParent()
      #expect(leaver.environment[GreetingKey.self] == "live" && leaver.navigator == nil)
      navigator.popToRoot()
    }
  }

  @Test func whatIsKeptHearsOfTheEndAlsoInABatch() throws {
    let navigator = Navigator(root: LifecycleViewModel())
    navigator.screenDidLoad()
    navigator.screenWillAppear()
    let close = Command<LifecycleViewModel, Void> { $0.end() }
    let ways: [@MainActor (LifecycleViewModel) -> Void] = [
      { $0.end() }, { page in batch { page.end() } }, { $0.removeFromParent() },
      { _ in navigator.pop() }, { _ in navigator.popCommand.execute() }, { close.execute($0) },
    ]
    for (number, end) in ways.enumerated() {
      let page = LifecycleViewModel()
      try navigator.push(page)
      var (kept, told): ([String], [String]) = ([], [])
      let count = Property(0)
      page.keep(page.didBecomeInactive.observe({ _ in kept.append("inactive") }))
      page.keep(page.$state.observe { kept.append($0.rawValue) })
      page.keep(count.observe { kept.append("\($0)") })
      let token = page.didBecomeInactive
        .observe({ _ in told.append("inactive") }, ended: { told.append("ended") })
      kept = []
      end(page)
      count.value = 1
      #expect(page.isEnded && told == ["inactive", "ended"])
      #expect(kept.contains("inactive") && kept.contains("setUp"), "way \(number): \(kept)")
      #expect(!kept.contains("1"), "way \(number): \(kept)")
      token.cancel()
    }
  }

  @Test func anOptionalEnvironmentValueHasItsDefaultUntilItIsSet() {
    #expect(child.environment[LimitKey.self] == 7)
    child.environment[LimitKey.self] = nil
    #expect(child.environment[LimitKey.self] == nil)
  }

  @Test func leavingTheTreeCancelsTasksCommandsAndObservers() async throws {
    parent.screenDidLoad()
    parent.screenWillAppear()
    parent.addChild(child)
    let source = Property(1)
    var seen: [Int] = []
    child.keep(source.observe { seen.append($0) })
    let task = try #require(
      child.task { try? await Task.sleep(for: .seconds(3600)) })
    let run = child.workCommand.execute()
    parent.removeChild(child)
    source.value = 2
    #expect(seen == [1])
    #expect(task.isCancelled)
    guard case .cancelled = await run.result else {
      Issue.record("the command went on")
      return
    }
    #expect(child.isEnded && !child.isActive && child.state == .setUp)
    #expect(child.task {} == nil)
  }

  @Test func tokensThatEndedAreNotKept() {
    let source = Property(0)
    weak var first: Subscription?
    for index in 0..<100 {
      let token = source.observe { _ in }
      if index == 0 { first = token }
      child.keep(token)
      token.cancel()
    }
    #expect(first == nil)
    child.end()
  }

  @Test func endingReachesGrandchildren() {
    let grandchild = Part()
    parent.addChild(child)
    child.addChild(grandchild)
    parent.end()
    #expect(child.isEnded && grandchild.isEnded && parent.children.isEmpty)
    parent.end()
    parent.screenDidLoad()
    parent.screenWillAppear()
    #expect(parent.state == .initialized && !parent.isActive)
  }

  @Test func aTreeThatNobodyHoldsIsReleased() async {
    weak var root: Part?
    weak var leaf: Part?
    do {
      let parent = Part()
      let child = Part()
      parent.addChild(child)
      parent.keep(parent.$isActive.observe { _ in })
      parent.screenDidLoad()
      parent.screenWillAppear()
      _ = child.workCommand.isEnabled
      await parent.task { await Task.yield() }?.value
      root = parent
      leaf = child
    }
    #expect(root == nil && leaf == nil)
  }

  /// Children that come, move and leave at random; arrays say which each parent has.
  @Test func childrenComeAndGoAtRandom() {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("children fuzz: seed \(seed)")
    var numbers = SeededNumbers(state: seed)
    let parents = (0..<3).map { _ in Part() }
    var expected: [[Part]] = [[], [], []]
    var told: [[LifecycleViewModel]] = [[], [], []]
    var kept: [(told: [LifecycleViewModel], expected: [Part])] = []
    let tokens = parents.enumerated().map { index, parent in
      parent.$children.observe { told[index] = $0 }
    }
    for step in 0..<2000 {
      let from = Int.random(in: 0..<3, using: &numbers)
      let part = expected[from].randomElement(using: &numbers)
      switch Int.random(in: 0...4, using: &numbers) {
      case 0, 1:
        let new = Part()
        parents[from].addChild(new)
        expected[from].append(new)
      case 2:
        guard let part else { continue }
        let goal = Int.random(in: 0..<3, using: &numbers)
        parents[goal].addChild(part)
        guard goal != from else { continue }
        expected[from].removeAll { $0 === part }
        expected[goal].append(part)
      case 3:
        let end = Bool.random(using: &numbers) ? expected[from].first : expected[from].last
        end?.removeFromParent()
        expected[from].removeAll { $0 === end }
      default:
        guard let part else { continue }
        parents[from].removeChild(part)
        expected[from].removeAll { $0 === part }
        #expect(part.isEnded && part.parent == nil)
      }
      if step.isMultiple(of: 50) { kept.append((told[from], expected[from])) }
      guard (0..<3).allSatisfy({ same(told[$0], expected[$0]) }) else {
        Issue.record("seed \(seed), step \(step): \(told) is not \(expected)")
        return
      }
    }
    for one in kept { #expect(same(one.told, one.expected), "seed \(seed)") }
    for token in tokens { token.cancel() }
  }

  private func same(_ told: [LifecycleViewModel], _ expected: [Part]) -> Bool {
    told.map { ObjectIdentifier($0) } == expected.map { ObjectIdentifier($0) }
  }
}
