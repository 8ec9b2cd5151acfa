import Bindings

extension LessonPlayer {
  var noLesson: Diagnostic {
    Diagnostic(.notNow, .noLessonGoesOn, at: nil, help: .seeLessons)
  }

  private func current() throws(Diagnostic) -> (Lesson, Place) {
    guard let place else { throw noLesson }
    guard !place.isOver else {
      throw Diagnostic(.notNow, .lessonIsOver, at: nil, help: .nextOrStop)
    }
    return (course.lesson(place.lesson, in: language), place)
  }

  /// Shows a step and its checks, and starts the counts of the step.
  func beginStep(_ index: Int, of lesson: Lesson) async throws(Diagnostic) {
    let step = lesson.steps[index]
    let title = Message.step(index + 1, of: lesson.steps.count, step.title)
    emit(.text(title: title, lines: step.text))
    // Set before the setup: if the setup fails, the step before must not be done again.
    place = place.map { Place(lesson: $0.lesson, step: index) }
    let begun = place
    try await typeSetup(of: step)
    // The lessons may have been reloaded meanwhile.
    guard goesOn(begun) else { return }
    place?.start = evaluator.scope.graph.mark(title.text(in: language))
    // Names from the statements of the lesson itself, also from earlier solutions, are not answers to this step.
    evaluator.scope.given = []
    await tellStates(of: step, since: place?.start)
  }

  func lookOnce() async {
    if place?.isOver == true { return tellEnd() }
    guard let (lesson, place) = try? current(), place.start != nil else { return }
    let step = lesson.steps[place.step]
    let states = await states(of: step, since: place.start)
    guard goesOn(place), !isOvertaken else { return }
    let met = states.map(\.isMet)
    for (check, (now, before)) in zip(step.checks, zip(met, place.met)) where now != before {
      emit(.check(check.text, isMet: now))
    }
    self.place?.met = met
    let isTold = zip(met, place.met).contains { $0 != $1 }
    let wasAnswered = evaluator.scope.given.contains("answer")
    defer { evaluator.scope.given = [] }
    self.place?.touched = []
    guard !met.contains(false) else {
      if !isTold {
        tellMiss(of: step, states, touched: place.touched + (wasAnswered ? ["answer"] : []))
      }
      // A learner who has made something under another name than the step uses is told so, too.
      if !isTold, let name = states.lazy.compactMap(\.missing).first, place.hasJustNamed {
        emit(.note(.stepWantsName(name)))
      }
      let isLost = states.contains(where: \.isLost)
      // Once more for each try, so that nobody types the right statements in vain.
      if isLost, !place.isLost || !place.touched.isEmpty { emit(.note(.stepIsLost)) }
      self.place?.isLost = isLost
      return
    }
    progress.add(step.digest(in: lesson))
    emit(.note(.stepDone(place.step + 1, of: lesson.steps.count)))
    guard place.step + 1 < lesson.steps.count else { return end(lesson) }
    do { try await beginStep(place.step + 1, of: lesson) } catch {
      return emit(.note(.lessonBroken(error.message)))
    }
    // Statements that were typed ahead count: a step whose checks are all met is done.
    if self.place?.met.contains(false) == false { isNewsThere = true }
  }

  /// Tells a learner who has answered, or has set what a check compares, why that does not meet the check.
  ///
  /// Only the first such check is reported, because later checks may depend on it.
  private func tellMiss(of step: Lesson.Step, _ states: [CheckState], touched: [String]) {
    let places = touched.filter { evaluator.scope[$0]?.viewModel == nil }
    let missed = zip(step.checks, states).first { check, state in
      !state.isMet && state.missing == nil && check.compares(anyOf: places)
    }
    guard let (check, state) = missed else { return }
    emit(.check(check.text, isMet: false))
    emit(.text(title: nil, lines: [state.reason]))
  }

  private func end(_ lesson: Lesson) {
    guard let number = place?.lesson else { return }
    place?.isOver = true
    place?.typed = []
    emit(.note(.lessonEnds(number + 1, lesson.title, openSteps(of: lesson))))
    guard number + 1 < course.lessons.count else {
      return emit(.note(.lastLesson))
    }
    let next = course.lesson(number + 1, in: language)
    emit(.note(.nextLesson(number + 2, next.title)))
  }

