import Testing
import ViewModels

@testable import REPLKit

@MainActor
@Suite(.ownGraph) struct HelpTests {
  let conversation = Conversation()

  @Test func everyCodeIsExplainedInBothLanguages() async {
    let said = await conversation.say(":explain")
    #expect(said.lines.count == Diagnostic.Code.allCases.count + 1)
    for code in Diagnostic.Code.allCases {
      #expect(code.explanation.text(in: .chinese).isChinese, "\(code)")
    }
    #expect(await conversation.say(":explain e104").lines.first == "E104")
    #expect(await conversation.say(":explain 104").lines.first == "E104")
    #expect(await conversation.say(":explain E999").status == .runtimeError)
  }

  @Test func everyWordIsExplainedInBothLanguages() {
    let words =
      Verb.all.flatMap { $0.uses.map(\.explanation) + $0.continuations.map(\.explanation) }
      + Filter.allCases.map(\.explanation) + Converter.allCases.map(\.explanation)
      + HelpTopic.allCases.map(\.summary)
    for word in words {
      #expect(!word.description.isEmpty && word.text(in: .chinese) != word.description)
    }
    for command in ToolCommand.own {
      #expect(command.explanation.text(in: .chinese).isChinese, "\(command.name)")
    }
  }

  @Test func aNameOfOnesOwnIsExplainedBeforeAWordOfTheSameName() async {
    await conversation.say("let log = 3; let graph = 4")
    for name in ["log", "graph"] {
      #expect(await conversation.say("\(name)?").lines.first == "\(name): Int")
      #expect(await conversation.say(":help \(name)").lines.first == "\(name): Int")
      #expect(await conversation.say(":help :\(name)").lines.first == "Tool")
    }
  }

  @Test(arguments: [
    ("let x: Int? = nil", "Int?"), ("var x: Int? = 5", "Int?"),
    ("let x: String? = \"a\"", "String?"),
    ("let x: [Int] = []", "[Int]"), ("let x = [1.5]", "[Double]"), ("let x = { 1 + 1 }", "Int"),
  ])
  func aValueIsExplainedWithTheTypeThatItWasDeclaredWith(statement: String, type: String) async {
    await conversation.say(statement)
    #expect(await conversation.say("x?").lines.first == "x: \(type)")
  }

