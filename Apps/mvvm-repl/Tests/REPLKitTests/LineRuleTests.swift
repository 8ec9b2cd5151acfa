import Testing

@testable import REPLKit

/// Where a statement goes on, and where it ends.
@MainActor
@Suite(.ownGraph) struct LineRuleTests {
  let conversation = Conversation()

  nonisolated static let interpolations = [
    "\"\\(  )\"", "\"\\()\"", "\"\\(1 +)\"", "\"\\(a.)\"", "\"\\([1)\"", "print(\"\\(1 == )\")",
    "\"\\(1 ? 2 :)\"", "\"\\(\"\\()\")\"", "\"\\(1 /* )\"", "\"\\(-)\"", "\"a\\(f(1,)b\"",
    "\"\"\"\n\\(1 +)\n\"\"\"",
  ]

  @Test(arguments: interpolations)
  func aMistakeInAnInterpolationEndsWithItsLine(text: String) async throws {
    #expect(ParsedText(text).isComplete)
    var reader = StatementReader()
    let texts = try reader.read(Array("\(text)\n\"next\"\n".utf8)).map(\.source.text)
    #expect(texts.last == "\"next\"\n", "\(texts)")
    let said = await conversation.say(text)
    #expect(said.status == .parseError)
    #expect(!said.lines.joined().contains("end of the input"), "\(said.lines)")
    #expect(await conversation.say("\"next\"").lines == ["\"next\""])
  }

  @Test func whatIsMissingBeforeTheParenthesisIsTold() async {
    let said = await conversation.say("\"\\(1 +)\"").lines
    #expect(said.first?.hasSuffix("a value is expected here, not ')'") == true, "\(said)")
    await conversation.say(":lang zh")
    let chinese = await conversation.say("\"\\()\"").lines
    #expect(chinese.first?.contains("这里应是值，而不是“)”") == true, "\(chinese)")
  }
}
