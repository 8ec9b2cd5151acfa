import Bindings
import Testing
import ViewModels

/// Something done at an odd moment, and what must be so afterwards.
private struct Moment: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let run: @MainActor @Sendable () async throws -> Void

  init(_ name: String, _ run: @escaping @MainActor @Sendable () async throws -> Void) {
    testDescription = name
    self.run = run
  }
}

/// A page whose hooks a test writes.
@ViewModel
private final class HookedPage: LifecycleViewModel, BackHandling {
  @Ignored var onSetUp: @MainActor () -> Void = {}
  @Ignored var onLoading: @MainActor () -> Void = {}
  @Ignored var onUnloading: @MainActor () -> Void = {}
  @Ignored var onBack: @MainActor () -> Bool = { true }
  @Ignored var log: [String] = []

  override func startSetUp() { onSetUp() }
  override func startLoading() {
    log.append("load")
    onLoading()
    finishLoading()
  }
  override func startUnloading() {
    log.append("unload")
    onUnloading()
    finishUnloading()
  }
  func shouldPop() -> Bool { onBack() }
  @Command func work() async throws { try await Task.sleep(for: .seconds(3600)) }

  func show() {
    screenDidLoad()
    screenWillAppear()
  }
}

/// Nested calls, ends in the middle and numbers at their limits.
@MainActor
@Suite(.ownGraph) struct ReentranceTests {
  @Test(arguments: children + segments + navigation + pagers + prompts)
  fileprivate func itEndsWell(_ moment: Moment) async throws { try await moment.run() }

  private nonisolated static let children = [
    Moment("a child of what has ended ends") {
      let (parent, child) = (HookedPage(), HookedPage())
      parent.end()
      parent.addChild(child)
      #expect(child.isEnded && child.parent == nil && parent.children.isEmpty)
    },
    Moment("a child that comes while its parent ends, ends") {
      let (parent, first, late) = (HookedPage(), HookedPage(), HookedPage())
      parent.addChild(first)
      let token = observe { if first.isEnded { parent.addChild(late) } }
      parent.end()
      #expect(late.isEnded && late.parent == nil && parent.children.isEmpty)
      token.cancel()
    },
    Moment("a child that moves out while its parent ends, lives") {
      let (parent, other) = (HookedPage(), HookedPage())
      let (first, second) = (HookedPage(), HookedPage())
      parent.addChild(first)
      parent.addChild(second)
      let token = observe { if first.isEnded { other.addChild(second) } }
      parent.end()
      #expect(!second.isEnded && second.parent === other && other.children.count == 1)
      token.cancel()
    },
    Moment("a child that moves out while its parent unloads, stays loaded") {
      let (parent, other) = (HookedPage(), HookedPage())
      let (first, second) = (HookedPage(), HookedPage())
      parent.addChild(first)
      parent.addChild(second)
      parent.show()
      other.show()
      first.onUnloading = { other.addChild(second) }
      parent.screenWillDisappear()
      #expect(second.isActive && second.state == .loaded && second.parent === other)
    },
    Moment("a child that ends its parent while both load") {
      let (parent, child) = (HookedPage(), HookedPage())
      parent.addChild(child)
      child.onLoading = { parent.end() }
      parent.show()
      #expect(parent.isEnded && child.isEnded && !parent.isActive && !child.isActive)
      #expect(parent.state == .setUp && child.state == .setUp && parent.log.isEmpty)
    },
    Moment("a page that is loading when it ends is set up, whatever comes late") {
      let page = HookedPage()
      page.onLoading = { page.end() }
      page.show()
      page.finishLoading()
      #expect(page.state == .setUp && page.loadDate == nil)
    },
    Moment("a parent that ends while a child's command runs") {
      let (parent, child) = (HookedPage(), HookedPage())
      parent.addChild(child)
      let run = child.workCommand.execute()
      parent.end()
      guard case .cancelled = await run.result else {
        Issue.record("the command went on")
        return
      }
    },
    Moment("a child that leaves within its parent's list of children") {
      let (parent, child) = (HookedPage(), HookedPage())
      let token = parent.$children.observe { for child in $0 { child.removeFromParent() } }
      parent.addChild(child)
      #expect(child.isEnded && child.parent == nil && parent.children.isEmpty)
      token.cancel()
    },
  ]

