import Foundation
import Testing

@testable import REPLKit

/// What `:export test` writes.
@MainActor
@Suite(.ownGraph) struct ExportedTestTests {
  private let conversation = Conversation()

  @Test func aTestOfTheSameLinesIsWritten() async throws {
    await conversation.say("let form = Form(); form.age = 3; form.isAdult")
    let lines = await conversation.say(":export test").lines
    // The file that it would be is one of the tests here.
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "RecordedTests.swift")
    let source = try String(contentsOf: file, encoding: .utf8)
    #expect(lines.joined(separator: "\n") + "\n" == source)
  }

  /// A test that wanted them would be about the person who typed.
  @Test func aTestLeavesOutMistakesAndUnmetExpectations() async {
    await conversation.say("let form = Form()")
    for mistake in [
      "form.nam = \"bo\"", "expect form.age == 1", "form.age = = 3", "form.name = bo",
    ] {
      await conversation.say(mistake)
    }
    await conversation.say("form.fail()")
    let lines = await conversation.say(":export test").lines
    let typed = lines.compactMap { $0.contains("❯") ? $0.trimmed : nil }
    #expect(typed == ["❯ let form = Form()", "❯ form.fail()"], "\(lines)")
  }

  @Test func aTestLeavesOutWhatAPersonHasInterrupted() async {
    await conversation.say("let f = Form()")
    let waiting = Task { await conversation.say("f.wait()") }
    while !conversation.session.cancelRunning() { await Task.yield() }
    _ = await waiting.value
    await conversation.say("f.age = 3; f.isAdult")
    let lines = await conversation.say(":export test").lines
    #expect(!lines.contains("        ❯ f.wait()"))
    #expect(lines.contains("/// - left out, because they were interrupted by hand: f.wait()"))
    #expect(lines.contains("        ❯ f.isAdult"))
  }

  @Test func whatIsTypedCannotEndTheTestOrItsText() async {
    await conversation.say(##"print("a \"\"\"# b"); print("\\#(1)")"##)
    await conversation.say("print(\"```\")")
    let lines = await conversation.say(":export test").lines
    let open = lines.firstIndex { $0.hasSuffix("of: ##\"\"\"") }
    #expect(open != nil)
    #expect(lines.contains("        \"\"\"##)"))
    let steps = Transcript(await conversation.say(":export md").lines.joined(separator: "\n")).steps
    #expect(steps.count == 3)
  }

  @Test func eachLineOfASecretIsInTheComment() async {
    await conversation.say("let f = Form()")
    await conversation.say("print(\n  f.pin == \"hunter2x\")")
    let lines = await conversation.say(":export test").lines
    let head = lines.prefix { $0 != "@MainActor" }.drop { !$0.hasPrefix("///") }
    #expect(head.contains { $0.contains("fill in the secrets") })
    #expect(head.contains { $0.contains("f.pin == \"…\")") }, "\(head)")
    #expect(head.allSatisfy { $0.hasPrefix("///") })
  }
}
