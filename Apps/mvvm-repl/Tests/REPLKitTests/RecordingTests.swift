import Bindings
import Foundation
import Testing
import ViewModels

@testable import REPLKit

/// A bell that rings louder when it is the first of all.
@ViewModel private final class Bell {
  private(set) var rings: Int = 0
  private(set) var echoes: Int = 0
  let picture = ImageViewModel("bell.png", loader: ImageLoader(NoPictures()))
  @Ignored private let isFirst: Bool

  init(isFirst: Bool) { self.isFirst = isFirst }

  @Command func ring() {
    rings += 1
    if isFirst { echoes += 1 }
  }

  /// Rings once and breaks.
  @Command func crack() throws {
    rings += 1
    throw CancellationError()
  }

  /// A picture that is on its way, in the first one only.
  @Command func look() {
    if isFirst { picture.begin() }
  }
}

/// A source whose pictures never come.
private struct NoPictures: ImageSource {
  func image(at address: String) async throws -> LoadedImage {
    let never = AsyncStream<Void> { _ in }
    for await _ in never {}
    throw CancellationError()
  }
}

@MainActor
@Suite(.ownGraph) struct RecordingTests {
  let conversation = Conversation()
  private final class Look { var value = "a" }

  @Test func whatIsRecordedGoesTheSameWayAgain() async {
    await conversation.say("let f = Form(); watch f.canSave; f.age = 3; f.nmae")
    await conversation.say("f.age = 40; f.save(); undo")
    #expect(
      await conversation.say(":replay").lines.last
        == "replayed 7 statements; the results were the same")
    #expect(await conversation.say("f.age").lines == ["3"])
  }

  @Test func theFirstDivergenceIsToldWithBothCauses() async {
    let host = Form()
    conversation.session.define("shared", host)
    await conversation.say("shared.age = 3; shared.age += 1; shared.name = \"x\"")
    await conversation.say(":record stop\nshared.age = 3")
    let said = await conversation.say(":replay")
    // What the host has given is used once more, which may reach outside.
    #expect(said.lines.first?.hasPrefix("The replay uses this program's own services") == true)
    #expect(said.lines.dropFirst().first == "statement 1 of 3 went differently: shared.age = 3")
    #expect(said.lines.contains { $0.hasPrefix("  then shared.age became 3  ⟵ 30") })
    #expect(said.lines.contains { $0.contains("because you typed shared.age = 3") })
    #expect(said.lines.contains("  now nothing changed"))
  }

  /// A conversation in which the first bell differs from all others.
  private func conversationWithBells() -> Conversation {
    var count = 0
    return Conversation { catalog, _ in
      catalog.add(Bell.self) {
        count += 1
        return Bell(isFirst: count == 1)
      }
    }
  }

  @Test func aChangeThatOneSideHasMoreIsToldAndNotTheFirstOfBoth() async {
    let conversation = conversationWithBells()
    await conversation.say("let b = Bell(); b.ring()")
    let lines = await conversation.say(":replay").lines
    #expect(lines.contains("statement 2 of 2 went differently: b.ring()"), "\(lines)")
    #expect(lines.contains { $0.hasPrefix("  then b.echoes became 1  ⟵ 0") })
    #expect(lines.last == "  now nothing else changed")
  }

  @Test func howFarAPictureHasComeIsNoDifference() async {
    let conversation = conversationWithBells()
    await conversation.say("let b = Bell(); b.look()")
    #expect(
      await conversation.say(":replay").lines.last
        == "replayed 2 statements; the results were the same")
  }

  @Test func aRecordingHasABeginningAndAnEnd() async {
    await conversation.say("1; 2; :record")
    await conversation.say("3; :record stop")
    await conversation.say("4")
    #expect(conversation.session.voice.recorder.steps.map(\.text) == ["3"])
    #expect(await conversation.say(":record sideways").status == .runtimeError)
    await conversation.say(":record")
    #expect(await conversation.say(":replay").status == .runtimeError)
  }

  @Test func aRecordingThatBeginsLateTellsWhatAReplayWillMiss() async {
    conversation.session.define("shared", Form())
    #expect(await conversation.say(":record").lines.count == 1)
    await conversation.say("let f = Form(); let n = 1")
    #expect(
      await conversation.say(":record").lines.last
        == "A replay starts without what you created before: f, n. Create it again now.")
  }

  @Test func aTranscriptIsReplayedByTheRunner() async throws {
    try await withFolder { folder in
      await conversation.say("let f = Form(); f.age = 3; why f.isAdult; f.save.isEnabled")
      await conversation.say("f.save()")
      await conversation.say(":export md \(folder)/notes.md")
      let text = try String(contentsOfFile: "\(folder)/notes.md", encoding: .utf8)
      let report = await TranscriptRunner { emit in
        var catalog = Catalog()
        catalog.add(Form.self) { Form() }
        return Session(catalog: catalog, emit: emit)
      }.run(Transcript(text))
      #expect(report.count == 5)
      #expect(report.failures.isEmpty, "\(report.failures)")
    }
  }

  /// An amount is no secret, though its name has the word for one in it.
  @Test func amountsUnderNamesThatSoundSecretAreKept() async throws {
    await conversation.say(
      "let sessionTimeout = 30000; let passwordLength = 1024; var tokens = 10000; tokens += 5000"
        + "; let secretAccount = 62220212345678")
    try await withFolder { folder in
      await conversation.say(":save \(folder)/a.mvvm")
      let file = try String(contentsOfFile: "\(folder)/a.mvvm", encoding: .utf8)
      for number in ["30000", "1024", "10000", "5000"] { #expect(file.contains(number), "\(file)") }
      #expect(!file.contains("62220212345678"), "\(file)")
    }
  }

  /// It could last for ever: it ended only because a person did not wait for it.
  @Test(arguments: ["f.wait()", "wait 1h", "wait until f.age == 99 within 2h"])
  func whatAPersonHasInterruptedIsNotRunAgain(statement: String) async throws {
    await conversation.say("let f = Form()")
    let waiting = Task { await conversation.say(statement) }
    while !conversation.session.cancelRunning() { await Task.yield() }
    _ = await waiting.value
    await conversation.say("f.age = 3")
    let lines = await conversation.say(":replay").lines
    #expect(
      lines.first == "not replayed, because they were interrupted by hand: \(statement)", "\(lines)"
    )
    #expect(lines.last == "replayed 2 statements; the results were the same", "\(lines)")
    try await withFolder { folder in
      let said = await conversation.say(":save \(folder)/a.mvvm").lines
      #expect(
        said.contains("left out, because they were interrupted by hand: \(statement)"), "\(said)")
      let file = try String(contentsOfFile: "\(folder)/a.mvvm", encoding: .utf8)
      #expect(file == "let f = Form()\n// cut short: \(statement)\nf.age = 3\n")
      await conversation.say(":export md \(folder)/a.md")
      #expect(try !String(contentsOfFile: "\(folder)/a.md", encoding: .utf8).contains(statement))
    }
  }

  @Test func settingsOfTheHostAreNotRecorded() async {
    let look = Look()
    conversation.session.add(
      Setting("look", Message(verbatim: "look"), values: ["a", "b"], standard: "a") {
        look.value
      } set: {
        look.value = $0
      })
    await conversation.say(":set look b; :set; :set clock manual; :keys")
    #expect(conversation.session.voice.recorder.steps.map(\.text) == [":set clock manual"])
  }

  @Test func aScriptIsSavedWithoutSecretsAndLoadedAgain() async throws {
    try await withFolder { folder in
      await conversation.say("let f = Form()\nf.pin = \"9876\"; f.age = 5")
      await conversation.say(":save \"\(folder)/tour.mvvm\"")
      let text = try String(contentsOfFile: "\(folder)/tour.mvvm", encoding: .utf8)
      #expect(text == "let f = Form()\nf.pin = \"…\"\nf.age = 5\n")
      await conversation.say("f.age = 1; :load \(folder)/tour.mvvm")
      #expect(await conversation.say("f.age").lines == ["5"])
    }
  }

  /// [quirk] A slip is a comment in the file, which goes on behind it as the person did.
  @Test func whatFailedIsAComment() async throws {
    try await withFolder { folder in
      await conversation.say("let f = Form()\nnobody\nf.age = ada\nf.pin = \"9876\"\nf.age = 5")
      await conversation.say("nobody"); await conversation.say("f.age = 5")
      let said = await conversation.say(":save \(folder)/slips.mvvm")
      let text = try String(contentsOfFile: "\(folder)/slips.mvvm", encoding: .utf8)
      #expect(text == "let f = Form()\n// failed: nobody\n// failed: nobody\nf.age = 5\n")
      #expect(said.status == .ok)
      #expect(await conversation.say(":load \(folder)/slips.mvvm").status == .ok)
    }
  }

  @Test func eachLineOfWhatFailedIsAComment() async {
    await conversation.say("[1,\r\n nobody]")
    #expect(
      conversation.session.voice.recorder.steps.last?.written
        == ["// failed: [1,", "// failed:  nobody]"])
  }

  @Test func anUndoOfMoreThanThereIsIsSavedAsWhatItDid() async throws {
    await conversation.say("var n = 0\nn = 1\nundo 5")
    await conversation.say("redo 5"); await conversation.say("undo 1");
    await conversation.say("undo")
    #expect(
      conversation.session.voice.recorder.steps.suffix(4).map(\.written)
        == [["undo 1"], ["redo 1"], ["undo 1"], ["// failed: undo"]])
  }

  /// A call that failed after it had changed something is tried again, and may fail.
  @Test func aCallThatFailedAndChangedSomethingIsTried() async throws {
    let bells = conversationWithBells()
    await bells.say("let b = Bell()\nb.crack()")
    #expect(bells.session.voice.recorder.steps.last?.written == ["try? b.crack()"])
  }

  @Test func aFileThatLacksASecretIsToldWhereToWriteIt() async throws {
    try await withFolder { folder in
      let path = "\(folder)/a.mvvm"
      var stops: [Diagnostic?] = []
      // What is left out behind the mistake has no part in it.
      for text in [
        "let f = Form()\nf.pin = \"…\"\nf.age = 1\nf.fail()",
        "let f = Form()\nf.pin = \"1\"\nf.fail()\nf.pin = \"…\"",
      ] {
        try Data(text.utf8).write(to: URL(filePath: path))
        await conversation.say(":load \(path)")
        stops.append(conversation.diagnostics.last)
      }
      #expect(
        stops[0]?.help?.description
          == "Line 2 lacks a secret: write it in the place of … and load the file again.")
      #expect(stops[0]?.help?.text(in: .chinese).isChinese == true)
      #expect(stops[1]?.code == .failed && stops[1]?.help == nil)
    }
  }

  @Test func whatIsSavedWasRecordedFromTheStart() async {
    #expect(await conversation.say(":help save").lines[1].contains("from the start"))
    #expect(await conversation.say(":help :record").lines[1].contains("recorded from the start"))
  }

  @Test func aMistakeInALoadedFileIsToldWithItsLine() async throws {
    try await withFolder { folder in
      let path = "\(folder)/a.mvvm"
      try Data("1\nnobody\n2".utf8).write(to: URL(filePath: path))
      let said = await conversation.say(":load \(path)")
      #expect(said.status == .runtimeError)
      #expect(said.lines.contains { $0.contains("--> \(path):2:1") })
      #expect(said.lines.contains { $0.contains("stopped at line 2") })
      #expect(await conversation.say("1 + 1").lines == ["2"])
      try Data(":load \(path)".utf8).write(to: URL(filePath: path))
      await conversation.say(":load \(path)")
      #expect(conversation.diagnostics.first?.code == .tooDeep)
      #expect(await conversation.say(":load \(folder)/none").status == .runtimeError)
      #expect(await conversation.say(":load").status == .runtimeError)
    }
  }

  /// A lesson with a desk of its own.
  private func offerLesson() throws {
    conversation.session.offer(
      try Course([
        (
          "01-a.md",
          "# A\n## S\n- [ ] one: `answer == 1`\n> Hint.\n```mvvm solution\nlet answer = 1\n```"
        )
      ]))
  }

  @Test func whatALessonSavesIsNotTheOwnRecording() async throws {
    try offerLesson()
    try await withFolder { folder in
      await conversation.say(":record\nlet mine = 41")
      await conversation.say(":lesson 1")
      await conversation.say("let yours = 1\n:save \(folder)/lesson.mvvm")
      #expect(conversation.session.leavingQuestion != nil)
      await conversation.say(":lesson stop")
      #expect(conversation.session.leavingQuestion != nil)
      await conversation.say(":save \(folder)/own.mvvm")
      #expect(conversation.session.leavingQuestion == nil)
      let own = try String(contentsOfFile: "\(folder)/own.mvvm", encoding: .utf8)
      #expect(own == "let mine = 41\n")
    }
  }

  @Test func aRecordingThatBeginsInALessonLeavesTheOwnOne() async throws {
    try offerLesson()
    await conversation.say("let mine = 41")
    await conversation.say(":lesson 1")
    await conversation.say(":record\nlet yours = 1\n:record stop")
    await conversation.say("let his = 2")
    #expect(await conversation.say(":export md").lines.contains("❯ let his = 2") == false)
    await conversation.say(":reset")
    #expect(conversation.session.leavingQuestion == nil)
    await conversation.say(":lesson stop")
    #expect(
      await conversation.say(":export md").lines.filter { $0.hasPrefix("❯") } == ["❯ let mine = 41"]
    )
    #expect(await conversation.say("let more = 1\n:export md").lines.contains("❯ let more = 1"))
  }

  @Test func aLongLessonDropsNothingOfTheOwnRecording() async throws {
    try offerLesson()
    await conversation.say("let mine = 41")
    await conversation.say(":lesson 1")
    for _ in 0..<Recorder.limit { await conversation.say("2\n3\n4") }
    #expect(conversation.session.voice.recorder.steps.count < 2 * Recorder.limit + 1)
    await conversation.say(":lesson stop")
    #expect(await conversation.say(":export md").lines.contains("❯ let mine = 41"))
  }

  @Test func anAnswerThatLooksTypedIsNoStep() async throws {
    await conversation.say("[\"❯ x\", \"b\"] | table\nprint(\"❯ 1 + 1\")\nprint(\"```\")")
    let text = await conversation.say(":export md").lines.joined(separator: "\n")
    let report = await TranscriptRunner { emit in Session(catalog: Catalog(), emit: emit) }
      .run(Transcript(text))
    #expect(report.count == 3)
    #expect(report.failures.isEmpty, "\(report.failures)")
  }

  @Test func aRecordingStaysSmall() async {
    let text = (0..<500).map { "\($0)" }.joined(separator: ";")
    let loss = "the first 1000 of this recording are missing"
    for _ in 0..<3 { await conversation.say(text) }
    #expect(!(await conversation.say(":export md").lines.joined().contains(loss)))
    for _ in 0..<2 { await conversation.say(text) }
    #expect(conversation.session.voice.recorder.steps.count < 2 * Recorder.limit)
    for use in [":export md", ":replay"] {
      #expect(await conversation.say(use).lines.joined().contains(loss))
    }
    await conversation.say(":record\n1")
    #expect(!(await conversation.say(":export md").lines.joined().contains(loss)))
  }
}
