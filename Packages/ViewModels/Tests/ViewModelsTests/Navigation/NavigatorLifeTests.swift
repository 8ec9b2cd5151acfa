import Bindings
import Foundation
import Testing
import ViewModels

@ViewModel
private final class Letter: LifecycleViewModel, BackHandling {
  var draft = ""
  func shouldPop() -> Bool { draft.isEmpty }
}

@MainActor
@Suite(.ownGraph) struct NavigatorLifeTests {
  private let home = NamedPage("home")
  private let detail = NamedPage("detail")
  private let navigator: Navigator

  init() {
    navigator = Navigator(root: home)
    navigator.show()
  }

  @Test func onlyWhatIsSeenIsActiveAndLoaded() throws {
    #expect(home.isActive && home.state == .loaded)
    try navigator.push(detail)
    #expect(!home.isActive && home.state == .setUp && home.isScreenLoaded)
    #expect(detail.isActive && detail.state == .loaded)
    try navigator.present(NamedPage("sheet"))
    #expect(!detail.isActive && detail.state == .setUp)
    navigator.dismiss()
    #expect(detail.isActive && detail.loads == 2)
    navigator.screenWillDisappear()
    #expect(!detail.isActive && detail.state == .setUp)
    navigator.screenWillAppear()
    #expect(detail.isActive && !home.isActive && home.loads == 1)
  }

  @Test func aScreenThatIsPushedAgainAndAgainLeavesWithItsEnd() throws {
    let other = NamedPage("other")
    try navigator.push(detail)
    for _ in 0..<3 {
      other.addChild(detail)
      #expect(navigator.shape == "home*" && !detail.isEnded)
      navigator.addChild(detail)
      other.addChild(detail)
    }
    navigator.addChild(detail)
    let shape = navigator.shape
    detail.end()
    #expect(navigator.shape == shape && detail.parent === navigator)
    let pushed = NamedPage("pushed")
    try navigator.push(pushed)
    pushed.end()
    #expect(navigator.shape == shape && pushed.parent == nil)
  }

  @Test func screensBetweenAreSetUpAndNeverLoaded() throws {
    let between = NamedPage("between")
    try navigator.setStack([home, between, detail])
    #expect(between.state == .setUp && between.loads == 0 && !between.isActive)
  }

  @Test func theWholeChangeIsOneForThoseWhoLookAtActivity() throws {
    var seen: [String] = []
    let token = observe {
      seen.append("\(navigator.titles.last ?? "") \(home.isActive) \(detail.isActive)")
    }
    try navigator.push(detail)
    navigator.pop()
    #expect(seen == ["home true false", "detail false true", "home true false"])
    token.cancel()
  }

  @Test func aScreenThatGoesOnWhileLoadingIsFollowed() throws {
    let login = NamedPage("login")
    detail.onLoading = { [navigator] in
      do { try navigator.push(login) } catch { Issue.record(error) }
    }
    var paths: [String] = []
    let token = navigator.$path.observe { paths.append($0) }
    try navigator.push(detail)
    #expect(paths == ["home", "home ▸ detail ▸ login"])
    #expect(login.isActive && login.state == .loaded && !detail.isActive)
    #expect(detail.state == .setUp)
    token.cancel()
  }

  @Test func aScreenThatGoesAwayWhileLoadingHasEnded() throws {
    detail.onLoading = { [navigator] in navigator.pop() }
    try navigator.push(detail)
    #expect(navigator.shape == "home*" && detail.isEnded && !detail.isActive && home.isActive)
  }

  /// `back()` begins where the calls before it in a change have led.
  @Test(arguments: [false, true])
  func backWithinAChangeAsksTheScreenThatWasPutThere(isRefused: Bool) throws {
    let (below, top) = (Letter(), Letter())
    try navigator.push(below)
    (isRefused ? top : below).draft = "half a"
    let isBack = try navigator.change {
      try navigator.push(top)
      return navigator.back()
    }
    #expect(isBack == !isRefused)
    #expect(navigator.stack.last === (isRefused ? top : below))
  }

  @Test func aScreenMayRefuseTheBackTapAndNothingElse() throws {
    let letter = Letter()
    try navigator.push(letter)
    letter.draft = "Dear"
    #expect(!navigator.back() && navigator.visible === letter)
    letter.draft = ""
    #expect(navigator.back() && letter.isEnded)
    let sheet = Letter()
    sheet.draft = "x"
    try navigator.present(sheet)
    #expect(!navigator.back() && navigator.dismiss())
    try navigator.present(NamedPage("sheet"))
    #expect(navigator.back() && !navigator.back() && navigator.shape == "home*")
  }

  @Test func aViewTellsWhatWentAndTellingAgainChangesNothing() throws {
    try navigator.push(detail)
    let id = try #require(navigator.tree.visible?.id)
    #expect(navigator.didPop(id) && detail.isEnded)
    #expect(!navigator.didPop(id))
    let root = try #require(navigator.tree.visible?.id)
    #expect(!navigator.didPop(root) && navigator.shape == "home*")
  }

  @Test func aLateReportDoesNotTakeAwayWhatWasPushedSince() throws {
    try navigator.push(detail)
    let id = try #require(navigator.tree.visible?.id)
    navigator.pop()
    try navigator.push(NamedPage("new"))
    #expect(!navigator.didPop(id) && navigator.shape == "home new*")
    try navigator.present(NamedPage("sheet"))
    let stack = try #require(navigator.tree.presentations.last?.id)
    navigator.dismiss()
    try navigator.present(NamedPage("other"))
    #expect(!navigator.didDismiss(stack) && navigator.shape == "home new* [other]")
  }

