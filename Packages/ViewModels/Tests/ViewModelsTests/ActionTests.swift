import Bindings
import Testing
import ViewModels

/// One public change of a view-model, with what it needs.
struct Mutation: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Prepares, and gives the change; it is made several times.
  let prepare: @MainActor @Sendable () throws -> (@MainActor () throws -> Void)

  init(
    _ name: String,
    _ prepare: @escaping @MainActor @Sendable () throws -> (@MainActor () throws -> Void)
  ) {
    testDescription = name
    self.prepare = prepare
  }
}

extension Mutation {
  static let all = lifeCycle + prompts + navigation + paging

  @MainActor private static func loadedModel() -> LifecycleViewModel {
    let model = LifecycleViewModel()
    model.screenDidLoad()
    model.screenWillAppear()
    model.addChild(LifecycleViewModel())
    return model
  }

  private static let lifeCycle: [Mutation] = [
    Mutation("addChild") {
      let model = loadedModel()
      return { model.addChild(LifecycleViewModel()) }
    },
    Mutation("addChild of another parent") {
      let (from, to) = (loadedModel(), loadedModel())
      for _ in 0..<10 { from.addChild(LifecycleViewModel()) }
      return { if let child = from.$children.peek().first { to.addChild(child) } }
    },
    Mutation("removeChild") {
      let model = loadedModel()
      for _ in 0..<10 { model.addChild(LifecycleViewModel()) }
      return { if let child = model.$children.peek().last { model.removeChild(child) } }
    },
    Mutation("removeFromParent") {
      let model = loadedModel()
      for _ in 0..<10 { model.addChild(LifecycleViewModel()) }
      return { model.$children.peek().first?.removeFromParent() }
    },
    Mutation("setUp, load, unload") {
      let model = LifecycleViewModel()
      model.addChild(LifecycleViewModel())
      return {
        model.setUp()
        model.load()
        model.unload()
      }
    },
    Mutation("finishLoading") {
      let model = loadedModel()
      return { model.finishLoading() }
    },
    Mutation("the screen's events") {
      let model = loadedModel()
      return {
        model.screenDidLoad()
        model.screenWillAppear()
        model.screenDidRender()
        model.screenWillDisappear()
        model.screenDidUnload()
      }
    },
    Mutation("end") {
      let model = loadedModel()
      return { model.end() }
    },
    Mutation("keep") {
      let model = loadedModel()
      return { model.keep(model.$children.observe { _ in }) }
    },
    Mutation("select a segment") {
      let model = SegmentedViewModel()
      for _ in 0..<3 { model.addChild(LifecycleViewModel()) }
      return {
        try model.select(1)
        try model.select(2)
      }
    },
    Mutation("add and remove a segment") {
      let model = SegmentedViewModel()
      return {
        let child = LifecycleViewModel()
        model.addChild(child)
        model.addChild(LifecycleViewModel())
        model.removeChild(child)
      }
    },
  ]

  private static let prompts: [Mutation] = [
    Mutation("toast") {
      let prompts = Prompts()
      return { prompts.toast("Failed", kind: .failure) }
    },
    Mutation("toast of an error") {
      let prompts = Prompts()
      return { prompts.toast(failure: Unreachable()) }
    },
    Mutation("tap and dismissToast") {
      let prompts = Prompts()
      return {
        prompts.toast("Undo?", action: "Undo") { prompts.toast("Undone") }
        try prompts.tap()
        try prompts.dismissToast()
      }
    },
    Mutation("ask") {
      let prompts = Prompts()
      return { prompts.ask(Question<Int>("Sure?", actions: [])) { _ in } }
    },
    Mutation("ask and choose, which asks again") {
      let prompts = Prompts()
      return {
        prompts.ask(Question("Sure?", actions: [.normal("Yes", 1)])) { _ in
          if prompts.toasts.count < 1000 { prompts.toast("Chosen") }
        }
        try prompts.choose(0)
      }
    },
    Mutation("dismiss, hide and hideAll") {
      let prompts = Prompts()
      let question = Question<Int>("Sure?", actions: [])
      return {
        for _ in 0..<3 { prompts.ask(question) { _ in } }
        try prompts.dismiss()
        prompts.hide("Sure?")
        prompts.hideAll()
      }
    },
    Mutation("begin and finish") {
      let prompts = Prompts()
      return {
        _ = prompts.begin("Loading")
        _ = prompts.begin("Sending", kind: .submitting)
        try prompts.finish()
      }
    },
    Mutation("end of the prompts") {
      let prompts = Prompts()
      prompts.toast("Hello")
      prompts.ask(Question<Int>("Sure?", actions: [])) { _ in }
      return { prompts.end() }
    },
  ]

  @MainActor private static func shownNavigator() -> Navigator {
    let navigator = Navigator(root: NamedPage("a"))
    navigator.show()
    return navigator
  }

