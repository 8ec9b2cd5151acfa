import Testing
import ViewModels

@testable import REPLKit

/// What lives at the prompt is counted by its kind, and told with it.
@MainActor
@Suite(.ownGraph) struct StandingTests {
  let conversation = Conversation()

  @Test func watchesBindingsAndJobsAreCountedEachForItself() async {
    let said = await conversation.say(
      """
      let f = Form(); let g = Form(); watch f.age; watch f.name
      bind f.name <-> g.name
      f.save() &
      wait all
      """)
    #expect(said.lines.contains("binding #1: f.name <-> g.name"))
    #expect(said.lines.contains("job #1: f.save() runs in the background"))
    #expect(
      await conversation.say("watch; bind").lines == [
        "Watched", "  #1  f.age", "  #2  f.name", "Bound", "  #1  f.name <-> g.name",
      ])
  }

  @Test func whatANumberStoodForIsToldWhenItEnds() async {
    await conversation.say("let f = Form(); let g = Form(); watch f.age; bind f.age -> g.age")
    #expect(await conversation.say("unwatch #1").lines == ["ended: f.age"])
    #expect(await conversation.say("unbind #1").lines == ["ended: f.age -> g.age"])
    await conversation.say("watch f.age; watch f.name; watch g")
    #expect(await conversation.say("unwatch f").lines == ["ended: f.age, f.name"])
    #expect(await conversation.say("unwatch all").lines.first?.hasPrefix("ended: g.") == true)
    #expect(await conversation.say("unwatch all").lines == conversation.say("watch").lines)
    #expect(await conversation.say("unbind all").lines == conversation.say("bind").lines)
    let said = await conversation.say("watch; bind")
    #expect(said.lines.map { $0.prefix(10) } == ["Nothing is", "Nothing is"])
  }

  @Test func aPathEndsWhatIsBelowIt() async {
    await conversation.say("let f = Form(); let g = Form(); bind f.age -> g.age; unbind g")
    #expect(await conversation.say("f.age = 3; g.age").lines == ["30"])
    #expect(await conversation.say("unbind g").status == .runtimeError)
    #expect(conversation.diagnostics.first?.message.description == "there is no binding 'g'")
  }

  @Test func aBindingEndsByItsArrowAsItIsListed() async {
    await conversation.say("let f = Form(); let g = Form(); bind f.age -> g.age")
    await conversation.say("bind f.name <-> g.name\nbind f.name -> g.name via trimmed")
    #expect(await conversation.say("unbind f.age <-> g.age").status == .runtimeError)
    #expect(await conversation.say("unbind g.age -> f.age").status == .runtimeError)
    #expect(await conversation.say("unbind f.age->g.age").lines == ["ended: f.age -> g.age"])
    #expect(
      await conversation.say("unbind g.name <-> f.name").lines == ["ended: f.name <-> g.name"])
    #expect(
      await conversation.say("unbind f.name -> g.name via trimmed").lines
        == ["ended: f.name -> g.name via trimmed"])
    let help = await conversation.say(":help unbind").lines
    #expect(help.contains { $0.contains("unbind a.phone -> b.phone") })
  }

  /// A statement about several things does all of it or nothing.
  @Test(arguments: [
    "watch items, nosuch", "watch f.age, items, f.nosuch", "watch f, items, f.save",
    "bind whole <-> part",
  ])
  func whatFailsLeavesNothingBehind(statement: String) async {
    let conversation = Conversation { catalog, _ in
      catalog.add(ListViewModel.self)
    }
    await conversation.say(
      "let f = Form(); let items = ListViewModel(); var whole = 5; var part = 1.5")
    #expect(await conversation.say(statement).status != .ok)
    #expect(
      await conversation.say("part; watch; bind").lines.map { $0.prefix(10) }
        == ["1.5", "Nothing is", "Nothing is"])
  }

  @Test func aPathThatIsNamedTwiceIsWatchedOnce() async {
    await conversation.say("let f = Form(); watch f.age, f.age")
    #expect(await conversation.say("watch").lines == ["Watched", "  #1  f.age"])
  }

  @Test(arguments: [("nope", "nope"), ("a", "Bool")])
  func aConditionThatIsNoneIsRefused(condition: String, told: String) async {
    let conversation = Conversation()
    await conversation.say("var a = 1")
    #expect(await conversation.say("watch a when \(condition)").lines.joined().contains(told))
    #expect(await conversation.say("watch").lines.allSatisfy { !$0.contains("#1") })
    await conversation.say("watch a when a > 5")
    #expect(await conversation.say("watch").lines.contains { $0.contains("a when a > 5") })
  }

  /// A value that waited for the end of the interval came out after the condition had become false.
  @Test(arguments: ["", " as table"])
  func aValueDoesNotWaitForAConditionThatHasBecomeFalse(form: String) async {
    let conversation = Conversation()
    await conversation.say(
      ":clock manual\nvar v = 0; var ok = true; watch v\(form) when ok every 1s")
    #expect(await conversation.say("v = 2; ok = false; v = 3; advance 2s").lines == [])
    #expect(await conversation.say("ok = true").lines.joined().contains("3"))
  }

  @Test func aTableWaitsForItsConditionToBecomeTrueAgain() async {
    let conversation = Conversation { catalog, _ in catalog.add(ListViewModel.self) }
    await conversation.say(
      ":clock manual\nlet list = ListViewModel(); var ok = true; watch list when ok every 1s")
    await conversation.say("list.add(\"Ada\")")
    #expect(await conversation.say("ok = false; advance 2s").lines == [])
    #expect(await conversation.say("ok = true").lines.joined().contains("Ada"))
  }
}
