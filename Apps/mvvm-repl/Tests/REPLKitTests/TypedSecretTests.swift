import Bindings
import Foundation
import Testing
import ViewModels

@testable import REPLKit

/// A secret that is typed again in another statement is not kept there, either.
@MainActor
@Suite(.ownGraph) struct TypedSecretTests {
  let conversation = Conversation()

  nonisolated static let statements = [
    "let x = \"hunter22\"", "var v = \"\"\nv = \"hunter22\"", "\"hunter22\"", "print(\"hunter22\")",
    "f.name = \"hunter22\"", "f.name = \"it is hunter22!\"", "f.name == \"hunter22\"",
    "let a = [\"k\": \"hunter22\"]", "[\"hunter22\": 1]", "\"\\(f.age) hunter22\"",
    "watch f.name when f.name == \"hunter22\"", "expect f.name != \"hunter22\"", "hunter22",
    "f.age = \"hunter22\"", "let d = { f.name + \"hunter22\" }\nd", "1 // hunter22",
    "1 /* it is hunter22 */", ":help hunter22", ":note {\"a\": \"hunter22\"}", ":note say hunter22",
    "f.name = \"hunter22", "let n = 1 hunter22", "[\"a\"] | grep \"hunter22\"", "hunter22.x = 1",
    "whatif f.name = \"hunter22\"", "f.name.contains(\"hunter22\")", "f.nobody(\"hunter22\")",
    "\"q?p=hunter22&x=1\"",
    "1 + /* hunter22 */ 1", "f.name = /* it is\thunter22 */ \"a\"", "\"\\( /* hunter22 */ 1)\"",
    "f.save(/* hunter22 */)", "f.save(/* hunter22 */) &", "let d = { f.name /* hunter22 */ }\nd",
    "f.name = \"hunter\\u{32}2\"", "f.name == .hunter22", "f.hunter22", "f.clear(hunter22: 1)",
    "decode hunter22 from \"x\"", "let t: hunter22 = 1", "f.clear(\"a\" + hunter22)",
    "f.name + /* pin: hunter22 */ \"x\"",
  ]

  private func make() async -> [String] {
    let session = conversation.session
    session.add(ToolCommand("note", Message("echoes", "重复")) { [.note(Message(verbatim: $0))] })
    return await conversation.say("let f = Form()").lines
  }

