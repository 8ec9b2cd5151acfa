import Bindings

extension Session {
  var noLesson: Diagnostic {
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

  /// Shows a step and what it asks for, and counts from here on.
  func beginStep(
    _ index: Int, of lesson: Lesson, in lessons: LessonPlayer
  ) async throws(Diagnostic) {
    let step = lesson.steps[index]
    let title = lessonText(
      "step", "Step {} of {}: {}", "\(index + 1)", "\(lesson.steps.count)", step.title)
    emit(.text(title: title, lines: step.text))
    try await typeForLearner(step.setup)
    lessons.place?.step = index
    lessons.place?.hints = 0
    lessons.place?.wantsSolution = false
    lessons.place?.start = graph.mark(title)
    let states = await states(of: step, since: lessons.place?.start)
    lessons.place?.met = states.map(\.isMet)
    for (check, state) in zip(step.checks, states) {
      emit(.check(check.text, isMet: state.isMet))
    }
  }

  /// Tells what has become true or false of the step, and goes on when all of it is true.
  ///
  /// What is asked for while it looks makes it look once more.
  func lookAtStep() async {
    guard let lessons, lessons.place != nil else { return }
    lessons.isNewsThere = true
    guard !lessons.isLooking else { return }
    lessons.isLooking = true
    // What a lesson says is no answer to the statement.
    recorder.isListening = false
    defer { recorder.isListening = true }
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
    let isTold = zip(met, place.met).contains { $0 != $1 }
    defer { lessons.wasAnswered = false }
    guard !met.contains(false) else {
      // Whoever has answered is told that it was not that.
      for (check, now) in zip(step.checks, met) where !now && lessons.wasAnswered && !isTold {
        emit(.check(check.text, isMet: false))
      }
      return
    }
    lessons.progress.add(step.digest(in: lesson))
    let number = "\(place.step + 1)"
    emit(.note(lessonText("stepDone", "✓ Step {} of {} is done.", number, "\(lesson.steps.count)")))
    guard place.step + 1 < lesson.steps.count else { return end(lesson, lessons) }
    do { try await beginStep(place.step + 1, of: lesson, in: lessons) } catch {
      emit(.note(lessonText("broken", "The lesson itself is broken here: {}", error.message)))
    }
  }

  private func end(_ lesson: Lesson, _ lessons: LessonPlayer) {
    guard let number = lessons.place?.lesson else { return }
    lessons.place?.isOver = true
    emit(.note(lessonText("done", "✓ Lesson {} is done: {}", "\(number + 1)", lesson.title)))
    guard number + 1 < lessons.course.lessons.count else {
      return emit(.note(lessonText("last", "That was the last lesson. :lesson lists them all.")))
    }
    let next = lessons.course.lesson(number + 1, in: language)
    emit(.note(lessonText("next", "Next: :lesson {}  {}", "\(number + 2)", next.title)))
  }

  /// `:hint`: the next one.
  func tellHint() throws {
    let (lessons, lesson, place) = try current()
    let hints = lesson.steps[place.step].hints
    guard place.hints < hints.count else {
      return emit(.note(lessonText("noHint", "There is no further hint; :solution shows one way.")))
    }
    lessons.place?.hints += 1
    let title = lessonText("hint", "Hint {} of {}", "\(place.hints + 1)", "\(hints.count)")
    emit(.text(title: title, lines: hints[place.hints].split(separator: "\n").map(String.init)))
  }

  /// `:solution`: asks the first time.
  func tellSolution() throws {
    let (lessons, lesson, place) = try current()
    guard place.wantsSolution else {
      lessons.place?.wantsSolution = true
      return emit(
        .note(
          lessonText(
            "wantsSolution", "Type :solution again to see how the whole step is done.")
        ))
    }
    let lines = lesson.steps[place.step].solution.split(separator: "\n").map { "    \($0)" }
    emit(.text(title: lessonText("solution", "One way"), lines: lines))
  }

  /// `:check`: each check, and why the first open one is not met.
  func tellChecks() async throws {
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

  /// `:reset`, `:reset lesson` and `:reset all`.
  func reset(_ argument: String) async throws {
    guard let lessons else { return }
    switch argument {
    case "all":
      guard lessons.progress.clear() else {
        let text = "Progress is forgotten until the next start; what was kept before stays there."
        return emit(.note(lessonText("forgottenForNow", text)))
      }
      return emit(.note(lessonText("forgotten", "All progress is forgotten. :lesson 1 begins.")))
    case "lesson", "":
      guard var place = lessons.place else { throw noLesson }
      if argument == "lesson" { place.step = 0 }
      place.isOver = false
      let lesson = lessons.course.lesson(place.lesson, in: language)
      try await clearDesk(for: lessons)
      lessons.place = place
      let step = place.step
      try await silently { () async throws(Diagnostic) in
        try await self.redoSteps(of: lesson, upTo: step)
      }
      try await beginStep(step, of: lesson, in: lessons)
    default:
      throw Diagnostic(
        .arguments, "what is begun again is the step, the lesson or everything", at: nil,
        help: "Write :reset, :reset lesson or :reset all.")
    }
  }
}
