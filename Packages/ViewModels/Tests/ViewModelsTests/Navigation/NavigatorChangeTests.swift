import Bindings
import Testing
import ViewModels

private struct Weak { weak var page: NamedPage? }

@MainActor
@Suite(.ownGraph) struct NavigatorChangeTests {
  private let navigator: Navigator

  init() throws {
    navigator = try Navigator(tabs: [
      .init("a", root: NamedPage("a")), .init("b", root: NamedPage("b")),
    ])
  }

  @Test func severalCallsAreOneChangeAndOneUpdate() throws {
    try navigator.present(NamedPage("sheet"))
    var seen: [String] = []
    let token = observe { seen.append("\(navigator.selectedIndex) \(navigator.path)") }
    try navigator.change {
      navigator.dismissAll()
      try navigator.select(1)
      try navigator.push(NamedPage("1"))
      try navigator.push(NamedPage("2"))
    }
    #expect(seen == ["0 a [sheet]", "1 b ▸ 1 ▸ 2"])
    token.cancel()
  }

  @Test func aChangeThatFailsLeavesEverythingAndTheScreensTheirOwners() throws {
    let (sheet, page) = (NamedPage("sheet"), NamedPage("1"))
    try navigator.present(sheet)
    expectError(.noTab, from: navigator) {
      try navigator.change {
        navigator.dismissAll()
        try navigator.push(page)
        try navigator.select(9)
      }
    }
    #expect(!sheet.isEnded && !page.isEnded && page.parent == nil)
    try navigator.push(page)
    #expect(navigator.shape == "a* | b [sheet 1]")
  }

  @Test func aCallThatFailsWithinAChangeMayBeCaught() throws {
    try navigator.change {
      try navigator.push(NamedPage("1"))
      do throws(ViewModelError) { try navigator.setStack([]) } catch {
        #expect(error.code == .empty)
      }
      do throws(ViewModelError) { try navigator.setStack([NamedPage("x"), navigator]) } catch {
        #expect(error.code == .inUse)
      }
      try navigator.push(NamedPage("2"))
    }
    #expect(navigator.shape == "a 1 2* | b")
  }

  @Test func whatComesAndGoesWithinAChangeHasEnded() throws {
    let page = NamedPage("1")
    try navigator.change {
      try navigator.push(page)
      navigator.pop()
    }
    #expect(page.isEnded && page.loads == 0)
  }

  @Test func aScreenMovesWithinAChangeWithoutEnding() throws {
    let page = NamedPage("1")
    try navigator.push(page)
    navigator.show()
    try navigator.change {
      navigator.pop()
      try navigator.present(page)
    }
    #expect(navigator.shape == "a* | b [1]" && !page.isEnded && page.isActive && page.loads == 1)
  }

  @Test func whatFollowsFromTheTreeStaysUntilTheEndOfTheChange() throws {
    var paths: [String] = []
    try navigator.change {
      try navigator.push(NamedPage("1"))
      paths.append(navigator.path)
      try navigator.push(NamedPage("2"))
      #expect(navigator.pop() && navigator.pop() && !navigator.pop())
      try navigator.push(NamedPage("3"))
    }
    #expect(paths == ["a"] && navigator.path == "a ▸ 3")
  }