  @Test func capitalsDoNotChangeTheAnswer() async {
    for word in ["clock", "watch #1", ":goto", "table", "via"] {
      let answer = await conversation.say(":help \(word)").lines
      #expect(
        await conversation.say(":help \(word.uppercased())").lines.dropFirst() == answer.dropFirst()
      )
    }
  }

  @Test func aMemberOfNilIsToldWithAQuestionMark() async {
    await conversation.say("let x: String? = nil")
    let said = await conversation.say("x.count").lines
    #expect(said.first == "error E104: String? has no member 'count'")
    #expect(said.last == "  help: Write it like this:  x?.count")
    #expect(await conversation.say("x?.count").lines == ["nil"])
  }

  @Test func aWordThatTakesAPathIsNotShownAsItsSwitchAlone() async {
    conversation.session.screenWords.forEach(conversation.session.add)
    let said = await conversation.say(":help screen").lines
    #expect(said[1].hasPrefix("  :screen …|off  draw a view-model"), "\(said)")
  }

  @Test func chineseHelpHasChineseSigns() async {
    await conversation.say(":lang zh")
    #expect(await conversation.say(":help start").lines.first?.hasPrefix("start：创建") == true)
    let settings = await conversation.say(":set").lines
    #expect(settings.contains { $0.hasSuffix("帮助与消息的语言：en*、zh") }, "\(settings)")
    #expect(!settings.joined().contains(","))
  }

  @Test func noTwoWordsOfTheToolShareAName() {
    let names = ToolCommand.own.flatMap { [$0.name] + $0.synonyms }
    #expect(Set(names).count == names.count)
    #expect(ToolCommand.bare.isSubset(of: names))
  }

  @Test func aVerbsPageShowsEveryWayToWriteIt() async {
    let said = await conversation.say(":help bind")
    #expect(said.lines.contains { $0.contains("via trimmed") })
    for converter in Converter.allCases {
      #expect(said.lines.contains { $0.contains("  \(converter.rawValue)  ") }, "\(converter)")
    }
    for use in Verb.all.flatMap(\.uses) {
      #expect(throws: Never.self, "\(use.example)") { try Parser.parse(use.example) }
    }
  }

  @Test func aMembersNameIsExplainedWithoutItsViewModel() async {
    await conversation.say("let f = Form()")
    let page = await conversation.say("f.isAdult?").lines
    #expect(page.first == "f.isAdult")
    #expect(await conversation.say("isAdult?").lines == page)
    #expect(await conversation.say(":help isAdult").lines == page)
    await conversation.say("let g = Form()")
    let both = await conversation.say("isAdult?").lines
    #expect(both.first == "isAdult" && both.count == 3, "\(both)")
    #expect(both[1].hasPrefix("  f.isAdult  ") && both[2].hasPrefix("  g.isAdult  "), "\(both)")
    let ofType = await conversation.say("Form.isAdult?")
    #expect(ofType.status == .ok && ofType.lines.first == "Form.isAdult", "\(ofType.lines)")
    #expect(ofType.lines[1] == page[1])
  }

  @Test(arguments: [":timeline?", ":timeline？", ":help timeline"])
  func aWordOfTheToolIsExplainedAsANameIs(question: String) async {
    let said = await conversation.say(question).lines
    #expect(said.count == 2 && said[1].hasPrefix("  :timeline  "), "\(said)")
  }

  @Test func aSearchIsHeadedByWhatWasTyped() async {
    let said = await conversation.say(":help Background").lines
    #expect(said.first == "Background" && said.count > 1, "\(said)")
  }

  @Test func noRowOfASearchPointsAtRowsThatAreNotThere() {
    for text in Verb.all.flatMap(\.uses).map(\.explanation) {
      #expect(!text.description.hasSuffix(":") && !text.text(in: .chinese).hasSuffix("："))
    }
  }

  @Test func theHelpSpeaksChinese() async {
    let said = await conversation.say(":lang zh_CN.UTF-8\n:help watch")
    #expect(said.lines.contains { $0.hasSuffix("显示一个值，之后每次变化都显示") })
    #expect(await conversation.say(":lang xx").status == .runtimeError)
    #expect(
      await conversation.say(":lang en\n:help redo").lines.last?.contains("redo what") == true)
  }

  @Test(arguments: [
    ("zh_CN.UTF-8", "zh"), ("en", "en"), ("EN_US", "en"), ("de_DE", nil), ("C", nil),
  ])
  func languagesAreKnownByTheirTags(tag: String, expected: String?) {
    #expect(HelpLanguage(tag: tag)?.rawValue == expected)
  }

  @Test func inspectingShowsWhatIsKnown() async {
    await conversation.say("let f = Form(); watch f.isAdult; f.age = 3")
    let all = await conversation.say(":inspect f").lines
    #expect(all.first == "f: Form — A form for tests.")
    #expect(all.contains { $0.hasPrefix("  age: Int") && $0.contains("property  3") })
    #expect(all.last?.contains("1 watched") == true)
    let one = await conversation.say(":inspect f.isAdult").lines
    #expect(one.contains("  depends on  f.age"))
    #expect(one.contains { $0.hasPrefix("  changes") })
    #expect(await conversation.say(":inspect [1, 2]").lines.first == "[1, 2]: [Int]")
    #expect(!(await conversation.say(":inspect f.pin").lines.joined().contains("1234")))
    #expect(await conversation.say(":inspect nobody").status == .runtimeError)
  }

  @Test func keysComeFromTheHost() async {
    #expect(
      await conversation.say(":keys").lines == [
        "There are no keys: this session has no keyboard."
      ])
    conversation.session.host.keys = [
      ("Ctrl-R", Message("search through the history", "在历史中搜索"))
    ]
    let rows = ["Keys", "  Ctrl-R  search through the history"]
    #expect(await conversation.say(":keys").lines == rows)
    #expect(await conversation.say(":help keys").lines == rows)
    conversation.session.language = .chinese
    #expect(await conversation.say(":keys").lines == ["按键", "  Ctrl-R  在历史中搜索"])
  }

  @Test func theHelpIsAnIndexOfTopics() async {
    let index = await conversation.say(":help")
    #expect(index.lines.count == HelpTopic.allCases.count + 1)
    for topic in HelpTopic.allCases where topic != .keys {
      #expect(index.lines.contains { $0.hasPrefix("  \(topic.rawValue) ") })
      let page = await conversation.say(":help \(topic.rawValue)")
      #expect(page.status == .ok && page.lines.count > 2, "\(topic)")
    }
  }

  @Test func eachVerbBelongsToATopic() {
    for verb in Verb.all where verb.syntax != nil { #expect(!verb.topics.isEmpty, "\(verb.name)") }
  }

  @Test func wordsAreFoundInBothLanguages() async {
    let english = await conversation.say(":help background")
    #expect(english.lines.contains { $0.contains(":jobs") })
    #expect(!english.lines.contains { $0.contains(":graph") })
    let chinese = await conversation.say(":help 后台")
    #expect(chinese.lines.contains { $0.contains(":jobs") })
    #expect(await conversation.say(":help xyzzy").status == .runtimeError)
    for word in ["密码", "password"] {
      let secrets = await conversation.say(":help \(word)").lines
      #expect(secrets.contains { $0.contains("form.password") }, "\(secrets)")
    }
    #expect(await conversation.say(":help 术语表").lines.contains { $0.hasPrefix("  :help learn ") })
  }

  /// What was asked for comes first, then what mentions it, then the topics.
  @Test(arguments: [
    ("binding", "  bind "), ("绑定", "  bind "), ("watching", "  watch "), ("let", "  let "),
    ("how do I undo", "  undo "), ("shortcuts", "  :help keys "),
  ])
  func whatIsMeantIsFoundFirst(typed: String, first: String) async {
    let said = await conversation.say(":help \(typed)").lines
    #expect(said.dropFirst().first?.hasPrefix(first) == true, "\(said)")
  }

  @Test func partsOfWordsAreNotFound() async {
    #expect(await conversation.say(":help me").lines.count < 20)
    #expect(!(await conversation.say(":help let").lines.contains { $0.contains("delete") }))
  }

  @Test(arguments: ["nosuch", "unknown"])
  func aWordThatOnlyEndsAsAnotherIsNotThatWord(word: String) async {
    let said = await conversation.say(":help \(word)").lines
    #expect(said.last?.contains("Did you mean") == false, "\(said)")
    let doubled = await conversation.say(":help ppassword").lines
    #expect(doubled.last?.contains("Did you mean") == true, "\(doubled)")
  }

  @Test func everyVerbIsOfferedByCompletion() async {
    let offered = Set(conversation.session.symbols.verbs.map(\.text.trimmed))
    #expect(Verb.names.isSubset(of: offered))
  }

  @Test(arguments: [
    ("Ctrl-R", ["  Ctrl-R  search the history"]), ("ctrl+r", ["  Ctrl-R  search the history"]),
    ("Ctrl-X h", ["  Alt-h, Ctrl-X h  explain"]), ("Up", ["  Up  line above"]),
    ("search", ["  Ctrl-R  search the history"]), ("搜索", ["  Ctrl-R  search the history"]),
  ])
  func aKeyIsATopic(topic: String, rows: [String]) async {
    conversation.session.host.keys = [
      ("Ctrl-R", Message("search the history", "搜索历史")),
      ("Alt-h, Ctrl-X h", Message("explain", "说明")),
      ("Up", Message("line above", "上一行")),
    ]
    #expect(await Array(conversation.say(":help \(topic)").lines.dropFirst()) == rows)
  }

  @Test(arguments: [("&", "& "), ("|", "| json"), ("_", "_")])
  func aSignIsFound(sign: String, row: String) async {
    let said = await conversation.say(":help \(sign)")
    #expect(said.status == .ok && said.lines.contains { $0.contains(row) }, "\(said.lines)")
  }

  @Test func aMisspeltWordOfTheHelpIsSuggested() async {
    #expect(await conversation.say(":help pasword").lines.joined().contains(":help password"))
    #expect(await conversation.say(":help password").status == .ok)
    #expect(await conversation.say(":help x").status == .runtimeError)
  }

  @Test(arguments: ["?form", "::help", ":"])
  func whoAsksInAnotherWayIsToldHow(text: String) async {
    #expect(await conversation.say(text).lines.last?.contains(":help lists") == true)
  }

  @Test func aMistakeInAPathIsMarkedThere() async {
    await conversation.say("let f = Form()")
    let asked = await conversation.say("f.nam?").lines
    #expect(asked[1].hasSuffix("| f.nam?") && asked[2].hasSuffix("|   ^~~"), "\(asked)")
    for (topic, meant) in [("f.nam", "f.name"), ("longer.name", "long.name")] {
      await conversation.say("let long = Form()")
      let said = await conversation.say(":help \(topic)").lines
      #expect(said.last?.contains("':help \(meant)'") == true, "\(said)")
    }
    let record = conversation.session.documentation(at: 5, in: "f.nam")
    let lines = record.map { TextRenderer(style: .plain).text($0).split(separator: "\n") } ?? []
    #expect(lines[1].hasSuffix("| f.nam") && lines[2].hasSuffix("|   ^~~"), "\(lines)")
  }
}
