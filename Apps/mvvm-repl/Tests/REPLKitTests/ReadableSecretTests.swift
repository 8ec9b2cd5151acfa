import Bindings
import Foundation
import Testing
import ViewModels

@testable import REPLKit

/// What is left of a line with a secret can be read again, and what holds none stays as it is.
@MainActor
@Suite(.ownGraph) struct ReadableSecretTests {
  nonisolated static let open = [
    #":stub GET /x -> 200 {"title": "reset your password", "id": 7}"#,
    #":stub GET /x -> {"error": "wrong password"}"#,
    #":stub GET /x -> {"error": "wrong password", "pin": null}"#,
    #":stub GET /x -> {"title": "password reset", "id": 7}"#,
    #":stub GET /x -> {"title": "the password is wrong", "id": 7}"#,
    #":stub GET /x -> {"kind": "password", "id": 7}"#, #":stub GET /x -> ["password", "pin"]"#,
    #":stub GET /x -> {"path": "C:\\", "hint": "a pin", "id": 7}"#,
    #"let url = "/a?token=&n=1""#, #"let a = "{\"title\": \"reset your password\"}""#,
    "let session = 5", #"let secretary = "Ann""#, #"let theSecretary = "Ann"; theSecretary"#,
    #"f.name = "reset your password""#,
  ]

  @Test(arguments: open)
  func whatHoldsNoSecretStaysAsItIs(text: String) {
    let redaction = Redaction(
      names: ["password", "pin"], known: ["f", "secretary", "theSecretary"])
    #expect(redaction.redacted(ParsedText(text)) == text)
  }

