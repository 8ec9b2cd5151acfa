import Bindings

/// Records the statements of a session with their output, for `:replay` and `:export`.
///
/// Only the newest statements are kept, so that a long session stays small.
@MainActor
final class Recorder {
  /// A recorded statement.
  struct Step {
    /// The text as it was typed, which may contain secrets and never leaves the process.
    fileprivate(set) var text: String
    /// The text as it may be shown and written.
    var shown: String
    /// The secrets in the text, as they were typed, for example in the document of a stub.
    var secrets: [String] = []
    /// The number of the statement in this program, from 1; 0 for a statement of an earlier program.
    fileprivate(set) var number = 0
    /// The secrets that were discovered later.
    fileprivate(set) var later: LaterSecrets?
    /// Whether a secret was discovered in the statement later, so that values in its output are not shown.
    var isConcealed = false
    /// The language of the output.
    let language: HelpLanguage
    /// The mode of the clock when the statement was typed.
    let clockMode: SessionClock.Mode
    /// The number of the workspace in which the statement was typed.
    var desk = 0
    /// Whether a person interrupted the statement, which a rerun does not repeat.
    var isInterrupted = false
    /// Whether the statement failed and changed nothing, so that it would stop the run of a file.
    fileprivate(set) var hasFailed = false
    /// The statement that does only what this one did before it failed.
    fileprivate(set) var instead: String?
    /// Whether the statement failed after it had changed something.
    fileprivate(set) var hasThrown = false
    /// Whether the statement was typed in an earlier program, before sources were changed.
    var isOfEarlierProgram = false
    var said: [Said] = []
    /// The number of outputs at the end of the statement; later outputs were not its direct result.
    fileprivate(set) var answers: Int?
    var changes: [Timeline.Change] = []
    /// The statement that waits for what had happened when this one was typed, because a file has no pauses.
    var waiting: String?
    /// The work in progress when the next statement was typed, as paths of view-models.
    var underway: Set<String> = []
    /// The newest event at the end of the statement.
    var end: TraceRecord.ID?
  }

  /// The texts that turned out to be secrets, each with the number of the last statement that was searched for it.
  final class LaterSecrets {
    fileprivate(set) var marks: [String: Int] = [:]
    fileprivate(set) var finder = TextFinder()
  }

  enum Said {
    case record(Record, in: HelpLanguage)
    /// The lines of an output in another session: of a value, of all members of a view-model, or of something else.
    case carried([String], isValue: Bool, isViewModel: Bool = false)
  }

  static let limit = 1_000
  /// The maximum number of records of a statement.
  static let mostRecords = 200

  /// The statements on disk, whether they are recorded or not; `nil` if none are stored.
  var journal: Journal?
  var steps: [Step] = []
  /// The number of the current workspace; each lesson begins a new one, because the names of other workspaces do not
  /// exist there.
  var desk = 0
  private var lastDesk = 0
  /// Whether the current workspace belongs to a lesson.
  var isDeskOfLesson = false
  /// Whether the statements of a session that did not end well are being rerun.
  var isRestoring = false
  /// The number of steps that were searched for secrets.
  private(set) var looks = 0
  private let later = LaterSecrets()
  /// The number of statements that have begun.
  private var begun = 0
  var stepsOfDesk: [Step] { steps.filter { $0.desk == desk } }
  /// The remark that the recording of this workspace lacks its beginning; `nil` if it is whole.
  var loss: Record? { state.dropped.map { .note(.beginningIsDropped($0)) } }
  /// The files that were written here, with the hash of their content; a file is overwritten without `!` only if it
  /// still has that content.
  var written: [String: String] = [:]
  var isOn: Bool {
    get { state.isOn }
    set { state.isOn = newValue }
  }
  /// Whether output belongs to the newest statement; false while a command about the recording runs.
  var isListening = true
  /// Whether the newest statement is running.
  private var isRunning = false
  /// The state of the recording of a workspace.
  struct State: Codable {
    var isOn = true
    /// Whether a person has started the recording.
    var isAsked = false
    /// Whether a recording that a person has started is not completely saved to a file.
    var isUnsaved = false
    /// The number of statements at the beginning that are no longer kept; `nil` if there are none, as in states of
    /// programs that did not count them.
    var dropped: Int?
  }

  /// The states that differ from the initial one, by the numbers of the workspaces.
  var states: [Int: State] = [:]
  private var state: State {
    get { states[desk] ?? State() }
    set { states[desk] = newValue }
  }
  /// The number of the last statement that has been written to a file, by the number of its workspace.
  private var lastSaved: [Int: Int] = [:]
  /// Whether the current workspace has statements that are not saved, even if nobody has asked for a recording.
  var hasUnsavedStatements: Bool {
    steps.contains { $0.desk == desk && $0.number > lastSaved[desk, default: 0] && !$0.hasFailed }
  }
  /// Whether a recording is not saved, in the current workspace or in one that was set aside.
  var isUnsaved: Bool { states.values.contains(where: \.isUnsaved) }

  /// Starts the recording of the current workspace, as a person has asked.
  func start() {
    steps.removeAll { $0.desk == desk }
    state = State(isAsked: true)
  }

  /// Begins a workspace without recorded statements.
  func beginDesk() {
    // The recording of the lesson that ends can no longer be written.
    if isDeskOfLesson { forget(desk) }
    lastDesk += 1
    desk = lastDesk
    isDeskOfLesson = true
  }

  /// Returns to the person's own workspace.
  func endDesk(at own: Int) {
    if desk != own { forget(desk) }
    desk = own
    isDeskOfLesson = false
  }

  private func forget(_ desk: Int) {
    steps.removeAll { $0.desk == desk }
    (states[desk], lastSaved[desk]) = (nil, nil)
  }

