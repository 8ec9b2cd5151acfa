import Bindings
import Testing
import ViewModels

/// A page whose hooks a test writes.
@ViewModel
private final class MovingPage: LifecycleViewModel {
  @Ignored var onLoading: @MainActor () -> Void = {}
  @Ignored var onUnloading: @MainActor () -> Void = {}

  override func startLoading() {
    onLoading()
    finishLoading()
  }
  override func startUnloading() {
    onUnloading()
    finishUnloading()
  }

  func show() {
    screenDidLoad()
    screenWillAppear()
  }
}

/// A child that goes from one parent to another while hooks and observers do the same, or end somebody.
@MainActor
@Suite(.ownGraph) struct ChildMoveTests {
  private let child = MovingPage()
  private let next = MovingPage()
  private let other = LifecycleViewModel()
  private let third = LifecycleViewModel()

  // Former parents that show `next` as soon as `child` has left them.

  private func segments() -> SegmentedViewModel {
    let segments = SegmentedViewModel()
    segments.addChild(child)
    segments.addChild(next)
    segments.screenDidLoad()
    segments.screenWillAppear()
    return segments
  }

  private func navigator() throws -> Navigator {
    let navigator = Navigator(root: next)
    navigator.screenDidLoad()
    navigator.screenWillAppear()
    try navigator.push(child)
    return navigator
  }

  /// Whether `child` is a child of its parent alone.
  private func hasOneParent(_ all: LifecycleViewModel...) -> Bool {
    all.allSatisfy { parent in
      parent.children.filter { $0 === child }.count == (child.parent === parent ? 1 : 0)
    }
  }

  // MARK: Hooks of the former parent

  @Test func aHookOfTheFormerParentMayMoveTheChildOn() {
    let former = segments()
    next.onLoading = { [third, child] in third.addChild(child) }
    other.addChild(child)
    #expect(child.parent === third && hasOneParent(former, other, third))
    child.removeFromParent()
    #expect(third.children.isEmpty && child.isEnded)
  }

  @Test func aHookOfTheFormerParentMayTakeTheChildBack() throws {
    let former = segments()
    next.onLoading = { [next, child] in
      next.onLoading = {}
      former.addChild(child)
    }
    other.addChild(child)
    #expect(child.parent === former && hasOneParent(former, other))
    try former.select(1)
    #expect(former.selectedChild === child && child.isActive)
  }

  @Test func aHookOfTheFormerParentMayEndTheNewOne() {
    let former = segments()
    next.onLoading = { [other] in other.end() }
    other.addChild(child)
    #expect(other.isEnded && other.children.isEmpty && child.isEnded && child.parent == nil)
    #expect(former.selectedChild === next)
  }

  @Test func aHookOfTheFormerParentMayRemoveTheChild() {
    let former = segments()
    next.onLoading = { [child] in child.removeFromParent() }
    other.addChild(child)
    #expect(child.isEnded && child.parent == nil && hasOneParent(former, other))
  }

  @Test func aHookOfTheFormerParentMayMoveTheNewOne() {
    let former = segments()
    next.onLoading = { [third, other] in third.addChild(other) }
    other.addChild(child)
    #expect(child.parent === other && other.parent === third && hasOneParent(former, other))
  }

  @Test func aHookOfAFormerNavigatorMayMoveTheChildOn() throws {
    let former = try navigator()
    next.onLoading = { [third, child] in third.addChild(child) }
    other.addChild(child)
    #expect(child.parent === third && hasOneParent(former, other, third))
    #expect(former.visible === next)
  }

  @Test func aHookOfAFormerNavigatorFindsTheChildAtItsNewParent() throws {
    let former = try navigator()
    next.onLoading = { [child] in if child.parent == nil { try? former.push(child) } }
    other.addChild(child)
    #expect(child.parent === other && hasOneParent(former, other))
    #expect(former.visible === next)
  }

  @Test(arguments: [false, true])
  func oneThatAHookAdoptsWhileItIsRemovedLeavesThatTreeToo(isPushed: Bool) throws {
    let former: LifecycleViewModel = try isPushed ? navigator() : segments()
    next.onLoading = { [other, child] in if child.parent == nil { other.addChild(child) } }
    child.removeFromParent()
    #expect(child.isEnded && child.parent == nil && hasOneParent(former, other))
  }

