import Testing
import ViewModels

@testable import REPLKit
@testable import Workshop

/// Whatever is answered is in the language of the session: names, code, paths and data of the server excepted.
@MainActor
@Suite struct WorkshopAnswerLanguageTests {
  @Test(
    arguments: ["app", "travel", "books", "cars", "news", "signals"], HelpLanguage.allCases)
  func aDemoSpeaksTheLanguageOfTheSession(name: String, language: HelpLanguage) async throws {
    let desk = await LearnersDesk(language)
    let demo = try #require(Demo.workshop.first { $0.name == name })
    for statement in [":demo \(name)"] + demo.first.map(\.statement) {
      let lines = await desk.type(statement)
      await desk.settle()
      expect(lines, in: language, to: statement)
      for (path, _) in desk.session.scope.variables where path != "net" && path != "store" {
        guard let picture = try? desk.session.picture(of: path) else { continue }
        let rows = ScreenRenderer(style: .plain, language: language, columns: 100, rows: 40)
          .lines(picture)
        expect(rows, in: language, to: "the screen after \(statement)")
      }
    }
    await desk.close()
  }

  @Test(arguments: HelpLanguage.allCases)
  func everyPageSpeaksTheLanguageOfTheSession(language: HelpLanguage) async throws {
    let desk = await LearnersDesk(language)
    for entry in desk.session.catalog.entries {
      let name = entry.schema.typeName
      let arguments = name == "ChoiceViewModel" ? "[\"a\"]" : ""
      for statement in [
        "let page\(name) = \(name)(\(arguments))", ":show page\(name) &", ":network offline",
        "page\(name).refresh()", "page\(name).search()", "page\(name).ask()",
        ":network wifi", "page\(name)", ":inspect page\(name)", ":help page\(name)",
        ":screen page\(name)", ":screen off", ":hide page\(name)",
      ] {
        expect(await desk.type(statement), in: language, to: statement)
        await desk.settle()
      }
    }
    await desk.close()
  }

  @Test(arguments: HelpLanguage.allCases)
  func everyWordAnswersInTheLanguageOfTheSession(language: HelpLanguage) async throws {
    let desk = await LearnersDesk(language)
    for statement in Self.statements {
      expect(await desk.type(statement), in: language, to: statement)
      await desk.settle()
    }
    let words = desk.session.host.words.all.map(\.name).sorted()
    for word in words where !["quit", "serve", "lang", "lesson", "present", "save"].contains(word) {
      for statement in [":\(word)", ":\(word) nothing such", ":help :\(word)", ":help \(word)"] {
        expect(await desk.type(statement), in: language, to: statement)
        await desk.settle()
      }
    }
    for topic in HelpTopic.allCases.map({ "\($0)" }) + Verb.all.map(\.name) {
      expect(await desk.type(":help \(topic)"), in: language, to: ":help \(topic)")
    }
    for code in Diagnostic.Code.allCases {
      let lines = await desk.type(":explain \(code.rawValue)")
      expect(lines, in: language, to: ":explain \(code.rawValue)")
    }
    await desk.close()
  }

  /// The cause of a failure is told in Chinese as it is in English.
  @Test func aFailureIsToldWithItsCause() async throws {
    let desk = await LearnersDesk(.chinese)
    for (statement, told) in [
      ("let app = PhotoApp(); app.open(\"/photos/99\")", "没有照片 99；编号从 1 到"),
      (
        ":stub POST /posts -> timeout; net.post(\"/posts\", body: 1)", "服务器没有及时响应：桩设成了这样；:stub 列出全部"
      ),
      ("net.get(\"/posts?_page=0\", cache: \"ignoreCache\")", "状态码 400：{\"error\":\"_page 和"),
      ("net.get(\"/nothing\")", "状态码 404：{\"error\":\"没有 GET /nothing；"),
      ("let list = ListViewModel(); list.remove(at: 9)", "没有这个分区"),
      (":server fail 100%; let form = LoginForm()", ""), ("form.signIn()", "isPhoneValid 为 false"),
      (":log 4", "命令被拒绝 signIn，isPhoneValid 为 false"),
      (":marbles form.signIn", "#=isPhoneValid 为 false"),
      (
        "form.phone = \"18612345678\"; form.password = \"abcdefgh\"; form.signIn()", "网络不好：服务器被设为出错"
      ),
      (":log warning", "命令结束 signIn，失败：网络不好"),
      (":log warning", "命令结束 post，失败：服务器没有及时响应"),
      (":marbles form.signIn", "失败：网络不好"), (":marbles net.post", "#=失败：服务器没有及时响应"),
      (":stub POST /login -> 503; form.signIn()", "提示：net.log 列出各次请求及结果。"),
    ] {
      let lines = await desk.type(statement)
      #expect(lines.contains { $0.contains(told) || told.isEmpty }, "\(statement): \(lines)")
      await desk.settle()
    }
    await desk.close()
  }

