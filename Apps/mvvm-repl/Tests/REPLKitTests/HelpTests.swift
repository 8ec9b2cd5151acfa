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
      #expect(Chinese.texts["code.\(code.rawValue)"] != nil, "\(code)")
    }
    #expect(await conversation.say(":explain e104").lines.first == "E104")
    #expect(await conversation.say(":explain E999").status == .runtimeError)
  }

  @Test func everyTranslationHasAnEnglishText() {
    let keys =
      Diagnostic.Code.allCases.map { "code.\($0.rawValue)" } + Help.verbs.map { "verb.\($0.name)" }
      + MetaCommand.allCases.map { "meta.\($0.rawValue)" }
      + Help.verbDetails.flatMap { verb, details in details.map { "verb.\(verb).\($0.key)" } }
      + Converter.allCases.map { "converter.\($0.rawValue)" }
    let others = Set(Chinese.texts.keys).subtracting(keys).filter {
      !$0.hasPrefix("title.") && !$0.hasPrefix("swift.") && !$0.hasPrefix("topic.")
        && $0 != "overview"
    }
    #expect(others.isEmpty, "\(others) translate nothing")
    #expect(keys.allSatisfy { Chinese.texts[$0] != nil })
  }

  @Test func aVerbsPageShowsEveryWayToWriteIt() async {
    let said = await conversation.say(":help bind")
    #expect(said.lines.contains { $0.contains("via trimmed") })
    for converter in Converter.allCases {
      #expect(said.lines.contains { $0.contains("  \(converter.rawValue)  ") }, "\(converter)")
    }
    for (verb, details) in Help.verbDetails {
      for detail in details {
        #expect(throws: Never.self, "\(verb): \(detail.example)") {
          try Parser.parse(detail.example)
        }
      }
    }
  }

  @Test func theHelpSpeaksChinese() async {
    let said = await conversation.say(":lang zh_CN.UTF-8\n:help watch")
    #expect(said.lines.contains { $0.hasSuffix("显示一个值，之后每次变化都显示") })
    #expect(await conversation.say(":lang xx").status == .runtimeError)
    #expect(
      await conversation.say(":lang en\n:help redo").lines.last?.contains("do again") == true)
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
    #expect(one.contains("  follows from  f.age"))
    #expect(one.contains { $0.hasPrefix("  changes") })
    #expect(await conversation.say(":inspect [1, 2]").lines.first == "[1, 2]: [Int]")
    #expect(!(await conversation.say(":inspect f.pin").lines.joined().contains("1234")))
    #expect(await conversation.say(":inspect nobody").status == .runtimeError)
  }

  @Test func keysComeFromTheHost() async {
    #expect(
      await conversation.say(":keys").lines == [
        "There are no keys: nobody types into this session."
      ])
    conversation.session.keys = [("repl-search", "Ctrl-R", "search through the history")]
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
      #expect(Chinese.texts["topic.\(topic.rawValue)"] != nil)
      let page = await conversation.say(":help \(topic.rawValue)")
      #expect(page.status == .ok && page.lines.count > 2, "\(topic)")
    }
  }

  @Test func eachWordBelongsToATopic() {
    let verbs = Set(HelpTopic.allCases.flatMap(\.verbs))
    #expect(Set(Help.verbs.map(\.name)).subtracting(verbs).isEmpty)
    let words = Set(HelpTopic.allCases.flatMap(\.words))
    #expect(Set(MetaCommand.allCases).subtracting(words).isEmpty)
  }

  @Test func wordsAreFoundInBothLanguages() async {
    let english = await conversation.say(":help background")
    #expect(english.lines.contains { $0.contains(":jobs") })
    #expect(!english.lines.contains { $0.contains(":graph") })
    let chinese = await conversation.say(":help 后台")
    #expect(chinese.lines.contains { $0.contains(":jobs") })
    #expect(await conversation.say(":help xyzzy").status == .runtimeError)
  }

  @Test func everyFilterIsExplainedInBothLanguages() {
    for name in Filters.names {
      let texts = HelpLanguage.allCases.map {
        Help(language: $0, tools: []).text(ofFilter: name)
      }
      #expect(!texts[0].isEmpty && texts[0] != texts[1], "\(name) is not explained")
    }
  }

  @Test func everyVerbIsOfferedByCompletionInBothLanguages() {
    let offered = Set(Help.firstWords.map(\.name))
    #expect(Reserved.verbs.isSubset(of: offered))
    for word in offered { #expect(Chinese.editing["word.\(word)"] != nil, "\(word)") }
  }
}
