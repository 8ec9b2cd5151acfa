import Bindings
import Testing
import ViewModels

@testable import REPLKit

/// L08: the first picture of a page that becomes visible is a layout of the page.
@MainActor
@Suite(.ownGraph) struct LayoutReportTests {
  private let conversation = Conversation()

  init() {
    for word in conversation.session.screenWords { conversation.session.add(word) }
    conversation.session.host.screens.onChange = { _ in }
  }

  /// A script sees no screen, so most changes are not drawn.
  @Test(arguments: [true, false])
  func aPageIsLaidOutWhenItBecomesVisibleWhoeverLooksOn(isSeen: Bool) async throws {
    if !isSeen { conversation.session.host.screens.onChange = nil }
    let root = Leaf("A")
    let app = Navigator(root: root)
    conversation.session.define("app", app)
    await conversation.say(":screen app")
    #expect(app.renderCount == 1 && root.renderCount == 1)
    let page = Leaf("B")
    var layouts = 0
    page.keep(page.didRender.prefix(1).observe { _ in layouts += 1 })
    try app.push(page)
    #expect(page.renderCount == 1 && layouts == 1 && root.renderCount == 1)
    page.title = "C"
    #expect(page.renderCount == 1)
    app.pop()
    #expect(root.renderCount == 2 && app.renderCount == 1)
    try app.push(Leaf("D"))
    app.pop()
    #expect(root.renderCount == 3)
    await conversation.say(":screen app")
    #expect(root.renderCount == 4 && app.renderCount == 2)
    await conversation.say(":screen off")
    try app.push(Leaf("E"))
    app.pop()
    #expect(root.renderCount == 4)
  }

  @Test func aLayoutIsNoEffectOfAStatement() async throws {
    conversation.session.define("page", Leaf("A"))
    await conversation.say(":screen page; page.title = \"B\"")
    let said = await conversation.say("whatif page.title = \"C\"").lines
    #expect(!said.contains { $0.contains("renderCount") }, "\(said)")
    #expect(await conversation.say("undo").lines == ["undone: page.title = \"B\""])
    #expect(await conversation.say("page.title").lines == ["\"A\""])
  }

  @Test(arguments: [":screen", ":show"])
  func aSegmentIsLaidOutWhenItIsSeen(word: String) async throws {
    let page = SegmentedViewModel()
    let segments = [Leaf("A"), Leaf("B")]
    for segment in segments { page.addChild(segment) }
    conversation.session.define("page", page)
    await conversation.say("\(word) page")
    #expect(segments.map(\.renderCount) == [1, 0] && page.renderCount == 1)
    guard word == ":screen" else { return }
    try page.select(1)
    #expect(segments.map(\.renderCount) == [1, 1] && page.renderCount == 1)
  }

  @Test func whatALayoutChangesIsDrawnWithoutEnd() async {
    let page = Counted()
    page.keep(page.didRender.observe { $0.echo += 1 })
    var (pictures, issues) = (0, 0)
    conversation.session.host.screens.onChange = { _ in pictures += 1 }
    Graph.current.onIssue = { _ in issues += 1 }
    conversation.session.define("page", page)
    await conversation.say(":screen page")
    #expect(pictures < 10 && issues == 0)
    for title in ["a", "b"] { page.title = title }
    #expect(page.renderCount == 1 && page.echo == 1 && issues == 0 && pictures < 20)
    #expect(
      conversation.session.host.screens.live?.picture?.outputs.map(\.text.plain)
        == ["drawn 1 times"])
  }

  /// A page that shows how often it was drawn.
  @MainActor
  @ViewModel
  final class Counted: LifecycleViewModel {
    var echo: Int = 0
    var shown: String { "drawn \(renderCount) times" }
  }
}