  /// What a person may type at the prompt, one after the other.
  private static let statements = [
    "let form = LoginForm()", "form.password", "form", "form.phone = \"18612345678\"",
    "watch form.output", "watch form.phone as table", "watch form.phone as marbles",
    "bind form.phone -> form.password", "watch", "bind", ":vars", ":types", ":log 50",
    ":log warning", ":timeline", ":graph form", ":report", ":marbles form.phone",
    ":results", ":snapshot a", ":snapshot", ":restore a", ":restore b", ":heat", ":set",
    ":clock", ":explain E101", ":explain", ":inspect form.phone", ":inspect form",
    ":inspect [1]", "why form.isPhoneValid", "why form.signIn", "why form.phone at #1",
    "whatif form.phone = \"1\"", "whatif form.signIn()", "whatif form.clear()",
    "form.password = \"abc\"", "form.signIn()", "undo", "redo", "redo", "undo 99",
    "let x = 1 / 0", "form.nothing", "nothing", "form.phone = 3", "form.isPhoneValid = true",
    "LoginForm(1)", "form.clear(1)", "[1, 2", "let x: Nothing = 3", "1 +", "\"open",
    "0x", "99999999999999999999", "1 | nothing", "[1] | table | json", "print(form.phone)",
    ":screen form", ":screen off", ":network offline", ":network", "net.get(\"/posts/1\")",
    "net.get(\"/nothing\")", ":network nothing", ":network wifi", "net.get(\"/nothing\")",
    "net.get(\"no address\")", ":server", ":server fail 100%", "net.get(\"/posts/1\")",
    ":server normal", ":server log", ":server nothing", ":stub", ":stub GET /posts -> 200 []",
    ":stub", ":stub nothing", ":stub off all", "store.put(\"a\", 3)", "store[\"a\"] = 3",
    "store[\"a\"]", "store[1]", "store.delete(\"zzz\")", "store.page(0)", "store.clear()",
    "net", "store", "device", "net?", "store?", "device.report(.didEnterBackground)",
    "decode Posts from \"posts.json\" | prefix 2 | table", "decode Nothing from \"posts.json\"",
    "decode Posts from \"none.json\"", "decode CarHome from \"posts.json\"",
    "advance 1s", "wait #9", "wait 1s within 1s", "expect form.phone == \"1\"",
    "let app = DemoApp()", ":show app &", "app.visible.select(at: 0)", "app.visible.refresh()",
    "app.back()", "app.back()", "app.open(\"/nothing\")", "app.open(\"nonsense\")",
    "app.select(9)", "app.open(\"/orders\")", "app.visible.collect(801)",
    "app.visible.collect(7)", "let lab = SignalLab()", "lab.observe()", "lab.observe()",
    "lab.observe()", "let page = CheckoutPage()", "page.chooseDelivery() &",
    "page.prompts.pick([9, 9])", "page.prompts.choose(9)", "page.prompts.pick([0, 1])",
    "page.submit() &", ":jobs", "page.prompts.choose(1)", "wait all", ":jobs", ":cancel",
    ":cancel 7", "let list = ListViewModel()", "list.remove(rows: 0..<1)", "unwatch #77",
    "unwatch all", "unbind all", "unwatch", "watch nothing", "watch form.clear", "watch 3",
    "let d = { form.phone }", "let d = { d }", "d = 3", "let c = 3", "c = 4", "var v = 3",
    "v = \"x\"", ":record", "v = 4", ":replay", ":export md", ":export", ":save", ":load",
    ":load nothing.mvvm", ":demos", ":demo nothing", ":lesson", ":lesson 99", ":talks",
    ":glossary", ":glossary nothing", "form.phone?", "nothing?", ":help nothing",
    ":help filters", ":help", ":lang", ":lang nothing", ":set nothing", ":set clock nothing",
    ":clock nothing", "if true", "func a()", "import Foundation", "this is no statement",
  ]

  private func expect(
    _ lines: [String], in language: HelpLanguage, to statement: String,
    at location: SourceLocation = #_sourceLocation
  ) {
    // Whose terms stand in both languages.
    if statement.contains("glossary") { return }
    // A line of the source below a mistake, and what was typed for a person, are code.
    let foreign = lines.filter { line in
      guard line.firstMatch(of: /^ *\d* \|/) == nil, !line.hasPrefix("    ") else { return false }
      return Self.hasSentence(line, notIn: language)
    }
    #expect(foreign.isEmpty, "\(statement): \(foreign)", sourceLocation: location)
  }

  /// Whether words of the other language stand in a line, outside of quotes.
  private static func hasSentence(_ line: String, notIn language: HelpLanguage) -> Bool {
    let line = data.reduce(line.replacing(/"[^"]*"/, with: "").replacing(/“[^”]*”/, with: "")) {
      $0.replacing($1, with: "")
    }
    switch language {
    case .english: return line.unicodeScalars.contains { 0x4E00...0x9FFF ~= $0.value }
    case .chinese: return line.firstMatch(of: english) != nil
    }
  }

  /// Words without which hardly any English sentence is written; not as a part of code.
  private static var english: Regex<(Substring, Substring)> {
    /(?:^|[ (])(the|is|are|was|were|there|you|it|this|that|not|cannot|has|have|an|be|been|will|which|what|it's|runs|began|does|did|while|because)(?:[ ,.;:)]|$)/
      .ignoresCase()
  }

  /// What the server and the samples say, in both languages.
  private static let data = [
    "in the fog", "的故事", "灯塔", "渡口", "张三", "港口出版社", "绑定基础", "网络基础",
    "从输入框到输出文字。", "请求、缓存与失败。", "试驾", "用户5678", "中文", "江边步道",
    "旅馆", "江边步", "上海", "外滩", "  张", "船来船往。", "Lists That Move",
  ]
}
