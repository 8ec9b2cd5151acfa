import Foundation
import Testing
import ViewModels

@testable import REPLKit

/// A replay changes no file and copies nothing, a secret goes to neither, and no expectation passes by what it cannot see.
@MainActor
@Suite(.ownGraph) struct NothingOutsideTests {
  let conversation = Conversation()

  @Test func aReplayWritesNoFile() async throws {
    try await withFolder { folder in
      let (file, rows) = ("\(folder)/a.json", "\(folder)/a.csv")
      await conversation.say("1...3 | json > \"\(file)\"\n5...6 | csv >> \"\(rows)\"")
      try "mine".write(toFile: file, atomically: true, encoding: .utf8)
      let before = try String(contentsOfFile: rows, encoding: .utf8)
      let said = await conversation.say(":replay")
      #expect(said.status == .ok, "\(said.lines)")
      #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
      #expect(try String(contentsOfFile: rows, encoding: .utf8) == before)
    }
  }

  @Test func aReplayCopiesNothing() async {
    var copied: [String] = []
    conversation.session.host.onCopy = { copied.append($0) }
    await conversation.say("[1, 2] | copy")
    let said = await conversation.say(":replay")
    #expect(said.lines == ["replayed 1 statement; the results were the same"])
    #expect(copied.count == 1)
  }

  @Test(arguments: ["| json > \"FILE\"", "| csv >> \"FILE\"", "| copy"])
  func aSecretGoesToNoFile(end: String) async throws {
    conversation.session.host.onCopy = { _ in }
    try await withFolder { folder in
      let file = "\(folder)/secret"
      await conversation.say("let f = Form(); f.pin = \"hunter2\"")
      let statement = "f.pin \(end.replacing("FILE", with: file))"
      #expect(await conversation.say(statement).status == .runtimeError)
      #expect(conversation.diagnostics.map(\.code) == [.readOnly])
      #expect(!FileManager.default.fileExists(atPath: file))
    }
  }

  @Test func marblesThatAreCutAreNotExpected() async {
    await conversation.say(":clock manual; var n = 1; n = 2; advance 24h; n = 3")
    #expect(await conversation.say("expect n marbles \"a\" every 1ms").status == .runtimeError)
    #expect(conversation.diagnostics.map(\.code) == [.arguments])
    let drawn = await conversation.say(":marbles n every 1ms").lines
    #expect(drawn.last?.contains("comes after column 2000 is left out") == true)
    #expect(await conversation.say("expect n marbles \"ab\" every 13h").status == .ok)
  }

  @Test(arguments: ["wait until 10 / n == 5 within 1s", "expect 10 / n == 5 within 1s"])
  func whatHasNoValueYetIsWaitedFor(statement: String) async {
    await conversation.say(":clock manual; var n = 0")
    #expect(await conversation.say(statement).status != .ok)
    let mistake = conversation.diagnostics.first
    #expect(mistake?.message.description == "this did not become true within 1s")
    #expect(mistake?.help?.description.contains("because") == true)
    await conversation.say("n = 2")
    #expect(await conversation.say(statement).status == .ok)
    // What no wait can mend is told at once.
    #expect(await conversation.say("wait until nosuch == 5 within 1s").status != .ok)
    #expect(conversation.diagnostics.map(\.code) == [.unknownName])
  }

  @Test func aDerivedValueThatWasGivenAwayIsASecret() async {
    await conversation.say("let f = Form(); let d = { \"leak1234567\" }; f.pin = d")
    for statement in ["d", ":vars", "whatif f.name = d", "watch d", "let e = d; e", "[d]"] {
      let said = await conversation.say(statement).lines.joined(separator: "\n")
      #expect(!said.contains("leak1234567"), "\(statement): \(said)")
    }
    #expect(await conversation.say("d").lines == [TextRenderer.mask])
    #expect(await conversation.say("d == f.pin").status == .ok)
  }

  @Test func aSecretInSingleQuotesIsNotSaved() async throws {
    await conversation.say(":record here")
    for statement in [
      ":stub GET /x -> 200 {'password': 'geheim 654', 'id': 7}", "// token: 'single12'",
      ":stub GET /x -> 200 {'token':'single12'}",
    ] { await conversation.say(statement) }
    let steps = conversation.session.voice.recorder.steps.map(\.shown).joined(separator: "\n")
    #expect(!steps.contains("geheim") && !steps.contains("654"), "\(steps)")
    #expect(!steps.contains("single12"), "\(steps)")
    #expect(steps.contains("'id': 7"), "\(steps)")
  }
}
