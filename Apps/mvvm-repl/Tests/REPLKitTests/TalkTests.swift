import Bindings
import Foundation
import Testing
import ViewModels

@testable import REPLKit

/// What a speaker sees of a talk.
@MainActor
@Suite(.ownGraph) struct TalkTests {
  private let conversation = Conversation()
  private var session: Session { conversation.session }

  private static let names = """
    # Names
    Have water ready.
    ## Give one
    <!-- minutes: 2 -->
    Say hello.
    ```mvvm
    let form = Form()
    form.name = "bob"
    form.age = 31
    ```
    ## Fail
    <!-- minutes: 3 -->
    ```mvvm fails
    form.fail()
    ```
    ```mvvm
    watch form.isAdult
    ```
    """

  @MainActor
  private final class Time { var now = ContinuousClock.now }

  private let time = Time()

  private func offer(keys: Bool = true, _ text: String = names) throws {
    session.host.typesTalks = keys
    session.offer(
      try TalkList([("names.md", text), ("names.zh.md", text.replacing("# Names", with: "# 名字"))])
    ) { [time] in time.now }
  }

  @discardableResult
  private func said(_ lines: String...) async -> [String] {
    var said: [String] = []
    for line in lines { said = await conversation.say(line).lines }
    return said
  }

  /// Types what waits, as a speaker with the Enter key does, until a step ends.
  private func typeStep() async -> [String] {
    var typed: [String] = []
    while case .waits(let statement) = session.nextTalkTurn(), !statement.isEmpty {
      session.take(.enter)
      await said(statement)
      typed.append(statement)
    }
    return typed
  }

  @Test func talksAreListed() async throws {
    try offer()
    #expect(await said(":present") == ["Talks", "  :present names  Names  (2 steps, 5 min)"])
    await said(":lang zh")
    #expect(await said(":present") == ["演讲", "  :present names  名字  (2 步，5 分钟)"])
    session.offer(.empty)
    #expect(await said(":present").first?.contains("演讲") == true)
  }

  @Test func whatDoesNotGoIsTold() async throws {
    try offer()
    #expect(await said(":present nams").joined().contains("there is no talk 'nams'"))
    #expect(await said(":present nams").joined().contains("names"))
    #expect(await said(":present 1").joined().contains("no talk is in progress"))
    #expect(await said(":present stop").joined().contains("no talk is in progress"))
    #expect(await said(":resume").joined().contains("no talk is in progress"))
    #expect(await said(":present missing.md").joined().contains("missing.md"))
    await said(":present names")
    #expect(await said(":present 3").joined().contains("there is no step '3'; there are 2"))
    #expect(await said(":resume").joined().contains("you are already on script"))
  }

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

  @Test func aTalkAndALessonDoNotMix() async throws {
    try offer()
    let lesson = "# Mine\n## One\n- [ ] x is one: `x == 1`\n```mvvm solution\nlet x = 1\n```\n"
    session.offer(try Course([("01-mine.md", lesson)]))
    await said(":lesson 1")
    #expect(await said(":present names").joined().contains("a lesson is in progress"))
    await said(":lesson stop", ":present names")
    #expect(await said(":lesson 1").joined().contains("a talk is in progress"))
    await said(":present stop", ":lesson 1")
    #expect(session.lessonRow != nil)
  }

  @Test(arguments: [":present names", ":present 2", ":resume"])
  func noStatementOfATalkBeginsItAgain(statement: String) async throws {
    let text = Self.names.replacing("form.age = 31", with: statement)
    try offer(keys: false, text)
    #expect(await said(":present names").joined().contains("a talk is in progress"))
    try offer(text)
    await said(":present names")
    #expect(await said(":present 2") == ["This went differently this time: \(statement)"])
  }

  @Test(arguments: ["-9223372036854775808", "9223372036854775807", "0"])
  func aNumberWithoutAStepIsRefused(number: String) async throws {
    try offer()
    await said(":present names")
    #expect(await said(":present \(number)").joined().contains("error"))
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

  @Test func whoNamesTalksOtherwiseFindsThem() async throws {
    try offer()
    let lines = await said(":present")
    #expect(await said(":talks") == lines)
    let mistake = await said(":present stop")
    #expect(mistake.last?.contains("Write :present.") == true, "\(mistake)")
  }

  @Test func namesOfTalksAreCompleted() async throws {
    try offer()
    let result = Completer.complete(":present na", cursor: 11, symbols: session.symbols)
    #expect(result.candidates.map(\.text) == ["names"])
  }

  @Test func aTalkEndsWhereAnotherSessionGoesOn() async throws {
    try offer()
    await said("let form = 7", ":present names")
    _ = await typeStep()
    let other = Conversation()
    let over = await other.session.take(session.carried())
    #expect(over.losses.map(\.name) == [":present names"])
    #expect(await other.say("form").lines == ["7"])
  }

  @Test func anotherSessionHasTheClockAndTheRecordingOfTheSpeaker() async throws {
    try offer()
    await said(":record", "let form = 7", "form", ":present names")
    _ = await typeStep()
    await said(":clock manual")
    let other = Conversation()
    _ = await other.session.take(session.carried())
    #expect(other.clock.mode == .real)
    #expect(await other.say("$1").lines == ["7"])
    #expect(
      await other.say(":export md").lines.filter { $0.hasPrefix("❯") }
        == ["❯ let form = 7", "❯ form", "❯ $1"])
    #expect(other.session.leavingQuestion != nil)
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

  @Test func aFileIsATalk() async throws {
    try offer()
    try await withFolder { folder in
      let path = "\(folder)/mine.md"
      try "# Mine\n## One\n```mvvm\n1 + 1\n```".write(
        toFile: path, atomically: true, encoding: .utf8)
      #expect(await said(":present \(path)")[1] == "Talk: Mine")
      #expect(session.talkRow == "Talk mine, step 1 of 1 · 0 min")
      try "## One\n```mvvm\n1".write(toFile: path, atomically: true, encoding: .utf8)
      let mistake = await said(":present \(path)").joined()
      #expect(mistake.contains("mine.md:2: the block is not closed"), "\(mistake)")
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
