import Bindings

extension Session {
  /// Offers lessons: adds the commands `:lesson`, `:task`, `:hint`, `:check`, `:solution` and `:reset`.
  ///
  /// Lessons have their own desk: the learner's own names and watches are saved when the first lesson begins, and
  /// `:lesson stop` restores them. After each statement, and when a command in the background ends, the checks of the
  /// step are evaluated. When all are met, the next step begins.
  ///
  /// `progress` stores the steps that are done; without it, they are forgotten with the session.
  public func offer(_ course: Course, progress: (any LessonProgress)? = nil) {
    if let desk = lessons?.desk {
      desk.layOwn(in: self)
      Task { await desk.bringBackHosts() }
    }
    lessons = LessonPlayer(course, progress ?? PassingProgress(), in: self)
    for command in lessonWords(course) { add(command) }
    jobs.onEnd = { [weak self] in await self?.lookBetweenStatements() }
  }

  /// Offers the lessons after a reload; the learner's place does not change.
  public func offerAgain(_ course: Course) async {
    guard let lessons else { return offer(course) }
    // The note is not part of the answer to the last statement.
    voice.recorder.isListening = false
    defer { voice.recorder.isListening = true }
    switch lessons.take(course) {
    case true?:
      guard let place = lessons.place else { return }
      emit(.note(.courseReadAgain(course.lesson(place.lesson, in: language).title)))
      if !place.isOver { try? await lessons.tellTask() }
      await lookBetweenStatements()
    case false?: emit(.note(.lessonsReadAgain))
    case nil:
      await graph.run { _ = await lessons.tearDown() }
      if let desk = lessons.desk { await desk.lay(in: self) }
      lessons.leaveGone(for: course)
      emit(.note(.lessonIsGone))
    }
    for command in lessonWords(course) { add(command) }
    host.onLesson?()
  }

  /// Evaluates the checks of the step while no statement runs, and notifies the host if the lesson row changes.
  func lookBetweenStatements() async {
    guard let lessons else { return }
    guard chronicle.currentMark == nil else { return lessons.noteNews() }
    // If a command has ended, its job first reports the end. The look follows then.
    let executing = Set(chronicle.writes.executions.values.map(\.command))
    guard jobs.all.allSatisfy({ $0.command.map(executing.contains) ?? true }) else { return }
    // A look in progress sees this change, too, and notifies the host.
    let row = lessons.isLooking ? nil : lessonRow
    await graph.run { await lessons.look(isBetween: true) }
    // The statements of the next step's setup are over.
    if entry.nesting == 0 { chronicle.currentMark = nil }
    if let row, lessonRow != row { host.onLesson?() }
  }

  /// Registers state of the host that a lesson or a talk may change, such as a store or the behaviour of a network.
  ///
  /// Each lesson and talk begins with the state at the first start of the program; the person's own state returns with
  /// the desk.
  ///
  /// - Parameter putAside: Sets the first state, and returns a function that restores the previous state. It is called
  ///   again when a lesson begins again, but only the first returned function is called at the end.
  public func addBelongings(
    _ putAside: @escaping @MainActor () async -> @MainActor () async -> Void
  ) {
    host.belongings.append(putAside)
  }

  /// Whether lessons are offered.
  public var hasLessons: Bool { lessons != nil }

  /// The current lesson and its step in one line, for a row above the prompt; `nil` outside of lessons.
  public var lessonRow: String? { lessonRows.first }

  /// The row of the lesson, and a shorter row for narrower windows; empty outside of lessons.
  public var lessonRows: [String] {
    guard let lessons, let place = lessons.place else { return [] }
    let lesson = lessons.course.lesson(place.lesson, in: language)
    let number = place.lesson + 1
    let (step, count) = (place.step + 1, lesson.steps.count)
    let open = lessons.openSteps(of: lesson)
    let rows: [Message] =
      place.isOver
      ? [.lessonEnds(number, lesson.title, open), .lessonEnds(number, open)]
      : [
        .lessonPlace(number, step: step, of: count, lesson.steps[place.step].title),
        .lessonPlace(number, step: step, of: count),
      ]
    return rows.map { $0.text(in: language) }
  }

  /// The line that a learner types next after a lesson; `nil` if no lesson is over or no lesson follows.
  public var nextLesson: String? {
    guard let lessons, let place = lessons.place, place.isOver,
      place.lesson + 1 < lessons.course.lessons.count
    else { return nil }
    return ":lesson \(place.lesson + 2)"
  }

  private func lessonWords(_ course: Course) -> [ToolCommand] {
    func word(
      _ name: String, synonyms: [String] = [], _ english: Message.Wording,
      _ chinese: Message.Wording, words: [String] = [],
      _ act: @escaping @MainActor @Sendable (LessonPlayer, String) async throws -> Void
    ) -> ToolCommand {
      ToolCommand(
        name, synonyms: synonyms, .learn, english, chinese, takes: .text(words), isRecorded: false,
        isOwn: false
      ) { session, argument, _ in
        if let lessons = session.lessons { try await act(lessons, argument) }
      }
    }
    return [
      word(
        "lesson", synonyms: ["lessons"],
        "the lessons; :lesson 1 begins one, :lesson 1.2 its second step, :lesson next the next, :lesson stop ends it",
        "课程：:lesson 1 开始一课，:lesson 1.2 从它的第二步开始，:lesson next 下一课，:lesson stop 结束",
        words: ["next", "stop"] + course.ids
      ) { try await $0.lesson($1) }.explaining { course.titles(in: $0) },
      word("task", "show the task of the step again", "再看一遍这一步的任务") { lessons, _ in
        try await lessons.tellTask()
      },
      word("hint", "help with the step of the lesson, a bit more each time", "这一步的提示，每次多一点") {
        lessons, _ in try lessons.tellHint()
      },
      word(
        "check", "which parts of the step are done, and what is missing", "这一步做到了什么，其余为何还没做到"
      ) { lessons, _ in try await lessons.tellChecks() },
      word(
        "solution",
        "solutions of this step; type :solution twice; :solution 2 shows those of step 2 once it is done",
        "这一步的解法；要输入两次；:solution 2 看已完成的第 2 步"
      ) { try $0.tellSolution($1) },
      word(
        "reset", "begin the step again; :reset lesson from its first step, :reset all forgets all",
        "重新开始这一步；:reset lesson 从第一步开始，:reset all 忘掉全部进度", words: ["lesson", "all"]
      ) { try await $0.reset($1) },
    ]
  }

  /// Runs statements for the learner; of their output only errors and what is watched are shown, so that the task stays
  /// visible.
  func typeForLearner(_ statements: String) async throws(Diagnostic) {
    guard !statements.isEmpty else { return }
    showStatements(statements)
    try await voice.telling { record in
      switch record {
      case .change, .table, .drawing, .screen, .diagnostic: true
      default: false
      }
    } of: { () async throws(Diagnostic) in
      try await self.perform(ParsedText(statements))
    }
  }

  /// Shows the statements that are typed for the learner.
  func showStatements(_ statements: String) {
    guard !statements.isEmpty else { return }
    let lines = statements.split(separator: "\n").map { "    \($0)" }
    emit(.text(title: .typedForYou, lines: lines))
  }
}
