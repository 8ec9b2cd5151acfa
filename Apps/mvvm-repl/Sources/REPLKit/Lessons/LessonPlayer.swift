import Bindings

/// The storage of a learner's progress through a course.
///
/// A host stores it in a file. Without a host, a session keeps it in memory.
@MainActor
public protocol LessonProgress: AnyObject {
  /// The identifiers of the steps that are done; a step with a changed task has a new identifier.
  var done: Set<String> { get }
  /// Records that a step is done.
  func add(_ step: String)
  /// Deletes all progress; returns false if some stored progress will be there again next time.
  func clear() -> Bool
}

/// The course that a session offers, and the learner's place in it.
@MainActor
final class LessonPlayer: SessionTask {
  /// The learner's place: a step and its state.
  struct Place {
    let beginning = Beginning()
    let lesson: Int
    /// The index of the step.
    var step = 0
    /// Whether the last step of the lesson is done.
    var isOver = false
    /// Whether a learner who went on typing was told that.
    var isEndTold = false
    /// The results of the checks when they were last evaluated.
    var met: [Bool] = []
    var hints = 0
    /// Whether the learner has asked for the solution once.
    var wantsSolution = false
    /// Whether the learner has asked once for the next lesson before the end of this one.
    var wantsNext = false
    /// The trace record after which events belong to the step.
    var start: TraceRecord.ID?
    /// The `never` conditions that were true, as they are written.
    var broken: Set<String> = []
    /// The expectations that were met.
    var expectations: [Waiting.Met] = []
    /// The typed statements, without secrets.
    var typed: [String] = []
    /// The names and places that statements have declared or set since the checks were last evaluated.
    var touched: [String] = []
    /// The counts of events while a condition was true, by function call.
    var during: [String: CountDuring] = [:]
    /// Whether the learner was told to restart the step.
    var isLost = false

    /// The identity of a beginning.
    final class Beginning: Sendable {}
  }

  private(set) var course: Course
  let progress: any LessonProgress
  /// Not weak: the session owns the player.
  unowned let session: Session
  var place: Place?
  /// The index of the lesson that was left last.
  var left: Int?
  /// The learner's desk from before the first lesson.
  var desk: Desk?
  private(set) var isLooking = false
  /// The number of the last look, an evaluation of the checks; `look` is the number of the current task's look.
  private var lastLook = 0
  @TaskLocal private static var look = 0
  /// Whether something has changed that the current look may have missed.
  private var isNewsBehind = false
  /// Whether the current look has begun between two statements, so that a text may begin to run meanwhile.
  private var isBetween = false
  /// Whether a look between two statements runs the setup of a step.
  private var isTyping = false
  /// The texts that wait for the end of the setup.
  private var waiting: [CheckedContinuation<Void, Never>] = []
  /// Whether a look between two statements is scheduled.
  private var isLookPlanned = false
  /// Whether a check may have become true since the last look began.
  var isNewsThere = false

  init(_ course: Course, _ progress: any LessonProgress, in session: Session) {
    (self.course, self.progress, self.session) = (course, progress, session)
    session.waiting.onMet = { [weak self] in
      self?.place?.expectations.append($0, keeping: Self.mostExpectations)
    }
    // While the session ends, values may change although the player still exists.
    chronicle.writes.onChange = { [weak self, weak session] in
      if session != nil { self?.noteChange() }
    }
  }

  /// The words that completion offers in the current lesson; `nil` for all.
  var words: Set<String>? {
    guard let place else { return nil }
    let uses = course.lessons[place.lesson].uses
    return uses.isEmpty ? nil : Self.ownWords.union(uses)
  }

  /// The words that every lesson needs.
  private static let ownWords: Set<String> = [
    "lesson", "task", "hint", "check", "solution", "reset", "help", "lang", "quit",
  ]

  /// Replaces the course after a reload; the learner stays in the lesson and its step, if they still exist.
  ///
  /// - Returns: Whether the current lesson has changed; `nil` if it no longer exists.
  func take(_ course: Course) -> Bool? {
    defer { left = nil }
    guard let place else {
      self.course = course
      return false
    }
    let before = self.course.lesson(place.lesson, in: language)
    guard let index = course.lessons.firstIndex(where: { $0.id == before.id }) else { return nil }
    let after = course.lesson(index, in: language)
    self.course = course
    guard before != after || index != place.lesson else { return false }
    let step = min(place.step, after.steps.count - 1)
    let isSame = after.steps[step].task == before.steps[place.step].task
    var moved = Place(lesson: index, step: step)
    moved.start = place.start
    if isSame {
      (moved.met, moved.broken, moved.expectations) = (place.met, place.broken, place.expectations)
      (moved.typed, moved.during) = (place.typed, place.during)
    }
    moved.isOver = place.isOver && after.steps.count <= before.steps.count
    self.place = moved
    return before != after
  }

  /// Leaves a lesson that no longer exists.
  func leaveGone(for course: Course) {
    (place, desk, left) = (nil, nil, nil)
    self.course = course
  }

  private static let mostExpectations = 100
  private static let mostTyped = 100

