import Bindings
import DisplayWidth
import Testing
import ViewModels

@testable import REPLKit

/// The ways through a course.
@MainActor
@Suite(.ownGraph) struct LessonWayTests {
  private let conversation = Conversation()

  private static let ages = """
    # Ages
    ```mvvm setup
    let form = Form()
    ```
    ## Three
    - [ ] three: `form.age == 3`
    > Hint.
    ```mvvm solution
    form.age = 3
    ```
    ```mvvm solution
    form.age = 1 + 2
    ```
    ## Four
    Write four.
    - [ ] four: `form.age == 4`
    > Hint.
    ```mvvm solution
    form.age = 4
    ```
    """

  @discardableResult
  private func said(_ line: String) async -> [String] { await conversation.say(line).lines }

  @MainActor @ViewModel final class Farewell {
    var word = ""
    isolated deinit { word = "bye" }
  }

  /// What ends with a session may write while the session is taken apart.
  @Test func aSessionEndsInTheMiddleOfALesson() async throws {
    var catalog = Catalog()
    catalog.add(Farewell.self)
    let ages = Self.ages.replacing("Form()", with: "Farewell()").replacing(
      "form.age", with: "form.word.count")
    weak var ended: Session?
    do {
      let session = Session(catalog: catalog) { _ in }
      session.offer(try Course(lessons: [ages]))
      await session.run(SourceText(":lesson 1"))
      await session.run(SourceText("let other = Farewell(); :graph live other.word"))
      #expect(session.lessons?.place != nil)
      ended = session
    }
    #expect(ended == nil)
  }

  @Test func aLessonBeginsAtAStep() async throws {
    try conversation.offer(Self.ages)
    let begun = await said(":lesson 1.2")
    #expect(begun.contains("Step 1 has been done for you, using its solution."))
    #expect(begun.contains("Step 2 of 2: Four"))
    #expect(await said("form.age") == ["3"])
    #expect(await said(":lesson lesson.1").contains("Step 1 of 2: Three"))
    #expect(await said(":lesson 1.3").joined().contains("there is no step '3'; the last is 2"))
    #expect(await said(":lesson 1.x").joined().contains("there is no step 'x'; the last is 2"))
    #expect(await said(":lesson 2.1").joined().contains("there is no lesson '2.1'"))
  }

  @Test func statementsOnOneLineGoThroughSeveralSteps() async throws {
    try conversation.offer(Self.ages)
    let said = await said(":lesson 1\nform.age = 3; form.age = 4")
    #expect(said.contains("✓ Lesson 1 is done: Ages"))
  }

  @Test func aStepThatIsDoneAheadIsPassedAtOnce() async throws {
    try conversation.offer(Self.ages.replacing("`form.age == 4`", with: "`form.age < 10`"))
    await said(":lesson 1")
    #expect(await said("form.age = 3").contains("✓ Lesson 1 is done: Ages"))
  }