  @Test func aReportReachesWhatIsCovered() throws {
    try navigator.setStack([home, detail, NamedPage("2")])
    let id = navigator.tree.tabs[0].screens[1].id
    try navigator.present(NamedPage("sheet"))
    let first = try #require(navigator.tree.presentations.first?.id)
    try navigator.present(NamedPage("over"))
    #expect(navigator.didPop(id) && navigator.shape == "home* [sheet] [over]")
    #expect(navigator.didDismiss(first) && navigator.shape == "home*")
  }

  @Test func aScreenThatIsMovedElsewhereLeavesWithoutEnding() throws {
    try navigator.push(detail)
    let owner = NamedPage("owner")
    owner.addChild(detail)
    #expect(navigator.shape == "home*" && !detail.isEnded && home.isActive)
    try navigator.present(NamedPage("sheet"))
    navigator.visible?.removeFromParent()
    #expect(navigator.shape == "home*" && navigator.tree.presentations.count == 0)
  }

  @Test func aScreenThatEndsByItselfLeaves() throws {
    try navigator.push(detail)
    detail.end()
    #expect(navigator.shape == "home*" && detail.parent == nil && home.isActive)
    try navigator.push(NamedPage("2"))
    home.end()
    #expect(navigator.shape == "2*" && !navigator.canPop)
    navigator.visible?.end()
    #expect(navigator.visible == nil && navigator.children.isEmpty && !navigator.isEnded)
    for edit in [
      { try $0.push(NamedPage("x")) }, { try $0.select(0) }, { try $0.setStack([NamedPage("x")]) },
    ] as [@MainActor (Navigator) throws -> Void] {
      expectError(.empty, from: navigator) { try edit(navigator) }
    }
  }

  @Test func aPartThatIsNoScreenIsSeenWithTheNavigator() throws {
    let bar = NamedPage("bar")
    navigator.addChild(bar)
    try navigator.push(detail)
    #expect(bar.isActive && bar.state == .loaded && navigator.shape == "home detail*")
  }

  @Test func screensFindWhatIsAroundThem() throws {
    let inner = Navigator(root: NamedPage("inner"))
    try navigator.push(inner)
    #expect(inner.visible?.navigator === inner && inner.visible?.isActive == true)
    navigator.environment = .early
    #expect(inner.visible?.environment[NowKey.self]().timeIntervalSinceReferenceDate == 0)
  }

  @Test func theAnswerDismissesTheScreenAndComesBack() async throws {
    let picker = LetterPicker()
    let asking = Task { try await navigator.present(asking: picker) }
    while picker.parent == nil { await Task.yield() }
    #expect(navigator.visible === picker && picker.isActive)
    picker.pick("q")
    #expect(navigator.shape == "home*" && picker.isEnded)
    #expect(try await asking.value == "q")
  }

  @Test(arguments: ["dismiss", "cancel", "end", "setStack"])
  func whoLeavesWithoutAnAnswerGivesNone(_ way: String) async throws {
    let picker = LetterPicker()
    let asking = Task { try await navigator.present(asking: picker) }
    while picker.parent == nil { await Task.yield() }
    switch way {
    case "dismiss": navigator.dismiss()
    case "cancel": asking.cancel()
    case "end": navigator.end()
    default: try navigator.setStack([NamedPage("x")])
    }
    #expect(try await asking.value == nil)
    #expect(picker.isEnded)
  }

  @Test(arguments: ["change", "change within a change"])
  func theAnswerOfAChangeThatFailsIsNone(_ way: String) async throws {
    let picker = LetterPicker()
    var asking: Task<Character?, any Error>?
    func ask() throws(ViewModelError) {
      asking = Task.immediate { try await navigator.present(asking: picker) }
      try navigator.select(9)
    }
    try navigator.change {
      try navigator.present(NamedPage("sheet"))
      do { try navigator.change(ask) } catch {
        if way == "change" { return }
      }
      try navigator.push(NamedPage("page"))
    }
    #expect(try await asking?.value == .some(nil))
    #expect(!picker.isEnded && picker.parent == nil)
    let again = Task { try await navigator.present(asking: picker) }
    while picker.parent == nil { await Task.yield() }
    picker.pick("q")
    #expect(try await again.value == "q")
  }

  @Test func theQuestionBeneathAChangeThatFailsStays() async throws {
    let picker = LetterPicker()
    let asking = Task { try await navigator.present(asking: picker) }
    while picker.parent == nil { await Task.yield() }
    #expect(throws: ViewModelError.self) {
      try navigator.change {
        navigator.dismissAll()
        do { try navigator.change { try navigator.select(8) } } catch {}
        try navigator.select(9)
      }
    }
    #expect(navigator.visible === picker && !picker.isEnded)
    picker.pick("q")
    #expect(try await asking.value == "q")
  }

  @Test func whatWasToComeEndsWithTheNavigator() async throws {
    let (page, popped, picker) = (NamedPage("page"), NamedPage("popped"), LetterPicker())
    var asking: Task<Character?, any Error>?
    try navigator.change {
      try navigator.push(popped)
      navigator.pop()
      try navigator.push(page)
      asking = Task.immediate { try await navigator.present(asking: picker) }
      navigator.end()
      #expect(page.isEnded && popped.isEnded && picker.isEnded)
    }
    #expect(try await asking?.value == .some(nil))
    #expect(page.loads == 0 && navigator.tree.screens.isEmpty)
  }

  @Test func askingAScreenThatIsInUseIsAnError() async throws {
    let picker = LetterPicker()
    try navigator.push(picker)
    await #expect(throws: ViewModelError.self) { try await navigator.present(asking: picker) }
  }
}