  /// Tells a learner who goes on typing behind the end of a lesson that nothing is checked there, once.
  ///
  /// The first statement says nothing yet: it may be a try, or the one in which the lesson ended.
  private func tellEnd() {
    guard let place, !place.isEndTold, place.typed.count(where: { $0.first != ":" }) > 1 else {
      return
    }
    self.place?.isEndTold = true
    emit(.note(.nothingIsChecked))
  }

  /// Runs `:hint`: shows the next hint.
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

  /// Runs `:task`: shows the task of the step again, and which checks are met.
  func tellTask() async throws {
    let (lesson, place) = try current()
    let step = lesson.steps[place.step]
    emit(
      .text(
        title: .step(place.step + 1, of: lesson.steps.count, step.title), lines: step.text))
    await tellStates(of: step, since: place.start)
  }

  /// Shows for each check of a step whether it is met, and records that, so that it is not shown again.
  @discardableResult
  private func tellStates(
    of step: Lesson.Step, since start: TraceRecord.ID?
  ) async -> [CheckState] {
    let told = place
    let states = await states(of: step, since: start)
    guard goesOn(told) else { return states }
    for (check, state) in zip(step.checks, states) {
      emit(.check(check.text, isMet: state.isMet))
    }
    place?.met = states.map(\.isMet)
    return states
  }

  /// Runs `:solution`, which asks back the first time, and `:solution 2` for a step that is done.
  func tellSolution(_ argument: String) throws {
    guard let place else { throw noLesson }
    let lesson = course.lesson(place.lesson, in: language)
    let number = argument.isEmpty ? place.step + 1 : Int(argument) ?? 0
    guard let index = lesson.steps.index(ofNumber: number) else {
      throw Diagnostic(
        .unknownNumber, .noStep(argument.clipped(to: 40), of: lesson.steps.count), at: nil)
    }
    let step = lesson.steps[index]
    let isCurrent = index == place.step && !place.isOver
    guard !isCurrent || place.wantsSolution else {
      self.place?.wantsSolution = true
      return emit(.note(.wantsSolution))
    }
    guard isCurrent || index <= place.step || progress.done.contains(step.digest(in: lesson))
    else { throw Diagnostic(.notNow, .stepIsStillToBeDone(number), at: nil) }
    for (index, solution) in step.solutions.enumerated() {
      let lines = solution.split(separator: "\n").map { "    \($0)" }
      emit(.text(title: index == 0 ? .oneWay : .anotherWay, lines: lines))
    }
    if isCurrent, place.isLost { emit(.note(.stepIsLost)) }
  }

  /// Runs `:check`: shows each check, and why the first open check is not met.
  func tellChecks() async throws {
    let (lesson, place) = try current()
    guard place.start != nil else {
      throw Diagnostic(.notNow, .stepHasNotBegun(place.step + 1), at: nil, help: .writeReset)
    }
    let step = lesson.steps[place.step]
    let states = await tellStates(of: step, since: place.start)
    // Only one reason is shown, because later checks may depend on it.
    if let open = states.first(where: \.isLost) ?? states.first(where: { !$0.isMet }) {
      emit(.text(title: nil, lines: [open.reason]))
      if open.isLost { emit(.note(.stepIsLost)) }
    }
  }

  /// Runs `:reset`, `:reset lesson` and `:reset all`.
  func reset(_ argument: String) async throws {
    switch argument {
    case "all":
      emit(.note(progress.clear() ? .progressForgotten : .progressForgottenForNow))
    case "lesson", "":
      guard let place else { throw noLesson }
      let step = argument == "lesson" ? 0 : place.step
      let lesson = course.lesson(place.lesson, in: language)
      await clearDesk()
      let begun = Place(lesson: place.lesson, step: step)
      self.place = begun
      try await redoSteps(of: lesson, upTo: step)
      guard goesOn(begun) else { return }
      try await beginStep(step, of: lesson)
    default:
      throw Diagnostic(.arguments, .whatBeginsAgain, at: nil, help: .writeReset)
    }
  }
}

extension LessonPlayer.Place {
  /// Whether the last typed statement declares a name.
  fileprivate var hasJustNamed: Bool {
    typed.last.map { $0.hasPrefix("let ") || $0.hasPrefix("var ") } ?? false
  }
}
