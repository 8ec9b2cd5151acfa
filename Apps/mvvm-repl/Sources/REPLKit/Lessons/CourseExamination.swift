import Bindings

/// Verifies that the lessons of a course can be done.
///
/// No check may be met at first, each solution must do its step, no refused way may do it, and demos must be true.
///
/// ```swift
/// let problems = await CourseExamination { emit in
///   Session(catalog: catalog, emit: emit)
/// }.run(course)
/// ```
@MainActor
public struct CourseExamination {
  private let makeSession: TranscriptRunner.SessionMaker

  /// Creates an examination; `makeSession` makes the session of one lesson, or of one demo.
  public init(_ makeSession: @escaping TranscriptRunner.SessionMaker) {
    self.makeSession = makeSession
  }

  /// Examines the lessons of a course with the texts of a language; conditions and solutions are the same in all
  /// languages.
  ///
  /// - Returns: The problems, one sentence each; empty if every step can be done.
  public func run(_ course: Course, in language: HelpLanguage = .english) async -> [String] {
    var problems: [String] = []
    for index in course.lessons.indices {
      let lesson = course.lesson(index, in: language)
      var found = needs(of: index, in: course)
      found += await examine(index, of: course, language)
      found += await examineDemos(of: lesson, language)
      problems += found.map { "\(lesson.id): \($0.text(in: language))" }
    }
    return problems
  }

  /// Returns the lessons that a lesson needs and that are not before it.
  private func needs(of index: Int, in course: Course) -> [Message] {
    course.lessons[index].needs.filter { (course.index(of: $0) ?? index) >= index }
      .map { .lessonNeedsUnknown($0) }
  }

  private func examine(_ index: Int, of course: Course, _ language: HelpLanguage) async -> [Message]
  {
    let heard = Heard()
    let session = await makeSession { heard.take($0) }
    session.language = language
    session.offer(course)
    let walk = LessonWalk(session, lesson: index, course.lesson(index, in: language))
    var problems: [Message] = course.lessons[index].uses.filter {
      Verb.named($0) == nil && session.host.words[$0] == nil
    }.map { .lessonUsesUnknown($0) }
    problems += await walk.throughAllSteps(heard)
    if problems.isEmpty { problems = await walk.throughOtherWays(heard) }
    if let mistake = await session.graph.run({ await session.lessons?.tearDown() }) {
      problems.append(.doesNotEnd(mistake.message))
    }
    await session.close()
    return problems
  }

  /// Examines the demos of a lesson and of its steps, each in its own session after the statements before it.
  private func examineDemos(of lesson: Lesson, _ language: HelpLanguage) async -> [Message] {
    var problems: [Message] = []
    var before = [lesson.setup]
    for demo in lesson.demos { problems += await examine(demo, behind: before, language) }
    for step in lesson.steps {
      before.append(step.setup)
      for demo in step.demos { problems += await examine(demo, behind: before, language) }
      before.append(step.solutions[0])
    }
    return problems
  }

  private func examine(
    _ demo: String, behind texts: [String], _ language: HelpLanguage
  ) async -> [Message] {
    let report = await TranscriptRunner { emit in
      let session = await makeSession(emit)
      session.language = language
      for text in texts { await session.run(SourceText(text)) }
      return session
    }.run(Transcript("~~~~~~\n\(demo)\n~~~~~~"))
    return report.failures.map { .demoIsFalse($0.description) }
  }
}

/// A walk through a lesson, as learners do it.
@MainActor
private struct LessonWalk {
  private let session: Session
  private let number: Int
  private let lesson: Lesson

  init(_ session: Session, lesson index: Int, _ lesson: Lesson) {
    self.session = session
    number = index + 1
    self.lesson = lesson
  }