  @Test func anAncestorThatAHookMakesAPartIsNamed() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let (first, second, other) = (MovingPage(), MovingPage(), LifecycleViewModel())
        let former = SegmentedViewModel()
        former.addChild(first)
        former.addChild(second)
        former.screenDidLoad()
        former.screenWillAppear()
        second.onLoading = { first.addChild(other) }
        other.addChild(first)
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("LifecycleViewModel contains MovingPage already"))
  }

  // MARK: Hooks of one that ends

  @Test func oneThatAdoptsItselfElsewhereWhileItEndsLeavesThatTreeToo() throws {
    let parent = LifecycleViewModel()
    let part = MovingPage()
    parent.addChild(part)
    parent.screenDidLoad()
    parent.screenWillAppear()
    part.onUnloading = { [other] in other.addChild(part) }
    parent.removeChild(part)
    #expect(part.isEnded && part.parent == nil)
    #expect(other.children.isEmpty && parent.children.isEmpty)
    let former = try navigator()
    child.onUnloading = { [other, child] in other.addChild(child) }
    former.pop()
    #expect(child.isEnded && child.parent == nil && hasOneParent(former, other))
  }

  // Each was then looked for above the other, without end.
  @Test func oneThatAdoptsItsFormerParentWhileItEndsHasNothingAboveIt() {
    third.addChild(child)
    third.navigation = other
    third.screenDidLoad()
    third.screenWillAppear()
    var seen: [LifecycleViewModel?] = []
    child.onUnloading = { [third, child] in
      seen.append(child.navigation)
      child.addChild(third)
      seen += [child.navigation, third.navigation]
      third.load()
    }
    third.removeChild(child)
    #expect(seen.map { $0 === other } == [true, false, true])
    #expect(child.isEnded && third.isEnded && child.children.isEmpty && third.parent == nil)
  }

  @Test func oneThatLeavesWhileItsParentUnloadsToEndLivesOn() {
    third.addChild(child)
    third.screenDidLoad()
    third.screenWillAppear()
    child.onUnloading = { [other, child] in other.addChild(child) }
    third.end()
    #expect(third.isEnded && !child.isEnded && child.parent === other)
    #expect(hasOneParent(third, other))
    child.onUnloading = {}
  }

  // MARK: Observers

  @Test func aChildThatAnObserverMovesOnBecomesNothingOfTheFirstParent() {
    let shown = MovingPage()
    shown.show()
    let token = shown.$children.observe { [other, child] children in
      if children.contains(where: { $0 === child }) { other.addChild(child) }
    }
    shown.addChild(child)
    #expect(child.parent === other && !child.isScreenLoaded && child.state == .initialized)
    token.cancel()
  }

  @Test func aScreenThatAnObserverTakesBackIsNobodys() {
    other.addChild(child)
    let token = other.$isScreenLoaded.observe { [other] in if $0 { other.screenDidUnload() } }
    other.screenDidLoad()
    #expect(!other.isScreenLoaded && !child.isScreenLoaded)
    token.cancel()
  }

  @Test func aScreenThatAnObserverBringsBackIsTheChildrensToo() {
    other.addChild(child)
    other.screenDidLoad()
    var isFirst = true
    let token = other.$isScreenLoaded.observe { [other] isLoaded in
      guard !isLoaded, isFirst else { return }
      isFirst = false
      other.screenDidLoad()
    }
    other.screenDidUnload()
    #expect(other.isScreenLoaded && child.isScreenLoaded)
    token.cancel()
  }

  @Test func aScreenThatAnObserverCoversAtOnceIsNotLoaded() {
    other.addChild(child)
    other.screenDidLoad()
    let token = other.$isActive.observe { [other] in if $0 { other.screenWillDisappear() } }
    other.screenWillAppear()
    #expect(!other.isActive && other.state == .setUp && child.state == .setUp)
    token.cancel()
  }

  @Test func aScreenThatAnObserverShowsAgainStaysLoaded() {
    other.addChild(child)
    other.screenDidLoad()
    other.screenWillAppear()
    let token = other.$isActive.observe { [other] in if !$0 { other.screenWillAppear() } }
    other.screenWillDisappear()
    #expect(other.isActive && other.state == .loaded && child.isActive && child.state == .loaded)
    token.cancel()
  }
}
