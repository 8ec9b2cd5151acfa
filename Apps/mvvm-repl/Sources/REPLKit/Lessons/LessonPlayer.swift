import Bindings

/// Where a learner's progress through a course is kept.
///
/// A host keeps it in a file; without one a session remembers it as long as it lives.
@MainActor
public protocol LessonProgress: AnyObject {
  /// The steps that are done, by names that change when a step asks for something else.
  var done: Set<String> { get }
  /// Takes note that a step is done.
  func add(_ step: String)
  /// Forgets everything; false when something that was kept is there again the next time.
  func clear() -> Bool
}

/// The course that a session offers, and where the learner is in it.
@MainActor
final class LessonPlayer: SessionTask {
  /// The step that is being done.
  struct Place {
    /// Tells one beginning of a step from another: whoever has waited compares it.
    let beginning = Beginning()
    /// The number of the lesson in the course, from 0.
    let lesson: Int
    /// The number of the step, from 0.
    var step = 0
    /// Whether the last step of the lesson is done.
    var isOver = false
    /// Which checks were met when they were looked at last.
    var met: [Bool] = []
    /// The number of hints that were given.
    var hints = 0
    /// Whether the solution was asked for once.
    var wantsSolution = false
    /// The record behind which events belong to the step.
    var start: TraceRecord.ID?
    /// The conditions that must never be so and were, as they are written.
    var broken: Set<String> = []
    /// The expectations that were met.
    var expectations: [Waiting.Met] = []
    /// What was typed, as it may be shown.
    var typed: [String] = []
    /// The places that statements have given or set since the last look.
    var touched: [String] = []
    /// What has happened while something was so, by what asks for it.
    var during: [String: CountDuring] = [:]
    /// Whether it was told that the step has to begin again.
    var isLost = false

    /// The identity of a beginning.
    final class Beginning: Sendable {}
  }

  private(set) var course: Course
  let progress: any LessonProgress
  /// Not weak: it owns the player.
  unowned let session: Session
  var place: Place?
  /// The lesson that was left last, from 0.
  var left: Int?
  /// The desk of the learner from before the first lesson.
  var desk: Desk?
  private(set) var isLooking = false
  /// The number of the last look, and of the one in which a task runs.
  private var lastLook = 0
  @TaskLocal private static var look = 0
  /// Whether something has changed meanwhile that the look that is under way may have passed.
  private var isNewsBehind = false
  /// Whether the look has begun between two statements, and a text may begin to run meanwhile.
  private var isBetween = false
  /// Whether a look between two statements types the setup of a step.
  private var isTyping = false
  /// The texts that wait for the end of the setup.
  private var waiting: [CheckedContinuation<Void, Never>] = []
  /// Whether a look between two statements is going to come.
  private var isLookPlanned = false
  /// Whether something may have become true since the last look began.
  var isNewsThere = false

  init(_ course: Course, _ progress: any LessonProgress, in session: Session) {
    (self.course, self.progress, self.session) = (course, progress, session)
    session.waiting.onMet = { [weak self] in
      self?.place?.expectations.append($0, keeping: Self.mostExpectations)
    }
    // What ends with the session may write while the player is still there.
    chronicle.writes.onChange = { [weak self, weak session] in
      if session != nil { self?.noteChange() }
    }
  }

  /// The words that completion offers in the lesson that is going on; `nil` for all.
  var words: Set<String>? {
    guard let place else { return nil }
    let uses = course.lessons[place.lesson].uses
    return uses.isEmpty ? nil : Self.ownWords.union(uses)
  }

  /// The words that no lesson can do without.
  private static let ownWords: Set<String> = [
    "lesson", "task", "hint", "check", "solution", "reset", "help", "lang", "quit",
  ]

  /// Takes the course as it has been written meanwhile; the learner stays in the lesson and its step, if there are
  /// such in it.
  ///
  /// - Returns: Whether the lesson that goes on is another one now; `nil` when it is gone.
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

  /// Leaves a lesson that is in no course any more.
  func leaveGone(for course: Course) {
    (place, desk, left) = (nil, nil, nil)
    self.course = course
  }

  private static let mostExpectations = 100
  private static let mostTyped = 100