  /// Does all steps in order, each by its usual solution.
  func throughAllSteps(_ heard: Heard) async -> [Message] {
    guard await run(SourceText(":lesson \(number)")) == .ok else {
      return [.doesNotBegin(heard.mistake)]
    }
    var problems: [Message] = []
    for (index, step) in lesson.steps.enumerated() where problems.isEmpty {
      guard session.lessons?.place?.start != nil else {
        return [.stepDoesNotBegin(index + 1, heard.mistake)]
      }
      guard !isDone(index) else { return [.stepAsksForNothing(index + 1)] }
      for (check, isMet) in zip(step.checks, session.lessons?.place?.met ?? []) where isMet {
        problems.append(.checkIsMetAlready(index + 1, check.text))
      }
      if step.hints.isEmpty { problems.append(.stepHasNoHint(index + 1)) }
      problems += await self.problems(of: step.solutions[0], index, heard)
    }
    return problems
  }

  /// Does each step by its other solutions, and by the ways that it must refuse.
  func throughOtherWays(_ heard: Heard) async -> [Message] {
    var problems: [Message] = []
    for (index, step) in lesson.steps.enumerated() {
      for solution in step.solutions.dropFirst() {
        guard await run(SourceText(":lesson \(number).\(index + 1)")) == .ok else {
          return [.stepDoesNotBegin(index + 1, heard.mistake)]
        }
        problems += await self.problems(of: solution, index, heard)
      }
      for refused in step.refused {
        guard await run(SourceText(":lesson \(number).\(index + 1)")) == .ok else {
          return [.stepDoesNotBegin(index + 1, heard.mistake)]
        }
        await type(refused)
        if isDone(index) {
          let statements = refused.split(separator: "\n").joined(separator: "; ")
          problems.append(.refusedIsAccepted(index + 1, statements))
        }
      }
    }
    return problems
  }

  private func problems(of solution: String, _ index: Int, _ heard: Heard) async -> [Message] {
    var problems: [Message] = []
    let step = lesson.steps[index]
    let status = await run(SourceText(solution))
    let mistake = heard.mistake
    await settle()
    // A step that asks for a failure is done by a command that fails, as the last statement.
    let isAsked = step.checks.contains(where: \.asksForFailure) && heard.failed(atEndOf: solution)
    if status != .ok, !isDone(index) || !isAsked {
      problems.append(.solutionFails(index + 1, mistake))
    }
    guard !isDone(index) else { return problems }
    let states = await session.graph.run {
      await session.lessons?.states(of: step, since: session.lessons?.place?.start) ?? []
    }
    for (check, state) in zip(step.checks, states) where !state.isMet {
      problems.append(.solutionLeavesOpen(index + 1, check.text, state.reason))
    }
    return problems
  }

  /// Types statements one by one; continues after an error, as a learner does.
  private func type(_ statements: String) async {
    var reader = StatementReader()
    guard var texts = try? reader.read("\(statements)\n".utf8) else { return }
    if let last = try? reader.end() { texts.append(last) }
    for text in texts {
      let watchman = watch()
      await session.run(text)
      watchman.cancel()
    }
    await settle()
  }

  private func run(_ text: SourceText) async -> Status {
    let watchman = watch()
    defer { watchman.cancel() }
    return await session.run(text)
  }

  /// Cancels a statement that waits longer than three times the host's patience, because nobody can end the wait.
  private func watch() -> Task<Void, Never> {
    Task { [session] in
      guard (try? await Task.sleep(for: session.host.patience * 3)) != nil else { return }
      session.cancelRunning()
    }
  }

  private func settle() async {
    await session.clock.settle()
    await session.graph.run { await session.lessons?.look() }
  }

  /// Returns whether a step is done, which means that the lesson has gone on.
  private func isDone(_ index: Int) -> Bool {
    guard let place = session.lessons?.place else { return false }
    return place.isOver || place.step != index
  }
}

/// A listener that keeps the last error of a session.
@MainActor
final class Heard {
  private(set) var mistake = Message(verbatim: "")
  private var failure: Diagnostic?

  func take(_ record: Record) {
    if case .diagnostic(let diagnostic, let source) = record {
      mistake = .mistake(diagnostic, in: source)
      failure = diagnostic
    }
  }

  /// Whether the last mistake was the failure of a command in the last statement of a solution.
  func failed(atEndOf solution: String) -> Bool {
    guard let failure, failure.code == .failed, let place = failure.span,
      let last = try? Parser.parse(solution).last
    else { return false }
    return place.start >= last.span.start
  }
}
