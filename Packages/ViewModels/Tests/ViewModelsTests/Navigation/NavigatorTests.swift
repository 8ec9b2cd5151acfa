import Bindings
import Testing
import ViewModels

@MainActor
@Suite(.ownGraph) struct NavigatorTests {
  private let home = NamedPage("home")
  private let navigator: Navigator

  init() { navigator = Navigator(root: home) }

  private func tabs() throws -> Navigator {
    try Navigator(tabs: [.init("a", root: NamedPage("a")), .init("b", root: NamedPage("b"))])
  }

  @Test func whatIsPushedBeforeThereIsAScreenIsNotLost() throws {
    let detail = NamedPage("detail")
    try navigator.push(detail)
    #expect(navigator.shape == "home detail*" && detail.state == .initialized)
    navigator.show()
    #expect(detail.isActive && detail.state == .loaded && !home.isActive)
  }

  @Test func pushingAndPoppingMovesTheTop() throws {
    let detail = NamedPage("detail")
    try navigator.push(detail)
    #expect(navigator.top === detail && navigator.visible === detail && navigator.canPop)
    #expect(detail.navigator === navigator && detail.navigation === navigator)
    #expect(navigator.pop())
    #expect(navigator.top === home && detail.isEnded && detail.navigator == nil)
  }

  @Test func theRootIsNotPoppedAndTheCommandSaysWhy() async {
    #expect(!navigator.pop() && !navigator.popToRoot() && !home.isEnded)
    guard case .rejected(let rejection) = await navigator.popCommand.execute().result else {
      Issue.record("the command ran")
      return
    }
    #expect(rejection.reasons == ["canPop is false"])
  }

  @Test func poppingToTheRootThroughPopToReachesIt() throws {
    let pages = [NamedPage("1"), NamedPage("2")]
    for page in pages { try navigator.push(page) }
    #expect(try navigator.pop(to: home))
    #expect(navigator.shape == "home*" && pages.allSatisfy(\.isEnded))
    #expect(try !navigator.pop(to: home))
  }

  @Test func poppingToAScreenIsDoneWhenTheCallReturns() throws {
    let one = NamedPage("1")
    try navigator.setStack([home, one, NamedPage("2"), NamedPage("3")])
    try navigator.pop(to: one)
    #expect(navigator.shape == "home 1*")
  }

  @Test func poppingToTheRootLeavesTheRoot() throws {
    try navigator.setStack([home, NamedPage("1"), NamedPage("2")])
    #expect(navigator.popToRoot())
    #expect(navigator.shape == "home*")
  }

  @Test func aDismissalClearsBothEnds() throws {
    let sheet = NamedPage("sheet")
    try navigator.present(sheet)
    #expect(navigator.visible === sheet && navigator.top === home)
    #expect(navigator.isPresenting && sheet.navigator === navigator)
    #expect(navigator.dismiss())
    #expect(!navigator.isPresenting && navigator.tree.presentations.count == 0)
    #expect(sheet.navigator == nil && sheet.parent == nil && sheet.isEnded)
    #expect(navigator.visible === home && !navigator.dismiss())
  }