  /// Takes note of what a learner types.
  func noteTyped(_ statement: Statement) {
    guard place?.start != nil else { return }
    let source = evaluator.source
    let start = statement.span.start
    let hidden = session.entry.redaction.hidden(of: statement, in: source.text)
      .map { $0.moved(by: -start) }
    let shown = Redaction.text(String(source.slice(statement.span)), without: hidden)
    place?.typed.append(shown, keeping: Self.mostTyped)
    switch statement.kind {
    case .declaration(let name, _, _, _), .derived(let name, _): place?.touched.append(name)
    case .assignment(let target, _, _): place?.touched.append(evaluator.text(of: target))
    case .meta, .expression, .help, .verb: break
    }
  }

  /// Takes note that a statement has failed, which set nothing that a step could miss.
  func noteFailed() { place?.touched = [] }

  /// The statements since the step began of which words were a part: not in a text that one names.
  func timesTyped(_ words: String) -> Int {
    let words = Self.tokens(of: words)
    return place?.typed.count { !Self.tokens(of: $0).ranges(of: words).isEmpty } ?? 0
  }

  /// The tokens of a text as they are written; a string literal is one.
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

  /// Tells what has become true or false of the step, and goes on when all of it is true.
  ///
  /// A request that comes while it looks makes it look once more.
  func look(isBetween: Bool = false) async {
    // A step that could not start counts nothing.
    guard place?.start != nil else { return }
    isNewsThere = true
    guard !isLooking else { return }
    (isLooking, self.isBetween) = (true, isBetween)
    lastLook += 1
    // The words of a lesson are no answer to the statement.
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

  /// Plans a look at what the last one may have passed by, once no text runs.
  func lookBehind() {
    guard isNewsBehind, !isLooking else { return }
    isNewsBehind = false
    planLook()
  }

  /// Whether a text has begun to run during a look between two statements; a look follows it, too.
  var isOvertaken: Bool { isBetween && session.entry.nesting > 0 }

  /// Types the setup of a step; a text that is entered meanwhile waits, since only one runs at a time.
  func typeSetup(of step: Lesson.Step) async throws(Diagnostic) {
    isTyping = isLooking && isBetween
    defer {
      isTyping = false
      for one in waiting { one.resume() }
      waiting = []
    }
    try await session.typeForLearner(step.setup)
  }

  /// Waits until no setup is typed; what it runs itself waits for nothing.
  func endOfSetup() async {
    while isTyping, Self.look != lastLook {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  /// Takes note of a change from outside of a look; one that comes during a look is looked at behind it.
  private func noteChange() {
    guard place?.start != nil, place?.isOver == false else { return }
    guard !isLooking else { return noteNews() }
    guard chronicle.currentMark == nil else { return }
    planLook()
  }

  /// Takes note that the look that is under way may have passed something by, unless it was the look that has done it.
  func noteNews() {
    if isLooking, Self.look != lastLook { isNewsBehind = true }
  }

  /// Whether a step still goes on as it was begun.
  func goesOn(_ place: Place?) -> Bool { self.place?.beginning === place?.beginning }

  /// Plans a look when what changes now, between two statements, is over.
  private func planLook() {
    guard !isLookPlanned else { return }
    isLookPlanned = true
    Task { [weak self, weak session = session] in
      self?.isLookPlanned = false
      await session?.lookBetweenStatements()
    }
  }

  /// The number of the first lesson that has a step which is not done, from 0.
  var firstOpen: Int? {
    course.lessons.firstIndex { lesson in firstOpenStep(of: lesson) != nil }
  }

  /// The number of the first step of a lesson that is not done, from 0.
  func firstOpenStep(of lesson: Lesson) -> Int? { openSteps(of: lesson).first.map { $0 - 1 } }

  /// The numbers of the steps of a lesson that are not done, from 1.
  func openSteps(of lesson: Lesson) -> [Int] {
    lesson.steps.indices.filter { !progress.done.contains(lesson.steps[$0].digest(in: lesson)) }
      .map { $0 + 1 }
  }
}

/// Progress that is forgotten with the session.
final class PassingProgress: LessonProgress {
  private(set) var done: Set<String> = []

  func add(_ step: String) { done.insert(step) }

  func clear() -> Bool {
    done = []
    return true
  }
}
