import Bindings
import Foundation
import Testing
import ViewModels

@testable import REPLKit

/// A field whose change starts a command that fails.
@ViewModel private final class Unlucky {
  var text = ""
  @Ignored private var keeping: Subscription?

  init() {
    keeping = observe(with: self) { field in
      if !field.text.isEmpty { untracked { _ = field.keepCommand.execute() } }
    }
  }

  @Command func keep() async throws { throw Message("the disk is full.", "磁盘已满。") }
}

/// What was silent, and is a mistake.
@MainActor
@Suite(.ownGraph) struct ToldMistakeTests {
  private let conversation = Conversation { catalog, _ in
    catalog.add(Unlucky.self) { Unlucky() }
  }

  @Test(arguments: [
    ("try? nope", Diagnostic.Code.unknownName), ("try? f.agee", .unknownMember),
    ("try? f.clean()", .unknownMember), ("let t = try? nope.x", .unknownName),
    ("_", .unknownNumber), ("let t = _ + 1", .unknownNumber), ("let d = { _ }", .unknownNumber),
    ("watch f.age every 0s", .badNumber), (":marbles f.age every 0ms", .badNumber),
  ])
  func isAMistake(statement: String, code: Diagnostic.Code) async {
    await conversation.say("let f = Form()")
    conversation.session.evaluator.results = Results()
    #expect(await conversation.say(statement).status != .ok)
    #expect(conversation.diagnostics.map(\.code) == [code], "\(conversation.lines)")
  }

  @Test(arguments: [
    (#""a" - "b""#, String?.none), (#"[1].map { $0 * "a" }"#, nil), (#"1 < "a""#, nil),
    (#"f.name == 186"#, #"Write "186"."#), (#"1 > "x""#, #"Write | json > "x"."#),
    ("expect !f.isAdult", "f.isAdult is true"),
    (#""a" + 1"#, #"Put a value into a string with "\(value)"."#),
    (
      "let n = [1] | count",
      "A filter shows a value and gives none that could be named; name what stands before it."
    ),
  ])
  func theHelpFitsTheMistake(statement: String, help: String?) async {
    await conversation.say("let f = Form()")
    await conversation.say(statement)
    #expect(conversation.diagnostics.first?.help?.description == help)
  }

  @Test(arguments: [
    ("f.pin = passw0rd", "f.pin = …"), ("f.pin = “passw0rd”", "f.pin = “…”"),
    ("f.pin = 'passw0rd'", "f.pin = '…'"), ("f.pin = \"passw0rd", "f.pin = \"…"),
    ("f.pin = “passw0rd\"", "f.pin = “…\""), ("f.pin = 12345678", "f.pin = …"),
    ("f.age = 1; f.pin = passw0rd", "f.age = 1; f.pin = …"),
  ])
  func aSecretWithoutQuotesIsToldSo(typed: String, shown: String) async {
    await conversation.say("let f = Form()")
    let lines = await conversation.say(typed).lines
    #expect(lines.contains("  1 | \(shown)"), "\(lines)")
    let meant = shown.prefix { !"…\"“'".contains($0) } + "\"…\""
    #expect(lines.last == "  help: Put text in double quotes:  \(meant)", "\(lines)")
    #expect(!lines.joined().contains("passw0rd") && !lines.joined().contains("12345678"))
  }

  @Test(arguments: ["f.pin passw0rd", "f.pin = passw0rd + (", "f.pin = \"passw0rd\" + ("])
  func whatQuotesWouldNotMendIsNotToldToNeedThem(typed: String) async {
    await conversation.say("let f = Form()")
    let said = await conversation.say(typed).lines.joined()
    #expect(!said.contains("double quotes") && !said.contains("passw0rd"), "\(said)")
  }

  @Test func aFolderIsToldToBeOne() async {
    await conversation.say(":load /tmp")
    #expect(conversation.lines.contains { $0.contains("it is a folder") }, "\(conversation.lines)")
  }

  @Test(arguments: ["md", "zh.md"]) func twoDocumentsOfOneNameAreAMistake(kind: String) {
    let text = "# T\n\n## S\n\n- [ ] a: `true`\n\n```mvvm solution\n1\n```\n"
    #expect(throws: LessonError.self) {
      try Course([("01-a.md", text), ("01-a.\(kind)", text), ("01-a.\(kind)", text)])
    }
  }

  @Test func whatIsThrownIsStillNil() async {
    #expect(await conversation.say("let f = Form(); try? f.fail()").lines.last == "nil")
    #expect(await conversation.say("try? [1][7]").lines == ["nil"])
  }

  @Test(arguments: [":export md", ":export lesson", ":export test", ":save a.mvvm", ":replay"])
  func ofNothingThereIsNoRecording(statement: String) async {
    #expect(await conversation.say(statement).status == .runtimeError)
    #expect(conversation.diagnostics.map(\.message.description) == ["nothing is recorded"])
  }

  @Test(arguments: ["md", "lesson"])
  func aFileThatLacksASecretIsToldToLackOne(form: String)
    async throws
  {
    try await withFolder { folder in
      await conversation.say("let f = Form(); f.pin = \"4321-abcd\"")
      let said = await conversation.say(":export \(form) \(folder)/n.md").lines
      #expect(said.count == 2 && said[1].hasPrefix("secrets were left out"), "\(said)")
      await conversation.say(":record")
      await conversation.say("let g = Form(); g.name = \"bo\"")
      #expect(await conversation.say(":export! \(form) \(folder)/n.md").lines.count == 1)
    }
  }

  @Test(arguments: [
    (HelpLanguage.english, "keep failed: the disk is full."),
    (.chinese, "keep 失败：磁盘已满。"),
  ])
  func aCommandThatAChangeHasStartedFailsAsAnyOther(language: HelpLanguage, text: String) async {
    conversation.session.language = language
    var said = await conversation.say("let u = Unlucky(); u.text = \"a\"").lines
    said += await conversation.say("1").lines
    #expect(said.contains { $0.contains(text) }, "\(said)")
    #expect(conversation.session.backgroundStatus == .ok)
  }
}
