import Foundation
import Testing
@testable import Workshop

@testable import REPLKit

/// Learners who go their own ways through the lessons.
@MainActor
@Suite struct LessonWalkTests {
  /// From wherever they are, the step can begin again and be done by each of its solutions.
  ///
  /// They type what is right, what belongs to another step, what is refused, and what is no statement at all; they begin
  /// steps again, leave lessons and come back.
  /// `LESSON_FUZZ` sets how many statements are typed, `LESSON_FUZZ_SEED` repeats a run.
  @Test(.timeLimit(.minutes(30))) func noWayLeadsToAStepThatCannotBeginAgainAndBeDone() async throws
  {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["LESSON_FUZZ"].flatMap(Int.init) ?? 600
    let seed = environment["LESSON_FUZZ_SEED"].flatMap(UInt64.init) ?? .random(in: 0 ... .max)
    print("LESSON_FUZZ_SEED=\(seed)")
    let walk = LessonWalk(await LearnersDesk(.english), Course.workshop(), seed: seed)
    while walk.count < count, walk.problem == nil { await walk.goThroughALesson() }
    #expect(walk.problem == nil, "LESSON_FUZZ_SEED=\(seed)")
    await walk.close()
  }
}

/// A learner who goes through lessons at random.
@MainActor
private final class LessonWalk {
  private let desk: LearnersDesk
  private let course: Course
  private var random: FuzzGenerator
  /// The statements that were typed in the lesson that goes on.
  private var typed: [String] = []
  /// What was said to the last statement.
  private var answers: [String] = []
  private(set) var count = 0
  /// The first step that could not be done when it began again, and the way there.
  private(set) var problem: String?

  init(_ desk: LearnersDesk, _ course: Course, seed: UInt64) {
    (self.desk, self.course, random) = (desk, course, FuzzGenerator(state: seed))
  }

  func close() async { await desk.close() }

  /// Begins a lesson at its first step and goes on until it is over.
  func goThroughALesson() async {
    typed = []
    let number = Int.random(in: 1...course.lessons.count, using: &random)
    let lesson = course.lessons[number - 1]
    await type(":lesson \(number).1")
    for step in lesson.steps.indices {
      // What was typed ahead may have done it.
      guard let place = desk.place, place.step == step + 1 else { continue }
      await finish(lesson.steps[step], step + 1, of: lesson, number)
      if problem != nil { return }
    }
  }

  private func finish(_ step: Lesson.Step, _ index: Int, of lesson: Lesson, _ number: Int) async {
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      guard desk.place?.step == index else { break }
      await type(pick(statements(of: lesson)))
      if chance(10) {
        await type(":lesson stop")
        if chance(30) { await type("let form = LoginForm()") }
        await type(":lesson \(number).\(index)")
        guard desk.place?.step == index else {
          return await note(lesson, index, "does not begin again")
        }
      }
    }
    guard desk.place?.step == index else { return }
    // What they have begun may ask something, for which a solution waits in vain.
    if chance(50), await isDone(step, index, patience: .seconds(5)) { return }
    guard desk.place?.step == index else { return }
    await type(":reset")
    if !(await isDone(step, index)) {
      await note(lesson, index, "cannot be done when it begins again")
    }
  }

  /// Does a step by one of its solutions, and answers whether that was enough.
  private func isDone(
    _ step: Lesson.Step, _ index: Int, patience: Duration = patience
  ) async -> Bool {
    await type(pick(step.solutions), patience: patience)
    await desk.settle()
    return desk.place.map { $0.step > index } ?? false
  }

  /// The statements that learners of a lesson may think of.
  private func statements(of lesson: Lesson) -> [String] {
    let ways: [String] = lesson.steps.flatMap { $0.solutions + $0.refused }
    return ways.flatMap { $0.split(separator: "\n").map(String.init) } + Self.anywhere
  }

  private static let anywhere = [
    "1 +", "let answer = 0", "let answer = \"none\"", "unwatch all", "unbind all", "undo", ":hint",
    ":check", ":task", ":solution", ":reset", ":cancel all", "advance 1s",
  ]

  /// Types a statement, which waits for nothing; what the lesson itself types before a step has its time.
  private func type(_ statement: String, patience: Duration? = nil) async {
    typed.append(statement)
    count += 1
    let isOfLesson = statement == ":reset" || statement.hasPrefix(":lesson")
    desk.session.host.patience = patience ?? (isOfLesson ? Self.patience : .zero)
    answers = await desk.type(statement)
  }

  private static let patience = Duration.seconds(60)

  private func note(_ lesson: Lesson, _ step: Int, _ what: String) async {
    problem = """
      \(lesson.id), step \(step), \(what):
      \(typed.joined(separator: "\n"))
      The last answers:
      \(answers.joined(separator: "\n"))
      What is missing:
      \(await desk.type(":check").joined(separator: "\n"))
      """
  }

  private func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int.random(in: 0..<choices.count, using: &random)]
  }

  private func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }
}
