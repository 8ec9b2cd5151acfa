import Bindings
import Testing
import ViewModels

@testable import REPLKit

/// A field of which an observer keeps the length, as lists keep their rows.
@ViewModel private final class Measured {
  var text = ""
  private(set) var length: Int = 0
  @Ignored private var measuring: Subscription?

  init() {
    measuring = observe(with: self) { field in
      let count = field.text.count
      untracked { field.length = count }
    }
  }
}

/// `whatif` tells all that would change, and of what it cannot tell that.
@MainActor
@Suite(.ownGraph) struct WhatIfTests {
  private let conversation = Conversation { catalog, _ in
    catalog.add(Measured.self) { Measured() }
    catalog.add(SegmentedViewModel.self) {
      let segments = SegmentedViewModel()
      for title in ["a", "b"] {
        let child = LifecycleViewModel()
        child.title = title
        segments.addChild(child)
      }
      return segments
    }
  }

  @Test func whatObserversWouldDoIsToldToBeLeftOut() async {
    await conversation.say("let m = Measured(); m.text = \"fog\"")
    let said = await conversation.say("whatif m.text = \"a\"")
    #expect(
      said.lines == [
        "Would change", "  m.text  \"a\"  ⟵ \"fog\"",
        "Not shown: what else reacts to the change, such as a list that then loads other rows.",
      ])
    #expect(await conversation.say("whatif m.text = \"fog\"").lines == ["Nothing would change."])
    #expect(await conversation.say("m.text; m.length").lines == ["\"fog\"", "3"])
  }

  /// Watches, bindings and screens are the session's own, and bindings are tried.
  @Test func theSessionsOwnObserversAreNone() async {
    await conversation.say(
      "let f = Form(); let g = Form(); watch f.age; bind f.age -> g.age; :screen f")
    let said = await conversation.say("whatif f.age = 7")
    #expect(said.lines.contains("  g.age      7  ⟵ 30"), "\(said.lines)")
    #expect(!said.lines.contains { $0.hasPrefix("Not shown") }, "\(said.lines)")
  }

  @Test func whatIsReachedByAnotherPathHasNotChanged() async {
    conversation.session.host.rehearsesCommands = true
    await conversation.say("let s = SegmentedViewModel()")
    let said = await conversation.say("whatif s.select(1)").lines
    #expect(said.contains("  s.selectedIndex        1  ⟵ 0"), "\(said)")
    #expect(said.contains("  s.selectedChild.title  \"b\"  ⟵ \"a\""), "\(said)")
    #expect(!said.contains { $0.contains("gone") || $0.contains("not there") }, "\(said)")
    #expect(said.count == 4, "\(said)")
  }

  @Test func aBindingThatDoesNotSettleIsNotWokenByATrial() async {
    await conversation.say("var a = 1; let d = { a + 1 }; bind d -> a; watch a")
    let before = await conversation.say("a").lines
    #expect(await conversation.say("whatif a = 5").lines.first == "Would change")
    #expect(await conversation.say("a").lines == before)
  }
}
