import Bindings

extension Session {
  /// Offers lessons: adds the words `:lesson`, `:hint`, `:check`, `:solution` and `:reset`.
  ///
  /// A lesson has a desk of its own: what the learner had before is put aside when the first one begins,
  /// and comes back with `:lesson stop`. After each statement, and when a command in the background
  /// ends, the checks of the step are looked at; when all are met, the next step begins.
  ///
  /// - Parameters:
  ///   - course: The lessons.
  ///   - progress: Where it is kept what is done; forgotten with the session by default.
  public func offer(_ course: Course, progress: (any LessonProgress)? = nil) {
    if let desk = lessons?.desk { lay(desk) }
    lessons = LessonPlayer(course, progress ?? PassingProgress())
    for command in lessonWords(course) { add(command.unrecorded()) }
  }

  /// Whether lessons are offered.
  public var hasLessons: Bool { lessons != nil }

  /// What a learner types next when a lesson is over; `nil` otherwise.
  public var nextLesson: String? {
    guard let lessons, let place = lessons.place, place.isOver,
      place.lesson + 1 < lessons.course.lessons.count
    else { return nil }
    return ":lesson \(place.lesson + 2)"
  }

  private func lessonWords(_ course: Course) -> [ToolCommand] {
    let ids = course.lessons.map(\.id)
    return [
      ToolCommand(
        "lesson", "the lessons; :lesson 1 begins one, :lesson next the next, :lesson stop ends it",
        words: ["next", "stop"] + ids
      ) { [weak self] in
        try await self?.lesson($0)
        return []
      }.translated(.chinese, "课程：:lesson 1 开始一课，:lesson next 下一课，:lesson stop 结束"),
      ToolCommand("hint", "help with the step of the lesson, a bit more each time") {
        [weak self] _ in
        try self?.tellHint()
        return []
      }.translated(.chinese, "这一步的提示，每次多一点"),
      ToolCommand("check", "what of the step is done, and why the rest is not") { [weak self] _ in
        try await self?.tellChecks()
        return []
      }.translated(.chinese, "这一步做到了什么，其余为何还没做到"),
      ToolCommand("solution", "one way through the step; asks first") { [weak self] _ in
        try self?.tellSolution()
        return []
      }.translated(.chinese, "这一步的一种做法；会先问一次"),
      ToolCommand(
        "reset", "begin the step again; :reset lesson from its first step, :reset all forgets all",
        words: ["lesson", "all"]
      ) { [weak self] in
        try await self?.reset($0)
        return []
      }.translated(.chinese, "重新开始这一步；:reset lesson 从第一步开始，:reset all 忘掉全部进度"),
    ]
  }

  /// Says something in the language of the help; `{}` stands for the parts, in their order.
  func lessonText(_ key: String, _ english: String, _ parts: String...) -> String {
    let pieces = language.text("lesson.\(key)", english)
      .split(separator: "{}", omittingEmptySubsequences: false)
    return zip(parts, pieces.dropFirst()).reduce(String(pieces[0])) { $0 + $1.0 + $1.1 }
  }
}

// MARK: - Going through lessons

extension Session {
  private func lesson(_ argument: String) async throws {
    guard let lessons else { return }
    switch argument {
    case "": return listLessons(lessons)
    case "stop": return try await stopLessons(lessons)
    case "next":
      let next = lessons.place.map { $0.lesson + 1 } ?? lessons.firstOpen ?? 0
      guard next < lessons.course.lessons.count else {
        return emit(.note(lessonText("last", "That was the last lesson. :lesson lists them all.")))
      }
      try await begin(next, in: lessons)
    default:
      guard let index = lessons.course.index(of: argument) else {
        throw Diagnostic(
          .unknownNumber, "there is no lesson '\(argument.clipped(to: 40))'", at: nil,
          help: Suggestion(for: argument, among: lessons.course.lessons.map(\.id)).help)
      }
      try await begin(index, in: lessons)
    }
  }

  private func listLessons(_ lessons: LessonPlayer) {
    let rows = lessons.course.lessons.indices.map { index in
      let lesson = lessons.course.lesson(index, in: language)
      let done = lesson.steps.count { lessons.progress.done.contains($0.digest(in: lesson)) }
      let state =
        done == lesson.steps.count ? "  ✓" : done > 0 ? "  \(done)/\(lesson.steps.count)" : ""
      return (word: ":lesson \(index + 1)", text: lesson.title + state)
    }
    emit(.page(title: lessonText("title", "Lessons"), rows: rows))
  }

  private func stopLessons(_ lessons: LessonPlayer) async throws {
    guard let desk = lessons.desk else { throw noLesson }
    try await tearDown(lessons)
    lessons.desk = nil
    lessons.place = nil
    lay(desk)
    emit(.note(lessonText("stopped", "Back at your own desk. :lesson next goes on.")))
  }

  /// Begins a lesson at its first step that is not done.
  private func begin(_ index: Int, in lessons: LessonPlayer) async throws {
    let lesson = lessons.course.lesson(index, in: language)
    try await clearDesk(for: lessons)
    lessons.place = LessonPlayer.Place(
      lesson: index, step: lessons.firstOpenStep(of: lesson) ?? 0)
    emit(
      .text(
        title: lessonText("begin", "Lesson {}: {}", "\(index + 1)", lesson.title),
        lines: lesson.text))
    let step = lessons.place?.step ?? 0
    if step > 0 {
      try await silently { () async throws(Diagnostic) in
        try await self.redoSteps(of: lesson, upTo: step)
      }
    } else {
      try await typeForLearner(lesson.setup)
    }
    try await beginStep(step, of: lesson, in: lessons)
    if step == 0 {
      emit(
        .note(
          lessonText(
            "ways", "(:hint helps, :check says what is missing, :reset begins the step again)"))
      )
    }
  }

  /// An empty desk for the lesson; the first time the learner's own is put aside.
  func clearDesk(for lessons: LessonPlayer) async throws {
    try await tearDown(lessons)
    let desk = takeDesk()
    if let own = lessons.desk { return clock.set(own.clock) }
    lessons.desk = desk
    guard !desk.variables.isEmpty else { return }
    emit(.note(lessonText("deskKept", "Your desk is kept; :lesson stop brings it back.")))
  }

  /// Does what the lesson that is left wants done.
  private func tearDown(_ lessons: LessonPlayer) async throws {
    guard let place = lessons.place else { return }
    let lesson = lessons.course.lessons[place.lesson]
    try await silently { () async throws(Diagnostic) in
      try await self.perform(SourceText(lesson.teardown, name: lesson.id))
    }
  }

  /// Does silently what was done before a step.
  func redoSteps(of lesson: Lesson, upTo step: Int) async throws(Diagnostic) {
    try await perform(SourceText(lesson.setup, name: lesson.id))
    for step in lesson.steps[..<step] {
      try await perform(SourceText(step.setup + step.solution, name: lesson.id))
    }
  }

  /// Types statements for the learner.
  func typeForLearner(_ statements: String) async throws(Diagnostic) {
    guard !statements.isEmpty else { return }
    let lines = statements.split(separator: "\n").map { "    \($0)" }
    emit(.text(title: lessonText("typed", "Typed for you"), lines: lines))
    try await perform(SourceText(statements))
  }
}
