import Bindings
import Foundation
import Testing
import ViewModels

@testable import REPLKit

/// What is typed and what is run from a script go the same way, and names given again stand for what they
/// say.
@MainActor
@Suite struct SameAsTypedTests {
  let conversation = Conversation()

  @Test func completionDoesNotObserveTheGraph() async {
    for isTyped in [true, false] {
      let conversation = Conversation()
      for line in ["let f = Form(); let d = { f.age * 2 }", "f.age = 3", "f.age = 40"] {
        await conversation.say(line)
        if isTyped {
          let symbols = conversation.session.symbols
          for start in ["", "f.", "d.", "let x = ", "watch f."] {
            _ = Completer.complete(start, cursor: start.utf8.count, symbols: symbols)
          }
        }
      }
      let said = await conversation.say("expect f.isAdult emits []")
      #expect(said.status == .ok, "\(isTyped)")
    }
  }

  @Test func whatStandsBehindTheEndOfASessionHasNotPassed() async {
    let text = "```\n❯ 1\n1\n❯ :quit\n❯ 2\n3\n```\n\n```\n❯ 1\n999\n```\n"
    let report = await TranscriptRunner { Session(catalog: Catalog(), emit: $0) }
      .run(Transcript(text))
    #expect(report.failures.map(\.step.input) == ["2"])
    #expect(report.updated == text)
  }

  @Test func undoLeavesWhatTheNameStoodForBefore() async {
    await conversation.say("let f = Form(); f.age = 1")
    await conversation.say(":snapshot a")
    await conversation.say("let f = Form()")
    #expect(
      await conversation.say("undo").lines == [
        "not undone: f.age; 'f' was something else then"
      ])
    #expect(await conversation.say("f.age").lines == ["30"])
    let restored = await conversation.say(":restore a")
    #expect(restored.lines.first?.hasPrefix("not restored: f.age, f.name") == true)
    await conversation.say("f.age = 5")
    #expect(await conversation.say("undo; f.age").lines.last == "30")
  }

  @Test func undoOfAVariableThatIsAConstantNowLeavesIt() async {
    await conversation.say("var a = 1; a = 2")
    await conversation.say("let a = 5")
    #expect(await conversation.say("undo").lines.first?.hasPrefix("not undone: a") == true)
    #expect(await conversation.say(":goto start").status == .ok)
  }

  @Test func aBindingFollowsTheName() async {
    await conversation.say("let f = Form(); let g = Form(); bind f.name -> g.name")
    await conversation.say("let f = Form()")
    await conversation.say("f.name = \"bo\"")
    #expect(await conversation.say("g.name").lines == ["\"bo\""])
    let said = await conversation.say("let f = 3")
    #expect(said.lines.first?.hasPrefix("ended: f.name -> g.name") == true)
    #expect(await conversation.say("bind").lines.first?.hasPrefix("Nothing is bound") == true)
  }

  @Test func aJoinedWatchEndsByAnyOfItsPaths() async {
    await conversation.say("let f = Form(); watch f.age, f.name as table")
    #expect(conversation.session.symbols.watched.map(\.text) == ["f.age", "f.name"])
    #expect(await conversation.say("unwatch f.name").lines == ["ended: f.age, f.name"])
    #expect(conversation.session.watches.all.isEmpty)
  }

  @Test func aWatchOfAListObeysItsCondition() async {
    let conversation = Conversation { catalog, _ in catalog.add(ListViewModel.self) }
    await conversation.say("let l = ListViewModel(); let f = Form(); l.addSection(\"s\")")
    #expect(await conversation.say("watch l when f.age > 50").lines.isEmpty)
    #expect(await conversation.say("l.add(\"a\")").lines == ["✓ l.add(\"a\")"])
    #expect(await conversation.say("f.age = 60").lines.contains { $0.contains("a") })
  }

  @Test func filesKeepTheirModesAndLinks() async throws {
    try await withFolder { folder in
      let files = FileManager.default
      let (file, link, pipe) = ("\(folder)/f", "\(folder)/link", "\(folder)/pipe")
      try "old\n".write(toFile: file, atomically: false, encoding: .utf8)
      try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
      try files.createSymbolicLink(atPath: link, withDestinationPath: file)
      await conversation.say("1 | json >> \"\(link)\"")
      let text = try String(contentsOfFile: file, encoding: .utf8)
      #expect(text == "old\n1\n")
      for statement in ["2 | json > \"\(link)\"", ":save \(link)", ":export md \(link)"] {
        #expect(await conversation.say(statement).status == .ok)
        let attributes = try files.attributesOfItem(atPath: file)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let destination = try files.destinationOfSymbolicLink(atPath: link)
        #expect(destination == file)
      }
      let isMade = unsafe mkfifo(pipe, 0o600) == 0
      #expect(isMade)
      let said = await conversation.say("1 | json > \"\(pipe)\"")
      #expect(said.lines.first?.hasSuffix("cannot be written: nobody reads this pipe") == true)
      let kind = try files.attributesOfItem(atPath: pipe)[.type] as? FileAttributeType
      #expect(kind != .typeRegular)
      #expect(
        await conversation.say(":load \(pipe)").lines.first?.hasSuffix("not a text file") == true)
      #expect(await conversation.say(":load /dev/zero").status == .runtimeError)
      #expect(await conversation.say("1 | json > \"/dev/null\"").status == .ok)
    }
  }

  @Test func aFileWithTwoNamesKeepsBoth() async throws {
    try await withFolder { folder in
      let (file, twin) = ("\(folder)/f", "\(folder)/twin")
      try "something long\n".write(toFile: file, atomically: false, encoding: .utf8)
      try FileManager.default.linkItem(atPath: file, toPath: twin)
      #expect(await conversation.say("1 | json > \"\(file)\"").status == .ok)
      for name in [file, twin] {
        #expect(try String(contentsOfFile: name, encoding: .utf8) == "1\n")
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 2)
    }
  }

  @Test(arguments: [
    ("0x10", "16"), ("0b101", "5"), ("0o17", "15"), ("1e-3", "0.001"), ("2E+2", "200.0"),
    ("1e3", "1000.0"), ("0xE-3", "11"), ("1_000", "1000"), ("1h + 0.0", "3600.0"),
  ])
  func numbersAreSwifts(text: String, value: String) async {
    #expect(await conversation.say(text).lines == [value])
  }

  @Test func durationsThatAreNoneAreExplained() async {
    for text in ["wait 1d", "wait 1min", "advance 3hours"] {
      #expect(
        await conversation.say(text).lines.last?.contains("Durations end in ms, s, m or h") == true)
    }
    #expect(
      await conversation.say("wait 2000000000s").lines.first?.contains("is too long") == true)
  }

  @Test func theOperatorsBindAsInSwift() async {
    await conversation.say("let n: String? = \"x\"")
    #expect(await conversation.say("n ?? \"\" == \"x\"").lines == ["true"])
    #expect(await conversation.say("nil ?? 1 + 2").lines == ["3"])
    #expect(await conversation.say("nil ?? nil ?? 3 == 3").lines == ["true"])
  }

  @Test(arguments: [
    ("f.name.count()", "f.name.count"), ("f.name.uppercased", "f.name.uppercased()"),
    ("wach f.age", "watch f.age"), ("vars", ":vars"), ("jobs all", ":jobs all"),
  ])
  func aCorrectionIsAnotherLine(text: String, corrected: String) async {
    await conversation.say("let f = Form()")
    await conversation.say(text)
    #expect(conversation.diagnostics.first?.correctedLine(in: SourceText(text)) == corrected)
    #expect(conversation.diagnostics.first?.help?.description.contains("'\(text)'") != true)
  }

  @Test func aTextIsNotCalledWithWrongArguments() async {
    let said = await conversation.say("\"abc\".contains(1)")
    #expect(said.lines.last == "  help: Write contains(String).")
  }

  @Test func sortNeedsAMemberThatIsThere() async {
    await conversation.say("let a = [[\"price\": 3], [\"price\": 1]]; let price = 3")
    #expect(await conversation.say("a | sorted prce").lines.last == "  help: Did you mean 'price'?")
    #expect(await conversation.say("a | sorted price | json").lines.joined().contains("1"))
    #expect(
      await conversation.say("(a | sorted price)").status == .parseError)
  }

  @Test func wordsThatWereTypedAreNotTranslated() async {
    await conversation.say(":lang zh")
    for word in ["nothing", "this", "job"] {
      #expect(await conversation.say(word).lines.first == "错误 E101：没有“\(word)”")
    }
    await conversation.say("var now = 1; now = 2")
    #expect(await conversation.say("why now").lines.first == "now 现在是 2，之前是 1")
    #expect(await conversation.say(":explain").lines.first == "错误代码")
  }
}

