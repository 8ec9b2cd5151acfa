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
    lessons = LessonPlayer(course, progress ?? PassingProgress())
    for command in lessonWords(course) { add(command) }
  }

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
      },
      ToolCommand("hint", "help with the step of the lesson, a bit more each time") {
        [weak self] _ in
        try self?.tellHint()
        return []
      },
      ToolCommand("check", "what of the step is done, and why the rest is not") { [weak self] _ in
        try await self?.tellChecks()
        return []
      },
      ToolCommand("solution", "one way through the step; asks first") { [weak self] _ in
        try self?.tellSolution()
        return []
      },
      ToolCommand(
        "reset", "begin the step again; :reset lesson from its first step, :reset all forgets all",
        words: ["lesson", "all"]
      ) { [weak self] in
        try await self?.reset($0)
        return []
      },
    ]
  }

  /// Says something in the language of the help; `{}` stands for the parts, in their order.
  private func words(_ key: String, _ english: String, _ parts: String...) -> String {
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
        return emit(.note(words("last", "That was the last lesson. :lesson lists them all.")))
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
    emit(.page(title: words("title", "Lessons"), rows: rows))
  }

  private func stopLessons(_ lessons: LessonPlayer) async throws {
    guard let desk = lessons.desk else { throw noLesson }
    try await tearDown(lessons)
    lessons.desk = nil
    lessons.place = nil
    lay(desk)
    emit(.note(words("stopped", "Back at your own desk. :lesson next goes on.")))
  }

  /// Begins a lesson at its first step that is not done.
  private func begin(_ index: Int, in lessons: LessonPlayer) async throws {
    let lesson = lessons.course.lesson(index, in: language)
    try await clear(lessons)
    lessons.place = LessonPlayer.Place(
      lesson: index, step: lessons.firstOpenStep(of: lesson) ?? 0)
    emit(
      .text(
        title: words("begin", "Lesson {}: {}", "\(index + 1)", lesson.title), lines: lesson.text))
    let step = lessons.place?.step ?? 0
    if step > 0 {
      try await silently { () async throws(Diagnostic) in try await self.redo(lesson, upTo: step) }
    } else {
      try await type(lesson.setup)
    }
    try await beginStep(step, of: lesson, in: lessons)
    if step == 0 {
      emit(
        .note(
          words("ways", "(:hint helps, :check says what is missing, :reset begins the step again)"))
      )
    }
  }

  /// An empty desk for the lesson; the first time the learner's own is put aside.
  private func clear(_ lessons: LessonPlayer) async throws {
    try await tearDown(lessons)
    let desk = takeDesk()
    if let own = lessons.desk { clock.set(own.clock) } else { lessons.desk = desk }
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
  private func redo(_ lesson: Lesson, upTo step: Int) async throws(Diagnostic) {
    try await perform(SourceText(lesson.setup, name: lesson.id))
    for step in lesson.steps[..<step] {
      try await perform(SourceText(step.setup + step.solution, name: lesson.id))
    }
  }

  /// Types statements for the learner.
  private func type(_ statements: String) async throws(Diagnostic) {
    guard !statements.isEmpty else { return }
    let lines = statements.split(separator: "\n").map { "    \($0)" }
    emit(.text(title: words("typed", "Typed for you"), lines: lines))
    try await perform(SourceText(statements))
  }

  private func beginStep(
    _ index: Int, of lesson: Lesson, in lessons: LessonPlayer
  ) async throws(Diagnostic) {
    let step = lesson.steps[index]
    let title = words(
      "step", "Step {} of {}: {}", "\(index + 1)", "\(lesson.steps.count)", step.title)
    emit(.text(title: title, lines: step.text))
    try await type(step.setup)
    lessons.place?.step = index
    lessons.place?.hints = 0
    lessons.place?.wantsSolution = false
    lessons.place?.start = Graph.main.mark(title)
    let states = await states(of: step, since: lessons.place?.start)
    lessons.place?.met = states.map(\.isMet)
    for (check, state) in zip(step.checks, states) {
      emit(.check(check.text, isMet: state.isMet))
    }
  }
}

// MARK: - Within a step

extension Session {
  private var noLesson: Diagnostic {
    Diagnostic(.notNow, "no lesson is going on", at: nil, help: "Type :lesson to see them.")
  }

