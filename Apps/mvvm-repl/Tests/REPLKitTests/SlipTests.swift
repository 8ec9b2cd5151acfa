import Testing

@testable import REPLKit

/// A line of another tool is told as what it is in Swift, wherever it stands.
@MainActor
@Suite(.ownGraph) struct SlipTests {
  @Test(arguments: ["why", "whatif", "expect", "wait", "advance", "why;", "why // what"])
  func aVerbAloneIsToldHowItGoesOn(text: String) async {
    let conversation = Conversation()
    #expect(ParsedText(text).isComplete)
    await conversation.say(text)
    let mistake = conversation.diagnostics.first
    #expect(mistake?.message.description.hasPrefix("say what '") == true, "\(text)")
    #expect(mistake?.help?.description.hasPrefix("Write ") == true)
  }

  @Test func aVerbThatIsNoStatementByItselfIsToldHowItGoesOn() async {
    let conversation = Conversation()
    await conversation.say("decode")
    #expect(conversation.diagnostics.first?.help?.description.contains("decode CarHome") == true)
  }

  @Test(arguments: [
    ("f.name = „bo“", "f.name = \"bo\""), ("f.name = «bo»", "f.name = \"bo\""),
    ("f.name = “don’t”", "f.name = \"don’t\""), ("f.name = ‘bo’", "f.name = \"bo\""),
    ("f.name = 「bo」", "f.name = \"bo\""), ("f.name = “a「b」”", "f.name = \"a「b」\""),
    ("f.name = „say \"hi“", nil), ("bind f.name > f.name", "bind f.name -> f.name"),
    ("bind f.name → f.name", "bind f.name -> f.name"),
    ("bind f.name <- f.name", "bind f.name -> f.name"),
    ("bind f.name --> f.name", "bind f.name -> f.name"),
    ("bind f.name <=> f.name", "bind f.name <-> f.name"),
    ("bind f.name -> f.name vai trimmed", "bind f.name -> f.name via trimmed"),
    ("watch f.name wehn f.age > 1", "watch f.name when f.age > 1"),
  ])
  func signsAndWordsOfOthersAreMended(typed: String, meant: String?) async {
    let conversation = Conversation()
    await conversation.say("let f = Form()")
    let said = await conversation.say(typed).lines
    #expect(
      conversation.diagnostics.first?.correctedLine(in: SourceText(typed)) == meant, "\(said)")
  }

  @Test(arguments: [
    ("don't", "Write :help"), ("why don't you answer", "To see what there is"),
    ("why not", "Available: "), (":goto", "Write :goto #"), ("undo -1", "Write undo for"),
    ("redo x", "Write undo for"), ("wait #99", "There is none"), ("unbind #1", "There is none"),
    ("watch n; unwatch #7", "Available: #1"),
  ])
  func aSlipIsTakenForNothingElse(typed: String, help: String) async {
    let conversation = Conversation()
    await conversation.say("let net = 1; var n = 2; n = 3")
    let said = await conversation.say(typed).lines
    #expect(said.joined(separator: "\n").contains(help), "\(said)")
  }

  @Test(arguments: [
    ("'186'", "\"186\""), ("f.name = 'bo'", "f.name = \"bo\""),
    ("['a', 'b']", "[\"a\", \"b\"]"), ("f.name = \"bo", "f.name = \"bo\""),
    ("1; print(\"a", "1; print(\"a\")"), ("f.clear", "f.clear()"),
    ("watch(f.age)", "watch f.age"), ("expect(f.age == 30)", "expect f.age == 30"),
  ])
  func aCertainFixIsOffered(typed: String, meant: String) async {
    let conversation = Conversation()
    await conversation.say("let f = Form()")
    let said = await conversation.say(typed).lines
    #expect(
      conversation.diagnostics.first?.correctedLine(in: SourceText(typed)) == meant, "\(said)")
    #expect(said.last?.hasSuffix("  \(meant)") == true, "\(said)")
    #expect(await conversation.say(meant).status == .ok)
  }

  @Test(arguments: ["f.name = 'bo", "f.name = \"bo; f.age", "it's", "1 + f.clear", "'a\"b'"])
  func aFixThatIsNotCertainIsNone(typed: String) async {
    let conversation = Conversation()
    await conversation.say("let f = Form()")
    await conversation.say(typed)
    #expect(conversation.diagnostics.first?.replacement == nil, "\(conversation.lines)")
  }

  @Test(arguments: ["f.pin = 'hunter2'", "f.pin = \"hunter2", "watch(f.pin == \"hunter2\")"])
  func aFixTellsNoSecret(typed: String) async {
    let conversation = Conversation()
    await conversation.say("let f = Form()")
    #expect(!(await conversation.say(typed).lines.joined().contains("hunter2")))
  }

  @Test func aTextInSingleQuotesIsToldItsSigns() async {
    let conversation = Conversation()
    await conversation.say("let a = '186'")
    #expect(conversation.diagnostics.first?.help?.description.contains("double quotes") == true)
  }

  @Test func anIssueOfWhatWasTypedNamesNoSourceOfTheTool() async {
    let conversation = Conversation()
    await conversation.say("var x = 1; let y = { x + 1 }; bind y -> x; x = 5")
    let told = conversation.diagnostics.map(\.message.description)
    #expect(told.contains { $0.contains("'binding y -> x' -> 'x'") }, "\(told)")
    #expect(!told.contains { $0.contains(".swift") })
  }

  @Test func aSingleLetterIsNotTakenForAnother() async {
    let conversation = Conversation()
    await conversation.say("let a = 1; let b = 2; f.name")
    #expect(conversation.diagnostics.first?.help?.description.contains("Did you mean") == false)
  }

  @Test(arguments: [
    ("import Foundation", "Nothing has to be imported"), ("struct A {}", "mvvm-repl new"),
    ("while true {}", "instead of loops"),
  ])
  func aStatementOfSwiftIsToldWhatThereIsInItsPlace(text: String, help: String) async {
    let conversation = Conversation()
    await conversation.say(text)
    #expect(conversation.diagnostics.first?.help?.description.contains(help) == true)
  }

  @Test func aCorrectedWordOfTheToolKeepsWhatFollowsIt() async {
    let conversation = Conversation()
    #expect(
      await conversation.say(":lnag zh").lines.last == "  help: Did you mean ':lang zh'?  :lang zh")
  }

  let conversation = Conversation()

  /// Each slip with the error's message and its help, as it is told with the corrected line.
  @Test(arguments: [
    (
      "f = Form()", "a view-model cannot be replaced from here",
      "Declare the name again with let.  let f = Form()"
    ),
    ("unwatch #99", "there is no watch #99", "Available: #1"),
    (
      "let c = { $0 + 1 }", "a closure is not a value of its own",
      "Pass it to map, filter, sorted, first, contains or allSatisfy."
    ),
    (":language zh", "there is no ':language'", "Did you mean ':lang zh'?  :lang zh"),
    (":type 1", "there is no ':type'", "Type :help to see what there is."),
    ("whatif undo", "undo is a statement of its own", nil),
    (
      "d[\"x\"] = 2", "a variable or a member of a view-model is expected here",
      "A part of a variable cannot be set. Assign a whole value: d = …"
    ),
    (
      "a.append(3)", "[Int] has no member 'append'",
      "Elements are added to a variable: list += [element]."
    ),
    (
      "watch f.age + 1", "'+' is not expected here",
      "Watch a member of a view-model, a var, or let x = { … }."
    ),
    (
      "bind n -> f.name", "String is expected here; 5 is Int", "Write bind n -> f.name via text."
    ),
    (
      "bind n <-> f.name", "String is expected here; 5 is Int",
      "Write bind n <-> f.name via text."
    ),
    ("k[0] = 1", "a variable or a member of a view-model is expected here", nil),
    ("unwatch ＃1", "Swift uses other characters for ＃", "Write it like this:  unwatch #1"),
    ("$0", "there is no result $0", "Results are numbered from $1 as they are shown."),
    ("f name", "'name' is not expected here", "Write it like this:  f.name"),
    ("f:name", "':' is not expected here", "Write it like this:  f.name"),
    ("f.name := \"bo\"", "':' is not expected here", "Write it like this:  f.name = \"bo\""),
    ("let x = 1, y = 2", "',' is not expected here", "Write it like this:  let x = 1; let y = 2"),
    ("unwatch #1, #2", "',' is not expected here", "Write it like this:  unwatch #1; unwatch #2"),
    (
      "let f.name = \"bo\"", "'=' and a value is expected here, not '.'",
      "Write it like this:  f.name = \"bo\""
    ),
    ("v++", "a value is expected here, not '+'", "Write it like this:  v += 1"),
    ("let z = .5", "a value is expected here, not '.'", "Write it like this:  let z = 0.5"),
    (
      "{ f.name }", "a value is expected here, not '{'",
      "Write it like this:  let value = { f.name }"
    ),
    (
      "watch { f.age + n }", "'{' is not expected here",
      "Write it like this:  let value = { f.age + n }; watch value"
    ),
    ("f.name = \"\"bo\"\"", "'bo' is not expected here", "Write it like this:  f.name = \"bo\""),
    (
      "Form() as Form", "'as' is not supported here",
      "form? shows a value's type; nothing is converted."
    ),
    ("let q = …", "unexpected character '…'", "Write your own value in place of …."),
    (
      "@ViewModel class LoginForm {", "'@ViewModel' is not supported here",
      "Write types and functions in a package, which mvvm-repl new makes. let n = { a + b } derives a value."
    ),
    ("delete f", "there is no 'delete'", "Type :help to see what there is."),
    ("观察 f.name", "there is no '观察'", "Did you mean 'watch'?  watch f.name"),
    ("let q = Form(", "')' to close the call is expected here, not the end of the input", nil),
    (
      "let (p, q) = (1, 2)", "a name is expected here, not '('",
      "Declare one name at a time: let a = 1; let b = 2"
    ),
    (
      "let _ = 5", "a name is expected here, not '_'",
      "Type the value alone; it need not have a name."
    ),
    (":explain104", "there is no ':explain104'", "Did you mean ':explain 104'?  :explain 104"),
    (
      "bind \"5\" -> f.age", "Int is expected here; \"5\" is String",
      "Write bind \"5\" -> f.age via number."
    ),
    (
      "bind f.name -> v", "'v' is Int; \"ann\" is String",
      "Write bind f.name -> v via count."
    ),
  ])
  func theHelpSaysWhatIsPossible(slip: String, message: String, help: String?) async {
    await conversation.say("let f = Form(); watch f.age")
    await conversation.say("var d = [\"x\": 1]; var a = [1]; let n = 5; let k = [1]; var v = 1")
    let said = await conversation.say(slip)
    #expect(said.lines.first?.hasSuffix(": \(message)") == true, "\(said.lines)")
    let last = said.lines.last { $0.hasPrefix("  help: ") }
    #expect(last == help.map { "  help: \($0)" }, "\(said.lines)")
  }

  @Test func aSnapshotThatReplacesAnotherSaysSo() async {
    await conversation.say("let f = Form()")
    #expect(await conversation.say(":snapshot a").lines.last?.hasSuffix("as 'a'") == true)
    let again = await conversation.say(":snapshot a").lines
    #expect(again.last?.hasSuffix("as 'a', in place of the earlier ones") == true, "\(again)")
  }

  @Test func theChineseWordForHelpLeadsToIt() async {
    await conversation.say("帮助")
    #expect(conversation.diagnostics.first?.replacement == ":help")
  }

  @Test(arguments: [
    "what is this?", "how do I save", "how do I save my work?", "why is it red?", "怎么保存？", "这是什么",
    "1; what's this about", "is f red?",
  ])
  func aSentenceLeadsToTheHelp(typed: String) async {
    await conversation.say("let f = Form()")
    await conversation.say(typed)
    let mistake = conversation.diagnostics.first
    #expect(
      mistake?.replacement == ":help" && mistake?.message.description == "this is not a statement",
      "\(typed)")
  }

  @Test(arguments: ["f?", "save f", "watch this thing now", "for x in list", "名字", "let what = is"])
  func whatMayBeAStatementIsNoSentence(typed: String) async {
    await conversation.say("let f = Form()")
    await conversation.say(typed)
    #expect(conversation.diagnostics.first?.replacement != ":help", "\(typed)")
  }

  @Test func whatStandsInQuotesStays() async {
    await conversation.say("let f = Form()")
    #expect(await conversation.say("f.name = \"（a，b）\"").status == .ok)
    let said = await conversation.say("f.nmae = \"（a）\"").lines.joined()
    #expect(said.contains("no member 'nmae'"))
  }

  @Test func aSecretInCurlyQuotesIsNotTold() async {
    await conversation.say("let f = Form()")
    let said = await conversation.say("f.pin ＝ “hunter2”").lines.joined()
    #expect(said.contains("＝"))
    #expect(!said.contains("hunter2"))
    #expect(!(await conversation.say("f.pin = “hunter3”").lines.joined().contains("hunter3")))
  }

  @Test(arguments: [
    ("set f.name bo", "f.name = \"bo\""),
    ("f.age = 1; set f.name bo", "f.age = 1; f.name = \"bo\""),
    ("  set f.age 7 ; f.age", "  f.age = 7 ; f.age"),
    ("f.name = \"a;b\"; get f.name; f.age", "f.name = \"a;b\"; f.name; f.age"),
    ("1 + 1; call f.clear", "1 + 1; f.clear()"), ("2; create Form", "2; let form = Form()"),
  ])
  func theCorrectedLineKeepsTheRest(text: String, corrected: String) async {
    await conversation.say("let f = Form()")
    #expect(await conversation.say(text).status == .parseError)
    #expect(conversation.diagnostics.first?.correctedLine(in: SourceText(text)) == corrected)
    #expect(
      conversation.diagnostics.first?.message.description.hasSuffix("is not used here")
        == true)
  }

  @Test(arguments: [
    ("head 1", "prefix"), ("first 1", "prefix"), ("tail", "suffix"), ("sort", "sorted"),
  ])
  func filtersOfOtherToolsAreCorrected(filter: String, meant: String) async {
    await conversation.say("[1, 2] | \(filter)")
    #expect(conversation.diagnostics.first?.replacement == meant)
  }

  @Test(arguments: [
    ("set f.name 186", "f.name = \"186\""), ("set f.name = bo", "f.name = \"bo\""),
    ("set f.age to 7", "f.age = 7"), ("set f.name \"a b\"", "f.name = \"a b\""),
    ("set f.name a b", "f.name = \"a b\""), ("get f.age", "f.age"), ("print f.age", "f.age"),
    ("call f.clear", "f.clear()"), ("run f.clear()", "f.clear()"),
    ("new Form", "let form = Form()"), ("create Form()", "let form = Form()"),
  ])
  func wordsOfOtherToolsAreTurnedIntoSwift(slip: String, meant: String) async {
    await conversation.say("let f = Form()")
    let said = await conversation.say(slip)
    #expect(said.lines.last == "  help: In Swift:  \(meant)")
    let diagnostic = conversation.diagnostics.first
    #expect(diagnostic?.correctedLine(in: SourceText(slip)) == meant)
    #expect(await conversation.say(meant).status == .ok)
  }

  @Test(arguments: ["set", "set f.", "nonsense f.age", "new Nothing"])
  func whatNobodyMeansStaysAsItIs(text: String) async {
    await conversation.say("let f = Form()")
    await conversation.say(text)
    #expect(conversation.diagnostics.first?.help?.description != "In Swift:")
  }

  @Test(arguments: [
    "for x in 1...3 { }", "if f.age > 1 { f.clear() }", "func a() { }", "return 3",
  ])
  func statementsThatAreNotHereAreNamed(text: String) async {
    let word = String(text.prefix { $0 != " " })
    await conversation.say(text)
    #expect(
      conversation.diagnostics.first?.message.description == "'\(word)' is not supported here")
  }

  @Test(arguments: ["unbind", "unwatch"])
  func whatIsNumberedIsNamedWithASign(verb: String) async {
    await conversation.say("let f = Form(); watch f.age; let g = Form(); bind f.age -> g.age")
    await conversation.say("\(verb) 1")
    #expect(conversation.diagnostics.first?.replacement == "#1")
  }

  @Test func aWordOfTheToolWithoutItsColonIsToldAsOne() async {
    await conversation.say("help watch")
    #expect(conversation.diagnostics.first?.message.description == "'help' is a tool command")
    #expect(conversation.diagnostics.first?.replacement == ":help watch")
  }

  @Test func aWordOfTheToolInAValueIsATextWithoutQuotes() async {
    await conversation.say("let answer = record")
    #expect(conversation.diagnostics.first?.replacement == "\"record\"")
    #expect(conversation.diagnostics.first?.help?.description == "Put text in double quotes:")
    await conversation.say("let a = 1; record")
    #expect(conversation.diagnostics.first?.replacement == ":record")
  }

  @Test func aWordInThePlaceOfATextNeedsQuotes() async {
    await conversation.say("let f = Form(); var fog = \"a\"; fog = mist")
    #expect(conversation.diagnostics.last?.replacement == "\"mist\"")
    await conversation.say("f.name = abc")
    #expect(conversation.diagnostics.last?.replacement == "\"abc\"")
    #expect(conversation.diagnostics.last?.help?.description == "Put text in double quotes:")
    await conversation.say("f.name = foog")
    #expect(
      conversation.diagnostics.last?.help?.description == "Did you mean 'fog' or '\"foog\"'?")
    await conversation.say("f.age = abc")
    #expect(conversation.diagnostics.last?.replacement == nil)
    await conversation.say("g.name = abc")
    #expect(conversation.diagnostics.last?.message.description == "there is no 'g'")
  }

  @Test func aTypeWithoutParenthesesIsMendedOnce() async {
    let said = await conversation.say("let g = Form").lines
    #expect(said.last == "  help: Add parentheses to create one:  let g = Form()")
  }

  @Test(arguments: ["advance 1s", "watch f.age", "undo"])
  func aVerbWithAColonIsToldWithoutIt(text: String) async {
    await conversation.say(":\(text)")
    #expect(conversation.diagnostics.first?.replacement == text)
    #expect(conversation.diagnostics.first?.help?.description.contains(text) == true)
  }

  @Test func aQuestionMarkAloneShowsTheHelp() async {
    #expect(await conversation.say("?").lines == conversation.say(":help").lines)
  }

  @Test func grepTakesANumber() async {
    #expect(await conversation.say("[1, 12, 3] | grep 1").lines == ["[1, 12]"])
  }
}