/// The language's own words are never painted as mistakes.
@MainActor
@Suite struct HighlightedWordsTests {
  @Test(arguments: [
    "watch f.age as marbles", "expect f.isAdult within 2s", "wait until f.isAdult",
    "decode News from \"news.json\"", "[1] | sorted price | prefix 1", "let n: Int = 3",
    "print(f.name)", "Form(language: .chinese)", "let a = 1; a + 1", "watch f when f.age > 1",
    "expect f.age emits [1]", "expect f.name marbles \"a\" every 1s",
    "bind f.age -> f.age via text",
    "decode News lossy from \"x\"", "f.name | grep \"a\" | prefix 2", "unwatch all; unbind all",
    "why f.age at #3", "wait all within 1s", "whatif f.age = 1", "let d = { return f.age }", "help",
    "let g = Form(); g.age = 1; watch g.age every 1s", "await f.save(); try? f.save()",
  ])
  func noWordIsAMistake(text: String) async {
    let conversation = Conversation()
    await conversation.say("let f = Form()")
    let parts = Highlighter.parts(of: text + " ", symbols: conversation.session.symbols)
    #expect(!parts.contains { $0.role == .unknown }, "\(parts)")
  }

  @Test func noTextOfTheGrammarHasAnUnknownWord() async {
    let conversation = Conversation()
    await conversation.say(
      "let f = Form(); let a = [1]; let 名 = 1; var n = 1; let d = { n }; let x = Form(); let b = 2")
    let symbols = conversation.session.symbols
    let known = Set(symbols.variables.map(\.text))
    var maker = TextMaker(random: SeededGenerator(seed: 7))
    for _ in 0..<500 {
      let text = maker.program()
      guard let statements = try? Parser.parse(text) else { continue }
      let names = statements.compactMap { statement -> Set<String>? in
        if case .expression(let expression, _) = statement.kind { expression.names } else { nil }
      }.joined()
      guard names.allSatisfy({ known.contains($0) }) else { continue }
      let parts = Highlighter.parts(of: text, symbols: symbols).filter { $0.role == .unknown }
      let words = parts.map { String(decoding: Array(text.utf8)[$0.range], as: UTF8.self) }
      #expect(
        words.allSatisfy { !Verb.reserved.contains($0) && !Filter.names.contains($0) },
        "\(text): \(words)")
    }
  }
}
