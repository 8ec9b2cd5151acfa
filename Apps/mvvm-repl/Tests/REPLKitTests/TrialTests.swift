import Testing
import ViewModels

@testable import REPLKit

/// What is tried by `whatif` leaves nothing and does nothing.
@MainActor
@Suite(.ownGraph) struct TrialTests {
  let conversation = Conversation()

  @Test(arguments: [
    "whatif f.name = g.save()", "whatif f.name = \"\\(g.save())\"",
    "whatif f.age = [g.save()].count",
    "whatif f.name = g.age > 3 ? g.save() : \"\"",
    "whatif f.name += g.save()", "whatif v = g.save()",
  ])
  func noCommandRunsThatStandsWithin(text: String) async {
    await conversation.say("let f = Form(); let g = Form(); var v = \"\"")
    let said = await conversation.say(text)
    #expect(said.lines.first?.contains("whatif") == true, "\(said.lines)")
    #expect(conversation.diagnostics.map(\.code) == [.notNow])
    await conversation.say(":marbles g.save")
    #expect(!conversation.lines.joined().contains("|"), "\(conversation.lines)")
    // The next statement runs commands again.
    #expect(await conversation.say("g.save()").lines == ["\"saved ann\""])
  }

  @Test func aVariableThatWasToBeASecretIsNone() async {
    await conversation.say(
      "let f = Form(); var v = \"a\"; let d = { v }; var w = \"\"; bind v -> w")
    #expect(!(await conversation.say("whatif v = f.pin").lines.joined().contains("1234")))
    #expect(await conversation.say("v\nd\nw").lines == ["\"a\"", "\"a\"", "\"a\""])
    #expect(conversation.session.symbols.redacted(ParsedText("v = \"b\"")) == "v = \"b\"")
  }

  @Test(arguments: [
    "watch f.pin", "watch f.pin as marbles", "watch f.pin as table", "watch f.pin every 1ms",
  ])
  func aWatchOfASecretDoesNotSeeATrial(watch: String) async {
    conversation.session.clock.set(.manual)
    await conversation.say("let f = Form()\n\(watch)")
    let said = await conversation.say("whatif f.pin = \"zzz\"\nadvance 10ms").lines
    #expect(said == ["Would change", "  f.pin  secret  ⟵ secret"])
    #expect(await conversation.say("whatif f.pin = f.pin").lines == ["Nothing would change."])
    #expect(!(await conversation.say("f.pin = \"9999\"\nadvance 10ms").lines.isEmpty))
  }
}
