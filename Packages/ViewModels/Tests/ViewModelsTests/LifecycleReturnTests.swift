import Bindings
import Testing

@testable import ViewModels

@ViewModel
private final class Step: LifecycleViewModel {
  @Ignored var onLoad: (@MainActor () -> Void)?
  @Ignored var onUnload: (@MainActor () -> Void)?
  override func startLoading() {
    onLoad?()
    finishLoading()
  }
  override func startUnloading() {
    onUnload?()
    finishUnloading()
  }
}

/// A parent that counts its steps; whoever wants to finishes them.
@ViewModel
private final class SlowParent: LifecycleViewModel {
  @Ignored var steps: [String] = []
  override func startLoading() { steps.append("load") }
  override func startUnloading() { steps.append("unload") }
}

/// What a child does in the middle of a load or unload counts for the children behind it.
@MainActor
@Suite(.ownGraph) struct LifecycleReturnTests {
  @Test func whoIsLeftWhileItsChildrenLoadLoadsNoMoreOfThem() {
    let (parent, first, second) = (Step(), Step(), Step())
    parent.addChild(first)
    parent.addChild(second)
    parent.setUp()
    first.onLoad = { parent.finishLoading() }
    let token = parent.$state.observe { if $0 == .loaded { parent.unload() } }
    parent.load()
    #expect(parent.state == .setUp && first.state == .setUp)
    #expect(second.state == .setUp)
    token.cancel()
  }

  @Test func whoComesBackWhileItsChildrenUnloadUnloadsNoMoreOfThem() {
    let (parent, first, second) = (Step(), Step(), Step())
    parent.addChild(first)
    parent.addChild(second)
    parent.screenDidLoad()
    parent.screenWillAppear()
    first.onUnload = {
      first.onUnload = nil
      parent.finishUnloading()
    }
    let token = parent.$state.observe { if $0 == .setUp { parent.screenWillAppear() } }
    parent.screenWillDisappear()
    print(
      "F1b parent \(parent.state) \(parent.isActive) first \(first.state) second \(second.state) active \(second.isActive)"
    )
    #expect(parent.state == .loaded && first.state == .loaded)
    #expect(second.state == .loaded)
    token.cancel()
  }

  // The parent began to load twice, with two requests.
  @Test func aStepThatAChildHasFinishedAndAskedForAgainBeginsOnce() {
    let (parent, child) = (SlowParent(), Step())
    parent.addChild(child)
    parent.setUp()
    child.onLoad = {
      child.onLoad = nil
      parent.finishLoading()
      parent.unload()
      parent.finishUnloading()
      parent.load()
    }
    parent.load()
    #expect(parent.state == .loading && parent.steps == ["unload", "load"])
    parent.finishLoading()
    parent.steps = []
    child.onUnload = {
      child.onUnload = nil
      parent.finishUnloading()
      parent.load()
      parent.finishLoading()
      parent.unload()
    }
    parent.unload()
    #expect(parent.state == .unloading && parent.steps == ["load", "unload"])
  }

  @Test func aScreenThatIsCoveredWhileTheNavigatorLoadsIsNotLoaded() throws {
    let (root, session, detail, login) = (Step(), Step(), Step(), Step())
    let navigator = Navigator(root: root)
    navigator.addChild(session)
    try navigator.push(detail)
    session.onLoad = { try? navigator.present(login) }
    navigator.screenDidLoad()
    navigator.screenWillAppear()
    #expect(navigator.visible === login && login.state == .loaded)
    #expect(detail.state == .setUp)
  }

  @Test func aSegmentThatIsLeftWhileTheOthersLoadIsNotLoaded() throws {
    let segments = SegmentedViewModel()
    let (one, two) = (Step(), Step())
    segments.addChild(one)
    segments.addChild(two)
    one.onLoad = {
      one.onLoad = nil
      try? segments.select(1)
    }
    segments.screenDidLoad()
    segments.screenWillAppear()
    #expect(one.state == .setUp && two.state == .loaded)
  }

  @Test func nothingIsRenderedAfterTheEnd() {
    let step = Step()
    step.end()
    step.screenDidRender()
    #expect(step.renderCount == 0)
  }
}
