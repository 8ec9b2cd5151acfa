import Bindings

extension LessonPlayer {

  /// `:lesson`, `:lesson 2`, `:lesson next` and `:lesson stop`.
  func lesson(_ argument: String, in session: Session) async throws {
    switch argument {
    case "": return list()
    case "stop": return try await stop(in: session)
    case "next":
      let next = place.map { $0.lesson + 1 } ?? firstOpen ?? 0
      guard next < course.lessons.count else {
        return emit(.note(.lastLesson))
      }
      try await begin(next, in: session)
    default:
      guard let index = course.index(of: argument) else {
        throw Diagnostic(
          .unknownNumber, .noLesson(argument.clipped(to: 40)), at: nil,
          help: Suggestion(for: argument, among: course.lessons.map(\.id)).help)
      }
      try await begin(index, in: session)
    }
  }

  private func list() {
    let rows = course.lessons.indices.map { index in
      let lesson = course.lesson(index, in: language)
      let done = lesson.steps.count { progress.done.contains($0.digest(in: lesson)) }
      let state =
        done == lesson.steps.count ? "  ✓" : done > 0 ? "  \(done)/\(lesson.steps.count)" : ""
      return (word: ":lesson \(index + 1)", text: lesson.title + state)
    }
    emit(.page(title: .lessons, rows: rows))
  }

  private func stop(in session: Session) async throws {
    guard let desk else { throw noLesson }
    try await tearDown(in: session)
    self.desk = nil
    place = nil
    desk.lay(in: session)
    emit(.note(.backAtDesk))
  }

  /// Begins a lesson at its first step that is not done.
  private func begin(_ index: Int, in session: Session) async throws {
    let lesson = course.lesson(index, in: language)
    try await clearDesk(of: session)
    place = Place(lesson: index, step: firstOpenStep(of: lesson) ?? 0)
    emit(.text(title: .lessonBegins(index + 1, lesson.title), lines: lesson.text))
    let step = place?.step ?? 0
    if step > 0 {
      try await voice.silently { () async throws(Diagnostic) in
        try await self.redoSteps(of: lesson, upTo: step, in: session)
      }
    } else {
      try await session.typeForLearner(lesson.setup, in: self)
    }
    try await beginStep(step, of: lesson, in: session)
    if step == 0 {
      emit(.note(.waysThroughStep))
    }
  }

  /// An empty desk for the lesson; the first time the learner's own is put aside.
  func clearDesk(of session: Session) async throws {
    try await tearDown(in: session)
    let cleared = Desk(clearing: session)
    if let desk { return evaluator.clock.set(desk.clock) }
    desk = cleared
    guard !cleared.names.variables.isEmpty else { return }
    emit(.note(.deskKept))
  }

  /// Does what the lesson that is left wants done.
  private func tearDown(in session: Session) async throws {
    guard let place else { return }
    let lesson = course.lessons[place.lesson]
    try await voice.silently { () async throws(Diagnostic) in
      try await session.perform(ParsedText(lesson.teardown).named(lesson.id))
    }
  }

  /// Does silently what was done before a step.
  func redoSteps(
    of lesson: Lesson, upTo step: Int, in session: Session
  ) async throws(Diagnostic) {
    try await session.perform(ParsedText(lesson.setup).named(lesson.id))
    for step in lesson.steps[..<step] {
      try await session.perform(ParsedText(step.setup + step.solution).named(lesson.id))
    }
  }
}