  /// Continues a workspace of an earlier program; the next workspace has another number.
  func goOn(at desk: Int) {
    self.desk = desk
    lastDesk = max(lastDesk, desk)
  }

  /// Records that the whole recording of this workspace has been written to a file.
  func noteSaved() {
    state.isUnsaved = false
    lastSaved[desk] = begun
  }

  func begin(
    _ text: String, shownAs shown: String, without secrets: [String], in language: HelpLanguage,
    _ clockMode: SessionClock.Mode, after waiting: String? = nil
  ) {
    if let waiting { journal?.note(waiting, isDeskOfLesson ? .ofLesson : .whole) }
    journal?.begin(shown)
    isRunning = true
    guard isOn else { return }
    if state.isAsked { state.isUnsaved = true }
    begun += 1
    var step = Step(
      text: text, shown: shown, secrets: secrets, language: language, clockMode: clockMode,
      desk: desk)
    (step.number, step.later, step.waiting) = (begun, later, waiting)
    steps.append(step)
    if steps.count >= 2 * Self.limit { shorten() }
  }

  /// Drops the oldest statements of this workspace, but never those of one that was set aside.
  private func shorten() {
    let own = steps.indices.filter { steps[$0].desk == desk }
    guard own.count >= 2 * Self.limit else { return }
    let end = own[Self.limit]
    steps.replaceSubrange(..<end, with: steps[..<end].filter { $0.desk != desk })
    state.dropped = (state.dropped ?? 0) + Self.limit
  }

  /// Records that the newest statement continues in the background, as if it had been typed with `&`.
  func noteLeft() {
    if isListening { journal?.noteLeft() }
    guard isOn, isListening, let last = steps.indices.last else { return }
    steps[last].text += " &"
    steps[last].shown += " &"
    steps[last].isInterrupted = false
  }

  func noteUnderway(_ paths: Set<String>) {
    guard isOn, let last = steps.indices.last else { return }
    steps[last].underway = paths
  }

  /// Records the statement that does only what the newest one did before it failed, for files.
  func noteInstead(_ text: String) {
    guard isOn, isListening, isRunning, let last = steps.indices.last else { return }
    steps[last].instead = text
  }

  /// Records that a person interrupts the newest statement, if it is running.
  func noteInterrupted() {
    guard isOn, isListening, isRunning, let last = steps.indices.last else { return }
    steps[last].isInterrupted = true
  }

  /// Adds a record to the newest statement, even if a job in the background has emitted it.
  func take(_ record: Record, in language: HelpLanguage) {
    guard isOn, isListening, let last = steps.indices.last,
      steps[last].said.count < Self.mostRecords
    else { return }
    steps[last].said.append(.record(steps[last].own(record), in: language))
  }

  /// Redacts all that is shown and written.
  ///
  /// - Returns: Whether a statement is shown differently now.
  /// - Complexity: O(*n*) in the statements; without names, and for known texts, in those that began since.
  func conceal(_ secrets: NewSecrets) -> Bool {
    let texts = secrets.texts
    let first = secrets.names.isEmpty ? texts.map { later.marks[$0] ?? -1 }.min() ?? begun : -1
    journal?.conceal(secrets)
    for text in texts {
      if later.marks.updateValue(begun, forKey: text) == nil, Redaction.isTelling(text) {
        later.finder.insert(text, .wherever)
      }
    }
    var hasChanged = false
    for index in steps.indices.reversed() {
      guard steps[index].number > first else { break }
      looks += 1
      if steps[index].later == nil { steps[index].secrets += texts.filter(Redaction.isTelling) }
      // What was masked for an earlier secret stays masked.
      let shown = secrets.redacted(steps[index].shown)
      let isShownAnew = shown != steps[index].shown
      guard isShownAnew || secrets.areTold(by: steps[index].text) else { continue }
      if isShownAnew { hasChanged = true }
      (steps[index].shown, steps[index].isConcealed) = (shown, true)
    }
    return hasChanged
  }

  /// Records the end of the newest statement, and the form in which it is stored outside of a lesson.
  func end(
    _ changes: [Timeline.Change], _ newest: TraceRecord.ID?, keeping: Journal.Keeping,
    hasThrown: Bool = false
  ) {
    journal?.end(isDeskOfLesson ? .ofLesson : keeping)
    isRunning = false
    guard isOn, let last = steps.indices.last else { return }
    steps[last].changes = changes
    steps[last].answers = steps[last].said.count
    steps[last].end = newest
    steps[last].hasFailed = keeping == .failed
    steps[last].hasThrown = hasThrown
  }
}

extension Recorder.Step {
  /// Returns an error with its range in this statement alone, or without a range if the statement contains a secret.
  fileprivate func own(_ record: Record) -> Record {
    guard case .diagnostic(let diagnostic, let source) = record, let span = diagnostic.span else {
      return record
    }
    let place = text == shown ? start(in: source, around: span) : nil
    return .diagnostic(
      diagnostic.moved(to: place.map { Span(span.start - $0, span.end - $0) }),
      in: SourceText(shown))
  }

  /// Returns the offset at which the statement begins in a source, where it contains a range.
  ///
  /// The statement is searched for, because a masked secret before it has moved it.
  private func start(in source: SourceText, around span: Span) -> Int? {
    let (bytes, wanted) = (Array(source.text.utf8), Array(text.utf8))
    let (first, last) = (
      max(0, span.end - wanted.count), min(span.start, bytes.count - wanted.count)
    )
    guard first <= last else { return nil }
    return (first...last).first { bytes[$0..<$0 + wanted.count].elementsEqual(wanted) }
  }
}
