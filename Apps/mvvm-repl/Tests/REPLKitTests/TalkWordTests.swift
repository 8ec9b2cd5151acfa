import Bindings
import Foundation
import Testing
import ViewModels

@testable import REPLKit

/// The words that begin and end talks, and what stands beside one: lessons, files, other sessions.
@MainActor
@Suite(.ownGraph) struct TalkWordTests: TalkTesting {
  let conversation = Conversation()
  let time = TalkTime()

  @Test func talksAreListed() async throws {
    try offer()
    #expect(await said(":present") == ["Talks", "  :present names  Names  (2 steps, 5 min)"])
    await said(":lang zh")
    #expect(await said(":present") == ["演讲", "  :present names  名字（2 步，5 分钟）"])
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
    #expect(await said(":present 3").joined().contains("there is no step '3'; the last is 2"))
    #expect(await said(":resume").joined().contains("you are already on script"))
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
}
