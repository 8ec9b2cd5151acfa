import Bindings
import Testing
import ViewModels

@testable import REPLKit

/// A box with commands that may have no value for what they are asked.
@MainActor
private final class Box: ViewModel {
  let find = Command<String, DynamicValue>(label: "find") { (key: String) in
    key == "a" ? 1 : .null
  }
  let clear = Command<Void, Void>(label: "clear") { () in }

  static let schema = ViewModelSchema(
    Box.self, "A box.",
    members: [
      .command(
        "find", { $0.find }, parameters: [Parameter(label: nil, name: "key", type: .string)],
        input: { values throws(ViewModelError) in try values.value(0, as: String.self) }),
      .command("clear", { $0.clear }),
    ])
}

/// What looks like Swift means the same, or is refused.
@MainActor
@Suite(.ownGraph) struct SwiftAtThePromptTests {
  let conversation = Conversation { catalog, _ in catalog.add(Box.self) { Box() } }

  @Test(arguments: [
    ("b.find(\"zz\") ?? 1", "1"), ("b.find(\"a\") ?? 2", "1"), ("b.find(\"zz\") == nil", "true"),
    ("let x = b.find(\"zz\"); x", "nil"), ("b.find(\"zz\")", "nil"), ("[b.find(\"zz\")]", "[nil]"),
    ("(try? b.find(\"zz\")) == nil", "true"), ("print(b.find(\"zz\"))", "nil"),
  ])
  func aCommandWithoutAValueForItIsNil(text: String, answer: String) async {
    await conversation.say("let b = Box()")
    #expect(await conversation.say(text).lines == [answer])
  }

  @Test func aCommandWithoutAResultHasNone() async {
    await conversation.say("let b = Box()")
    #expect(await conversation.say("b.clear()").lines == ["✓ b.clear()"])
    #expect(await conversation.say("b.clear() ?? 1").lines.first?.hasPrefix("error E203") == true)
  }

  @Test(arguments: [
    ("print(1, 2, separator: \"-\")", "1-2"), ("print(1, 2)", "1 2"), ("print()", ""),
    ("print(separator: \"-\")", ""), ("print(\"a\", \"b\", separator: \"\")", "ab"),
  ])
  func printTakesASeparator(text: String, answer: String) async {
    #expect(await conversation.say(text).lines.joined() == answer)
  }

  @Test(arguments: ["print(foo: 1)", "print(1, terminator: \"\")", "print(1, separator: 2)"])
  func printTakesNothingElse(text: String) async {
    #expect(await conversation.say(text).status == .runtimeError)
    let mistake = conversation.diagnostics.first
    #expect(mistake?.message.text(in: .chinese).isChinese == true, "\(mistake as Any)")
  }

  @Test func aSeparatorTellsNoSecret() async {
    await conversation.say("let f = Form(); f.pin = \"s3cret\"")
    let said = await conversation.say("print(1, 2, separator: f.pin)").lines
    #expect(!said.joined().contains("s3cret"))
  }

  @Test(arguments: [
    ("/* a /* b */ c */ 1", "1"), ("1 /* /**/ */ + 1", "2"), ("/*/ 1 */ 2", "2"),
    ("/* /* /* */ */\n */ 3", "3"),
  ])
  func commentsStandInComments(text: String, answer: String) async {
    #expect(await conversation.say(text).lines == [answer])
  }