  @Test func theTaskIsShownAgain() async throws {
    try conversation.offer(Self.ages)
    await said(":lesson 1.2")
    #expect(await said(":task") == ["", "Step 2 of 2: Four", "Write four.", "▸ four"])
    let session = conversation.session
    #expect(session.lessonRows == ["Lesson 1, step 2 of 2: Four", "Lesson 1, step 2 of 2"])
    await said("form.age = 4")
    #expect(
      session.lessonRows == [
        "The end of lesson 1: Ages. Still to be done: 1. (:lesson 1.1)",
        "Lesson 1: 1 step left (:lesson 1.1)",
      ])
    await said(":lesson 1.1")
    await said("form.age = 3")
    await said("form.age = 4")
    #expect(session.lessonRows == ["✓ Lesson 1 is done: Ages", "✓ Lesson 1 is done."])
    await said(":lesson stop")
    #expect(session.lessonRow == nil && session.lessonRows == [])
    #expect(await said(":task").joined().contains("no lesson is in progress"))
  }

  @Test(arguments: HelpLanguage.allCases)
  func theShortRowAboutOpenStepsFitsANarrowWindow(language: HelpLanguage) {
    let row = Message.lessonEnds(20, [1, 2, 3, 4, 5]).text(in: language)
    #expect(CellWidth().of(row) < 40, "\(row)")
  }

  @Test func theSolutionCanBeSeenAfterwards() async throws {
    try conversation.offer(Self.ages)
    await said(":lesson 1")
    #expect(await said(":solution 2").joined().contains("step 2 is still to be done"))
    await said("form.age = 3")
    #expect(
      await said(":solution 1") == [
        "", "One way", "    form.age = 3", "", "Another way", "    form.age = 1 + 2",
      ])
    #expect(await said(":solution 9").joined().contains("there is no step '9'"))
    await said("form.age = 4")
    #expect(await said(":solution") == ["", "One way", "    form.age = 4"])
  }

  @Test func theNextLessonIsTheOneThatWasLeft() async throws {
    try conversation.offer(Self.ages, Self.ages.replacing("# Ages", with: "# More"))
    await said(":lesson 2")
    await said(":lesson stop")
    #expect(await said(":lesson next").contains("Lesson 2: More"))
    for number in 1...2 { await said(":lesson \(number)\nform.age = 3; form.age = 4") }
    await said(":lesson stop")
    #expect(await said(":lesson next") == ["All lessons are done. :lesson lists them all."])
  }

  @Test func theNextLessonBeforeTheEndIsAskedForTwice() async throws {
    try conversation.offer(Self.ages, Self.ages.replacing("# Ages", with: "# More"))
    await said(":lesson 1\nform.age = 3")
    #expect(
      await said(":lesson next") == [
        "Step 2 is not done. Type :lesson next again to leave this lesson for the next one."
      ])
    #expect(await said("form.age").last == "3")
    #expect(await said(":lesson next").contains("Lesson 2: More"))
    await said("form.age = 3; form.age = 4")
    // After the end nothing is asked.
    #expect(await said(":lesson next") == ["That was the last lesson. :lesson lists them all."])
  }

  @Test func aLessonThatWasBegunGoesOnFirst() async throws {
    try conversation.offer(Self.ages, Self.ages.replacing("# Ages", with: "# More"))
    await said(":lesson 2\nform.age = 3\n:lesson stop")
    conversation.session.lessons?.left = nil  // As in a new program.
    #expect(await said(":lesson next").contains("Lesson 2: More"))
  }

  @Test func aTeardownThatFailsKeepsNobody() async throws {
    try conversation.offer(
      Self.ages.replacing("# Ages\n", with: "# Ages\n```mvvm teardown\nfoo()\n```\n"))
    await said("let mine = Form()")
    await said(":lesson 1")
    let left = await said(":lesson stop")
    #expect(left[0].hasPrefix("The lesson's teardown failed: "))
    #expect(left.last == "Back in your own workspace. :lesson next continues.")
    #expect(await said("mine.age") == ["30"])
    await said(":lesson 1")
    #expect(await said(":reset").contains("Step 1 of 2: Three"))
  }

  @Test func aStepThatCannotBeginSaysSoOnce() async throws {
    try conversation.offer(
      Self.ages.replacing("## Four\n", with: "## Four\n```mvvm setup\nlet q = Foo()\n```\n"))
    await said(":lesson 1")
    let broken = await said("form.age = 3")
    #expect(broken.last?.hasPrefix("The lesson itself has a mistake here") == true)
    #expect(await said("form.age = 4") == [])
    #expect(await said(":check").joined().contains("step 2 could not start"))
  }

  @Test func aStepThatFailsTodayKeepsNobodyFromTheNext() async throws {
    try conversation.offer(
      Self.ages.replacing("form.age = 3\n```\n```mvvm", with: "form.fail()\n```\n```mvvm"))
    #expect(await said(":lesson 1.2").contains("Step 2 of 2: Four"))
    #expect(await said("form.age = 4").contains("✓ Step 2 of 2 is done."))
  }

  @Test func whatALessonLeavesRunningEndsWithIt() async throws {
    try conversation.offer(Self.ages)
    await said("let mine = Form()")
    await said("mine.wait() &")
    await said(":lesson 1")
    await said("form.wait() &")
    #expect(await said(":lesson stop") == ["Back in your own workspace. :lesson next continues."])
    #expect(await said(":jobs").joined().contains("mine.wait()"))
    #expect(!(await said(":jobs").joined().contains("form.wait()")))
    await said(":cancel all")
    #expect(!(await said("wait all").joined().contains("form.wait")))
  }

  @Test func whatTheHostKeepsComesBackWithTheDesk() async throws {
    final class Weather { var text = "fair" }
    let weather = Weather()
    conversation.session.addBelongings {
      let before = weather.text
      weather.text = "fair"
      return { weather.text = before }
    }
    try conversation.offer(Self.ages)
    weather.text = "rain"
    await said(":lesson 1")
    #expect(weather.text == "fair")
    weather.text = "snow"
    await said(":reset")
    #expect(weather.text == "fair")
    weather.text = "snow"
    await said(":lesson stop")
    #expect(weather.text == "rain")
  }

  @Test func whatIsTypedForTheLearnerHidesNoTask() async throws {
    try conversation.offer(
      Self.ages.replacing("let form = Form()", with: "let form = Form()\nwatch form.age"))
    let begun = await said(":lesson 1")
    #expect(begun.contains("◉ form.age  30"))
    #expect(!begun.contains { $0.contains("inputs") })
  }

  @Test func aNumberThatIsGivenAgainIsNotAtRest() async throws {
    try conversation.offer(
      Self.ages.replacing(
        "let form = Form()",
        with: "let form = Form(); var copy = 0; watch form.age; bind form.age -> copy"))
    await said(":lesson 1")
    await said(":reset")
    await said(":lesson stop")
    await said("let mine = Form(); var copy = 0")
    #expect(await said("watch mine.age") == ["◉ mine.age  30"])
    #expect(await said("bind mine.age -> copy").first?.hasPrefix("binding #1") == true)
    #expect(await said("mine.age = 31") == ["◉ mine.age  31  ⟵ 30"])
    #expect(await said("copy") == ["31"])
  }

  @Test func aWatchedListThatLiesAsideIsSilent() async throws {
    let list = ListViewModel()
    let conversation = Conversation { catalog, _ in
      catalog.add(ListViewModel.self) { list }
    }
    conversation.session.offer(try Course([(name: "01-lesson.md", text: Self.ages)]))
    await conversation.say("let rows = ListViewModel(); rows.addSection(\"s\"); watch rows")
    #expect(await conversation.say("rows.add(\"a\")").lines.joined().contains("a"))
    await conversation.say(":lesson 1")
    let before = conversation.lines.count
    try list.addSection("t")
    #expect(conversation.lines.count == before)
    await conversation.say(":lesson stop")
    #expect(await conversation.say("rows.addSection(\"u\")").lines.joined().contains("u"))
  }
}
