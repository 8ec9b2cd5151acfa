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

  @Test(arguments: [
    "let x = ; 5", "f.name = ; \"zz\"", "[1, ; 2]", "expect 1 ==; 2", "[; 1]", "f.save(;)", "(1;)",
    "1 +; 2", "1 ? ; 2 : 3", "let x: [;Int] = [1]", "f.age += ; 1", "[1] | ; json", "[1: ;2]",
    "watch f.name, ; f.age", "[1].map { ; $0 }", "let d = { ; 1 }", "f.; name", "\"\\(1 +; 2)\"",
  ])
  func aSemicolonEndsAStatement(text: String) async {
    await conversation.say("let f = Form()")
    let said = await conversation.say(text)
    #expect(said.status == .parseError, "\(said.lines)")
    #expect(conversation.diagnostics.first?.message.description.contains("';'") == true)
    #expect(await conversation.say("1 + 1;; 2;").lines == ["2", "2"])
  }

  @Test(arguments: [
    ("let x =\n5\nx", "5"), ("[1,\n2]", "[1, 2]"), ("1 +\n\n2", "3"),
    ("[1, 2].map {\n$0\n}", "[1, 2]"), ("let d = {\n1\n}\nd", "1"),
  ])
  func aLineGoesOnBehindWhatWantsMore(text: String, answer: String) async throws {
    #expect(await conversation.say(text).lines.last == answer)
    // As in a file, line by line.
    var reader = StatementReader()
    let texts = try reader.read(Array("\(text)\n".utf8)).map(\.source)
    let other = Conversation()
    for text in texts { await other.session.run(text) }
    #expect(other.lines.last == answer)
  }

  /// A line that ends with a dot is a mistake at once, so that a statement with a member stands on one line.
  @Test func theHelpForADotCanBeFollowed() async {
    let said = await conversation.say("[1, 2]\n.count").lines
    let help = "Write the dot and the name on the line of what they belong to: [1, 2].count."
    #expect(said.last == "  help: \(help)", "\(said)")
    #expect(conversation.diagnostics.first?.help?.text(in: .chinese).isChinese == true)
    #expect(await conversation.say("[1, 2].count").lines == ["2"])
  }

  @Test func textsOfSeveralLinesMayHaveTheLineEndsOfWindows() async {
    let conversation = Conversation()
    let text = [
      "let a = \"\"\"", "  x\\", "  y", "", "   z", "  \"\"\"", "a", "let b = \"\"\"", "\"\"\"",
      "b",
    ]
    let said = await conversation.say(text.joined(separator: "\r\n"))
    #expect(said.lines == ["\"xy\\n\\n z\"", "\"\""])
    #expect(await conversation.say(text.joined(separator: "\n")).lines == said.lines)
  }
}
