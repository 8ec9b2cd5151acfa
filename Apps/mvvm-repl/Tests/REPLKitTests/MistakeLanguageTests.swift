import Testing

@testable import REPLKit

@MainActor
@Suite struct MistakeLanguageTests {
  let conversation = Conversation()

  @Test func everyKindOfMistakeHasAChineseTitle() {
    for code in Diagnostic.Code.allCases { #expect(Chinese.titles[code] != nil, "\(code)") }
  }

  @Test func everyTranslationTakesOverWhatTheSentenceTells() {
    for (english, chinese) in Chinese.sentences {
      let counts = [english, chinese].map { $0.ranges(of: "{}").count }
      #expect(counts[0] == counts[1], "\(english)")
      #expect(Chinese.sentence(english.replacing("{}", with: "x")) != nil, "\(english)")
    }
  }

  @Test(arguments: [
    ("nobody", "没有“nobody”"), ("f.nmae", "Form 没有成员“nmae”"), ("1 / 0", "除以零"),
    ("f.fail()", "f.fail 失败：the printer is on fire"), ("f.age = \"x\"", "这里要 Int"),
    (":clok", "没有“:clok”这个命令"), ("\"a\"(1)", "这个不能调用"), ("undo", "没有可以撤销的"),
  ])
  func mistakesAreToldInChinese(text: String, message: String) async {
    await conversation.say("let f = Form()\n:lang zh")
    let said = await conversation.say(text)
    #expect(said.lines.first?.hasPrefix("error E") == true)
    #expect(said.lines.first?.contains(message) == true, "\(said.lines.first ?? "")")
  }

  @Test func whatIsNotTranslatedHasATitleAtLeast() async {
    await conversation.say(":lang zh")
    let said = await conversation.say("[1] | first \"a\"")
    #expect(said.lines.first?.hasPrefix("error E204: 参数不对：") == true)
    #expect(
      await conversation.say(":lang en\nnobody").lines.contains { $0.contains("there is no") })
  }

  @Test func theLikelyCorrectionStays() async {
    await conversation.say("let f = Form()\n:lang zh")
    #expect(await conversation.say("f.nmae").lines.last == "  help: 是不是“name”？  f.name")
  }
}
