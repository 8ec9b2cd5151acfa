import Testing

@testable import REPLKit

/// Numbers without digits are typed as they are printed, or as in Swift.
@MainActor
@Suite(.ownGraph) struct NamedNumberTests {
  let conversation = Conversation()

  @Test(arguments: [
    ("1.0 / 0.0", "inf"), ("-1.0 / 0.0", "-inf"), ("0.0 / 0.0", "nan"), ("inf", "inf"),
    ("-inf", "-inf"), ("nan", "nan"), ("Double.infinity", "inf"), ("-Double.infinity", "-inf"),
    ("Double.nan", "nan"), ("inf - inf", "nan"), ("1 < inf", "true"), ("nan == nan", "false"),
    ("[1.5, inf, nan]", "[1.5, inf, nan]"),
  ])
  func whatIsPrintedCanBeTyped(text: String, printed: String) async {
    #expect(await conversation.say(text).lines == [printed])
    if printed != "true", printed != "false" {
      #expect(await conversation.say(printed).lines == [printed])
    }
  }

  @Test func aNameOfAPersonsOwnStandsForTheirs() async {
    #expect(await conversation.say("let inf = 3\ninf").lines.last == "3")
    let known = Highlighter.parts(of: "inf + 1", symbols: Conversation().session.symbols)
    #expect(known.first?.role == .literal)
  }

  @Test func jsonHasNoSuchNumber() async {
    #expect(await conversation.say("[inf, nan] | json").lines.joined().contains("null"))
  }
}
