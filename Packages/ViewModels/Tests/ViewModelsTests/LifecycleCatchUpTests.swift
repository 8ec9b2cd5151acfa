import Bindings
import Testing
import ViewModels

/// What a child becomes when it comes to a parent, and what stays ended.
@MainActor
@Suite(.ownGraph) struct LifecycleCatchUpTests {
  private let parent = LifecycleViewModel()
  private let child = LifecycleViewModel()

  @Test func aChildDoesNotLoadBeforeItsParent() {
    child.setUp()
    parent.load()
    parent.addChild(child)
    #expect(parent.state == .initialized && child.state == .setUp)
    parent.setUp()
    #expect(parent.state == .loaded && child.state == .loaded)
  }

  @Test func aChildWaitsForAParentThatUnloadsFirst() {
    final class Slow: LifecycleViewModel {
      override func startUnloading() {}
    }
    let parent = Slow()
    parent.setUp()
    parent.load()
    parent.unload()
    parent.load()
    parent.addChild(child)
    #expect(parent.state == .unloading && child.state == .setUp)
    parent.finishUnloading()
    #expect(parent.state == .loaded && child.state == .loaded)
  }

  @Test func aChildLosesItsScreenWithAParentThatHasNone() {
    let other = LifecycleViewModel()
    parent.addChild(child)
    parent.screenDidLoad()
    parent.screenWillAppear()
    #expect(child.isScreenLoaded && child.isActive)
    other.addChild(child)
    #expect(!child.isScreenLoaded && !child.isActive && child.state == .setUp)
  }

  @Test func aChildWhoseHookMovesItFollowsTheNewParent() {
    final class Mover: LifecycleViewModel {
      weak var goal: LifecycleViewModel?
      override func startSetUp() { goal?.addChild(self) }
    }
    let (mover, idle) = (Mover(), LifecycleViewModel())
    mover.goal = parent
    parent.screenDidLoad()
    parent.screenWillAppear()
    idle.setUp()
    idle.addChild(mover)
    #expect(mover.parent === parent)
    #expect(mover.isActive && mover.isScreenLoaded && mover.state == .loaded)
  }

  @Test func anEndedChildDoesNotBecomeActiveAgain() {
    parent.addChild(child)
    parent.screenDidLoad()
    child.end()
    parent.screenWillAppear()
    #expect(parent.isActive && !child.isActive && child.state == .setUp)
  }

  @Test func aChildThatAnObserverTakesElsewhereFollowsItsNewParent() {
    let other = LifecycleViewModel()
    parent.screenDidLoad()
    let token = parent.$children.observe { [child] in if !$0.isEmpty { other.addChild(child) } }
    parent.addChild(child)
    #expect(child.parent === other && child.state == .initialized && !child.isScreenLoaded)
    withExtendedLifetime(token) {}
  }

  /// An observer takes back what the view has just reported.
  @Test func whatAnObserverTakesBackDoesNotReachTheChildren() {
    parent.addChild(child)
    let (parent, child) = (parent, child)
    var isContrary = true
    let loading = parent.$isScreenLoaded.observe {
      guard isContrary, $0 else { return }
      parent.screenDidUnload()
    }
    parent.screenDidLoad()
    #expect(!parent.isScreenLoaded && !child.isScreenLoaded)
    let appearing = parent.$isActive.observe { if isContrary, $0 { parent.screenWillDisappear() } }
    parent.screenWillAppear()
    #expect(!parent.isActive && !child.isActive && parent.state == .setUp && child.state == .setUp)
    isContrary = false
    parent.screenDidLoad()
    parent.screenWillAppear()
    isContrary = true
    let unloading = parent.$isScreenLoaded.observe {
      if !$0 { isContrary = false; parent.screenDidLoad() }
    }
    parent.screenDidUnload()
    #expect(parent.isScreenLoaded && child.isScreenLoaded)
    withExtendedLifetime((loading, appearing, unloading)) {}
  }

  @Test func anEndedSegmentDoesNotBecomeActive() throws {
    let segments = SegmentedViewModel()
    segments.addChild(parent)
    segments.addChild(child)
    segments.screenDidLoad()
    segments.screenWillAppear()
    child.end()
    try segments.select(1)
    #expect(!child.isActive && !parent.isActive)
  }

  @Test func oneThatAHookShowsWhileItEndsIsNotShown() {
    final class Stubborn: LifecycleViewModel {
      override func startUnloading() {
        finishUnloading()
        screenDidLoad()
        screenWillAppear()
      }
    }
    let model = Stubborn()
    model.addChild(child)
    model.screenDidLoad()
    model.screenWillAppear()
    model.end()
    #expect(model.isEnded && !model.isActive && !model.isScreenLoaded)
    #expect(child.isEnded && !child.isActive && !child.isScreenLoaded)
  }

  /// A screen whose hooks do what a test says.
  private final class Hooked: LifecycleViewModel {
    var onLoad: (() -> Void)?
    var onUnload: (() -> Void)?
    override func startLoading() {
      onLoad?()
      finishLoading()
    }
    override func startUnloading() {
      onUnload?()
      finishUnloading()
    }
  }

  enum Hook: CaseIterable { case third, back, otherEnds, childEnds, contains }

  /// The former parent shows another child in the middle, whose hook does something.
  @Test(arguments: Hook.allCases)
  func aChildHasOneParentWhateverAHookDoes(_ hook: Hook) {
    let (segments, next) = (SegmentedViewModel(), Hooked())
    let (other, third, child) = (LifecycleViewModel(), LifecycleViewModel(), child)
    segments.addChild(child)
    segments.addChild(next)
    segments.screenDidLoad()
    segments.screenWillAppear()
    var isFirst = true
    next.onLoad = {
      guard isFirst else { return }
      isFirst = false
      switch hook {
      case .third: third.addChild(child)
      case .back: segments.addChild(child)
      case .otherEnds: other.end()
      case .childEnds: child.removeFromParent()
      case .contains: third.addChild(other)
      }
    }
    other.addChild(child)
    #expect(!isFirst)
    for parent in [segments, other, third] {
      #expect(parent.children.contains { $0 === child } == (child.parent === parent))
    }
    #expect(child.isEnded == (hook == .otherEnds || hook == .childEnds))
    #expect(!child.isEnded || child.parent == nil)
  }

  @Test func whoIsRemovedIsNobodysChildWhateverAHookDoes() {
    let (segments, next, other) = (SegmentedViewModel(), Hooked(), LifecycleViewModel())
    let (first, leaving) = (Hooked(), Hooked())
    segments.addChild(first)
    segments.addChild(next)
    segments.screenDidLoad()
    segments.screenWillAppear()
    next.onLoad = { if first.parent == nil { other.addChild(first) } }
    first.removeFromParent()
    #expect(first.isEnded && first.parent == nil && other.children.isEmpty)
    other.addChild(leaving)
    other.screenDidLoad()
    other.screenWillAppear()
    let third = LifecycleViewModel()
    leaving.onUnload = { third.addChild(leaving) }
    other.removeChild(leaving)
    #expect(leaving.isEnded && leaving.parent == nil && third.children.isEmpty)
  }
}
