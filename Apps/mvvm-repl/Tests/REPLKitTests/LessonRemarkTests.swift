import Testing
import ViewModels

@testable import REPLKit

/// What the comments before the first step of a lesson say of it, and lessons that are written while they are tried.
@MainActor
@Suite(.ownGraph) struct LessonRemarkTests {
  private let conversation = Conversation()

  private static func lesson(_ title: String, _ remarks: String..., check: Int = 1) -> String {
    """
    # \(title)
    \(remarks.map { "<!-- \($0) -->" }.joined(separator: "\n"))

    ## One
    - [ ] one: `answer == \(check)`
    > Hint.
    ```mvvm solution
    let answer = \(check)
    ```
    """
  }

  private func course(_ texts: String...) throws -> Course {
    try Course(lessons: texts)
  }

  private func said(_ line: String) async -> [String] { await conversation.say(line).lines }

  @Test func minutesNeedsAndUsesAreRead() throws {
    let lesson = try course(
      Self.lesson(
        "A", "minutes: 5", "needs: 01-a, 02-b", "uses: watch, :glossary", "for me: all of it")
    ).lessons[0]
    #expect(lesson.minutes == 5 && lesson.needs == ["01-a", "02-b"])
    #expect(lesson.uses == ["watch", "glossary"])
  }

  @Test(arguments: ["0", "1.5", "soon", "1441", "-1"])
  func minutesThatAreNoneAreRefused(text: String) throws {
    #expect(throws: LessonError.self) { try course(Self.lesson("A", "minutes: \(text)")) }
  }

  @Test func aRemarkBehindTheFirstStepIsRefused() throws {
    let text = Self.lesson("A") + "\n<!-- needs: 01-a -->\n"
    #expect(throws: LessonError.self) { try course(text) }
    _ = try course(Self.lesson("A") + "\n<!-- to be mended -->\n")
  }

  @Test func theListTellsMinutesAndALessonWhatItBuildsOn() async throws {
    conversation.session.offer(
      try course(Self.lesson("A", "minutes: 5"), Self.lesson("B", "needs: 01-lesson", check: 2)))
    #expect(await said(":lesson")[1].hasSuffix("A  (5 min)"))
    let note = "(This builds on a lesson that you have not done yet: :lesson 1.)"
    #expect(await said(":lesson 2").contains(note))
    _ = await said(":lesson 1")
    _ = await said("let answer = 1")
    #expect(!(await said(":lesson 2").contains(note)))
  }

  @Test func completionOffersWhatALessonUses() async throws {
    conversation.session.offer(try course(Self.lesson("A", "uses: watch, glossary")))
    func verbs() -> [String] { conversation.session.symbols.verbs.map(\.text.trimmed) }
    func tools() -> [String] { conversation.session.symbols.tools.map(\.text) }
    #expect(verbs().contains("bind") && tools().contains(":types"))
    _ = await said(":lesson 1")
    #expect(verbs() == ["let", "watch"])
    #expect(
      tools().contains(":glossary") && tools().contains(":hint") && !tools().contains(":types"))
    _ = await said(":lesson stop")
    #expect(verbs().contains("bind"))
  }

  @Test func verifyKnowsNamesThatAreNone() async throws {
    let examination = CourseExamination { emit in Session(catalog: Catalog(), emit: emit) }
    let problems = await examination.run(
      try course(
        Self.lesson("A", "needs: 02-lesson"), Self.lesson("B", "needs: 01-lesson, no", check: 2),
        Self.lesson("C", "uses: whatch", check: 3)))
    #expect(
      problems == [
        "01-lesson: it needs '02-lesson', but there is no such lesson before it",
        "02-lesson: it needs 'no', but there is no such lesson before it",
        "03-lesson: it uses 'whatch', which is neither a verb nor a word with a colon",
      ])
  }

  @Test func aLessonThatIsSavedIsReadAgainWhereTheLearnerIs() async throws {
    let session = conversation.session
    session.offer(try course(Self.lesson("A"), Self.lesson("B")))
    _ = await said(":lesson 2")
    _ = await said("let mine = 7")
    await session.offerAgain(try course(Self.lesson("A"), Self.lesson("B, mended", check: 3)))
    #expect(session.lessonRow == "Lesson 2, step 1 of 1: One")
    #expect(await said("mine") == ["7"])
    #expect(await said("let answer = 3").contains { $0.hasPrefix("✓ Lesson 2 is done: B, mended") })
    // One in front of it makes it the third; the second alone, the first.
    await session.offerAgain(try course(Self.lesson("A"), Self.lesson("B, mended", check: 3)))
    #expect(session.lessonRow?.hasPrefix("✓ Lesson 2 is done") == true)
    await session.offerAgain(try course(Self.lesson("A")))
    #expect(session.lessonRow == nil)
    #expect(await said("mine").joined().contains("there is no 'mine'"))
    #expect(await said(":lesson 2").joined().contains("there is no lesson '2'"))
  }

  /// A learner who has not seen that the lesson is over thought that the next statements count.
  @Test func whoGoesOnTypingBehindTheEndIsToldOnce() async throws {
    conversation.session.offer(try course(Self.lesson("A"), Self.lesson("B", check: 2)))
    _ = await said(":lesson 1")
    let told =
      "(The lesson is over: nothing is checked until you type :lesson next, or :lesson stop.)"
    #expect(!(await said("let answer = 1").contains(told)))
    #expect(!(await said(":lesson").contains(told)))
    #expect(await said("let other = 2") == [])
    #expect(await said("let third = 3") == [told])
    #expect(await said("let fourth = 4") == [])
    _ = await said(":lesson next")
    #expect(!(await said("let answer = 2").contains(told)))
  }
}
