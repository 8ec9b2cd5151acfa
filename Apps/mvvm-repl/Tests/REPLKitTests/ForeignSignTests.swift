import Testing

@testable import REPLKit

/// Signs of other keyboards than Swift's are told and corrected; letters of any script are parts of names.
@MainActor
@Suite(.ownGraph) struct ForeignSignTests {
  let conversation = Conversation()

  @Test(arguments: [
    ("f.name ＝ “bo”", "f.name = \"bo\""), ("f.clear（）", "f.clear()"), ("：vars", ":vars"),
    ("f.name = “a：b”", "f.name = \"a：b\""), ("max（1，2）", "max(1,2)"),
    ("let n = 1； n", "let n = 1; n"), ("f.name ＝ \"a“b”\"", "f.name = \"a“b”\""),
    ("f.name = \"12“", "f.name = \"12\""), ("f.name = \"12”", "f.name = \"12\""),
    ("f.name = \"12＂", "f.name = \"12\""), ("f.name = \"a“b””", "f.name = \"a“b”\""),
    ("f.name = \"a“b”", "f.name = \"a“b”\""), ("max(\"12“, 3)", "max(\"12\", 3)"),
    ("[\"12“, “3”]", "[\"12\", \"3\"]"), (#"f.name = "\"12“"#, #"f.name = "\"12""#),
    (#"let a = "\"甲：乙\""； a"#, #"let a = "\"甲：乙\""; a"#),
    (#"let a = "\("甲：乙")"； a"#, #"let a = "\("甲：乙")"; a"#),
    (#"let a = "：\(max（1，(2 ＋ 3)）)：" + “甲”"#, #"let a = "：\(max(1,(2 + 3)))：" + "甲""#),
    ("“未完", "\"未完\""), ("let a = 「未完", "let a = \"未完\""),
    ("let x：Int = 3", "let x:Int = 3"), ("[1、2]", "[1,2]"),
    ("watch f.name、f.age", "watch f.name,f.age"), ("ｆ．ｎａｍｅ", "f.name"),
    ("１２３", "123"), ("6 ÷ 2 × 3", "6 / 2 * 3"), ("1 ≤ 2 && 1 ≠ 2", "1 <= 2 && 1 != 2"),
    ("f.name = ”bo“", "f.name = \"bo\""), ("f.name = “bo\"", "f.name = \"bo\""),
    ("f.name = “bo”\"", "f.name = \"bo\""), ("f.name = ’bo‘", "f.name = \"bo\""),
    ("【1，2】", "[1,2]"), ("3 — 2", "3 - 2"), ("3 − 2", "3 - 2"), ("f·name", "f.name"),
    ("watch f.name\u{A0}when f.age > 1", "watch f.name when f.age > 1"),
    ("f.age\u{202F}= 5", "f.age = 5"),
  ])
  func signsOfAChineseKeyboardAreTold(typed: String, meant: String) async {
    await conversation.say("let f = Form()")
    let said = await conversation.say(typed)
    #expect(said.status != .ok)
    #expect(said.lines.last == "  help: Write it like this:  \(meant)")
    #expect(conversation.diagnostics.first?.correctedLine(in: SourceText(typed)) == meant)
  }

  @Test(arguments: [
    ("f.clear()。", "f.clear()"), ("f.name = \"bo\"。", "f.name = \"bo\""),
    ("let w = 3。 ", "let w = 3 "),
    ("let w = 3。; w", "let w = 3; w"), ("❯ f.name = \"77\"", "f.name = \"77\""),
    ("❯  watch f.name", "watch f.name"), ("❯ :vars", ":vars"),
  ])
  func aSignAroundAStatementIsLeftOut(typed: String, meant: String) async {
    await conversation.say("let f = Form()")
    let said = await conversation.say(typed)
    let sign = typed.first == "❯" ? "❯" : "。"
    #expect(said.lines.first == "error E001: Swift uses other characters for \(sign)")
    #expect(said.lines.last == "  help: Leave it out:  \(meant)")
    #expect(conversation.diagnostics.first?.correctedLine(in: SourceText(typed)) == meant)
  }

  @Test func aSignThatNobodySeesIsLeftOut() async {
    await conversation.say("let f = Form()")
    let said = await conversation.say("f.ag\u{200B}e = 5").lines
    #expect(said.first == "error E001: Swift uses other characters for U+200B")
    #expect(said.last == "  help: Leave it out:  f.age = 5")
  }

  @Test(arguments: [
    ("max（1", "（", "Write ( instead of （."), ("f.name、f.age", "、", "Write , instead of 、."),
    ("f.name，", "，", "Write , instead of ，."),
    ("f.name：= “1”", "：", "Write : \" instead of ： “."),
    ("bind f.name 《-》 f.age +", "《", "Write < > instead of 《 》."),
    ("1 +\u{A0}= 2", "U+00A0", "Write a space instead of U+00A0."),
  ])
  func aSignBesideAnotherMistakeIsToldToo(typed: String, sign: String, advice: String) async {
    await conversation.say("let f = Form()")
    let said = await conversation.say(typed).lines
    #expect(said.first == "error E001: Swift uses other characters for \(sign)", "\(said)")
    #expect(said.last == "  help: \(advice)")
    await conversation.say(":lang zh")
    #expect(await conversation.say(typed).lines.last?.contains("改成") == true)
  }

  @Test(arguments: ["，", "：", "、", "。", "《", "》", "·", "…", "—", "＋", "￥", "　", "（"])
  func aSignIsNoPartOfAName(sign: Character) async {
    #expect(await conversation.say("let a\(sign)b = 1").status != .ok)
    #expect(conversation.diagnostics.first?.code == .unexpected)
    #expect(await conversation.say(":vars").lines.first?.contains("no names yet") == true)
  }

  @Test(arguments: ["电话", "名1", "é", "ß_2", "тел", "名々", "ｘ", "🙂"])
  func aLetterOfAnyScriptIsAPartOfAName(name: String) async {
    #expect(await conversation.say("let \(name) = 1; \(name)").lines.last == "1")
  }

  @Test(arguments: ["let Ａ班 = 3; Ａ班 + nope", "let ａ = f; ａ.nope"])
  func aLetterOfANameThatExistsIsNoMistake(text: String) async {
    await conversation.say("let f = Form()")
    let said = await conversation.say(text).lines
    #expect(said.contains { $0.hasPrefix("error E10") && $0.contains("nope") }, "\(said)")
  }

  @Test(arguments: [
    ("Ａ班 ＋ 1", "Ａ班 + 1"), ("Ａ班 + 1；", "Ａ班 + 1;"), ("Ａ班 ＋ １２", "Ａ班 + 12"),
    ("甲１ ＋ ［１，Ａ班］．ｃｏｕｎｔ", "甲１ + [1,Ａ班].count"),
    ("“Ａ班” ＋ \"\\(Ａ班 ＋ 1)\"", "\"Ａ班\" + \"\\(Ａ班 + 1)\""),
  ])
  func aCorrectionKeepsNamesThatExist(typed: String, meant: String) async {
    await conversation.say("let Ａ班 = 3; let 甲１ = 4")
    let said = await conversation.say(typed)
    #expect(said.lines.last == "  help: Write it like this:  \(meant)", "\(said.lines)")
    #expect(conversation.diagnostics.first?.correctedLine(in: SourceText(typed)) == meant)
    #expect(await conversation.say(meant).status == .ok)
  }

  /// Nothing of such a text has run when the sign is found.
  @Test(arguments: [
    ("let Ａ班 = 3\nＡ班 ＋ 1", "Ａ班 + 1"),
    ("let ａ = 1; var Ａ班 = ａ; Ａ班 ＝ ａ ＋ １", "let ａ = 1; var Ａ班 = ａ; Ａ班 = ａ + 1"),
    ("let ａ ＝ 1", "let a = 1"),
  ])
  func aCorrectionKeepsNamesThatAreDeclaredBefore(typed: String, meant: String) async {
    await conversation.say(typed)
    #expect(conversation.diagnostics.first?.correctedLine(in: SourceText(typed)) == meant)
  }

  @Test(arguments: [
    ("f.name ＝ “bo”", "＝ “bo”"), ("f.clear（）", "（）"), ("1; let n = 1； n", "；"), ("：vars", "："),
  ])
  func onlyTheSignsOfAChineseKeyboardAreMarked(typed: String, marked: String) async {
    await conversation.say("let f = Form()")
    await conversation.say(typed)
    let span = conversation.diagnostics.first?.span
    #expect(span.map { String(SourceText(typed).slice($0)) } == marked)
    await conversation.say(":lang zh")
    let told = await conversation.say("f.clear（）").lines
    #expect(told.first == "错误 E001：这里的 （ ） 不是 Swift 所用的字符")
    let blank = await conversation.say("watch　f.name").lines
    #expect(blank.first == "错误 E001：这里的 U+3000 不是 Swift 所用的字符")
  }
}
