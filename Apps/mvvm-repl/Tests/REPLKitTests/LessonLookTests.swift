import Bindings
import Testing
import ViewModels

@testable import REPLKit

/// What happens to a lesson while it looks at its checks, or begins a step.
@MainActor
@Suite(.ownGraph) struct LessonLookTests {
  private let conversation = Conversation()
  private let door = LockedDoor()
  private var session: Session { conversation.session }

  private static let many = """
    # Many
    ```mvvm setup
    let form = Form()
    ```
    ## One
    - [ ] grown: `form.age == 40`
    - [ ] shut: `door[1] == 1`
    - [ ] named: `form.name != ""`
    > Hint.
    ```mvvm solution
    form.age = 40
    ```
    ## Two
    - [ ] old: `form.age == 90`
    > Hint.
    ```mvvm solution
    form.age = 90
    ```
    """

  private static let few = """
    # Few
    ## Only
    - [ ] an answer: `answer == 1`
    > Hint.
    ```mvvm solution
    let answer = 1
    ```
    """

  private func course(_ texts: String...) throws -> Course {
    try Course(lessons: texts)
  }

  /// Begins the first lesson, and a look that waits in front of the door.
  private func lookBegins(age: Int = 40) async throws -> Form {
    session.define("door", door)
    session.offer(try course(Self.many, Self.few))
    await conversation.say(":lesson 1")
    let form = try #require(session.scope["form"]?.viewModel as? Form)
    door.isOpen = false
    form.age.value = age
    await door.meets(1)
    return form
  }

  @Test func aLessonThatBeginsDuringALookIsNotTakenForTheOther() async throws {
    _ = try await lookBegins()
    let typed = Task { await conversation.say(":lesson 2").lines }
    await session.clock.settle()
    door.open()
    #expect(await typed.value.contains("Step 1 of 1: Only"))
    await session.clock.settle()
    let place = try #require(session.lessons?.place)
    #expect((place.lesson, place.step) == (1, 0) && place.met == [false])
    #expect(await conversation.say("let answer = 1").lines.contains("✓ Lesson 2 is done: Few"))
  }

  @Test func lessonsThatAreReadAgainDuringALookAreNotTakenForTheOthers() async throws {
    _ = try await lookBegins()
    await session.offerAgain(try course(Self.few))
    door.open()
    await session.clock.settle()
    let place = try #require(session.lessons?.place)
    #expect(place.lesson == 0 && place.met == [false])
    #expect(await conversation.say(":check").status == .ok)
  }

  @Test func whatChangesDuringALookIsLookedAtBehindIt() async throws {
    let form = try await lookBegins(age: 41)
    // The first check has been looked at already.
    form.age.value = 40
    door.open()
    await session.clock.settle()
    #expect(session.lessons?.place?.step == 1)
  }

  @Test func aJobThatEndsDuringALookIsSeen() async throws {
    session.define("door", door)
    session.offer(
      try course(
        """
        # Jobs
        ```mvvm setup
        let form = Form()
        ```
        ## One
        - [ ] cancelled: `cancels(form.wait) == 1`
        - [ ] shut: `door[1] == 1`
        > Hint.
        ```mvvm solution
        form.wait() &
        :cancel
        ```
        """))
    await conversation.say(":lesson 1")
    await conversation.say("form.wait() &")
    door.isOpen = false
    let typed = Task { await conversation.say("form.age = 1").status }
    await door.meets(1)
    session.cancelJobs()
    await session.clock.settle()
    door.open()
    #expect(await typed.value == .ok)
    await session.clock.settle()
    #expect(session.lessons?.place?.isOver == true)
  }

  @Test func aLessonWhoseFileIsGoneIsTornDown() async throws {
    session.define("door", door)
    session.offer(try course(Self.many + "\n```mvvm teardown\ndoor[1] = 7\n```"))
    await conversation.say("var mine = 1")
    await conversation.say(":lesson 1")
    await conversation.say("form.wait() &")
    await session.offerAgain(try Course([("02-other.md", Self.few)]))
    #expect(await conversation.say("door[1]; mine").lines == ["7", "1"])
    #expect(await conversation.say(":jobs").lines.joined().contains("form.wait") == false)
  }

  @Test(arguments: [
    ":lesson 1.-9223372036854775808", ":lesson -9223372036854775808", ":lesson 1.0",
    ":lesson 9223372036854775807", ":lesson 1.9223372036854775807",
    ":solution -9223372036854775808", ":solution 9223372036854775807", ":solution 0",
  ])
  func numbersWithoutALessonOrAStepAreRefused(line: String) async throws {
    session.define("door", door)
    session.offer(try course(Self.many))
    await conversation.say(":lesson 1")
    #expect(await conversation.say(line).status == .runtimeError)
  }

  @Test func aCourseMayBeEmpty() async throws {
    session.offer(try course())
    for line in [":lesson", ":lesson 1", ":lesson next", ":lesson a"] {
      await conversation.say(line)
    }
    #expect(try course().index(of: "1") == nil)
  }
}
