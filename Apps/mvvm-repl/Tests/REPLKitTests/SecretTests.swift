import Bindings
import Foundation
import Testing
import ViewModels

@testable import REPLKit

/// A secret is masked wherever its value goes.
@MainActor
@Suite struct SecretTests {
  let conversation = Conversation()

  nonisolated static let showing = [
    "f.pin\n_", "f.pin\n$1", "f.pin\n:results", "[f.pin]", "[\"a\": f.pin]", "\"\\(f.pin)\"",
    "print(f.pin)", "print(\"\\(f.pin)\")", "f.pin + \"\"", "f.pin ?? \"\"", "f.pin.uppercased()",
    "[f.pin] | json", "[f.pin] | table", "f.pin | tree", "let d = { f.pin }", "watch [f.pin]",
    "watch \"\\(f.pin)\"", "expect [f.pin] == []", "let n: Int = f.pin", "var v = f.pin\nv",
    "let x = f.pin\nx", "let x = f.pin\n:vars", "let x = f.pin\nx?", "let x = f.pin\n:inspect x",
    "let x = f.pin\nlet y = [x]\ny", "let x = f.pin\n:help x", "var v = \"\"\nv = f.pin\nv",
    "var v = \"\"\nbind f.pin -> v\nv", "var v = \"\"\nwatch v\nv = f.pin", "f.name = f.pin\nf",
    "f.pin == \"1\" ? f.pin : f.pin", "bind f.pin -> f.name\nf.name", "(f.pin)", "f.pin[0..<4]",
    "let d = { f.pin }\nd\nwhy d\n:graph d\n:inspect d\n:log 50",
    "var v = f.pin\nwatch v as marbles\nv = f.pin + \"5\"", "let d = { f.pin }\nwatch d as table",
    "let d = { f.pin }\nf.name = \"x\"\n:marbles d", "var v = f.pin\nwhatif v = f.pin + \"7\"",
    "var v = f.pin\nv = \"\" + v\nundo\n:timeline", "let d = { [f.pin] }\nexpect d emits []",
    "f.pin.contains(\"zz\")", "1...f.pin", "f.age = f.pin", "var n = 1\nn = f.pin", "-f.pin",
    "f.pin!", "try? f.pin", "f.pin | grep f.pin", ":snapshot a\nvar v = f.pin\n:restore a\nv",
  ]

  @Test(arguments: showing)
  func aSecretIsNeverSaid(text: String) async throws {
    var said: [String] = []
    var json = JSONRenderer()
    var catalog = Catalog()
    catalog.add(Form.self) { Form() }
    let session = Session(catalog: catalog) { record in
      said += json.lines(record, from: nil, at: .zero)
      said.append(TextRenderer(style: .coloured).text(record))
    }
    await session.run(SourceText("let f = Form()"))
    let form = try #require(session.scope["f"]?.viewModel as? Form)
    form.pin.value = "s3cretpin"
    for line in text.split(separator: "\n") { await session.run(SourceText(String(line))) }
    await session.run(SourceText(":export md"))
    await session.run(SourceText(":export test"))
    #expect(!said.joined(separator: "\n").contains("s3cretpin"), "\(text)")
    await session.close()
  }

  @Test func conditionsOnSecretsCanBeSeen() async {
    await conversation.say("let f = Form()")
    #expect(await conversation.say("f.pin == \"1234\"").lines == ["true"])
    #expect(await conversation.say("f.pin.isEmpty").lines == ["false"])
  }