  /// Records a statement that the learner has typed.
  func noteTyped(_ statement: Statement) {
    guard place?.start != nil else { return }
    let source = evaluator.source
    let hidden = session.entry.redaction.hidden(of: statement, in: source.text)
    let shown = Redaction.text(of: statement.span, in: source, without: hidden)
    place?.typed.append(shown, keeping: Self.mostTyped)
    switch statement.kind {
    case .declaration(let name, _, _, _), .derived(let name, _): place?.touched.append(name)
    case .assignment(let target, _, _): place?.touched.append(evaluator.text(of: target))
    case .meta, .expression, .help, .verb: break
    }
  }

  /// Records that a statement has failed, so that no place that it names is reported as wrong.
  func noteFailed() { place?.touched = [] }

  /// Returns the number of statements since the step began that contain some words, not counting string literals.
  func timesTyped(_ words: String) -> Int {
    let words = Self.tokens(of: words)
    return place?.typed.count { !Self.tokens(of: $0).ranges(of: words).isEmpty } ?? 0
  }

  /// Returns the tokens of a text as they are written; a string literal is one token.
  private static func tokens(of text: String) -> [String] {
    let source = SourceText(text)
    var (lexer, tokens) = (Lexer(text), [String]())
    while true {
      let token = lexer.next()
      switch token.kind {
      case .end: return tokens
      case .separator: continue
      case .meta(let name, let rest): tokens += [":\(name)"] + Self.tokens(of: rest)
      case .invalid:
        let rest = source.slice(Span(token.span.start, text.utf8.count))
        return tokens + rest.split(whereSeparator: \.isWhitespace).map(String.init)
      default: tokens.append(String(source.slice(token.span)))
      }
    }
  }

  /// Reports the checks that have become true or false, and goes on to the next step if all are met.
  ///
  /// A call during a look makes the look repeat.
  func look(isBetween: Bool = false) async {
    // A step that could not begin counts nothing.
    guard place?.start != nil else { return }
    isNewsThere = true
    guard !isLooking else { return }
    (isLooking, self.isBetween) = (true, isBetween)
    lastLook += 1
    // The output of a lesson is not part of the answer to the statement.
    voice.recorder.isListening = false
    await Self.$look.withValue(lastLook) {
      while isNewsThere {
        isNewsThere = false
        await lookOnce()
      }
    }
    voice.recorder.isListening = true
    isLooking = false
    if isBetween { lookBehind() }
  }

  /// Schedules a look for changes that the last look may have missed, if no look is running.
  func lookBehind() {
    guard isNewsBehind, !isLooking else { return }
    isNewsBehind = false
    planLook()
  }

  /// Whether a text has begun to run during a look between two statements; another look follows that text.
  var isOvertaken: Bool { isBetween && session.entry.nesting > 0 }

  /// Runs the setup of a step; a text that is entered meanwhile waits, because only one text runs at a time.
  func typeSetup(of step: Lesson.Step) async throws(Diagnostic) {
    isTyping = isLooking && isBetween
    defer {
      isTyping = false
      for one in waiting { one.resume() }
      waiting = []
    }
    try await session.typeForLearner(step.setup)
  }

  /// Waits until no setup runs; statements of the setup itself do not wait.
  func endOfSetup() async {
    while isTyping, Self.look != lastLook {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  /// Handles a change outside of a look; a change during a look causes another look after it.
  private func noteChange() {
    guard place?.start != nil, place?.isOver == false else { return }
    guard !isLooking else { return noteNews() }
    guard chronicle.currentMark == nil else { return }
    planLook()
  }

  /// Records that the current look may have missed a change, unless the look itself has made the change.
  func noteNews() {
    if isLooking, Self.look != lastLook { isNewsBehind = true }
  }

  /// Returns whether the step of a place is still the current one and was not begun again.
  func goesOn(_ place: Place?) -> Bool { self.place?.beginning === place?.beginning }

  /// Schedules a look between two statements, after the current change.
  private func planLook() {
    guard !isLookPlanned else { return }
    isLookPlanned = true
    Task { [weak self, weak session = session] in
      self?.isLookPlanned = false
      await session?.lookBetweenStatements()
    }
  }

  /// The index of the last lesson of which some steps are done, and some are not.
  var begun: Int? {
    course.lessons.lastIndex { lesson in
      (1..<lesson.steps.count).contains(openSteps(of: lesson).count)
    }
  }

  /// Returns the index of the first step of a lesson that is not done.
  func firstOpenStep(of lesson: Lesson) -> Int? { openSteps(of: lesson).first.map { $0 - 1 } }

  /// Returns the numbers, from 1, of the steps of a lesson that are not done.
  func openSteps(of lesson: Lesson) -> [Int] {
    lesson.steps.indices.filter { !progress.done.contains(lesson.steps[$0].digest(in: lesson)) }
      .map { $0 + 1 }
  }
}

/// Progress that is kept only as long as the session.
final class PassingProgress: LessonProgress {
  private(set) var done: Set<String> = []

  func add(_ step: String) { done.insert(step) }

  func clear() -> Bool {
    done = []
    return true
  }
}
