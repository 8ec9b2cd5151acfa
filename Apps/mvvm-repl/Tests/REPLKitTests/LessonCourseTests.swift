import Bindings
import Testing
import ViewModels

@testable import REPLKit

/// What a learner sees who goes through lessons one after the other.
@MainActor
@Suite(.ownGraph) struct LessonCourseTests {
  private let conversation = Conversation()

  private static let answers = """
    # Answers
    ## One
    - [ ] one: `answer == 1`
    > Hint.
    ```mvvm solution
    let answer = 1
    ```
    ## Two
    ```mvvm setup
    let form = Form()
    ```
    - [ ] named: `form.name == "bo"`
    - [ ] grown: `form.age == 40`
    > Hint.
    ```mvvm solution
    form.name = "bo"; form.age = 40
    ```
    """

  @discardableResult
  private func said(_ line: String) async -> [String] { await conversation.say(line).lines }

  @Test func theTaskIsListedOnceBehindAQuestion() async throws {
    try conversation.offer(Self.answers)
    #expect(await said(":lesson 1.2").filter { $0.hasPrefix("▸") } == ["▸ named", "▸ grown"])
    #expect(await said(":reset").filter { $0.hasPrefix("▸") } == ["▸ named", "▸ grown"])
    #expect(await said("let answer = 7") == [])
  }

  @Test func whatCheckTellsIsNotToldAgainBehindIt() async throws {
    try conversation.offer(Self.answers)
    await said(":lesson 1.2")
    let form = try #require(conversation.session.scope["form"]?.viewModel as? Form)
    form.name.value = "bo"
    // The look that comes between the statements has told it, and nothing comes behind.
    let lines = await said(":check")
    #expect(lines.filter { $0.contains("named") } == ["✓ named", "✓ named"], "\(lines)")
    await conversation.session.settle()
    #expect(conversation.lines == lines)
  }

  /// Bindings end before the names do that they are about, and one's own rest while a lesson has names like theirs.
  @Test func bindingsOfAnotherDeskAreSilent() async throws {
    try conversation.offer(Self.answers, Self.answers.replacing("# Answers", with: "# More"))
    await said("let form = Form(); var length = 0; bind form.name -> length via count")
    await said("var size = 3; bind form.age <-> size")
    #expect(!(await said(":lesson 1.2").joined().contains("error")))
    await said("var length = 7; var size = 8")
    await said("form.name = \"long name\"; form.age = 9")
    #expect(await said("length; size") == ["7", "8"])
    await said("bind form.name -> length via count; bind form.age -> size")
    #expect(!(await said(":lesson 2").joined().contains("error")))
    #expect(await said(":lesson stop") == ["Back in your own workspace. :lesson next continues."])
    #expect(await said("length; size") == ["3", "30"])
    #expect(await said("form.name = \"four\"; form.age = 5; length; size").suffix(2) == ["4", "5"])
  }

  @Test func aStepEndsWhenWhatItAsksForHappens() async throws {
    try conversation.offer(Self.answers)
    var rows: [String?] = []
    conversation.session.host.onLesson = { [session = conversation.session] in
      rows.append(session.lessonRow)
    }
    await said(":lesson 1.2")
    let form = try #require(conversation.session.scope["form"]?.viewModel as? Form)
    form.name.value = "bo"
    await conversation.clock.settle()
    #expect(conversation.lines.last == "✓ named")
    #expect(rows == [])
    form.age.value = 40
    await conversation.clock.settle()
    #expect(rows == ["The end of lesson 1: Answers. Still to be done: 1. (:lesson 1.1)"])
    #expect(await said("1 + 1") == ["2"])
  }

  @Test func aStepThatAJobEndsIsTold() async throws {
    let waits = """
      # Waits
      ## One
      ```mvvm setup
      let form = Form()
      ```
      - [ ] cancelled: `cancels(form.wait) == 1`
      > Hint.
      ```mvvm solution
      form.wait() &
      :cancel
      ```
      ## Two
      ```mvvm setup
      let other = Form()
      ```
      - [ ] again: `cancels(other.wait) == 1`
      > Hint.
      ```mvvm solution
      other.wait() &
      :cancel
      ```
      """
    try conversation.offer(waits)
    var rows: [String?] = []
    conversation.session.host.onLesson = { [session = conversation.session] in
      rows.append(session.lessonRow)
    }
    await said(":lesson 1")
    // The second step begins in the background, with a statement of its own, and ends there, too.
    for name in ["form", "other"] {
      await said("\(name).wait() &")
      conversation.session.cancelJobs()
      await conversation.clock.settle()
    }
    #expect(rows == ["Lesson 1, step 2 of 2: Two", "✓ Lesson 1 is done: Waits"])
  }

  @Test func aLessonWithOpenStepsSaysSoAtItsEnd() async throws {
    try conversation.offer(Self.answers)
    await said(":lesson 1.2")
    let end = "The end of lesson 1: Answers. Still to be done: 1. (:lesson 1.1)"
    #expect(await said("form.name = \"bo\"; form.age = 40").contains(end))
    #expect(conversation.session.lessonRow == end)
    await said(":lesson 1.1")
    await said("let answer = 1")
    #expect(await said("form.name = \"bo\"; form.age = 40").contains("✓ Lesson 1 is done: Answers"))
    #expect(
      await said(":lesson 1.2").contains(
        "You did step 1 before; it has been repeated, using its solution."))
  }

  @Test func aLessonIsExportedAlone() async throws {
    try conversation.offer(Self.answers)
    await said("let mine = Form()")
    await said(":lesson 1")
    await said("let answer = 1")
    await said("form.name = \"bo\"")
    #expect(
      await said(":export md").filter { $0.hasPrefix("❯") } == [
        "❯ let answer = 1", "❯ let form = Form()", "❯ form.name = \"bo\"",
      ])
    #expect(await said(":replay").last == "replayed 3 statements; the results were the same")
    await said(":reset")
    #expect(
      await said(":export md").filter { $0.hasPrefix("❯") } == [
        "❯ let answer = 1", "❯ let form = Form()",
      ])
    await said(":lesson stop")
    #expect(await said(":export md").filter { $0.hasPrefix("❯") } == ["❯ let mine = Form()"])
  }
}
