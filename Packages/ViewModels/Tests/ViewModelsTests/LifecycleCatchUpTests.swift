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
}
