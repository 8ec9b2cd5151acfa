import Bindings
import Foundation
import Testing
import ViewModels

@testable import REPLKit

/// What a speaker sees of a talk.
@MainActor
@Suite(.ownGraph) struct TalkTests: TalkTesting {
  let conversation = Conversation()
  let time = TalkTime()

  @Test func withoutKeysATalkIsPlayedAsText() async throws {
    try offer(keys: false)
    await said("let form = 7")
    let lines = await said(":present names")
    #expect(
      lines.filter { $0.hasPrefix("❯") || $0.hasPrefix("Step") } == [
        "Step 1 of 2: Give one", "❯ let form = Form()", "❯ form.name = \"bob\"", "❯ form.age = 31",
        "Step 2 of 2: Fail", "❯ form.fail()", "❯ watch form.isAdult",
      ])
    for note in ["Talk: Names", "Have water ready.", "Say hello.", "◉ form.isAdult  true"] {
      #expect(lines.contains(note), "\(lines)")
    }
    #expect(conversation.diagnostics.count == 1)
    #expect(session.talkRow == nil)
    #expect(await said("form") == ["7"])
  }

  @Test func aTalkThatGoesAnotherWayStopsAsText() async throws {
    try offer(keys: false, Self.names.replacing("form.fail()", with: "form.save()"))
    let said = await conversation.say(":present names")
    #expect(said.status != .ok)
    #expect(said.lines.joined().contains("the talk stops in step 2"), "\(said.lines)")
    #expect(!said.lines.contains("❯ watch form.isAdult"))
    #expect(session.talkRow == nil)
  }

  @Test func keysTypeTheStatements() async throws {
    try offer()
    await said("let form = 7")
    #expect(
      await said(":present names") == [
        "", "Talk: Names",
        "(any key types, Enter runs, Tab goes to the next step, Esc leaves the script)",
      ])
    #expect(session.talkRow == "Talk names, step 1 of 2 · 0 min of 5")
    #expect(await typeStep() == ["let form = Form()", "form.name = \"bob\"", "form.age = 31"])
    #expect(session.nextTalkTurn() == .waits(""))
    time.now += .seconds(179)
    session.take(.tab)
    #expect(session.nextTalkTurn() == .waits("form.fail()"))
    #expect(session.talkRow == "Talk names, step 2 of 2 · 2 min of 5")
    session.take(.tab)
    #expect(session.nextTalkTurn() == .types("form.fail()"))
    #expect(session.nextTalkTurn() == .types("watch form.isAdult"))
    #expect(session.nextTalkTurn() == .ends)
    #expect(session.talkRow == "Talk names, step 2 of 2 · 2 min of 5")
    #expect(conversation.lines.last?.contains("The end of the talk") != true)
    session.take(.tab)
    #expect(conversation.lines.last?.contains("The end of the talk") == true)
    #expect(session.nextTalkTurn() == .ordinary)
    #expect(session.talkRow == "Talk names, the end · 2 min of 5")
    #expect(await said("form.name") == ["\"bob\""])
    #expect(await said(":present stop") == ["Back in your own workspace."])
    #expect(session.talkRow == nil && session.nextTalkTurn() == .ordinary)
    #expect(await said("form") == ["7"])
  }

  @Test func theSpeakerSeesNotesAndWhatComesNext() async throws {
    try offer()
    #expect(session.talkNotes == nil)
    await said(":present names")
    _ = session.nextTalkTurn()
    #expect(session.talkNotes?.before == ["Have water ready."])
    session.take(.enter)
    #expect(
      session.talkNotes
        == TalkNotes(
          row: "Talk names, step 1 of 2 · 0 min of 5", title: "Give one", notes: ["Say hello."],
          isOffScript: false, isOver: false, language: .english,
          statement: "form.name = \"bob\"", next: "Fail"))
    session.take(.tab)
    while case .types(let statement) = session.nextTalkTurn() { await said(statement) }
    #expect(session.talkNotes?.title == "Fail" && session.talkNotes?.next == "")
    for _ in 0..<2 {
      session.take(.enter)
      _ = session.nextTalkTurn()
    }
    #expect(session.nextTalkTurn() == .ends)
    #expect(session.talkNotes?.statement == "" && session.talkNotes?.isOver == false)
    session.take(.enter)
    #expect(session.talkNotes?.isOver == true)
    await said(":present stop")
    #expect(session.talkNotes == nil)
  }

  @Test func resumingBringsBackTheStateBefore() async throws {
    try offer()
    await said(":present names")
    for _ in 0..<2 {
      guard case .waits(let statement) = session.nextTalkTurn() else { continue }
      session.take(.enter)
      await said(statement)
    }
    session.take(.escape)
    #expect(session.nextTalkTurn() == .ordinary)
    #expect(session.talkRow?.hasSuffix("off script: :resume, :present stop") == true)
    await said("form.name = \"eve\"", "watch form.age", "let other = 1", "form = Form()")
    #expect(
      await said(":resume") == [
        "Back in step 1; statement 3 comes next. Everything before it was run again."
      ])
    #expect(session.nextTalkTurn() == .waits("form.age = 31"))
    #expect(await said("form.name") == ["\"bob\""])
    #expect(await said("other").joined().contains("other"))
    #expect(await said("unwatch all").joined().contains("form.age") == false)
    #expect(await said("form.age") == ["30"])
  }

  @Test func whatIsWatchedIsToldAgain() async throws {
    try offer()
    await said(":present names")
    while case .waits(let statement) = session.nextTalkTurn(), !statement.isEmpty {
      session.take(.enter)
      await said(statement)
    }
    session.take(.tab)
    while case .types(let statement) = session.nextTalkTurn() { await said(statement) }
    for key in [TalkKey.enter, .enter, .escape] {
      session.take(key)
      _ = session.nextTalkTurn()
    }
    await said("unwatch all", "form.age = 3")
    #expect(
      await said(":resume") == [
        "◉ form.isAdult  true",
        "Back at the end of step 2. Everything before it was run again.",
      ])
    #expect(await said("form.age = 3") == ["◉ form.isAdult  false  ⟵ true"])
  }

  @Test func aStepIsReachedByPlayingTheOnesBefore() async throws {
    try offer()
    await said(":present names")
    _ = session.nextTalkTurn()
    #expect(await said(":present 2") == [])
    #expect(session.nextTalkTurn() == .waits("form.fail()"))
    #expect(await said("form.age") == ["31"])
    #expect(await said(":present 1") == [])
    #expect(session.nextTalkTurn() == .waits("let form = Form()"))
    #expect(await said("form").joined().contains("form"))
    #expect(conversation.diagnostics.count == 1)
  }

  @Test func whatCannotBePutBackIsNamed() async throws {
    try offer(Self.names.replacing("form.age = 31", with: "form.age = 31\nform.name = missing"))
    await said(":present names")
    #expect(
      await said(":present 2") == ["This went differently this time: form.name = missing"])
    #expect(conversation.diagnostics.isEmpty)
  }

  @Test(arguments: [TalkKey.enter, .tab, .escape])
  func theKeyBehindTheLastStatementGoesIntoNoPrompt(key: TalkKey) async throws {
    try offer("# Names\n## Only\n```mvvm\nlet x = 1\n```\n")
    await said(":present names")
    #expect(await typeStep() == ["let x = 1"])
    #expect(session.nextTalkTurn() == .ends && session.nextTalkTurn() == .ends)
    session.take(key)
    #expect(session.nextTalkTurn() == .ordinary)
    #expect(conversation.lines.last?.hasPrefix("The end of the talk") == true)
    #expect(await said("x") == ["1"])
    await said(":present 1")
    #expect(session.nextTalkTurn() == .waits("let x = 1"))
  }

  @Test func whatIsSecretIsMaskedBesideThePrompt() async throws {
    let text = "# Names\n## One\n```mvvm\nlet form = Form()\nform.pin = \"hunter2\"\n```\n"
    try offer(keys: false, text)
    let lines = await said(":present names")
    #expect(lines.contains("❯ form.pin = \"…\"") && !lines.joined().contains("hunter2"), "\(lines)")
    try offer(text)
    await said(":present names")
    _ = session.nextTalkTurn()
    session.take(.enter)
    #expect(session.talkNotes?.statement == "form.pin = \"…\"")
  }

  @Test func notesAreInTheLanguageOfTheTalk() async throws {
    try offer()
    await said(":lang zh", ":present names", ":lang en")
    _ = session.nextTalkTurn()
    #expect(session.talkNotes?.language == .chinese)
    #expect(session.talkNotes?.row.hasPrefix("演讲 names") == true)
    #expect(session.talkRow?.hasPrefix("Talk names") == true)
  }

  @Test(arguments: [1, 2, 3])
  func whateverIsTriedTheScriptGoesOnAsWritten(seed: UInt64) async throws {
    try offer()
    var random = SeededGenerator(seed: seed)
    await said(":present names")
    for _ in 0..<60 {
      switch session.nextTalkTurn() {
      case .waits(let statement):
        let walk = try #require(session.talks?.place?.walk)
        #expect(session.jobs.all.isEmpty, "seed \(seed)")
        let done = walk.step > 0 ? 3 : walk.typed
        let isMade = await conversation.say("form.name; form.age").lines
        let expected = [[], ["\"ann\"", "30"], ["\"bob\"", "30"], ["\"bob\"", "31"]][done]
        #expect(done == 0 || isMade == expected, "seed \(seed), step \(walk.step), \(walk.typed)")
        let key = [TalkKey.enter, .enter, .tab, .escape].randomElement(using: &random) ?? .tab
        session.take(key)
        if key == .enter, !statement.isEmpty { await said(statement) }
      case .types(let statement): await said(statement)
      case .ends: session.take([.enter, .tab, .escape].randomElement(using: &random) ?? .tab)
      case .ordinary:
        let wild = [
          "form.name = \"eve\"", "form = Form()", "let form = 3", "form.age = 1", "unwatch all",
          "watch form.age as marbles", "undo 3", ":snapshot a", "no sense", "form.wait() &",
        ]
        for _ in 0..<3 { await said(wild.randomElement(using: &random) ?? "1") }
        let isOver = session.talks?.place?.walk.isOver == true
        await said(isOver ? ":present \(Int.random(in: 1...2, using: &random))" : ":resume")
      }
    }
  }

  @Test func anExaminationTellsWhatGoesAnotherWay() async throws {
    let examination = TalkExamination { emit in
      var catalog = Catalog()
      catalog.add(Form.self) { Form() }
      return Session(catalog: catalog, emit: emit)
    }
    #expect(await examination.run(try TalkList([("names.md", Self.names)])) == [])
    let wrong = Self.names.replacing("form.fail()", with: "form.save()")
      .replacing("form.age = 31", with: "form.age = \"x\"")
    let problems = await examination.run(try TalkList([("names.md", wrong)]))
    #expect(problems.count == 2)
    #expect(problems.first?.hasPrefix("names: step 1: ") == true, "\(problems)")
    #expect(
      problems.last == "names: step 2, this should fail but does not: form.save()", "\(problems)")
    let chinese = await examination.run(try TalkList([("names.md", wrong)]), in: .chinese)
    #expect(chinese.last == "names: 第 2 步，这条语句应当失败却没有：form.save()")
  }
}