  nonisolated static let hidden = [
    (#":stub /a -> {"password": "hunter22"}"#, #":stub /a -> {"password": "…"}"#),
    (
      #":stub /a -> {"old password": "hunter22", "n": 1}"#,
      #":stub /a -> {"old password": "…", "n": 1}"#
    ),
    (
      #":stub /a -> {"a": "the password", "token": "hunter22"}"#,
      #":stub /a -> {"a": "the password", "token": "…"}"#
    ),
    (#":stub /a -> {"error": "password: hunter22"}"#, #":stub /a -> {"error": "…"}"#),
    (
      #":stub /a -> {"error": "password: too short", "n": 1}"#,
      #":stub /a -> {"error": "…", "n": 1}"#
    ),
    (#":stub /a -> {"next": "/login?password=hunter22"}"#, #":stub /a -> {"next": "…"}"#),
    (
      #":stub /a -> {"text": "{\"password\": \"hunter22\"}", "n": 1}"#,
      #":stub /a -> {"text": "…", "n": 1}"#
    ),
    (
      #":stub /a -> {"text": "password \"hunter22\"", "n": 1}"#,
      #":stub /a -> {"text": "…", "n": 1}"#
    ),
    (
      #":stub /a -> {"tokens": ["a]b", "hunter22"], "n": 1}"#,
      #":stub /a -> {"tokens": ["…", "…"], "n": 1}"#
    ),
    (#":stub /a -> {"pin": -4711, "n": 1}"#, #":stub /a -> {"pin": "…", "n": 1}"#),
    (
      #":stub /a -> {"path": "C:\\", "pin": "hunter22"}"#,
      #":stub /a -> {"path": "C:\\", "pin": "…"}"#
    ),
    (#":stub /a -> {"pin": "C:\\", "n": 1}"#, #":stub /a -> {"pin": "…", "n": 1}"#),
    (#":stub /a -> {"pin": "say \"hi\"", "n": 1}"#, #":stub /a -> {"pin": "…", "n": 1}"#),
    (#":note your password "hunter22""#, #":note your password "…""#),
    (#"let tokens = ["hunter22", "b"]"#, #"let tokens = ["…", "…"]"#),
    (#"let tokens = [["hunter22"], []]"#, #"let tokens = [["…"], []]"#),
    (#"let tokens = ["a": "hunter22"]"#, #"let tokens = ["a": "…"]"#),
    (
      #":stub /a -> {"tokens": {"a": "hunter22", "b": [1, true, {"c": -4711}]}, "n": 1}"#,
      #":stub /a -> {"tokens": {"a": "…", "b": ["…", true, {"c": "…"}]}, "n": 1}"#
    ),
    (#"let tokens = x ? "hunter22" : "b""#, #"let tokens = x ? "…" : "…""#),
    (#"let token = x + "hunter22""#, #"let token = "…""#),
    (
      #"let password = "hunter22"; [password].map { $0 + "!" }"#,
      #"let password = "…"; [password].map { $0 + "…" }"#
    ),
    (#"["hunter22"].filter { $0 == f.password }"#, #"["…"].filter { $0 == f.password }"#),
    (
      #"let token: [String] = ["a"].map { $0 + "hunter22" }"#,
      #"let token: [String] = ["…"].map { $0 + "…" }"#
    ),
    (#"let password: Int = 12345 + 1"#, #"let password: Int = Int("…") ?? 0"#),
    (
      #"let password: [Double]? = [1, -2.5]"#,
      #"let password: [Double]? = [Double("…") ?? 0, Double("…") ?? 0]"#
    ),
    (
      #"let password: [Int] = [1].map { $0 + 47114711 }"#,
      #"let password: [Int] = [1].map { $0 + (Int("…") ?? 0) }"#
    ),
    (
      #"f.password = 47114711; let n: Int = 47114711 + 1"#,
      #"f.password = "…"; let n: Int = (Int("…") ?? 0) + 1"#
    ),
    (#"unwatch f["hunter22"]; f.password = "hunter22""#, #"unwatch f["…"]; f.password = "…""#),
    (#"whatif f["hunter22"].x = 1; f.pin = "hunter22""#, #"whatif f["…"].x = 1; f.pin = "…""#),
    (#"[1] | csv > "hunter22"; f.password = "hunter22""#, #"[1] | csv > "…"; f.password = "…""#),
    (
      #"f.password = "hunter22"; [1.5, 47114711]; f.pin = 47114711"#,
      #"f.password = "…"; [1.5, (Double("…") ?? 0)]; f.pin = "…""#
    ),
    (
      #"let password = ["ann": "hunter22"]; password["ann"]"#,
      #"let password = ["ann": "…"]; password["ann"]"#
    ),
    (#"[f.password: 1] == ["hunter22": 1]"#, #"[f.password: 1] == ["…": 1]"#),
    (#"f.password = ["hunter22"].map { $0 }[0]"#, #"f.password = "…""#),
    (#"let token = { "hunter22" }"#, #"let token = { "…" }"#),
    (#"let token = ["hunter22"].first ?? "x""#, #"let token = ["…"].first ?? "…""#),
    ("let otp = 471147; [471147]", #"let otp = "…"; [(Int("…") ?? 0)]"#),
    (#"let url = "/a?token=hunter22"; "hunter22""#, #"let url = "…"; "…""#),
    (#"let a = ["{\"pin\": \"hunter22\"}"]"#, #"let a = ["…"]"#),
    (#"decode Post from "{\"token\": 471147}""#, #"decode Post from "…""#),
    (#"let url = "http://ann:hunter22@host/""#, #"let url = "…""#),
    (#""/a?token=hunter22&n=\(1)""#, #""…""#),
    (#"let secretToken = "hunter22""#, #"let secretToken = "…""#),
    (#"let jobSession = "hunter22""#, #"let jobSession = "…""#),
  ]

  @Test(arguments: hidden)
  func whatIsLeftCanBeReadAgain(text: String, kept: String) throws {
    let left = Redaction(names: ["password", "pin"]).redacted(ParsedText(text))
    #expect(left == kept)
    #expect(!left.contains("hunter22"))
    guard let start = left.firstIndex(where: { "{[".contains($0) }), text.hasPrefix(":stub") else {
      return
    }
    _ = try JSONSerialization.jsonObject(with: Data(left[start...].utf8))
  }

  nonisolated static let beside = [
    ("let password = Int(f.name) ?? 87878787", #"let password = Int(f.name) ?? "…""#),
    (
      "let password: Int = f.age(3) + 87878787",
      #"let password: Int = f.age(3) + (Int("…") ?? 0)"#
    ),
    (#"let token = f.name.prefix(3) + "hunter22""#, #"let token = "…""#),
    (#"let token = f.login("ann", 87878787)"#, #"let token = f.login("ann", 87878787)"#),
    (#"let token = f.login("ann") ?? "hunter22""#, #"let token = f.login("ann") ?? "…""#),
    (#"token = f["city"] ?? ["hunter22"][0]"#, #"token = f["city"] ?? ["…"][0]"#),
    (
      #"let token = decode Post from "post.json"; let key = "a""#,
      #"let token = decode Post from "post.json"; let key = "a""#
    ),
    (
      #"let passwordHint = { f.name.isEmpty ? "too short" : "ok" }"#,
      #"let passwordHint = { f.name.isEmpty ? "too short" : "ok" }"#
    ),
  ]

  /// What a command takes, a key and the name of a file are no part of the value, but what stands beside them is.
  @Test(arguments: beside)
  func aSecretBesideACallIsMaskedAlone(text: String, kept: String) {
    let redaction = Redaction(names: ["password", "pin"], known: ["f", "token"])
    #expect(redaction.redacted(ParsedText(text)) == kept)
    #expect(redaction.redacted(ParsedText(kept)) == kept)
  }

  /// Statements of the documented grammar, in each of whose texts stands a secret, under its name or known from elsewhere.
  @Test(arguments: [true, false])
  func whatIsLeftOfAnyStatementIsAStatement(isKnown: Bool) throws {
    var grammar = try Grammar.documented()
    try grammar.define(
      #"character = "hunter22 " ; name = "form" | "a1" | "password" | "token" | "x" ;"#)
    var redaction = Redaction(names: ["password"], known: ["form", "a1", "x"])
    if isKnown {
      var finder = TextFinder()
      finder.insert(formsOf: "hunter22")
      redaction.learn(finder)
    }
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for round in 0..<400 {
      let text = grammar.text(.name("statement"), &random)
      guard (try? Parser.parse(text)) != nil else { continue }
      let left = redaction.redacted(ParsedText(text))
      let again = redaction.redacted(ParsedText(left))
      let isRight =
        (try? Parser.parse(left)) != nil && again == left
        && !(isKnown && left.contains("hunter22"))
      guard isRight else {
        Issue.record("seed \(seed), round \(round): \(text)\nleft: \(left)\nagain: \(again)")
        return
      }
    }
  }

  /// What a person may give a variable of a type that is called as a secret is.
  @Test func whatIsLeftOfADeclarationIsOfItsType() async throws {
    let grammar = try Grammar(Self.declarations)
    let redaction = Redaction(names: ["password"], known: ["f"])
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let conversation = Conversation()
    for _ in 0..<300 {
      let text = grammar.text(.name("statement"), depth: 17, &random)
      let left = redaction.redacted(ParsedText(text))
      let isHidden = !left.contains("hunter22") && !left.contains("471147")
      #expect(isHidden && redaction.redacted(ParsedText(left)) == left, "\(text)\n\(left)")
      for statement in [text, left] {
        let said = await conversation.say(statement)
        #expect(said.status == .ok, "seed \(seed): \(text)\n\(said.lines)")
      }
    }
  }

  private static let declarations = #"""
    ```ebnf
    statement = "let password: String = " , string | "let password: Int = " , int
              | "let password: Double? = " , double | "let password: [String] = " , strings
              | "let password: [Int] = " , ints | "let password: [String: Double] = " , named
              | "let password: Bool = " , string , " == " , string ;
    string  = quote , "hunter22" , quote | quote , "a\(" , string , ")" , quote
            | "(" , string , " + " , string , ")" | "(true ? " , string , " : " , string , ")"
            | strings , ".joined()" | string , ".uppercased()" | "(" , strings , ".first ?? " , string , ")" ;
    int     = "471147" | "-471147" | "(" , int , " + " , int , ")" | ints , ".count"
            | "(false ? " , int , " : " , int , ")" | "(Int(" , string , ") ?? " , int , ")" ;
    double  = "471147.5" | int | "(" , double , " - " , double , ")" | "(true ? " , double , " : " , double , ")" ;
    strings = "[" , string , ", " , string , "]" | "(" , strings , " + " , strings , ")"
            | strings , ".map { $0 + " , string , " }" | strings , ".filter { $0 == " , string , " }"
            | "(true ? " , strings , " : [])" ;
    ints    = "[" , int , ", " , int , "]" | ints , ".map { $0 + " , int , " }" | "[]"
            | ints , ".sorted { $0 < $1 }" ;
    named   = "[" , quote , "a" , quote , ": " , double , "]" | "[:]" ;
    ```
    """#

  /// A few characters stand in many words, which stay as they are.
  @Test func aShortSecretIsMaskedOnlyAsAWord() async {
    let conversation = Conversation()
    await conversation.say("let form = Form(); let others = 1")
    var said = await conversation.say("let pin = o ?? 3").lines
    said += await conversation.say("[\"pin\": 1, \"n\": 11]\n:export md").lines
    let help = said.filter { $0.hasPrefix("  help: ") }
    #expect(help.count == 2 && help.allSatisfy { $0.contains("form, others") }, "\(said)")
    #expect(said.contains { $0.hasPrefix("error") && $0.hasSuffix("there is no '…'") }, "\(said)")
    #expect(said.contains("[\"n\": 11, \"pin\": \"…\"]"), "\(said)")
  }

  /// Where a quote is missing, any of them may be one that closes.
  @Test(arguments: [
    #":note it is 5" password "hunter22" x"#, #":note password "hunter22"#,
    #":note {"password": "hunter22, "n": 1}"#, #":note " {"password": "hunter22"}"#,
  ])
  func whereQuotesDoNotMatchMoreIsHidden(text: String) {
    let left = Redaction(names: ["password"]).redacted(ParsedText(text))
    #expect(!left.contains("hunter22"), "\(left)")
  }

  @Test func aSecretInAnyTextIsMaskedWithTheText() {
    var (random, finder) = (SystemRandomNumberGenerator(), TextFinder())
    finder.insert(formsOf: "hunter22")
    var redaction = Redaction(names: ["password"])
    redaction.learn(finder)
    let parts = [
      "\"", "\\", "\\\"", "password", ":", "=", " ", "a", ",", "{", "}", "[", "]", "\"hunter22\"",
      "hunter22", "-", "1", "token",
    ]
    for _ in 0..<3_000 {
      let words = (0..<Int.random(in: 1...14, using: &random)).map { _ in
        parts.randomElement(using: &random) ?? ""
      }
      let text = ":note \(words.joined())"
      guard (try? Parser.parse(text)) != nil else { continue }
      let left = redaction.redacted(ParsedText(text))
      #expect(!left.contains(" hunter22 "), "\(text)")
      #expect(!left.contains("\"hunter22\""), "\(text)")
    }
  }

  @Test func theCountOfSecretsIsMetAgain() async throws {
    let conversation = Conversation()
    await conversation.say(":record\nlet tokens = [\"hunter22\", \"b\"]\ntokens.count\ntokens[1]")
    let document = await conversation.say(":export md").lines.joined(separator: "\n")
    #expect(!document.contains("hunter22") && document.contains("tokens.count\n2"), "\(document)")
    let runner = TranscriptRunner { emit in Session(catalog: Catalog(), emit: emit) }
    let report = await runner.run(Transcript(document))
    #expect(!report.failures.contains { $0.step.input == "tokens.count" }, "\(report.failures)")
  }
}
