import Testing
import ViewModels

@testable import REPLKit

@MainActor
@Suite(.ownGraph) struct MistakeLanguageTests {
  let conversation = Conversation()

  /// One mistake of each code that a person can make; the graph's are those of a view-model, and text
  /// that is no text does not come as far as a session.
  nonisolated static let mistakes: [(Diagnostic.Code, String)] = [
    (.unexpected, "let = 1"), (.unterminated, "\"open"), (.badNumber, "99999999999999999999"),
    (.tooDeep, String(repeating: "(", count: 200)), (.unknownName, "nobody"),
    (.unknownType, "Frm()"), (.unknownMeta, ":nothing"), (.unknownMember, "f.nmae"),
    (.constant, "let c = 1; c = 2"), (.unknownNumber, "unwatch #7"),
    (.typeMismatch, "f.age = \"x\""),
    (.readOnly, "f.isAdult = true"), (.notAValue, "f + 1"), (.arguments, "f.save(1)"),
    (.notDecoded, "decode News from \"none.json\""), (.calculation, "1 / 0"),
    (.disabled, "f.age = 3; f.name = \"\"; f.save()"), (.failed, "f.fail()"),
    (.cancelled, "f.wait()"), (.notCreated, "Broken()"), (.expectation, "expect f.age == 3"),
    (.timeout, ":clock manual\nwait until f.age == 3"), (.notNow, "undo"),
  ]

  @Test(arguments: mistakes)
  func everyCodeIsToldInChinese(code: Diagnostic.Code, text: String) async {
    let conversation = Conversation { catalog, _ in
      catalog.add(Shelf.self) { throw Refusal() }
    }
    let text = text.replacing("Broken", with: "Shelf")
    await conversation.say("let f = Form()")
    let running = Task { await conversation.say(text) }
    if code == .cancelled {
      while !conversation.session.cancelRunning() { await Task.yield() }
    }
    _ = await running.value
    guard let mistake = conversation.diagnostics.first else {
      Issue.record("no mistake: \(text)")
      return
    }
    // Of a document that is not there only the models are known.
    #expect(mistake.code == code || code == .notDecoded, "\(mistake)")
    for message in [mistake.message, mistake.help].compactMap(\.self) {
      #expect(message.text(in: .chinese).isChinese, "\(message)")
    }
  }

  @Test func noCodeIsForgotten() {
    let rest = Set(Diagnostic.Code.allCases).subtracting(Self.mistakes.map(\.0))
    #expect(rest == [.graph])
  }

  @Test func whatTheLanguageCallsThingsIsTranslatedWithinASentence() async {
    await conversation.say("let f = Form(); f.age = 3; f.name = \"\"\n:lang zh")
    #expect(await conversation.say("let x =").lines.first == "错误 E001：这里应是值，而不是输入的结尾")
    let reasons = Message.reasons([.isFalse("isAdult"), .isFalse("isNamed")])
    #expect(reasons.text(in: .chinese) == "isAdult 为 false；isNamed 为 false")
    #expect(await conversation.say("f.save()").lines.last == "  提示：isAdult 为 false")
    #expect(await conversation.say("f.save(").lines.first?.hasPrefix("错误 E001：这里应是") == true)
    #expect(await conversation.say("wait #3").lines.first == "错误 E106：没有编号为 #3 的后台命令")
    #expect(await conversation.say(":cancel").lines.first == "错误 E106：没有可以取消的后台命令")
    #expect(await conversation.say("watch f.age as").lines.first?.contains("观察形式") == true)
    conversation.session.host.patience = .zero
    await conversation.say(":clock manual\nf.wait() &")
    #expect(await conversation.say("wait #1 within 1s").lines.first == "错误 E402：1s 内没有结束")
    await conversation.say(":cancel all\nwait all")
  }

  @Test(arguments: [
    ("nobody", "没有“nobody”"), ("f.nmae", "Form 没有成员“nmae”"), ("1 / 0", "除以零"),
    ("f.fail()", "f.fail 失败：the printer is on fire"), ("f.age = \"x\"", "这里需要 Int"),
    (":clok", "没有“:clok”这个工具命令"), ("\"a\"(1)", "这个不能调用"), ("undo", "没有可以撤销的改变"),
  ])
  func mistakesAreToldInChinese(text: String, message: String) async {
    await conversation.say("let f = Form()\n:lang zh")
    let said = await conversation.say(text)
    #expect(said.lines.first?.hasPrefix("错误 E") == true)
    #expect(said.lines.first?.contains(message) == true, "\(said.lines.first ?? "")")
  }

  @Test func whatIsNotTranslatedHasATitleAtLeast() async {
    let foreign = Diagnostic(.failed, Message(verbatim: "the printer has no paper"), at: nil)
    #expect(foreign.text(in: .chinese) == "没有成功：the printer has no paper")
    await conversation.say(":lang zh")
    #expect(
      await conversation.say(":lang en\nnobody").lines.contains { $0.contains("there is no") })
  }

  @Test func theLikelyCorrectionStays() async {
    await conversation.say("let f = Form()\n:lang zh")
    #expect(await conversation.say("f.nmae").lines.last == "  提示：是不是“name”？  f.name")
  }
}

extension String {
  /// Whether some of it is written in Chinese.
  var isChinese: Bool { unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) } }
}