  private nonisolated static let segments = [
    Moment("a segment is read after the end") {
      let orders = SegmentedViewModel()
      orders.addChild(HookedPage())
      var seen: [Bool] = []
      let token = orders.$selectedChild.observe { seen.append($0 == nil) }
      orders.end()
      #expect(orders.selectedChild == nil && orders.selectedIndex == nil && orders.titles.isEmpty)
      #expect(seen == [false, true])
      token.cancel()
    },
    Moment("a segment that selects another while it loads") {
      let orders = SegmentedViewModel()
      let (first, second) = (HookedPage(), HookedPage())
      first.onLoading = { try? orders.select(1) }
      orders.addChild(first)
      orders.addChild(second)
      orders.screenDidLoad()
      orders.screenWillAppear()
      #expect(orders.selectedChild === second && second.isActive && second.state == .loaded)
      #expect(!first.isActive && first.state == .setUp)
    },
    Moment("a segment that takes itself back while it unloads") {
      let orders = SegmentedViewModel()
      let (first, second) = (HookedPage(), HookedPage())
      orders.addChild(first)
      orders.addChild(second)
      orders.screenDidLoad()
      orders.screenWillAppear()
      first.onUnloading = { try? orders.select(0) }
      try orders.select(1)
      #expect(orders.selectedChild === first && first.isActive && first.state == .loaded)
      #expect(!second.isActive && second.state == .setUp)
    },
  ]

  /// A navigator that is seen, a page for it, and when the page was active.
  private static func navigated() -> (Navigator, HookedPage, () -> [Bool]) {
    let navigator = Navigator(root: NamedPage("home"))
    navigator.show()
    let page = HookedPage()
    page.title = "page"
    var active: [Bool] = []
    page.keep(page.$isActive.observe { active.append($0) })
    return (navigator, page, { active })
  }