  @Test(arguments: ["[f.pin]", "\"\\(f.pin)\"", "let y = x", "f.pin.count", "x"])
  func previewsAndMenusHideThem(text: String) async {
    await conversation.say("let f = Form(); let x = f.pin; let d = { f.pin }; var v = f.pin")
    #expect(
      TextRenderer(style: .plain).text(await conversation.session.preview(text))
        == TextRenderer.mask)
    let symbols = conversation.session.symbols
    for start in ["", "let q = ", "watch ", "f.", "f.pin.", "x.", "v."] {
      let found = Completer.complete(start, cursor: start.utf8.count, symbols: symbols)
      #expect(!found.candidates.contains { "\($0)".contains("1234") }, "\(start)")
    }
  }

  nonisolated static let typing: [(String, String)] = [
    ("let g = Form(); g.pin = \"s3\"", "let g = Form(); g.pin = \"…\""),
    ("_.pin = \"s3\"", "_.pin = \"…\""), ("(f).pin = \"s3\"", "(f).pin = \"…\""),
    ("f.pin += \"s3\"", "f.pin += \"…\""), ("f.pin = \"a\" + \"s3\"", "f.pin = \"…\""),
    ("watch f.name when f.pin == \"s3\"", "watch f.name when f.pin == \"…\""),
    ("expect f.pin != \"s3\"", "expect f.pin != \"…\""),
    ("f.pin.contains(\"s3\")", "f.pin.contains(\"…\")"),
    ("let pw = \"s3\"; f.pin = pw", "let pw = \"…\"; f.pin = pw"),
    ("let x = f.pin; x == \"s3\"", "let x = f.pin; x == \"…\""),
    ("\"s3\" == f.pin", "\"…\" == f.pin"), ("[f.pin] == [\"s3\"]", "[f.pin] == [\"…\"]"),
    ("f.pin ?? \"s3\"", "f.pin ?? \"…\""), ("whatif f.pin = \"s3\"", "whatif f.pin = \"…\""),
    ("expect f.pin emits [\"s3\"]", "expect f.pin emits [\"…\"]"),
    (
      "net.post(\"/login\", body: [\"pin\": \"s3\"])",
      "net.post(\"/login\", body: [\"pin\": \"…\"])"
    ),
    ("f.unlock(pin: \"s3\")", "f.unlock(pin: \"…\")"),
    (":stub POST /a -> {\"pin\": \"s3\"}", ":stub POST /a -> {\"pin\": \"…\"}"),
    (
      ":stub POST /a -> 200 {\"u\":\"u\",\"pin\":\"s3\"} after 1s, then 503",
      ":stub POST /a -> 200 {\"u\":\"u\",\"pin\":\"…\"} after 1s, then 503"
    ),
    (
      ":stub /a -> {\"pin\": [\"s3\", \"s4\"], \"n\": 1}",
      ":stub /a -> {\"pin\": [\"…\", \"…\"], \"n\": 1}"
    ),
    (":help f.pin == \"s3\"", ":help f.pin == \"…\""),
    (":help \"s3\" == f.pin", ":help \"…\" == f.pin"),
    ("let t = f.pin.count > 3 ? \"a\" : \"b\"", "let t = f.pin.count > 3 ? \"a\" : \"b\""),
    ("f.pin.prefix(3)", "f.pin.prefix(3)"), ("f.pin == 1234", "f.pin == \"…\""),
    ("f.pin = elevensecret", "f.pin = \"…\""), ("f.pni = \"s3\"", "f.pni = \"…\""),
    ("f.pni = s3", "f.pni = \"…\""), ("let n = 1; f.pin = n", "let n = \"…\"; f.pin = n"),
    ("1 // f.pin = \"s3\"", "1 // f.pin = \"…\""), ("// f.pni = s3 s4", "// f.pni = \"…\""),
    ("/* f.pin = s3 */ 1", "/* f.pin = \"…\" */ 1"), ("f.pni = s3 s4", ""),
    ("// f.pin is four digits", "// f.pin is four digits"),
    ("f.pin = s3cret", "f.pin = \"…\""), ("f.pin = s3 - cret.x", "f.pin = \"…\""),
    ("let q = x + 1; f.pin = q", "let q = \"…\"; f.pin = q"),
    ("let f = Form(); f.pin = f.name", "let f = Form(); f.pin = f.name"),
    ("f.pin = \"s3", ""), ("f.pin = other.pin", "f.pin = other.pin"),
    ("f.name = \"shown\"", "f.name = \"shown\""),
    ("f.pin == \"s3\" && f.name == \"shown\"", "f.pin == \"…\" && f.name == \"shown\""),
  ]

  @Test(arguments: typing)
  func whatIsTypedIntoASecretPlaceIsNotKept(text: String, kept: String) {
    var symbols = conversation.session.symbols
    #expect(symbols.redacted(ParsedText(text)) == kept)
    symbols.redaction.names = []
    // A key or a label is a secret's by its name alone.
    let isNamed = text.contains("pin\"") || text.contains("pin:")
    #expect(symbols.redacted(ParsedText(text)) == (isNamed ? kept : text))
  }

  @Test func recordingsKeepNoSecret() async {
    await conversation.say("let g = Form(); g.pin = \"s3cret\"; let pw = \"s3cret\"; g.pin = pw")
    let said = await conversation.say(":export md\n:export test\n:timeline\n:log 50")
    #expect(!said.lines.joined().contains("s3cret"))
  }

  nonisolated static let mistyped = [
    "f.pin = s3cretpin", "f.pni = \"s3cretpin\"", "f.pni = s3cretpin", "f.pin = s3cretpin word",
    "f.pin = \"s3cretpin", "set f.pin s3cretpin", "f.pin == s3cretpin)", "g.pin = \"s3cretpin\"",
    "1 + true // f.pin = \"s3cretpin\"", "f.pin = \"s3cretpin\"; nobody",
    "f.pin = \"s3cretpin\"; f.fail() &\nwait all", "f.pin = s3cretpin.uppercased()",
  ]

  @Test(arguments: mistyped)
  func aMistypedSecretIsNeverSaid(text: String) async {
    var said: [String] = []
    var (json, catalog) = (JSONRenderer(), Catalog())
    catalog.add(Form.self) { Form() }
    var corrections: [String] = []
    var session: Session?
    let made = Session(catalog: catalog) { record in
      said += json.lines(record, from: session?.origin, at: .zero)
      said.append(TextRenderer(style: .coloured).text(record))
      if case .diagnostic(let mistake, let source) = record {
        corrections += [mistake.correctedLine(in: source) ?? "", mistake.message.description]
      }
    }
    session = made
    await made.run(SourceText("let f = Form()"))
    for line in text.split(separator: "\n") {
      await made.run(SourceText(String(line)))
      #expect(!made.symbols.redacted(ParsedText(String(line))).contains("s3cretpin"), "\(line)")
    }
    for line in [":export md", ":export test", ":timeline", ":log 50"] {
      await made.run(SourceText(line))
    }
    let all = (said + corrections).joined(separator: "\n")
    #expect(!all.contains("s3cretpin"), "\(all)")
    await made.close()
    session = nil
  }

  @Test func aVariableThatGoesIntoASecretPlaceIsOneFromThenOn() async throws {
    await conversation.say("let f = Form(); let pw = \"9lasspin\"; var v = \"0therpin\"")
    await conversation.say("pw\nv")
    await conversation.say("f.pin = pw")
    await conversation.say("f.pin = v")
    let said = await conversation.say("pw\nv\nprint(pw)\n:vars")
    try await withFolder { folder in
      let later = await conversation.say(":export md\n:save \(folder)/a.mvvm").lines
      let script = try String(contentsOfFile: "\(folder)/a.mvvm", encoding: .utf8)
      let all = (said.lines + later + [script]).joined(separator: "\n")
      #expect(!all.contains("9lasspin") && !all.contains("0therpin"), "\(all)")
      #expect(script.contains("let pw = \"…\""))
    }
    #expect(
      conversation.session.symbols.redacted(ParsedText("let pw = \"s3\"; f.pin = pw")).contains("…")
    )
    #expect(await conversation.say(":replay").status == .ok)
    #expect(conversation.lines.last?.contains("the results were the same") == true)
  }

  @Test func whatAnswersWithASecretThatWasTypedIsExportedWithoutIt() async {
    let session = conversation.session
    session.add(
      ToolCommand("stub", Message("echoes", "重复")) { [.note(Message(verbatim: "stub #1: \($0)"))] })
    await conversation.say("let f = Form()\n:stub /a -> {\"pin\":\"s3cretpin\"}")
    let said = await conversation.say(":export md")
    #expect(said.lines.contains("stub #…: /a -> {\"pin\":\"…\"}"), "\(said.lines)")
    #expect(!said.lines.joined().contains("s3cretpin"))
  }

  @Test func whatStandsForASecretIsNone() async {
    await conversation.say("let f = Form()")
    #expect(await conversation.say("f.pin = \"…\"").lines.first?.hasPrefix("f.pin stays") == true)
    #expect(await conversation.say("f.pin == \"1234\"").lines == ["true"])
  }
}
