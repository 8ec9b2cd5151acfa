import Bindings

extension LessonPlayer {
  var noLesson: Diagnostic {
    Diagnostic(.notNow, "no lesson is going on", at: nil, help: "Type :lesson to see them.")
  }

  /// The lesson that is going on and its step.
  private func current() throws(Diagnostic) -> (Lesson, Place) {
    guard let place else { throw noLesson }
    guard !place.isOver else {
      throw Diagnostic(
        .notNow, "the lesson is over", at: nil, help: "Type :lesson next, or :lesson stop.")
    }
    return (course.lesson(place.lesson, in: language), place)
  }

  /// Shows a step and what it asks for, and counts from here on.
  func beginStep(
    _ index: Int, of lesson: Lesson, in session: Session
  ) async throws(Diagnostic) {
    let step = lesson.steps[index]
    let title = text(
      "step", "Step {} of {}: {}", "\(index + 1)", "\(lesson.steps.count)", step.title)
    emit(.text(title: title, lines: step.text))
    try await session.typeForLearner(step.setup, in: self)
    place?.step = index
    place?.hints = 0
    place?.wantsSolution = false
    place?.start = evaluator.scope.graph.mark(title)
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
    let number = "\(place.step + 1)"
    emit(.note(text("stepDone", "✓ Step {} of {} is done.", number, "\(lesson.steps.count)")))
    guard place.step + 1 < lesson.steps.count else { return end(lesson) }
    do { try await beginStep(place.step + 1, of: lesson, in: session) } catch {
      emit(.note(text("broken", "The lesson itself is broken here: {}", error.message)))
    }
  }

  private func end(_ lesson: Lesson) {
    guard let number = place?.lesson else { return }
    place?.isOver = true
    emit(.note(text("done", "✓ Lesson {} is done: {}", "\(number + 1)", lesson.title)))
    guard number + 1 < course.lessons.count else {
      return emit(.note(text("last", "That was the last lesson. :lesson lists them all.")))
    }
    let next = course.lesson(number + 1, in: language)
    emit(.note(text("next", "Next: :lesson {}  {}", "\(number + 2)", next.title)))
  }

  /// `:hint`: the next one.
  func tellHint() throws {
    let (lesson, place) = try current()
    let hints = lesson.steps[place.step].hints
    guard place.hints < hints.count else {
      return emit(.note(text("noHint", "There is no further hint; :solution shows one way.")))
    }
    self.place?.hints += 1
    let title = text("hint", "Hint {} of {}", "\(place.hints + 1)", "\(hints.count)")
    emit(.text(title: title, lines: hints[place.hints].split(separator: "\n").map(String.init)))
  }

  /// `:solution`: asks the first time.
  func tellSolution() throws {
    let (lesson, place) = try current()
    guard place.wantsSolution else {
      self.place?.wantsSolution = true
      return emit(
        .note(
          text(
            "wantsSolution", "Type :solution again to see how the whole step is done.")
        ))
    }
    let lines = lesson.steps[place.step].solution.split(separator: "\n").map { "    \($0)" }
    emit(.text(title: text("solution", "One way"), lines: lines))
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
      emit(.text(title: "", lines: [open.reason]))
    }
  }

  /// `:reset`, `:reset lesson` and `:reset all`.
  func reset(_ argument: String, in session: Session) async throws {
    switch argument {
    case "all":
      guard progress.clear() else {
        let english =
          "Progress is forgotten until the next start; what was kept before stays there."
        return emit(.note(text("forgottenForNow", english)))
      }
      return emit(.note(text("forgotten", "All progress is forgotten. :lesson 1 begins.")))
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
      throw Diagnostic(
        .arguments, "what is begun again is the step, the lesson or everything", at: nil,
        help: "Write :reset, :reset lesson or :reset all.")
    }
  }
}
