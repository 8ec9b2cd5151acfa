import Bindings

extension LessonPlayer {

  /// Runs `:lesson`, `:lesson 2`, `:lesson 6.2`, `:lesson next` and `:lesson stop`.
  func lesson(_ argument: String) async throws {
    switch argument {
    case "": return list()
    case "stop": return try await stop()
    case "next":
      guard let next else { return emit(.note(.allLessonsDone)) }
      guard next < course.lessons.count else {
        return emit(.note(.lastLesson))
      }
      if let place, !place.isOver, !place.wantsNext {
        self.place?.wantsNext = true
        return emit(.note(.wantsNextLesson(place.step + 1)))
      }
      try await begin(next)
    default:
      let (index, step) = try found(argument)
      try await begin(index, at: step)
    }
  }

  /// The index of the lesson that `:lesson next` begins; `nil` if all are done.
  private var next: Int? {
    if let place { return place.lesson + 1 }
    if let left, firstOpenStep(of: course.lessons[left]) != nil { return left }
    return begun ?? course.lessons.firstIndex { firstOpenStep(of: $0) != nil }
  }

  /// Returns the indices of the lesson of a word, `6`, `waiting`, `06-waiting` or a title, and of the step behind a dot.
  private func found(_ word: String) throws(Diagnostic) -> (lesson: Int, step: Int?) {
    let titled = { [course] in course.id(titled: word).flatMap { course.index(of: $0) } }
    if let index = course.index(of: word) ?? titled() { return (index, nil) }
    let parts = word.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let index = course.index(of: parts[0]) else {
      throw Diagnostic(
        .unknownNumber, .noLesson(word.clipped(to: 40)), at: nil,
        help: Suggestion(
          for: word, among: course.ids, otherwise: .lessonsUpTo(course.lessons.count)
        ).help)
    }
    let steps = course.lessons[index].steps
    guard let number = Int(parts[1]), let step = steps.index(ofNumber: number) else {
      throw Diagnostic(
        .unknownNumber, .noStep(parts[1].clipped(to: 40), of: steps.count), at: nil)
    }
    return (index, step)
  }

  private func list() {
    let rows = course.lessons.indices.map { index in
      let lesson = course.lesson(index, in: language)
      let done = lesson.steps.count - openSteps(of: lesson).count
      let state =
        done == lesson.steps.count ? "  ✓" : done > 0 ? "  \(done)/\(lesson.steps.count)" : ""
      let minutes = course.lessons[index].minutes.map {
        Message.inBrackets(.minutes($0)).text(in: language)
      }
      return (word: ":lesson \(index + 1)", text: lesson.title + (minutes ?? "") + state)
    }
    emit(.page(title: .lessons, rows: rows))
  }

  private func stop() async throws {
    guard let desk, let place else { throw noLesson }
    await tearDown()
    self.desk = nil
    left = place.lesson
    self.place = nil
    await desk.lay(in: session)
    emit(.note(.backAtDesk))
  }

  /// Begins a lesson at a step, by default the first step that is not done.
  private func begin(_ index: Int, at step: Int? = nil) async throws {
    guard session.talks?.place == nil else {
      throw Diagnostic(.notNow, .talkGoesOn, at: nil, help: .write(":present stop"))
    }
    let lesson = course.lesson(index, in: language)
    await clearDesk()
    let step = step ?? firstOpenStep(of: lesson) ?? 0
    let begun = Place(lesson: index, step: step)
    place = begun
    // In the middle of a lesson, the window has room for the task rather than for the introduction.
    emit(
      .text(title: .lessonBegins(index + 1, lesson.title), lines: step == 0 ? lesson.text : []))
    let open = openNeeds(of: course.lessons[index])
    if !open.isEmpty { emit(.note(.lessonBuildsOn(open))) }
    if step > 0 {
      let wereDone = openSteps(of: lesson).first.map { $0 > step } ?? true
      emit(.note(wereDone ? .stepsAgain(step) : .stepsBefore(step)))
      session.showStatements(lesson.setup)
      try await redoSteps(of: lesson, upTo: step)
    } else {
      try await session.typeForLearner(lesson.setup)
    }
    guard goesOn(begun) else { return }
    try await beginStep(step, of: lesson)
    if step == 0 {
      emit(.note(.waysThroughStep))
    }
  }

  /// Returns the numbers, from 1, of the lessons that a lesson builds upon and that are not done.
  private func openNeeds(of lesson: Lesson) -> [Int] {
    lesson.needs.compactMap { course.index(of: $0) }
      .filter { firstOpenStep(of: course.lessons[$0]) != nil }.map { $0 + 1 }
  }

  /// Clears the desk for the lesson; the first time, saves the learner's own desk.
  func clearDesk() async {
    await tearDown()
    place = nil
    let cleared = await Desk(clearing: session)
    if let desk {
      evaluator.clock.set(desk.clock)
      return
    }
    desk = cleared
    guard !cleared.names.variables.isEmpty else { return }
    emit(.note(.deskKept))
  }

  /// Runs the teardown of the current lesson and ends the jobs that it has left running; an error is shown, but the
  /// learner still leaves the lesson.
  ///
  /// - Returns: The error, if any.
  @discardableResult
  func tearDown() async -> Diagnostic? {
    guard let place else { return nil }
    if let desk { session.jobs.drop(behind: desk.lastJob) }
    let lesson = course.lessons[place.lesson]
    do {
      try await voice.silently { () async throws(Diagnostic) in
        try await session.perform(ParsedText(lesson.teardown).named(lesson.id))
      }
      return nil
    } catch {
      emit(.note(.teardownFails(error.message)))
      return error
    }
  }

  /// Silently runs the setups and solutions before a step.
  ///
  /// A step whose setup or solution fails now, for example without a network, does not keep the learner from later steps.
  func redoSteps(of lesson: Lesson, upTo step: Int) async throws(Diagnostic) {
    try await voice.silently { () async throws(Diagnostic) in
      try await session.perform(ParsedText(lesson.setup).named(lesson.id))
      for step in lesson.steps[..<step] {
        for text in [step.setup, step.solutions[0]] {
          try? await session.perform(ParsedText(text).named(lesson.id))
        }
      }
    }
  }
}
