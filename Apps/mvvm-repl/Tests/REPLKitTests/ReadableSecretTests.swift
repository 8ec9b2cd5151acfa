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
    #"let secretary = "Ann""#, #"let theSecretary = "Ann"; theSecretary"#,
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
      #":stub /a -> {"tokens": "…", "n": 1}"#
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
    (#"let tokens = ["a": "hunter22"]"#, #"let tokens = "…""#),
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
