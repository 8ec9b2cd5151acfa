import Bindings

extension LessonPlayer {
  var noLesson: Diagnostic {
    Diagnostic(.notNow, .noLessonGoesOn, at: nil, help: .seeLessons)
  }

  /// The lesson that is going on and its step.
  private func current() throws(Diagnostic) -> (Lesson, Place) {
    guard let place else { throw noLesson }
    guard !place.isOver else {
      throw Diagnostic(.notNow, .lessonIsOver, at: nil, help: .nextOrStop)
    }
    return (course.lesson(place.lesson, in: language), place)
  }

  /// Shows a step and what it asks for, and counts from here on.
  func beginStep(
    _ index: Int, of lesson: Lesson, in session: Session
  ) async throws(Diagnostic) {
    let step = lesson.steps[index]
    let title = Message.step(index + 1, of: lesson.steps.count, step.title)
    emit(.text(title: title, lines: step.text))
    try await session.typeForLearner(step.setup, in: self)
    place?.step = index
    place?.hints = 0
    place?.wantsSolution = false
    place?.start = evaluator.scope.graph.mark(title.text(in: language))
    let states = await states(of: step, since: place?.start)
    place?.met = states.map(\.isMet)
    for (check, state) in zip(step.checks, states) {
      emit(.check(check.text, isMet: state.isMet))
    }
  }

  func lookOnce(in session: Session) async {
    guard let (lesson, place) = try? current() else { return }
    let step = lesson.steps[place.step]
    let met = await states(of: step, since: place.start).map(\.isMet)
    for (check, (now, before)) in zip(step.checks, zip(met, place.met)) where now != before {
      emit(.check(check.text, isMet: now))
    }
    self.place?.met = met
    let isTold = zip(met, place.met).contains { $0 != $1 }
    let wasAnswered = evaluator.scope.given.contains("answer")
    defer { evaluator.scope.given = [] }
    guard !met.contains(false) else {
      // Whoever has answered is told that it was not that.
      for (check, now) in zip(step.checks, met) where !now && wasAnswered && !isTold {
        emit(.check(check.text, isMet: false))
      }
      return
    }
    progress.add(step.digest(in: lesson))
    emit(.note(.stepDone(place.step + 1, of: lesson.steps.count)))
    guard place.step + 1 < lesson.steps.count else { return end(lesson) }
    do { try await beginStep(place.step + 1, of: lesson, in: session) } catch {
      emit(.note(.lessonBroken(error.message)))
    }
  }

  private func end(_ lesson: Lesson) {
    guard let number = place?.lesson else { return }
    place?.isOver = true
    emit(.note(.lessonDone(number + 1, lesson.title)))
    guard number + 1 < course.lessons.count else {
      return emit(.note(.lastLesson))
    }
    let next = course.lesson(number + 1, in: language)
    emit(.note(.nextLesson(number + 2, next.title)))
  }

  /// `:hint`: the next one.
  func tellHint() throws {
    let (lesson, place) = try current()
    let hints = lesson.steps[place.step].hints
    guard place.hints < hints.count else {
      return emit(.note(.noHint))
    }
    self.place?.hints += 1
    let title = Message.hint(place.hints + 1, of: hints.count)
    emit(.text(title: title, lines: hints[place.hints].split(separator: "\n").map(String.init)))
  }

  /// `:solution`: asks the first time.
  func tellSolution() throws {
    let (lesson, place) = try current()
    guard place.wantsSolution else {
      self.place?.wantsSolution = true
      return emit(.note(.wantsSolution))
    }
    let lines = lesson.steps[place.step].solution.split(separator: "\n").map { "    \($0)" }
    emit(.text(title: .oneWay, lines: lines))
  }

  /// `:check`: each check, and why the first open one is not met.
  func tellChecks() async throws {
    let (lesson, place) = try current()
    let step = lesson.steps[place.step]
    let states = await states(of: step, since: place.start)
    for (check, state) in zip(step.checks, states) {
      emit(.check(check.text, isMet: state.isMet))
    }
    // One thing at a time: what comes later may follow from it.
    if let open = states.first(where: { !$0.isMet }) {
      emit(.text(title: nil, lines: [open.reason]))
    }
  }

  /// `:reset`, `:reset lesson` and `:reset all`.
  func reset(_ argument: String, in session: Session) async throws {
    switch argument {
    case "all":
      guard progress.clear() else {
        return emit(.note(.progressForgottenForNow))
      }
      return emit(.note(.progressForgotten))
    case "lesson", "":
      guard var place else { throw noLesson }
      if argument == "lesson" { place.step = 0 }
      place.isOver = false
      let lesson = course.lesson(place.lesson, in: language)
      try await clearDesk(of: session)
      self.place = place
      let step = place.step
      try await voice.silently { () async throws(Diagnostic) in
        try await self.redoSteps(of: lesson, upTo: step, in: session)
      }
      try await beginStep(step, of: lesson, in: session)
    default:
      throw Diagnostic(.arguments, .whatBeginsAgain, at: nil, help: .writeReset)
    }
  }
}