  @Test func aChangeWithinAChangeIsAPartOfItAndFailsAlone() throws {
    let (outer, inner) = (NamedPage("outer"), NamedPage("inner"))
    try navigator.change {
      try navigator.push(outer)
      let error = #expect(throws: ViewModelError.self) {
        try navigator.change {
          try navigator.push(inner)
          try navigator.select(9)
        }
      }
      #expect(error?.code == .noTab)
      try navigator.push(NamedPage("last"))
    }
    #expect(navigator.shape == "a outer last* | b" && inner.parent == nil && !inner.isEnded)
  }

  @Test func aScreenThatNavigatesWhenItIsMadeIsAPartOfTheChange() throws {
    let extra = NamedPage("extra")
    navigator.router.add("/x") { [navigator] _ in
      try navigator.push(extra)
      return NamedPage("x")
    }
    navigator.router.add("/x/{y}") { _ in throw CancellationError() }
    expectError(.notMade, from: navigator) { try navigator.open("demo:///x/1") }
    #expect(extra.parent == nil && !extra.isEnded)
    try navigator.open("demo:///x")
    #expect(navigator.shape == "a extra x* | b")
  }

  @Test func aScreenThatEndsOrMovesWithinAChangeIsNotInTheTreeAfterIt() throws {
    let pages = ["1", "2", "3"].map(NamedPage.init)
    for page in pages { try navigator.push(page) }
    let (other, fresh) = (LifecycleViewModel(), NamedPage("fresh"))
    var updates = 0
    let token = navigator.$tree.observe { _ in updates += 1 }
    try navigator.change {
      try navigator.push(fresh)
      fresh.end()
      pages[0].end()
      other.addChild(pages[2])
      try navigator.push(NamedPage("4"))
    }
    #expect(navigator.shape == "a 2 4* | b" && updates == 2)
    #expect(pages[0].isEnded && !pages[2].isEnded && pages[2].parent === other && fresh.isEnded)
    let error = #expect(throws: CancellationError.self) {
      try navigator.change {
        pages[1].end()
        throw CancellationError()
      }
    }
    #expect(error != nil && navigator.shape == "a 4* | b")
    token.cancel()
  }

  @Test func aNavigatorThatEndsWithinAChangeTakesNothingIn() throws {
    let (first, second) = (NamedPage("1"), NamedPage("2"))
    expectEnd {
      try navigator.change {
        try navigator.push(first)
        navigator.end()
        try navigator.push(second)
      }
    }
    #expect(navigator.tree.screens.isEmpty && navigator.children.isEmpty)
    #expect(first.parent == nil && second.parent == nil)
  }

  @Test func screensThatWereMadeForANavigatorThatEndsMeanwhileEndToo() throws {
    var made: [NamedPage] = []
    for path in ["/x", "/x/y"] {
      navigator.router.add(path) { [unowned navigator] _ in
        if path == "/x/y" { navigator.end() }
        made.append(NamedPage(path))
        return made[made.count - 1]
      }
    }
    expectEnd { try navigator.open("/x/y") }
    #expect(made.count == 2 && made.allSatisfy { $0.isEnded })
  }

  private func expectEnd(_ body: () throws -> Void) {
    let error = #expect(throws: ViewModelError.self) { try body() }
    #expect(error?.code == .ended)
  }

  @Test func whoNavigatesInAnObserverDoesNotDependOnTheNavigator() throws {
    let orders = Property(0)
    let token = observe {
      guard orders.value > 0 else { return }
      do { try navigator.push(NamedPage("\(orders.value)")) } catch { Issue.record(error) }
    }
    orders.value = 1
    navigator.pop()
    orders.value = 2
    #expect(navigator.shape == "a 2* | b")
    token.cancel()
  }

  // Research, target 15.
  @Test func aDeepLinkOverAnOpenSheetIsOneChangeAndOneUpdate() throws {
    navigator.router.add("/x") { _ in NamedPage("x") }
    navigator.router.add("/x/{y}") { NamedPage(try $0.value("y")) }
    navigator.router.add("/x/{y}/z") { _ in NamedPage("z") }
    navigator.show()
    try navigator.present(NamedPage("sheet"))
    var (updates, treeUpdates, shapes) = (0, 0, [String]())
    let whole = observe {
      updates += 1
      shapes.append(navigator.path + (navigator.visible.map { " \($0.isActive)" } ?? ""))
    }
    let tree = navigator.$tree.observe { _ in treeUpdates += 1 }
    try navigator.open("demo:///x/7/z")
    #expect(updates == 2 && treeUpdates == 2)
    #expect(shapes == ["a [sheet] true", "a ▸ x ▸ 7 ▸ z true"])
    whole.cancel()
    tree.cancel()
  }

  // Research, target 15.
  @Test func tenThousandPushesAndPopsLeaveNothingAlive() async throws {
    navigator.show()
    var pages: [Weak] = []
    for step in 0..<10_000 {
      let page = NamedPage("page")
      pages.append(Weak(page: page))
      if step.isMultiple(of: 7) { try navigator.present(page) } else { try navigator.push(page) }
      if step.isMultiple(of: 3) || navigator.children.count > 40 {
        if !navigator.pop() { navigator.dismiss() }
      }
      if navigator.children.count > 60 { navigator.dismissAll() }
      if step.isMultiple(of: 100) { await Task.yield() }
    }
    navigator.dismissAll()
    navigator.popToRoot()
    await Task.yield()
    #expect(pages.count { $0.page != nil } == 0 && navigator.children.count == 2)
  }

  @Test func aNavigatorThatNobodyHoldsIsReleased() throws {
    weak var gone: Navigator?
    weak var page: NamedPage?
    do {
      let (navigator, root) = (Navigator(root: NamedPage("root")), NamedPage("1"))
      try navigator.push(root)
      navigator.show()
      _ = (navigator.canPop, navigator.popCommand.isEnabled, navigator.$path.value)
      (gone, page) = (navigator, root)
    }
    #expect(gone == nil && page == nil)
  }
}
