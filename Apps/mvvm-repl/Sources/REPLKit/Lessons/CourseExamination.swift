/// Proves that lessons can be done: begins each one, sees that each step asks for something, and does it by
/// its solution.
///
/// ```swift
/// let problems = await CourseExamination { emit in
///   Session(catalog: catalog, emit: emit)
/// }.run(course)
/// ```
@MainActor
public struct CourseExamination {
  private let makeSession: TranscriptRunner.SessionMaker

  /// Creates an examination.
  ///
  /// - Parameter makeSession: Makes the session of one lesson; it hands everything it has to say to `emit`.
  public init(_ makeSession: @escaping TranscriptRunner.SessionMaker) {
    self.makeSession = makeSession
  }

  /// Goes through the lessons of a course.
  ///
  /// - Parameters:
  ///   - course: The lessons.
  ///   - language: In which their texts are read; conditions and solutions are the same in all.
  /// - Returns: What is wrong, one sentence each; empty when every step can be done.
  public func run(_ course: Course, in language: HelpLanguage = .english) async -> [String] {
    var problems: [String] = []
    for index in course.lessons.indices {
      problems += await examine(index, of: course, language).map { problem in
        "\(course.lessons[index].id): \(problem.text(in: language))"
      }
    }
    return problems
  }

  private func examine(_ index: Int, of course: Course, _ language: HelpLanguage) async -> [Message]
  {
    let heard = Heard()
    let session = await makeSession { heard.take($0) }
    session.language = language
    session.offer(course)
    var problems: [Message] = []
    if await session.run(SourceText(":lesson \(index + 1)")) != .ok {
      problems.append(.doesNotBegin(heard.mistake))
    }
    for (number, step) in course.lessons[index].steps.enumerated() where problems.isEmpty {
      let name = number + 1
      guard let place = session.lessons?.place, place.step == number, !place.isOver else {
        problems.append(.stepAsksForNothing(name))
        break
      }
      if step.hints.isEmpty { problems.append(.stepHasNoHint(name)) }
      if await session.run(SourceText(step.solution)) != .ok {
        problems.append(.solutionFails(name, heard.mistake))
      }
      await session.clock.settle()
      await session.lessons?.look(in: session)
      if let place = session.lessons?.place, place.step == number, !place.isOver {
        for (check, isMet) in zip(step.checks, place.met) where !isMet {
          problems.append(.solutionLeavesOpen(name, check.text))
        }
      }
    }
    await session.close()
    return problems
  }

  @MainActor
  private final class Heard {
    /// The last one.
    private(set) var mistake = Message(verbatim: "")

    func take(_ record: Record) {
      if case .diagnostic(let diagnostic, _) = record { mistake = diagnostic.message }
    }
  }
}
