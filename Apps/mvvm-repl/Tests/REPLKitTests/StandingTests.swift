import Testing

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
    let said = await conversation.say("watch; bind")
    #expect(said.lines.map { $0.prefix(10) } == ["Nothing is", "Nothing is"])
  }

  @Test func aPathEndsWhatIsBelowIt() async {
    await conversation.say("let f = Form(); let g = Form(); bind f.age -> g.age; unbind g")
    #expect(await conversation.say("f.age = 3; g.age").lines == ["30"])
    #expect(await conversation.say("unbind g").status == .runtimeError)
    #expect(conversation.diagnostics.first?.message.description == "there is no binding g")
  }
}