  private nonisolated static let navigation = [
    Moment("a page that goes while it loads is never active") {
      let (navigator, page, active) = navigated()
      page.onLoading = { navigator.pop() }
      try navigator.push(page)
      #expect(navigator.shape == "home*" && page.isEnded && active() == [false])
      #expect(navigator.visible?.isActive == true)
    },
    Moment("a page that goes on while it loads is never active") {
      let (navigator, page, active) = navigated()
      let next = NamedPage("next")
      page.onLoading = {
        page.onLoading = {}
        try? navigator.push(next)
      }
      try navigator.push(page)
      #expect(navigator.shape == "home page next*" && next.isActive && next.state == .loaded)
      #expect(active() == [false] && page.state == .setUp && !page.isEnded)
    },
    Moment("a page that was visible between two hooks does not stay loaded") {
      let (navigator, page, _) = navigated()
      page.onSetUp = { navigator.pop() }
      page.onLoading = {
        page.onLoading = {}
        try? navigator.push(NamedPage("over"))
      }
      try navigator.change {
        try navigator.push(page)
        try navigator.push(NamedPage("next"))
      }
      #expect(navigator.shape == "home page over*" && page.state == .setUp)
      navigator.pop()
      #expect(page.isActive && page.log == ["load", "unload", "load"])
    },
    Moment("a page that was visible between two hooks does not stay active") {
      let navigator = try Navigator(tabs: [.init("a", root: NamedPage("home"))])
      navigator.show()
      let (page, root) = (HookedPage(), HookedPage())
      page.onSetUp = { navigator.pop() }
      root.onSetUp = { try? navigator.select("b") }
      try navigator.change {
        try navigator.push(page)
        try navigator.push(NamedPage("next"))
        try navigator.insert(.init("b", root: root))
      }
      #expect(navigator.visible === root && root.isActive && !page.isActive)
      #expect(page.state == .setUp)
    },
    Moment("a page that is pushed again while it loads is refused") {
      let (navigator, page, _) = navigated()
      page.onLoading = { expectError(.inUse, from: navigator) { try navigator.push(page) } }
      try navigator.push(page)
      expectError(.inUse, from: navigator) { try navigator.push(page) }
      #expect(navigator.shape == "home page*" && page.isActive && page.log == ["load"])
    },
    Moment("a page that ends the navigator while it loads") {
      let (navigator, page, active) = navigated()
      page.onLoading = { navigator.end() }
      try navigator.push(page)
      #expect(navigator.visible == nil && navigator.children.isEmpty && page.isEnded)
      #expect(active() == [false])
    },
    Moment("a page that selects another tab while it loads") {
      let (one, two) = (NamedPage("one"), NamedPage("two"))
      let navigator = try Navigator(tabs: [.init("a", root: one), .init("b", root: two)])
      navigator.show()
      two.onLoading = { try? navigator.select(0) }
      try navigator.select("b")
      #expect(navigator.selectedIndex == 0 && one.isActive && !two.isActive)
      #expect(one.state == .loaded && two.state == .setUp)
    },
    Moment("an observer that dismisses what is presented") {
      let (navigator, page, _) = navigated()
      let token = navigator.$isPresenting.observe { if $0 { navigator.dismissAll() } }
      try navigator.present(page)
      #expect(navigator.shape == "home*" && page.isEnded && !page.isActive)
      token.cancel()
    },
    Moment("a page that goes by itself when it is asked is gone once") {
      let (navigator, page, _) = navigated()
      try navigator.push(NamedPage("middle"))
      try navigator.push(page)
      page.onBack = {
        navigator.pop()
        return true
      }
      #expect(navigator.back() && navigator.shape == "home middle*")
    },
    Moment("a page that covers itself when it is asked stays covered") {
      let (navigator, page, _) = navigated()
      try navigator.push(page)
      page.onBack = {
        try? navigator.present(NamedPage("sure?"))
        return true
      }
      #expect(!navigator.back() && navigator.shape == "home page* [sure?]")
    },
    Moment("routes without empty segments are read as they were written") {
      let route = Route(["", "a", "", "b"])
      #expect(route.segments == ["a", "b"] && Route(route.description) == route)
      #expect(Route([""]).description == "/")
    },
  ]

  private nonisolated static let pagers =
    [Int.min, -1, Int.max].map { number in
      Moment("a pager with the number \(number)") {
        let news = PagedNews(distance: number)
        await news.refresh(0..<3, next: 3)
        news.pager.didReach(2)
        await news.pages.requests(2)
        news.pages.answer(1, 3..<5, next: nil)
        await news.settled()
        #expect(news.ids == [0, 1, 2, 3, 4] && news.pager.older.isEnd)
      }
    } + [
      Moment("an observer that cancels each load as it begins") {
        let news = PagedNews()
        await news.refresh(0..<3, next: 3)
        let token = observe { if news.pager.older.isLoading { news.pager.cancel() } }
        #expect(await news.pager.loadMore().isCancelled)
        #expect(!news.pager.isLoading && news.ids == [0, 1, 2])
        token.cancel()
      },
      Moment("an observer of errors that asks for the next row") {
        let news = PagedNews()
        await news.refresh(0..<3, next: 3)
        let token = news.pager.errors.observe { _ in news.pager.didReach(2) }
        await news.get(news.pager.loadMore) { news.pages.fail($0) }
        #expect(news.pages.asked == [0, 3] && !news.pager.isLoading && news.pager.needsRetry)
        token.cancel()
      },
      Moment("an answer that comes after the owner's end") {
        let news = PagedNews()
        let owner = HookedPage()
        owner.keep(news.pager)
        news.pages.heedsCancellation = false
        let asked = Task { await news.pager.refresh() }
        await news.pages.requests(1)
        owner.end()
        news.pages.answer(0, 0..<3, next: nil)
        #expect(await asked.value.isCancelled)
        #expect(news.ids.isEmpty && news.pager.lastUpdate == nil)
        #expect(await news.pager.refresh().isCancelled)
        #expect(news.pages.asked == [0])
      },
    ]