  /// A `Double` rounds it, so that the number alone does not tell its digits.
  @Test(
    arguments: ["9007199254740993", "9223372036854775807", "1234567890123456789"],
    ["[0.5, %]", "let c: Double = %", "0.5 + %", "let k: Double = -%", "let a: [Double] = [%]"])
  func aLongNumberThatIsRoundedIsNotKept(digits: String, line: String) async {
    _ = await make()
    await conversation.say("f.pin = \"\(digits)\"")
    await conversation.say(line.replacing("%", with: digits))
    let steps = conversation.session.voice.recorder.steps
    #expect(
      steps.count == 3 && !steps.contains { $0.shown.contains(digits) }, "\(steps.map(\.shown))")
  }

  /// In whichever order.
  @Test(arguments: statements, [true, false])
  func aSecretThatIsTypedElsewhereIsNotKept(text: String, isAfter: Bool) async throws {
    _ = await make()
    let session = conversation.session
    var (marks, kept) = ([String](), [String]())
    session.host.onMark = { marks.append($0) }
    session.host.onConceal = { redact in
      marks = marks.map(redact)
      kept = kept.map(redact)
    }
    let lines = text.split(separator: "\n").map(String.init)
    let all = isAfter ? ["f.pin = \"hunter22\""] + lines : lines + ["f.pin = \"hunter22\""]
    for line in all {
      kept.append(session.symbols.redacted(ParsedText(line)))
      await conversation.say(line)
    }
    try await withFolder { folder in
      let told = await conversation.say(
        ":export md\n:export test\n:export lesson\n:save \(folder)/a.mvvm\n:timeline")
      let script = try String(contentsOfFile: "\(folder)/a.mvvm", encoding: .utf8)
      let found = (told.lines + marks + kept + [script]).filter {
        $0.contains("hunter22") || $0.contains("u{32}")
      }
      #expect(found.isEmpty, "\(found)")
      #expect(script.contains("f.pin = \"…\""), "\(script)")
    }
    #expect(await conversation.say(":replay").status == .ok)
    #expect(conversation.lines.last?.contains("the results were the same") == true)
  }

  @Test(arguments: statements)
  func aMistakeQuotesNoSecretThatIsTypedElsewhere(text: String) async {
    _ = await make()
    await conversation.say("f.pin = \"hunter22\"")
    for line in text.split(separator: "\n") { await conversation.say(String(line) + ".nobody") }
    let lines = conversation.lines.filter { $0.contains("❯") || $0.contains("|") }
    #expect(!lines.joined().contains("hunter22"), "\(lines)")
  }

  /// Whoever compares it may be right.
  @Test(arguments: [
    "f.pin == \"hunter22\"", "expect f.pin == \"hunter22\"", "\"hunter22\" != f.pin && true",
    "expect f.pin == \"hunter22\".nobody && \"hunter22\" == f.pin",
  ])
  func whatASecretPlaceIsComparedWithIsNotKept(text: String) async {
    _ = await make()
    let said = await conversation.say(
      "let x = \"hunter22\"\n\(text)\nf.name = \"hunter22\"\n:export md\n:export test")
    let kept = said.lines.filter { $0.contains("❯") || $0.contains("|") }
    #expect(!kept.joined().contains("hunter22"), "\(kept)")
  }

  @Test(arguments: [
    ("f.pasword == \"hunter22\"", "f.pasword == \"…\""),
    ("store[\"token\"] == \"hunter22\"", "store[\"token\"] == \"…\""),
    (":set pasword hunter22", ":set pasword \"…\""),
    (":set password hunter22 x", ":set password \"…\""),
    (":help password  x", ":help password  \"…\""),
    (":set apiToken x", ":set apiToken \"…\""), (":set theme light", ":set theme light"),
    (":help password", ":help password"), (":lesson passwords x", ":lesson passwords x"),
    (":pasword hunter22", ":pasword \"…\""), (":password hunter22 x", ":password \"…\""),
    ("f.password.contains(hunter22)", "f.password.contains(\"…\")"),
    ("[hunter22].contains(f.password)", "[\"…\"].contains(f.password)"),
    ("fom.unlock(f.password)", "fom.unlock(f.password)"),
    ("let token = hunter22", "let token = \"…\""), ("token = ab-cd.ef", "token = \"…\""),
    ("let timeout = limit", "let timeout = limit"),
    ("let a = 1 /* password: x */ + 1", "let a = 1 /* password: \"…\" */ + 1"),
  ])
  func whatIsTakenForTheValueOfASecretIsMasked(typed: String, kept: String) {
    #expect(Redaction(names: ["password"]).redacted(ParsedText(typed)) == kept)
  }

  /// However its name looks, what follows a tool command is its argument.
  @Test func theArgumentOfAToolCommandIsKept() async {
    let session = conversation.session
    session.add(ToolCommand("pine", Message("echoes", "重复")) { [.note(Message(verbatim: $0))] })
    await conversation.say("let f = Form(); :pine larch\n:pin spruce")
    #expect(session.voice.recorder.steps.map(\.shown).contains(":pine larch"))
    #expect(session.symbols.redacted(ParsedText(":pine larch")) == ":pine larch")
    #expect(session.symbols.redacted(ParsedText(":pin larch")) == ":pin \"…\"")
  }

  /// Letters with accents have two forms, which look the same.
  @Test(arguments: ["s\u{e9}cret99z", "se\u{301}cret99z"], [true, false])
  func bothFormsOfALetterAreOneSecret(secret: String, isAfter: Bool) async throws {
    _ = await make()
    let forms = [
      secret.precomposedStringWithCanonicalMapping, secret.decomposedStringWithCanonicalMapping,
    ]
    let typed = forms.map { "f.name = \"\($0)\"" }
    await conversation.say((isAfter ? [] : typed).joined(separator: "\n"))
    await conversation.say("f.pin = \"\(secret)\"")
    await conversation.say((isAfter ? typed : []).joined(separator: "\n"))
    let said = await conversation.say(":export md\n:timeline").lines.joined(separator: "\n")
    #expect(!said.contains("cret99z"), "\(said)")
  }

  @Test func anEntryIsLookedAtAsAWhole() {
    let symbols = conversation.session.symbols
    for text in [
      "let x = \"hunter22\"; f.pin = \"hunter22\"", "let pw = \"a\"; f.pin = \"hunter22\"",
    ] {
      #expect(!symbols.redacted(ParsedText(text)).contains("hunter22"))
    }
    let other = "f.pin = \"abc\"; let x = \"abc\"; f.pin = \"\"; let y = [1]"
    #expect(
      symbols.redacted(ParsedText(other))
        == "f.pin = \"…\"; let x = \"abc\"; f.pin = \"…\"; let y = [1]")
  }

  @Test func aPartOfALongerWordIsNone() async {
    await conversation.say("let f = Form(); f.pin = \"1234\"; let year = \"12345\"; let n = 12345")
    let said = await conversation.say(":export md").lines
    #expect(said.contains { $0.contains("let year = \"12345\"") }, "\(said)")
    #expect(said.contains { $0.contains("let n = 12345") }, "\(said)")
  }

  /// As long as it has not moved on from there, what is equal to it is shown.
  @Test func answersTellWhatIsOnlyEqual() async {
    await conversation.say("let f = Form(); f.pin = \"hunter22\"; let x = \"hunter22\"")
    #expect(await conversation.say("x").lines == ["\"hunter22\""])
  }

  @Test func whatWasLeftOutIsTold() async throws {
    await conversation.say("let f = Form()\nf.pin = \"hunter22\"\nlet x = \"hunter22\"")
    try await withFolder { folder in
      await conversation.say("f.age = 1 /* hunter22 */ + 1")
      let saved = await conversation.say(":save \(folder)/a.mvvm").lines
      let other = Conversation()
      let loaded = await other.say(":load \(folder)/a.mvvm").lines
      #expect(loaded.first?.hasPrefix("line 3 has \"…\"") == true, "\(loaded)")
      #expect(loaded.contains { $0.hasPrefix("f.pin stays") }, "\(loaded)")
      #expect(saved.contains { $0.contains("lines 2 and 3") || $0.contains("2, 3") }, "\(saved)")
    }
    let test = await conversation.say(":export test").lines
    #expect(test.contains { $0.contains("fill in") && $0.contains("let x = \"…\"") }, "\(test)")
    let lesson = await conversation.say(":export lesson").lines
    #expect(lesson.contains { $0.contains("write one that fits") }, "\(lesson)")
  }

  @Test func linesOfJSONHaveNone() async {
    var (json, catalog) = (JSONRenderer(), Catalog())
    catalog.add(Form.self) { Form() }
    var (lines, session): ([String], Session?) = ([], nil)
    let made = Session(catalog: catalog) { record in
      lines += json.lines(record, from: session?.origin, at: .zero)
    }
    session = made
    await made.run(SourceText("let f = Form(); f.name == \"hunter22\"; f.pin = \"hunter22\""))
    await made.run(SourceText("f.name = \"hunter22\"; f.nobody = \"hunter22\""))
    await made.run(SourceText("let x = \"hunter22\"\nf.age = x + \"hunter22\""))
    #expect(!lines.isEmpty && !lines.joined().contains("hunter22"), "\(lines)")
    await made.close()
    session = nil
  }
}
