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

  /// A view-model whose loading and unloading last until they are finished.
  private final class Slow: SegmentedViewModel {
    @Ignored var isSlow = true
    override func startLoading() { if !isSlow { finishLoading() } }
    override func startUnloading() { if !isSlow { finishUnloading() } }
  }

  private final class SlowNavigator: Navigator {
    override func startLoading() {}
  }

  @Test func whatComesWhileALoadIsNotWishedIsLoadedWhenTheWishComesBack() throws {
    final class SlowParent: LifecycleViewModel {
      override func startLoading() {}
    }
    let (segments, other, page) = (Slow(), LifecycleViewModel(), LifecycleViewModel())
    segments.addChild(LifecycleViewModel())
    segments.addChild(other)
    let (parent, navigator) = (SlowParent(), SlowNavigator(root: LifecycleViewModel()))
    func show(_ model: LifecycleViewModel, _ come: () throws -> Void) rethrows {
      model.screenDidLoad()
      model.screenWillAppear()
      model.screenWillDisappear()
      try come()
      model.screenWillAppear()
      model.finishLoading()
      #expect(model.state == .loaded)
    }
    show(parent) { parent.addChild(child) }
    try show(segments) { try segments.select(1) }
    try show(navigator) { try navigator.push(page) }
    #expect(child.state == .loaded && child.isActive)
    #expect(other.state == .loaded && other.isActive)
    #expect(page.state == .loaded && page.isActive)
  }

  @Test func whatComesWhenALoadThatIsNotWishedEndsIsLoadedWhenTheWishComesBack() {
    let parent = Slow()
    parent.screenDidLoad()
    parent.screenWillAppear()
    parent.screenWillDisappear()
    let token = parent.$state.observe { [child] in
      guard $0 == .loaded, child.parent == nil else { return }
      parent.addChild(child)
      parent.screenWillAppear()
    }
    parent.finishLoading()
    #expect(parent.state == .loaded && child.state == .loaded && child.isActive)
    token.cancel()
  }

  /// Trees that change at any moment of their lives; what is seen is as far as its parent.
  @Test func childrenThatComeAtAnyMomentAreWhatTheirParentIs() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var numbers = SeededNumbers(state: seed)
    func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &numbers) }
    for round in 0..<500 {
      let root = Slow()
      var all: [LifecycleViewModel] = [root]
      var steps: [String] = []
      func step() {
        let one = all[below(all.count)]
        switch below(9) {
        case 0, 1:
          guard all.count < 8 else { return }
          let new = below(2) == 0 ? Slow() : LifecycleViewModel()
          (new as? Slow)?.isSlow = below(2) == 0
          steps.append("\(all.count) comes")
          all.append(new)
          one.addChild(new)
        case 2:
          let goal = all[below(all.count)]
          if one !== root, goal !== one, !goal.hasAncestor(one) {
            steps.append("\(all.firstIndex { $0 === one } ?? 0) moves")
            goal.addChild(one)
          }
        case 3:
          steps.append("loads")
          root.screenDidLoad()
        case 4:
          steps.append("appears")
          root.screenWillAppear()
        case 5:
          steps.append("disappears")
          root.screenWillDisappear()
        case 6:
          guard let segments = one as? Slow, !segments.children.isEmpty else { return }
          steps.append("selects")
          try? segments.select(below(segments.children.count))
        default:
          steps.append("\(all.firstIndex { $0 === one } ?? 0) finishes")
          one.finishLoading()
          one.finishUnloading()
        }
      }
      for _ in 0..<40 {
        if below(5) == 0 { batch { for _ in 0..<3 { step() } } } else { step() }
        for parent in all {
          for child in parent.children {
            let isSeen = (parent as? SegmentedViewModel).map { $0.selectedChild === child } ?? true
            let loads = parent.state == .loading || parent.state == .loaded
            // A child that has yet to unload loads after that.
            let isRight =
              child.isActive == (isSeen && parent.isActive)
              && child.isScreenLoaded == parent.isScreenLoaded
              && (isSeen && loads ? child.state != .setUp : child.state != .loaded)
              && (parent.state == .initialized || child.state != .initialized)
            guard isRight else {
              Issue.record(
                "seed \(seed), round \(round): \(parent.state) has \(child.state): \(steps)")
              return
            }
          }
        }
      }
      root.end()
    }
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

extension LifecycleViewModel {
  fileprivate func hasAncestor(_ other: LifecycleViewModel) -> Bool {
    parent === other || parent?.hasAncestor(other) == true
  }
}