  /// The lesson that is going on and its step.
  private func current() throws(Diagnostic) -> (LessonPlayer, Lesson, LessonPlayer.Place) {
    guard let lessons, let place = lessons.place else { throw noLesson }
    guard !place.isOver else {
      throw Diagnostic(
        .notNow, "the lesson is over", at: nil, help: "Type :lesson next, or :lesson stop.")
    }
    return (lessons, lessons.course.lesson(place.lesson, in: language), place)
  }

  /// Tells what has become true or false of the step, and goes on when all of it is true.
  ///
  /// What is asked for while it looks makes it look once more.
  func lookAtStep() async {
    guard let lessons, lessons.place != nil else { return }
    lessons.isNewsThere = true
    guard !lessons.isLooking else { return }
    lessons.isLooking = true
    while lessons.isNewsThere {
      lessons.isNewsThere = false
      await lookOnce(lessons)
    }
    lessons.isLooking = false
  }

  private func lookOnce(_ lessons: LessonPlayer) async {
    guard let (_, lesson, place) = try? current() else { return }
    let step = lesson.steps[place.step]
    let met = await states(of: step, since: place.start).map(\.isMet)
    for (check, (now, before)) in zip(step.checks, zip(met, place.met)) where now != before {
      emit(.check(check.text, isMet: now))
    }
    lessons.place?.met = met
    guard !met.contains(false) else { return }
    lessons.progress.add(step.digest(in: lesson))
    let number = "\(place.step + 1)"
    emit(.note(words("stepDone", "✓ Step {} of {} is done.", number, "\(lesson.steps.count)")))
    guard place.step + 1 < lesson.steps.count else { return end(lesson, lessons) }
    do { try await beginStep(place.step + 1, of: lesson, in: lessons) } catch {
      emit(.note(words("broken", "The lesson itself is broken here: {}", error.message)))
    }
  }

  private func end(_ lesson: Lesson, _ lessons: LessonPlayer) {
    guard let number = lessons.place?.lesson else { return }
    lessons.place?.isOver = true
    emit(.note(words("done", "✓ Lesson {} is done: {}", "\(number + 1)", lesson.title)))
    guard number + 1 < lessons.course.lessons.count else {
      return emit(.note(words("last", "That was the last lesson. :lesson lists them all.")))
    }
    let next = lessons.course.lesson(number + 1, in: language)
    emit(.note(words("next", "Next: :lesson {}  {}", "\(number + 2)", next.title)))
  }

  private func tellHint() throws {
    let (lessons, lesson, place) = try current()
    let hints = lesson.steps[place.step].hints
    guard place.hints < hints.count else {
      return emit(.note(words("noHint", "There is no further hint; :solution shows one way.")))
    }
    lessons.place?.hints += 1
    let title = words("hint", "Hint {} of {}", "\(place.hints + 1)", "\(hints.count)")
    emit(.text(title: title, lines: hints[place.hints].split(separator: "\n").map(String.init)))
  }

  private func tellSolution() throws {
    let (lessons, lesson, place) = try current()
    guard place.wantsSolution else {
      lessons.place?.wantsSolution = true
      return emit(
        .note(
          words(
            "wantsSolution", "That shows how the whole step is done. :solution once more shows it.")
        ))
    }
    let lines = lesson.steps[place.step].solution.split(separator: "\n").map { "    \($0)" }
    emit(.text(title: words("solution", "One way"), lines: lines))
  }

  private func tellChecks() async throws {
    let (_, lesson, place) = try current()
    let step = lesson.steps[place.step]
    let states = await states(of: step, since: place.start)
    for (check, state) in zip(step.checks, states) {
      emit(.check(check.text, isMet: state.isMet))
    }
    // One thing at a time: what comes later may follow from it.
    if let open = states.first(where: { !$0.isMet }) {
      emit(.text(title: "", lines: [open.reason]))
    }
  }

  private func reset(_ argument: String) async throws {
    guard let lessons else { return }
    switch argument {
    case "all":
      lessons.progress.clear()
      return emit(.note(words("forgotten", "All progress is forgotten. :lesson 1 begins.")))
    case "lesson", "":
      guard var place = lessons.place else { throw noLesson }
      if argument == "lesson" { place.step = 0 }
      place.isOver = false
      let lesson = lessons.course.lesson(place.lesson, in: language)
      try await clear(lessons)
      lessons.place = place
      let step = place.step
      try await silently { () async throws(Diagnostic) in try await self.redo(lesson, upTo: step) }
      try await beginStep(step, of: lesson, in: lessons)
    default:
      throw Diagnostic(
        .arguments, "what is begun again is the step, the lesson or everything", at: nil,
        help: "Write :reset, :reset lesson or :reset all.")
    }
  }
}