  @Test func aCommentEndsWithTheLastOfItsEnds() {
    #expect(!ParsedText("/* a /* b */").isComplete)
    #expect(!ParsedText("/* /* */ /*/ */").isComplete)
    #expect(
      Redaction(names: ["pin"]).redacted(ParsedText("/* a /* f.pin = s3 */ c */ 1"))
        == "/* a /* f.pin = \"…\" */ c */ 1")
  }

  @Test(arguments: [
    "[1, 2].map { $0 + $1 }", "[1, 2].filter { $1 > 0 }", "[[1]].map { $0.map { $1 } }",
    "let d = { [1, 2].map { $1 } }; d", "[1].contains { \"\\($1)\" == \"7\" }",
    "watch [1].map { $1 }",
  ])
  func aClosureWithOneArgumentHasNoSecond(text: String) async {
    await conversation.say("7")
    let said = await conversation.say(text)
    #expect(said.status == .runtimeError, "\(said.lines)")
    #expect(said.lines.joined().contains("this closure has one argument, $0"), "\(said.lines)")
  }

  @Test func laterResultsAreReadInClosures() async {
    await conversation.say("7\n8")
    #expect(await conversation.say("[1].map { $0 + $2 }").lines == ["[9]"])
    #expect(await conversation.say("[2, 1].sorted { $0 < $1 }").lines == ["[1, 2]"])
  }

  @Test(arguments: [
    "1...0", "[1, 2, 3][2...1]", "\"abc\"[1...0]", "5...1", "1..<0", "let d = { 1...0 }; d",
  ])
  func aRangeDoesNotGoBackwards(text: String) async {
    let said = await conversation.say(text)
    #expect(said.lines.joined().contains("is empty or too long"), "\(said.lines)")
  }

  @Test(arguments: [
    ("1..<1", "[]"), ("0...0", "[0]"), ("[1, 2][1..<1]", "[]"), ("-1...0", "[-1, 0]"),
  ])
  func aRangeMayBeEmptyAsInSwift(text: String, answer: String) async {
    #expect(await conversation.say(text).lines == [answer])
  }

  @Test(arguments: [
    ("[1, 2, 3][1...]", "[2, 3]"), ("[1, 2, 3][3...]", "[]"), ("[1, 2, 3][..<2]", "[1, 2]"),
    ("[1, 2, 3][...1]", "[1, 2]"), ("[1, 2, 3][...]", "[1, 2, 3]"), ("[[1]][0...][0]", "[1]"),
    ("[1, 2, 3][\n0 + 1...\n]", "[2, 3]"),
    ("[1, 2][...\n]", "[1, 2]"), ("\"abc\"[1...]", "\"bc\""), ("\"\"[...]", "\"\""),
  ])
  func anIndexMayBeARangeWithOneBound(text: String, answer: String) async {
    #expect(await conversation.say(text).lines == [answer])
  }

  @Test(arguments: [
    ("[1, 2][3...]", "goes beyond"), ("[1, 2][-1...]", "goes beyond"),
    ("[1, 2][...3]", "goes beyond"), ("[1...]", "only be an index"),
    ("[1, 2][..<]", "a value is expected"), ("1...", "a value is expected"),
  ])
  func aRangeWithOneBoundEndsWithItsElements(text: String, problem: String) async {
    let said = await conversation.say(text)
    #expect(said.lines.joined().contains(problem), "\(said.lines)")
  }

  @Test(arguments: [
    ("Int(1e19)", "1e+19 does not fit into an Int", "1e+19 超出 Int 的范围"),
    ("Int(inf)", "inf does not fit into an Int", "inf 超出 Int 的范围"),
    ("Int([1])", "Int is created from a number or a string", "Int 由数字或字符串创建"),
  ])
  func aNumberThatDoesNotFitIsTold(text: String, english: String, chinese: String) async {
    await conversation.say(text)
    let message = conversation.diagnostics.first?.message
    #expect(message?.text(in: .english) == english && message?.text(in: .chinese) == chinese)
  }

  @Test(arguments: [("1e400", "Numbers go up to 1.79"), ("99999999999999999999", "Whole numbers")])
  func theGreatestNumberOfItsKindIsTold(text: String, help: String) async {
    await conversation.say(text)
    let mistake = conversation.diagnostics.first
    #expect(mistake?.help?.description.hasPrefix(help) == true, "\(mistake as Any)")
    #expect(mistake?.help?.text(in: .chinese).isChinese == true)
  }
}
