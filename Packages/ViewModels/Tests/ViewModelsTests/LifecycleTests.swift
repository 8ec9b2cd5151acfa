import Bindings
import Foundation
import Testing
import ViewModels

/// Records the hooks in their order.
@ViewModel
private final class Recorder: LifecycleViewModel {
  @Ignored var log: [String] = []
  @Ignored var finishesAtOnce = true

  override func startSetUp() { log.append("startSetUp") }
  override func startLoading() {
    log.append("startLoading")
    if finishesAtOnce { finishLoading() }
  }
  override func startUnloading() {
    log.append("startUnloading")
    if finishesAtOnce { finishUnloading() }
  }
  override func updateOutput() { log.append("updateOutput") }
}

/// A page whose outputs are those of setting up, as long as it likes.
@ViewModel private final class Settled: LifecycleViewModel {
  private(set) var output: String = ""
  @Ignored var settles = true

  override func updateOutput() {
    if !settles || state == .setUp { output = state.rawValue }
  }
}

@MainActor
@Suite(.ownGraph) struct LifecycleTests {
  private let model = Recorder(environment: .early)

  @Test func oneThatEndsWhenItIsSetUpRunsNoHookAfterwards() {
    final class Brief: LifecycleViewModel {
      @Ignored var log: [String] = []
      override func startSetUp() {
        log.append("startSetUp")
        end()
      }
      override func updateOutput() { log.append("updateOutput") }
    }
    let (brief, other) = (Brief(), Brief())
    brief.screenDidLoad()
    #expect(brief.isEnded && brief.log == ["startSetUp"])
    let token = other.$state.observe { if $0 == .setUp { other.end() } }
    other.screenDidLoad()
    #expect(other.isEnded && other.log == [])
    token.cancel()
  }

  @Test func aWholeLifeRunsHooksInOrder() {
    #expect(model.state == .initialized)
    model.setUp()
    #expect(model.state == .setUp)
    model.load()
    #expect(model.state == .loaded)
    #expect(model.loadDate == Date(timeIntervalSinceReferenceDate: 0))
    model.unload()
    #expect(model.state == .setUp && model.loadDate == nil)
    #expect(
      model.log == [
        "startSetUp", "updateOutput", "startLoading", "updateOutput", "startUnloading",
        "updateOutput",
      ])
  }

  // V03: a page that leaves its outputs alone on loading says so in the hook.
  @Test func outputsMayBeLeftAloneOnLoading() {
    let page = Settled()
    page.setUp()
    page.load()
    #expect(page.state == .loaded && page.output == "setUp")
    page.unload()
    #expect(page.output == "setUp")
    page.settles = false
    page.load()
    #expect(page.output == "loaded")
  }

  @Test func setUpRunsOnce() {
    model.setUp()
    model.setUp()
    #expect(model.log == ["startSetUp", "updateOutput"])
  }

  @Test func finishLoadingAgainWhileLoadedTellsAgain() {
    let date = Property(Date(timeIntervalSinceReferenceDate: 1))
    model.environment[NowKey.self] = { MainActor.assumeIsolated { date.peek() } }
    var dates: [Double?] = []
    let token = model.$loadDate.observe { dates.append($0?.timeIntervalSinceReferenceDate) }
    model.setUp()
    model.load()
    date.value += 1
    model.finishLoading()
    #expect(dates == [nil, 1, 2])
    token.cancel()
  }

  @Test func aLateFinishLoadingDoesNotBringBackWhatWasUnloaded() {
    model.setUp()
    model.load()
    model.unload()
    model.finishLoading()
    #expect(model.state == .setUp && model.loadDate == nil)
  }

  @Test func finishUnloadingOutsideUnloadingChangesNothing() {
    model.finishUnloading()
    #expect(model.state == .initialized)
    model.setUp()
    model.load()
    model.finishUnloading()
    #expect(model.state == .loaded)
  }

  @Test func aScreenLeftWhileLoadingIsUnloadedWhenLoadingIsDone() {
    model.finishesAtOnce = false
    model.setUp()
    model.load()
    model.unload()
    #expect(model.state == .loading)
    model.finishLoading()
    #expect(model.state == .unloading)
    model.finishUnloading()
    #expect(model.state == .setUp)
  }

  @Test func aQuickReturnWhileUnloadingLoadsAgain() {
    model.finishesAtOnce = false
    model.setUp()
    model.load()
    model.finishLoading()
    model.unload()
    model.load()
    #expect(model.state == .unloading)
    model.finishUnloading()
    #expect(model.state == .loading)
    model.finishLoading()
    #expect(model.state == .loaded)
  }

  @Test func leavingAndReturningWhileLoadingJustLoads() {
    model.finishesAtOnce = false
    model.setUp()
    model.load()
    model.unload()
    model.load()
    model.finishLoading()
    #expect(model.state == .loaded)
    #expect(model.log.filter { $0 == "startLoading" }.count == 1)
  }

  @Test func loadingBeforeSettingUpIsRemembered() {
    model.load()
    #expect(model.state == .initialized)
    model.setUp()
    #expect(model.state == .loaded)
  }

  @Test func stateAndLoadDateChangeTogether() {
    var seen: [String] = []
    let token = observe { [model] in
      seen.append("\(model.state) \(model.loadDate == nil)")
    }
    model.setUp()
    model.load()
    #expect(
      seen == ["initialized true", "setUp true", "loading true", "loaded false"])
    token.cancel()
  }

  @Test func theScreensEventsDriveBothVocabularies() {
    #expect(!model.isActive && !model.isScreenLoaded)
    model.screenDidLoad()
    #expect(model.isScreenLoaded && model.state == .setUp)
    model.screenWillAppear()
    #expect(model.isActive && model.state == .loaded)
    model.screenDidRender()
    model.screenDidRender()
    #expect(model.renderCount == 2)
    model.screenWillDisappear()
    #expect(!model.isActive && model.state == .setUp)
    model.screenDidUnload()
    #expect(!model.isScreenLoaded)
  }

  @Test func whoObservesActivityHearsTheCurrentStateFirst() {
    var seen: [Bool] = []
    let token = model.$isActive.observe { seen.append($0) }
    model.screenWillAppear()
    model.screenWillAppear()
    model.screenWillDisappear()
    #expect(seen == [false, true, false])
    token.cancel()
  }

  @Test func theLifeCycleIsDrivenByName() throws {
    let schema = Recorder.schema
    #expect(schema["state"]?.kind == .derived)
    #expect(schema["children"]?.kind == .list)
    try schema["setUp"]?.command(in: model)?.execute()
    try schema["load"]?.command(in: model)?.execute()
    #expect(schema["state"]?.read(in: model) as? LifecycleViewModel.State == .loaded)
    #expect(schema["title"]?.isSettable == true)
  }

  @Test func outputsAreRightWhenTheEndGivesUpAStep() {
    final class Slow: LifecycleViewModel {
      var output = ""
      override func startUnloading() {}
      override func updateOutput() { output = "\(state)" }
    }
    let model = Slow()
    model.setUp()
    model.load()
    #expect(model.output == "loaded" && model.loadDate != nil)
    model.unload()
    #expect(model.state == .unloading && model.loadDate == nil)
    model.end()
    #expect(model.output == "setUp" && model.state == .setUp)
  }
}