  private nonisolated static let prompts = [
    Moment("an answer after the end") {
      let page = PromptedPage()
      page.prompts.ask(Question<Int>("a", actions: [.normal("1", 1)])) { _ in }
      page.owner.end()
      await expectPromptError(.gone) { try page.prompts.choose(0) }
      await expectPromptError(.gone) { try page.prompts.tap() }
      await expectPromptError(.gone) { try page.prompts.finish() }
    },
    Moment("what was never asked, shown or begun") {
      let prompts = PromptedPage().prompts
      #expect(prompts.hide("nothing") == 0 && prompts.hideAll() == 0)
      for id in [Int.min, -1, 0, Int.max] {
        await expectPromptError(.gone) { try prompts.dismiss(id) }
        await expectPromptError(.gone) { try prompts.choose(0, of: id) }
        await expectPromptError(.gone) { try prompts.dismissToast(id) }
        await expectPromptError(.gone) { try prompts.finish(id) }
      }
    },
    Moment("buttons and rows at the ends of numbers") {
      let prompts = PromptedPage().prompts
      var answers: [Int?] = []
      prompts.ask(Question<Int>("a", actions: [.normal("1", 1)])) { answers.append($0) }
      for index in [Int.min, -1, 1, Int.max] {
        await expectPromptError(.noChoice) { try prompts.choose(index) }
      }
      #expect(answers.isEmpty && prompts.stack.count == 1)
    },
    Moment("an answer that ends the screen") {
      let page = PromptedPage()
      var told: [String] = []
      page.prompts.ask(Question<Int>("a", actions: [])) { told.append("a \($0 as Any)") }
      page.prompts.ask(Question<Int>("b", actions: [.normal("1", 1)])) { answer in
        told.append("b \(answer as Any)")
        page.owner.end()
      }
      try page.prompts.choose(0)
      #expect(told == ["b Optional(1)", "a nil"] && page.prompts.stack.isEmpty)
    },
    Moment("a question asked while all are withdrawn") {
      let page = PromptedPage()
      var told: [String] = []
      page.prompts.ask(Question<Int>("a", actions: [])) { [prompts = page.prompts] _ in
        told.append("a")
        prompts.ask(Question<Int>("b", actions: [])) { _ in told.append("b") }
      }
      page.owner.end()
      #expect(told == ["a", "b"] && page.prompts.stack.isEmpty)
    },
    Moment("a question refused in an observer makes it depend on nothing") {
      let page = PromptedPage()
      page.owner.end()
      let (trigger, other) = (Property(0), Property(0))
      var runs = 0
      let token = observe {
        _ = trigger.value
        runs += 1
        page.prompts.ask(Question<Int>("a", actions: [])) { _ in _ = other.value }
      }
      other.value = 1
      #expect(runs == 1)
      token.cancel()
    },
    Moment("a tap within a tap") {
      let prompts = PromptedPage().prompts
      var taps = 0
      let id = (prompts.toasts.last?.id ?? 0) + 1
      prompts.toast("a", duration: .untilTapped, action: "Undo") {
        taps += 1
        try? prompts.tap(id)
      }
      #expect(prompts.toasts.map(\.id) == [id])
      try prompts.tap()
      #expect(taps == 1 && prompts.toasts.isEmpty)
    },
  ]
}
