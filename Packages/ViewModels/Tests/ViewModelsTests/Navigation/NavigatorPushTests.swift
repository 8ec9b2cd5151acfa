import Bindings
import Testing
import ViewModels

/// A navigator that sees what is pushed.
@MainActor
@ViewModel
private final class WatchfulNavigator: Navigator {
  @Ignored var seen: [String] = []
  @Ignored var onPush: @MainActor (LifecycleViewModel) throws(ViewModelError) -> Void = { _ in }

  override func willPush(
    _ screen: LifecycleViewModel, over below: LifecycleViewModel
  ) throws(ViewModelError) {
    seen.append("\(screen.title ?? "?") over \(below.title ?? "?")")
    try onPush(screen)
  }
}

/// The hook that sees and changes each push.
@MainActor
@Suite(.ownGraph) struct NavigatorPushTests {
  private let navigator: WatchfulNavigator

  init() throws {
    var router = Router(scheme: "demo")
    router.add("/a") { _ in NamedPage("a") }
    router.add("/a/b", named: "b") { _ in NamedPage("b") }
    navigator = WatchfulNavigator(root: NamedPage("home"), router: router)
  }

  @Test func everyPushIsSeenAndMayBeChanged() throws {
    navigator.onPush = { $0.title = $0.title?.uppercased() }
    try navigator.push(NamedPage("one"))
    try navigator.open("/a/b")
    try navigator.open("demo://b/push")
    #expect(
      navigator.seen == ["one over home", "a over home", "b over A", "b over B"])
    #expect(navigator.shape == "home A B B*")
  }

  @Test func aPushThatIsRefusedUndoesTheWholeChange() {
    navigator.onPush = { screen throws(ViewModelError) in
      if screen.title == "b" { throw ViewModelError(.badParameter, "Sign in first.") }
    }
    expectError(.badParameter, from: navigator) { try navigator.open("/a/b") }
    #expect(navigator.shape == "home*" && navigator.seen.count == 2)
  }

  @Test func aScreenThatCannotComeIsNotSeen() {
    let page = NamedPage("ended")
    page.end()
    expectError(.ended, from: navigator) { try navigator.push(page) }
    #expect(navigator.seen.isEmpty)
  }

  @Test func whatTheHookPushesLiesBelow() throws {
    navigator.onPush = { [navigator] screen throws(ViewModelError) in
      if screen.title == "letter" { try navigator.push(NamedPage("sign in")) }
    }
    try navigator.push(NamedPage("letter"))
    #expect(navigator.shape == "home sign in letter*")
  }

  @Test func theNavigatorItselfAndWhatItIsInAreNoScreens() {
    let app = LifecycleViewModel()
    app.addChild(navigator)
    let own = #expect(throws: ViewModelError.self) { try navigator.push(navigator) }
    #expect(own?.message == "A WatchfulNavigator is no screen of itself. Give another one.")
    let outer = #expect(throws: ViewModelError.self) { try navigator.push(app) }
    #expect(
      outer?.message
        == "A LifecycleViewModel is no screen of the WatchfulNavigator inside it. Give another one."
    )
    #expect(own?.code == .inUse && outer?.code == .inUse)
  }
}
