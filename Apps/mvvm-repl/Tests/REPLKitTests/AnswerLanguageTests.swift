import Bindings
import Foundation
import Testing
import ViewModels

@testable import REPLKit

/// What is told in answer to statements, in Chinese.
@MainActor
@Suite(.ownGraph) struct AnswerLanguageTests {
  let conversation = Conversation()

  @Test func explanationsAreTold() async {
    await conversation.say(
      "let f = Form(); watch f.canSave\n:lang zh\nf.age = 3; f.clear(); f.age = 2")
    let why = await conversation.say("why f.age").lines
    #expect(why.first == "f.age 现在是 2，之前是 0")
    #expect(why.last == "  因为你输入了 f.age = 2")
    let whole = await conversation.say("why f.canSave").lines
    #expect(whole.contains { $0.hasPrefix("  因为 f.isAdult 被重新计算：false，之前是 true  #") }, "\(whole)")
    #expect(
      await conversation.say("why f.save").lines.prefix(2) == [
        "f.save 不能执行", "  因为 isAdult 为 false",
      ])
    #expect(await conversation.say("whatif f.save()").lines.first == "f.save 会被拒绝")
  }

  /// The words are those of the record, not of what stands in a value.
  @Test func valuesInTheLogStayAsTheyAre() async {
    let value = "a: 3 rows, version 2, success (equal) write"
    await conversation.say("let f = Form(); f.name = \"\(value)\"; f.name = \"\(value)\"; f.save()")
    let english = await conversation.say(":log 50").lines
    conversation.session.language = .chinese
    let chinese = await conversation.say(":log 50").lines
    #expect(chinese.contains { $0.contains("写入 name: \"ann\" -> \"\(value)\"") }, "\(chinese)")
    #expect(chinese.contains { $0.contains("写入相同的值 name: \"\(value)\"（相同）") })
    #expect(chinese.contains { $0.contains("命令结束 save，成功") })
    #expect(english.contains { $0.contains("write name: \"ann\" -> \"\(value)\"") }, "\(english)")
    #expect(english.contains { $0.contains("commandEnd save, success") })
  }

  @Test func errorsOfTheSystemAreTold() async throws {
    await conversation.say("1")
    try await withFolder { folder in
      for line in [":load \(folder)/nope", ":save \(folder)/no/x.mvvm", ":save \(folder)"] {
        await conversation.say(line)
        let told = try #require(conversation.diagnostics.first).message
        let words = told.text(in: .chinese)
        #expect(words.contains("文件夹") && !words.contains("irectory"), "\(words)")
        #expect(told.description.contains("irectory"))
      }
    }
    let missing = CocoaError(
      .fileReadNoSuchFile, userInfo: [NSUnderlyingErrorKey: POSIXError(.ENOENT)])
    #expect(Message(ofSystem: missing).text(in: .chinese) == "没有这个文件或文件夹")
  }

  @Test func titlesAndStatesAreTold() async {
    await conversation.say("let f = Form()\n:lang zh")
    let trial = await conversation.say("whatif f.age = 3").lines
    #expect(trial.first == "会改变" && trial.last == "  f.save()   不可用：isAdult 为 false  ⟵ 可用")
    #expect(await conversation.say("f.age = 3\n:timeline").lines.first == "时间线")
    #expect(await conversation.say("undo").lines == ["已撤销：f.age = 3"])
    #expect(await conversation.say(":inspect f.age").lines.contains("  类型  age: Int"))
    let renderer = TextRenderer(style: .plain, language: .chinese)
    #expect(
      renderer.text(.started(job: 1, path: "f.save", call: "f.save()")) == "后台命令 #1：f.save() 已开始"
    )
    #expect(renderer.text(.ended(description: "f.age")) == "已结束：f.age")
  }

  @Test func whatEndsWithAColonDoesSoInItsLanguage() {
    let records: [Record] = [
      .bound(number: 1, description: "a.b -> c.d"), .ended(description: "a.b"),
      .started(job: 1, path: "f.a", call: "f.a()"),
      .finished(job: 1, path: "f.a", call: "f.a()", value: nil),
    ]
    let renderer = TextRenderer(style: .plain, language: .chinese)
    for record in records {
      #expect(renderer.text(record).contains("：") && !renderer.text(record).contains(": "))
    }
    #expect(TextRenderer(style: .plain).text(records[0]) == "binding #1: a.b -> c.d")
  }

  @Test func kindsSecretsAndMarblesAreToldInChinese() async {
    await conversation.say("let f = Form()\n:lang zh")
    let all = await conversation.say(":inspect f").lines
    for (name, kind) in [("age", "属性"), ("isAdult", "派生值"), ("save", "命令")] {
      #expect(all.contains { $0.contains(name) && $0.contains(kind) }, "\(all)")
    }
    #expect(all.contains { $0.contains("pin") && $0.contains("机密") }, "\(all)")
    let pin = await conversation.say(":inspect f.pin").lines
    #expect(pin.contains { $0.contains("种类") && $0.contains("属性") }, "\(pin)")
    #expect(pin.contains { $0.contains("值") && $0.contains("机密") }, "\(pin)")
    #expect(await conversation.say(":inspect f.name").lines.joined().contains("property") == false)
    let value = await conversation.say(":inspect f.name.uppercased()").lines
    #expect(value.last?.hasPrefix("成员：") == true, "\(value)")
    let trial = await conversation.say("whatif f.pin = \"\"").lines.joined()
    #expect(trial.contains("机密"), "\(trial)")
    let table = await conversation.say("watch f.pin, f.age as table").lines.joined()
    #expect(table.contains("机密") && !table.contains("secret"), "\(table)")
    let watched = await conversation.say("watch f.pin as marbles").lines.joined()
    #expect(watched.contains("a=机密") && watched.contains("ms，1 列 = "), "\(watched)")
    await conversation.say("f.age = 3")
    let marbles = await conversation.say(":marbles f.age").lines.joined()
    #expect(marbles.contains("ms，1 列 = "), "\(marbles)")
  }

  @Test func aMessageHasKeyAndArgumentsForPrograms() async {
    let message = Message.noMember("nmae", of: Message(verbatim: "Form"))
    #expect(message.key == "noMember")
    #expect(message.arguments == [.messages([Message(verbatim: "Form")]), .text("nmae")])
    var json = JSONRenderer(language: .chinese)
    let line = json.lines(.note(.kept(3, as: "a")), from: nil, at: .zero).joined()
    #expect(line.contains(#""text":"已把 3 个值存为“a”","key":"kept","arguments":[3,"a"]"#), "\(line)")
    let mistake = Diagnostic(.constant, .isConstant("c"), at: nil, help: .didYouMean(["a", "b"]))
    let told = json.lines(.diagnostic(mistake, in: SourceText("")), from: nil, at: .zero).joined()
    #expect(told.contains(#""key":"isConstant","arguments":["c"]"#), "\(told)")
    #expect(told.contains(#""help":"是不是“a”或“b”？""#) && told.contains(#""didYouMean""#), "\(told)")
  }

  @Test func theGraphAndTheLayersAreToldInChinese() async {
    await conversation.say("let f = Form()\n:lang zh\nf.fail() &")
    #expect(await conversation.say("f.age = true").lines.contains { $0.contains("这里需要 Int") })
    await conversation.say("bind f.isAdult -> f.age")
    #expect(conversation.lines.first?.contains("两边的类型必须相同") == true, "\(conversation.lines)")
    await conversation.say("f.save(1)")
    #expect(conversation.lines.first?.contains("请这样调用") == true, "\(conversation.lines)")
  }

  @Test func wordsWithoutTheirNumberOrNameHaveARemedy() async {
    await conversation.say("let f = Form()")
    #expect(await conversation.say("undo 0").lines.last?.contains("undo 3") == true)
    #expect(await conversation.say(":restore").lines.last?.contains(":snapshot start") == true)
    await conversation.say(":snapshot here")
    #expect(await conversation.say(":restore").lines.last == "  help: Available: here")
  }

  @Test func whatAPersonWritesStaysAsItIs() async {
    await conversation.say(":lang zh")
    #expect(await conversation.say("print(\"undone: nothing\")").lines == ["undone: nothing"])
    #expect(
      await conversation.say("[\"Nothing would change.\"] | tree").lines.last?
        .contains("Nothing would change.") == true)
  }

  @Test func aRecordingIsReplayedInTheLanguageInWhichItBegan() async {
    let entries = [":record\nlet f = Form()", "undo", ":lang zh", "undo", "whatif f.age = 1"]
    for entry in entries { await conversation.say(entry) }
    #expect(await conversation.say(":replay").lines == ["重放了 5 条语句，全部与之前一样"])
    for entry in [":record\nlet g = Form()", "whatif g.age = 1", "undo", ":lang en"] {
      await conversation.say(entry)
    }
    #expect(await conversation.say(":replay").status == .ok)
    #expect(conversation.lines == ["replayed 4 statements; the results were the same"])
    let lines = await conversation.say(":export md").lines
    #expect(lines.prefix(3) == ["```text", "❯ :lang zh", "帮助与消息：中文"])
    let report = await TranscriptRunner { emit in
      var catalog = Catalog()
      catalog.add(Form.self) { Form() }
      return Session(catalog: catalog, emit: emit)
    }.run(Transcript(lines.joined(separator: "\n")))
    #expect(report.failures.isEmpty, "\(report.failures)")
  }
}
