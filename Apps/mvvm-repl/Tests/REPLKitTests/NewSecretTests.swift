import Bindings
import Foundation
import Testing
import ViewModels

@testable import REPLKit

/// What becomes a secret is taken out of what was kept before, and nothing else is.
@MainActor
@Suite(.ownGraph) struct NewSecretTests {
  let conversation = Conversation()

  /// Returns the recording, in which each answer follows its statement.
  private func export(_ entries: [String]) async -> [String] {
    await conversation.say("let f = Form()")
    for entry in entries { await conversation.say(entry) }
    return await conversation.say(":export md").lines
  }

  /// What the first masking knew, such as a failed entry or a short text, is gone when the next secret comes.
  @Test(arguments: [
    ("let x = \"hunter\\\\22\"; nobody; f.pin = x", "f.pin = \"zebra9999\"", "hunter"),
    ("let x = \"hunter22\"; nobody; f.pin = x", "let e = \"zebra9999\"\nf.pin = e", "hunter"),
    ("f.name = \"a%\"\nf.pin = f.name", "f.pin = \"zebra9999\"", "a%"),
    ("f.name = \"ab\"\nf.pin = f.name", "let e = \"zebra9999\"\nf.pin = e", "\"ab\""),
  ])
  func whatIsMaskedStaysMasked(first: String, next: String, secret: String) async throws {
    let lines = first.split(separator: "\n").map(String.init)
    #expect(!(await export(lines)).joined().contains(secret))
    for entry in next.split(separator: "\n") { await conversation.say(String(entry)) }
    try await withFolder { folder in
      let said = await conversation.say(":export md; :export test; :save \(folder)/a.mvvm").lines
      let script = try String(contentsOfFile: "\(folder)/a.mvvm", encoding: .utf8)
      #expect(!(said + [script]).joined().contains(secret), "\(said) \(script)")
    }
  }

  /// A secret is found as a whole word and a name as a name, however they are spelled.
  @Test(arguments: [
    ("\"sun\"", "let s = \"hunter22\"\nf.pin = s", "\"sun\""),
    ("[1, 2].isEmpty", "let s = \"hunter22\"\nf.pin = s", "false"),
    ("\"apple\"", "let p = \"hunter22\"\nf.pin = p", "\"apple\""),
    ("\"banana\"", "f.name = \"a\"\nf.pin = f.name", "\"banana\""),
    ("12345 * 2", "f.pin = \"1234\"", "24690"),
    ("[1, 2].contains(2)", "f.pin = \"contains\"", "true"),
    ("[1, 2].count", "let t = \"zebra9999\"\nf.pin = t", "2"),
    ("\"a\\(5)\"", "f.pin = \"hunter22\"", "\"a5\""),
    ("\"5\" + \"0%\"", "f.pin = \"hunter22\"", "\"50%\""),
    ("7 % 4", "f.pin = \"hunter22\"", "3"),
  ])
  func whatHasNoPartInItKeepsItsAnswer(typed: String, next: String, answer: String) async throws {
    let said = await export([typed] + next.split(separator: "\n").map(String.init))
    let place = try #require(said.firstIndex(of: "❯ \(typed)"), "\(said)")
    #expect(said[place + 1] == answer, "\(said)")
  }

  /// Encoded or not, alone or in a longer text, before or after the assignment.
  @Test(arguments: [
    ["\"hunter22\".uppercased()", "f.pin = \"hunter22\""],
    ["\"hunter22\".uppercased(); f.pin = \"hunter22\""],
    ["\"hunter\\u{32}2\".uppercased()", "f.pin = \"hunter22\""],
    ["\"hunter%32%32\".uppercased(); f.pin = \"hunter22\""],
    ["f.pin = \"hunter22\"", "\"hunter\\u{32}2\".uppercased()", "let q = \"hunter22\"; f.pin = q"],
    ["f.pin = \"hunter22\"", "\"hunter22\".uppercased()", "let q = \"hunter22\"; f.pin = q"],
    ["f.pin = \"hunter22\"", "\"a hunter%3\\u{32}2\".uppercased()", "f.pin = \"hunter22\""],
    ["let s = \"hunter22\"", "s.uppercased()", "f.pin = s"],
    ["let s = \"hunter22\"", "\"\\(s)\".uppercased()", "f.pin = s"],
    [
      "var g = \"\"; bind g -> f.pin", "g = \"hunter22\"; \"hunter\\u{32}2\".uppercased()",
      "g = \"zz\"; g = \"hunter22\"",
    ],
    ["let s = \"hun\"", "\"my hun\".uppercased()", "f.pin = s"],
  ])
  func anAnswerThatIsComputedFromItIsMasked(entries: [String]) async {
    let said = await export(entries)
    #expect(!said.joined().contains("HUN"), "\(said)")
    #expect(said.contains(TextRenderer.mask), "\(said)")
  }

  /// In comments and in words of tool commands, as in literals.
  @Test(
    arguments: [
      "1 /* hunter%32%32 */ + 1", "1 // hunter\\u{32}2", ":help hunter%32%32",
      ":help hunter\\u{32}2", "f.name = /* it is hunter%322 */ \"a\"",
    ], [true, false])
  func anEncodedSecretIsNotKept(text: String, isAfter: Bool) async throws {
    let assignment = "f.pin = \"hunter22\""
    let said = await export(isAfter ? [assignment, text] : [text, assignment])
    try await withFolder { folder in
      await conversation.say(":save \(folder)/a.mvvm")
      let script = try String(contentsOfFile: "\(folder)/a.mvvm", encoding: .utf8)
      let kept = said.filter { $0.hasPrefix("❯") } + [script]
      #expect(!kept.joined().contains("hunter"), "\(kept)")
    }
  }

  /// A number in another form, lines that are indented, csv's quotes, and a secret that contains an encoded character.
  @Test(arguments: [
    ("let n = 1_234_567", "1234567", "1_234"), ("0x12_D687 + 1", "1234567", "D687"),
    ("let m = \"\"\"\n  hunter\n  22\n  \"\"\"", "hunter\\n22", "hunter"),
    ("f.name = \"pAyz77\"", "p%41yz77", "pAyz"),
    (":help a\"\"b1zq", "a\\\"b1zq", "b1zq"), ("1 // a\"\"b1zq", "a\\\"b1zq", "b1zq"),
  ])
  func anotherFormOfASecretIsNotKept(text: String, secret: String, part: String) async throws {
    let said = await export([text, "f.pin = \"\(secret)\""])
    try await withFolder { folder in
      await conversation.say(":save \(folder)/a.mvvm")
      let script = try String(contentsOfFile: "\(folder)/a.mvvm", encoding: .utf8)
      let kept = said.filter { $0.hasPrefix("❯") } + [script]
      #expect(!kept.joined().contains(part), "\(kept)")
    }
  }

  /// A failed entry, a short text and a comment are masked in both, in the order in which they became secrets.
  @Test func theJournalKeepsWhatTheRecordingShows() async throws {
    try await withFolder { folder in
      let journal = try #require(Journal(URL(filePath: "\(folder)/session")))
      let recorder = conversation.session.voice.recorder
      conversation.session.keep(journal)
      _ = await export([
        "f.name = \"ab\"", "f.pin = f.name", "1 /* hunter%32%32 */ + 1", "let e = \"zebra9999\"",
        "f.pin = e", "f.pin = \"hunter22\"",
      ])
      let file = "\(folder)/session-\(getpid())"
      let kept = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
      #expect(recorder.steps.map(\.shown) == kept.map(String.init))
      journal.close()
    }
  }
}