  @Test func whatIsPresentedHasAStackAndCanPresent() throws {
    let sheet = NamedPage("sheet")
    try navigator.present(sheet)
    try navigator.push(NamedPage("more"))
    try navigator.present(NamedPage("over"))
    #expect(
      navigator.shape == "home* [sheet more] [over]" && navigator.tree.presentations.count == 2)
    #expect(navigator.path == "home [sheet ▸ more] [over]")
    navigator.dismiss()
    #expect(navigator.titles == ["sheet", "more"] && navigator.titles.last == "more")
    navigator.dismissAll()
    #expect(navigator.shape == "home*")
  }

  @Test func aNewStackKeepsWhatStaysAndEndsWhatGoes() throws {
    let (one, two, three) = (NamedPage("1"), NamedPage("2"), NamedPage("3"))
    try navigator.push(one)
    try navigator.push(two)
    let id = navigator.tree.visible?.id
    navigator.show()
    try navigator.setStack([three, two])
    #expect(navigator.shape == "3 2*" && home.isEnded && one.isEnded && !two.isEnded)
    #expect(navigator.tree.visible?.id == id && two.loads == 1)
  }

  @Test func selectionGoesBothWaysAndEachTabKeepsItsStack() throws {
    let navigator = try tabs()
    var shown: [Int] = []
    let token = navigator.$selectedIndex.observe { shown.append($0) }
    try navigator.push(NamedPage("a1"))
    try navigator.select(1)
    try navigator.push(NamedPage("b1"))
    try navigator.select("a")
    // A tap on a tab is the same call.
    navigator.selectCommand.execute(1)
    #expect(shown == [0, 1, 0, 1] && navigator.shape == "a a1 | b b1*")
    #expect(navigator.tabNames == ["a", "b"] && navigator.tabs.count == 2)
    token.cancel()
  }

  @Test func aTabThatThereIsNotIsAnErrorThatNamesTheBounds() throws {
    let navigator = try tabs()
    for index in [-1, 2, Int.max, Int.min] {
      expectError(.noTab, from: navigator) { try navigator.select(index) }
    }
    expectError(.noTab, from: navigator) { try navigator.select("c") }
    guard case .failure(let error)? = navigator.selectCommand.execute(7).outcome else {
      Issue.record("there is a tab 7")
      return
    }
    #expect("\(error)" == "There is no tab 7. Write a number from 0 to 1.")
  }

  @Test func aScreenThatIsSomewhereAlreadyIsRefused() throws {
    let other = Navigator(root: NamedPage("other"))
    let part = NamedPage("part")
    home.addChild(part)
    for screen in [home, part, navigator, other.visible].compactMap({ $0 }) {
      expectError(.inUse, from: navigator) { try navigator.push(screen) }
      expectError(.inUse, from: navigator) { try navigator.present(screen) }
    }
    let fresh = NamedPage("fresh")
    expectError(.inUse, from: navigator) { try navigator.setStack([fresh, fresh]) }
    #expect(!fresh.isEnded && fresh.parent == nil)
    let owner = NamedPage("owner")
    owner.addChild(navigator)
    expectError(.inUse, from: navigator) { try navigator.push(owner) }
  }

  @Test func whatHasEndedIsRefused() throws {
    let gone = NamedPage("gone")
    gone.end()
    expectError(.ended, from: navigator) { try navigator.push(gone) }
    expectError(.ended, from: navigator) { try navigator.setStack([home, gone]) }
    navigator.end()
    #expect(navigator.visible == nil && home.isEnded && !navigator.pop())
    for edit in [
      { try $0.push(NamedPage("x")) }, { try $0.select(0) }, { try $0.setStack([NamedPage("x")]) },
    ]
      as [@MainActor (Navigator) throws -> Void]
    {
      expectError(.ended, from: navigator) { try edit(navigator) }
    }
  }

  @Test func emptyStacksAndTabsAreRefused() {
    expectError(.empty, from: navigator) { try navigator.setStack([]) }
    #expect(throws: ViewModelError.self) { try Navigator(tabs: []) }
    let twice = NamedPage("twice")
    #expect(throws: ViewModelError.self) {
      try Navigator(tabs: [.init("a", root: twice), .init("b", root: twice)])
    }
  }

  @Test func twoTabsOfOneNameAreRefused() throws {
    let pages = ["a", "b", "c"].map { NamedPage($0) }
    let error = #expect(throws: ViewModelError.self) {
      try Navigator(
        tabs: [.init("x", root: pages[0]), .init("y", root: pages[1]), .init("x", root: pages[2])])
    }
    #expect(error?.code == .duplicateTab && error?.message.contains("'x'") == true)
    #expect(pages.allSatisfy { $0.parent == nil && !$0.isEnded })
  }

  @Test func aScreenOfAnotherStackIsNotPoppedTo() throws {
    try navigator.present(NamedPage("sheet"))
    expectError(.notInStack, from: navigator) { try navigator.pop(to: home) }
  }

  @Test func theTreeReadsAsTypes() throws {
    let navigator = try tabs()
    try navigator.push(NamedPage("x"))
    try navigator.present(LetterPicker())
    #expect("\(navigator.tree)" == "a: NamedPage ▸ NamedPage | b: NamedPage [LetterPicker]")
  }
}