  private static let navigation: [Mutation] = [
    Mutation("push, pop and back") {
      let navigator = shownNavigator()
      return {
        for name in ["b", "c", "d"] { try navigator.push(NamedPage(name)) }
        navigator.pop()
        navigator.back()
      }
    },
    Mutation("a screen that is asked before going back") {
      let navigator = shownNavigator()
      return {
        try navigator.push(Undecided())
        navigator.back()
      }
    },
    Mutation("present and dismiss") {
      let navigator = shownNavigator()
      return {
        try navigator.present(NamedPage("b"))
        try navigator.present(NamedPage("c"))
        navigator.dismiss()
        navigator.dismissAll()
        navigator.popToRoot()
      }
    },
    Mutation("change and setStack") {
      let navigator = shownNavigator()
      return {
        try navigator.setStack([NamedPage("b"), NamedPage("c")])
        try navigator.change { try navigator.push(NamedPage("d")) }
      }
    },
    Mutation("didPop and didDismiss") {
      let navigator = shownNavigator()
      return {
        try navigator.push(NamedPage("b"))
        try navigator.present(NamedPage("c"))
        navigator.didPop(navigator.$tree.peek().tabs[0].top.id)
        navigator.didDismiss(navigator.$tree.peek().presentations[0].id)
      }
    },
    Mutation("select, open and restore") {
      var router = Router()
      router.add("/b", named: "b") { _ in NamedPage("b") }
      let navigator = try Navigator(
        tabs: [.init("x", root: NamedPage("x")), .init("y", root: NamedPage("y"))], router: router)
      navigator.show()
      let snapshot = navigator.snapshot()
      return {
        try navigator.select(1)
        try navigator.select("x")
        try navigator.open("/b")
        try navigator.restore(snapshot)
      }
    },
    Mutation("a screen that leaves by itself") {
      let navigator = shownNavigator()
      return {
        let page = NamedPage("b")
        try navigator.push(page)
        page.end()
      }
    },
  ]

  private static let paging: [Mutation] = [
    Mutation("didReach, cancel, suspend and resume") {
      let news = PagedNews(distance: 1)
      return {
        news.list.edit { $0.append(NewsRow(id: 1)) }
        news.pager.suspend()
        news.pager.didReach(1)
        news.pager.resume()
        news.pager.cancel()
        news.list.replace(with: [])
      }
    },
    Mutation("keep a pager") {
      let (news, model) = (PagedNews(), LifecycleViewModel())
      return {
        model.keep(news.pager)
        model.keep(news.pager.show(on: PageState()))
      }
    },
  ]
}

/// A screen whose answer to going back comes from its state.
@ViewModel
private final class Undecided: LifecycleViewModel, BackHandling {
  var asked = 0
  func shouldPop() -> Bool {
    asked += 1
    return asked > 0
  }
}

@MainActor
@Suite(.ownGraph) struct ActionTests {
  @Test(arguments: Mutation.all)
  func aChangeInAnObserverTracksNothing(_ mutation: Mutation) throws {
    let change = try mutation.prepare()
    var issues: [String] = []
    Graph.current.onIssue = { issues.append($0.message) }
    let trigger = Property(0)
    var runs = 0
    var errors: [any Error] = []
    let token = observe {
      _ = trigger.value
      runs += 1
      do { try change() } catch { errors.append(error) }
    }
    trigger.value = 1
    trigger.value = 2
    #expect(runs == 3 && issues.isEmpty && errors.isEmpty, "\(issues) \(errors)")
    token.cancel()
  }

  @available(macOS 26, *)
  @Test func theBeginningOfAnAsynchronousChangeTracksNothing() async throws {
    let source = HandDrivenImages()
    let image = ImageViewModel("ada", loader: ImageLoader(source))
    let (navigator, picker) = (Navigator(root: NamedPage("a")), LetterPicker())
    navigator.show()
    let (prompts, page, news) = (Prompts(), PageState(), PagedNews())
    let pulled = PageState()
    pulled.onPull { await Task.yield() }
    let changes: [@MainActor () async throws -> Void] = [
      { await image.load() },
      { _ = try await navigator.present(asking: picker) },
      { _ = await prompts.alert("Sure?") },
      { await prompts.during { await Task.yield() } },
      {
        try await page.load {
          await Task.yield()
          return page.isLoading
        }
      },
      { await news.pager.refresh() },
      { try await pulled.pull() },
      {
        let isWorthIt: @MainActor (any Error) -> Bool = { _ in page.isLoading }
        try await page.load(retrying: isWorthIt) { throw Unreachable() }
      },
    ]
    var runs = 0
    let tokens = changes.map { change in
      observe {
        runs += 1
        Task.immediate { try await change() }
      }
    }
    await source.wait(for: 1)
    await news.pages.requests(1)
    source.answer("ada")
    news.pages.answer(0, 1...2, next: nil)
    prompts.hideAll()
    picker.pick("x")
    while image.state == .loading || news.pager.isLoading || navigator.visible === picker
      || pulled.isPulled
    {
      await Task.yield()
    }
    #expect(runs == changes.count)
    for token in tokens { token.cancel() }
  }

  @Test func aChangeIsOneBatch() throws {
    let prompts = Prompts()
    let navigator = Navigator(root: NamedPage("a"))
    navigator.show()
    var seen: [String] = []
    let token = observe { seen.append("\(navigator.stack.count) \(navigator.children.count)") }
    try navigator.setStack([NamedPage("b"), NamedPage("c")])
    #expect(seen == ["1 1", "2 2"])
    token.cancel()
    var counts: [String] = []
    let other = observe { counts.append("\(prompts.toasts.count) \(prompts.activities.count)") }
    prompts.toast("Hello")
    _ = prompts.begin()
    prompts.end()
    #expect(counts == ["0 0", "1 0", "1 1", "0 0"])
    other.cancel()
  }

  @Test func aChildHasItsParentBeforeAnybodyHearsOfIt() {
    let parent = LifecycleViewModel(environment: .early)
    let other = LifecycleViewModel()
    let child = LifecycleViewModel()
    other.addChild(child)
    var seen: [Bool] = []
    let token = parent.$children.observe { children in
      for child in children {
        seen.append(
          child.parent === parent
            && child.environment[NowKey.self]() == parent.environment[NowKey.self]()
            && other.children.isEmpty)
      }
    }
    parent.addChild(child)
    #expect(seen == [true])
    token.cancel()
  }
}
