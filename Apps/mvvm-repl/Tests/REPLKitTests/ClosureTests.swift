import Testing

@testable import REPLKit

/// What is Swift at the prompt, because it looks like Swift.
@MainActor
@Suite(.ownGraph) struct ClosureTests {
  let conversation = Conversation()

  @Test(arguments: [
    ("[3, 1, 2].sorted()", "[1, 2, 3]"), ("[3, 1, 2].sorted { $0 > $1 }", "[3, 2, 1]"),
    ("[3, 1, 2].sorted(by: { $0 < $1 })", "[1, 2, 3]"),
    ("[1, 2, 3].map { $0 * 2 }", "[2, 4, 6]"), ("[1, 2, 3].filter { $0 > 1 }", "[2, 3]"),
    ("[[1, 2], [3]].map { $0.map { $0 + 1 } }", "[[2, 3], [4]]"),
    ("[1, 2].contains { $0 == 2 }", "true"), ("[1, 2].allSatisfy { $0 > 1 }", "false"),
    ("[1, 0].first { 1 / $0 == 1 }", "1"), ("[1, 0].contains { 1 / $0 == 1 }", "true"),
    ("[2, 0].allSatisfy { 1 / $0 == 1 }", "false"), ("[1].allSatisfy { $0 == 1 }", "true"),
    ("[1, 2, 3].first { $0 > 1 }", "2"), ("[1].first { $0 > 1 }", "nil"), ("[1, 2].first", "1"),
    ("[\"a\", \"b\"].joined(separator: \"-\")", "\"a-b\""), ("[\"a\", \"b\"].joined()", "\"ab\""),
    ("[1, 2, 3].prefix(2)", "[1, 2]"), ("[1, 2, 3].suffix(1)", "[3]"),
    ("[1, 2, 3].dropFirst(1)", "[2, 3]"), ("\"abc\".prefix(2)", "\"ab\""),
    ("[2, 1].min()", "1"), ("[2, 1].max()", "2"),
    ("\"a,b\".split(separator: \",\")", "[\"a\", \"b\"]"),
    ("Int(\"5\")! + 1", "6"), ("Int(\"x\")", "nil"), ("Int(2.9)", "2"), ("Double(2)", "2.0"),
    ("String(5) + \"!\"", "\"5!\""), ("[\"1\", \"2\"].map { Int($0) ?? 0 }", "[1, 2]"),
  ])
  func swiftIsUnderstood(text: String, answer: String) async {
    #expect(await conversation.say(text).lines == [answer])
  }

  @Test(arguments: [
    "[1].map { $0.nothing }", "[1].filter { 1 }", "3.map { $0 }", "{ 1 }", "let f = [1].map",
    "[1].prefix(-1)", "Int([1])", "Int()", "[1].joined()", "[1, 2].sorted { $0 }",
  ])
  func whatMakesNoSenseIsAMistake(text: String) async {
    #expect(await conversation.say(text).status != .ok)
    #expect(await conversation.say("1 + 1").lines == ["2"])
  }

  @Test func derivedValuesFollowThroughClosures() async {
    await conversation.say("var list = [3, 1]; let big = { list.filter { $0 > 1 }.count }")
    #expect(await conversation.say("big").lines == ["1"])
    #expect(await conversation.say("list = [3, 4]; big").lines == ["2"])
  }

  @Test func aClosureReadsWhatHasAName() async {
    await conversation.say("let f = Form(); f.name = \"bob\"")
    #expect(await conversation.say("[1].map { f.name }").lines == ["[\"bob\"]"])
  }

  @Test func aSecretStaysOneInAClosure() async {
    await conversation.say("let f = Form(); f.pin = \"secret\"")
    let said = await conversation.say("[f.pin].map { $0.uppercased() }; [1].map { f.pin }; _; $1")
    #expect(!said.lines.joined().lowercased().contains("secret"))
  }

  @Test func aWordOfTheToolEndsWithItsStatement() async {
    let said = await conversation.say(":clock manual; 1 + 1 // two")
    #expect(said.lines == ["The clock is manual.", "2"])
    #expect(await conversation.say(":clock real // again").lines == ["The clock is real."])
    #expect(await conversation.say(":help http://x").lines.first?.contains("http://x") == true)
    let quoted = await conversation.say(":snapshot \"a;b // c\"").lines
    #expect(quoted.first?.contains("a;b // c") == true)
  }

  @Test func theFirstLineOfAScriptNamesItsProgram() async {
    #expect(await conversation.say("#!/usr/bin/env mvvm-repl\n1 + 1").lines == ["2"])
    #expect(await conversation.say("1 + 1\n#!/bin/sh").status == .parseError)
  }
}
