import Bindings

/// Keeps the statements of a session with what it said about each, for `:replay` and `:export`.
///
/// It keeps the newest ones only, so that a long session stays small.
@MainActor
final class Recorder {
  /// One statement.
  struct Step {
    /// As it was typed; it may hold secrets and never leaves the process.
    fileprivate(set) var text: String
    /// As it may be shown and written.
    var shown: String
    /// The secrets that were typed in it, as they were typed: a stub, say, is answered with its document.
    var secrets: [String] = []
    /// The number of statements before it; none of an earlier program's have one.
    fileprivate(set) var number = 0
    /// The secrets that were found out later.
    fileprivate(set) var later: LaterSecrets?
    /// Whether a secret was found out in it later, so that the values that were said are not shown.
    var isConcealed = false
    /// The language in which it was answered.
    let language: HelpLanguage
    /// The mode of the clock when it was typed.
    let clockMode: SessionClock.Mode
    /// The number of the desk that it was typed at.
    var desk = 0
    /// Whether a person has cut it short, which no run of it does again.
    var isInterrupted = false
    /// Whether it failed and changed nothing: a file that says it again would end there.
    fileprivate(set) var hasFailed = false
    /// The statement that does as much of it as was done before it failed.
    fileprivate(set) var instead: String?
    /// Whether it failed after it had changed something.
    fileprivate(set) var hasThrown = false
    /// Whether it was typed before sources were changed, in the program that this one has replaced.
    var isOfEarlierProgram = false
    var said: [Said] = []
    /// The number of these that had been said when it was over; the others came by themselves, later.
    fileprivate(set) var answers: Int?
    var changes: [Timeline.Change] = []
    /// The statement that waits for what had come by itself when it was typed: whoever runs it from a file types faster.
    var waiting: String?
    /// What went on when the next statement was typed, by the paths of view-models.
    var underway: Set<String> = []
    /// The newest event when it was over.
    var end: TraceRecord.ID?
  }

  /// The texts that turned out to be secrets, each with the number of the last statement that was looked at for it.
  final class LaterSecrets {
    fileprivate(set) var marks: [String: Int] = [:]
    fileprivate var finder = TextFinder()
  }

  /// Something that was said about a statement.
  enum Said {
    case record(Record, in: HelpLanguage)
    /// The lines that another session has said; of a value, of all members of a view-model, or of something else.
    case carried([String], isValue: Bool, isViewModel: Bool = false)
  }

  /// The number of statements that are kept.
  static let limit = 1_000
  /// The number of records of one statement that are kept.
  static let mostRecords = 200

  /// The statements on disk, whether they are recorded or not; `nil` where none are kept.
  var journal: Journal?
  var steps: [Step] = []
  /// The number of the desk that lies at the prompt: each lesson that begins has a new one, since the names of another
  /// desk stand for nothing there.
  var desk = 0
  private var lastDesk = 0
  /// Whether it is a lesson's.
  var isDeskOfLesson = false
  /// Whether the statements of a session that has not ended well run again.
  var isRestoring = false
  /// The number of steps that were looked at for secrets.
  private(set) var looks = 0
  private let later = LaterSecrets()
  /// The number of statements that have begun.
  private var begun = 0
  /// The steps of the desk that lies at the prompt.
  var stepsOfDesk: [Step] { steps.filter { $0.desk == desk } }
  /// The files that were written here, with the hash of what was written: only those that hold that still are
  /// written anew without being told to.
  var written: [String: String] = [:]
  var isOn: Bool {
    get { state.isOn }
    set { state.isOn = newValue }
  }
  /// Whether what is said belongs to the newest statement; not while a recording itself is handled.
  var isListening = true
  /// Whether the newest statement runs.
  private var isRunning = false
  /// The state of the recording of a desk.
  struct State: Codable {
    var isOn = true
    /// Whether a person has asked for it.
    var isAsked = false
    /// Whether something of it is in no file yet, although it was asked for.
    var isUnsaved = false
  }

  /// The states that are others than at the beginning, by the numbers of desks.
  var states: [Int: State] = [:]
  private var state: State {
    get { states[desk] ?? State() }
    set { states[desk] = newValue }
  }
  /// The number of the newest statement that is in a file.
  private var lastSaved = 0
  /// Whether the desk has statements that are in no file, whether or not a person has asked for a recording.
  var hasUnsavedStatements: Bool {
    steps.contains { $0.desk == desk && $0.number > lastSaved && !$0.hasFailed }
  }
  /// Whether something would be lost: of the desk that lies at the prompt, or of one that lies aside.
  var isUnsaved: Bool { states.values.contains(where: \.isUnsaved) }

  /// Begins the recording of this desk that a person has asked for.
  func start() {
    steps.removeAll { $0.desk == desk }
    state = State(isAsked: true)
  }

  /// Begins a desk of which nothing is recorded yet.
  func beginDesk() {
    // Of one that ends, nothing can be written any more.
    if isDeskOfLesson { forget(desk) }
    lastDesk += 1
    desk = lastDesk
    isDeskOfLesson = true
  }

  /// Comes back to the person's own desk.
  func endDesk(at own: Int) {
    if desk != own { forget(desk) }
    desk = own
    isDeskOfLesson = false
  }

  private func forget(_ desk: Int) {
    steps.removeAll { $0.desk == desk }
    states[desk] = nil
  }

  /// Goes on with a desk of an earlier program; the next one has another number.
  func goOn(at desk: Int) {
    self.desk = desk
    lastDesk = max(lastDesk, desk)
  }

  /// Takes note that all of this desk's has been written to a file.
  func noteSaved() {
    state.isUnsaved = false
    lastSaved = begun
  }

  /// Begins a statement.
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

  /// Drops the oldest statements of this desk, never those of one that lies aside.
  private func shorten() {
    let own = steps.indices.filter { steps[$0].desk == desk }
    guard own.count >= 2 * Self.limit else { return }
    steps.removeSubranges(RangeSet(own.prefix(Self.limit), within: steps))
  }

  /// Notes that the newest statement goes on in the background, as if it had been typed so.
  func noteLeft() {
    if isListening { journal?.noteLeft() }
    guard isOn, isListening, let last = steps.indices.last else { return }
    steps[last].text += " &"
    steps[last].shown += " &"
  }

  /// Notes what goes on behind the newest statement.
  func noteUnderway(_ paths: Set<String>) {
    guard isOn, let last = steps.indices.last else { return }
    steps[last].underway = paths
  }

  /// Notes the statement that does as much as the newest one has done before it fails, for files.
  func noteInstead(_ text: String) {
    guard isOn, isListening, isRunning, let last = steps.indices.last else { return }
    steps[last].instead = text
  }

  /// Notes that a person cuts the newest statement short, if it runs.
  func noteInterrupted() {
    guard isOn, isListening, isRunning, let last = steps.indices.last else { return }
    steps[last].isInterrupted = true
  }

  /// Keeps a record; one that a job says belongs to the statement that is the newest then.
  func take(_ record: Record, in language: HelpLanguage) {
    guard isOn, isListening, let last = steps.indices.last,
      steps[last].said.count < Self.mostRecords
    else { return }
    steps[last].said.append(.record(steps[last].own(record), in: language))
  }

  /// Keeps a secret out of all that is shown and written: the names whose values have gone into a secret place for the
  /// first time, and texts where they were typed or said.
  ///
  /// - Returns: Whether a statement is shown differently now.
  /// - Complexity: O(*n*) in the statements; for no names, and texts that it knows, in those that began since.
  func conceal(_ names: Set<String>, _ texts: Set<String>, _ redaction: Redaction) -> Bool {
    let tells = ByteSearch(names.union(texts))
    let first = names.isEmpty ? texts.map { later.marks[$0] ?? -1 }.min() ?? begun : -1
    journal?.conceal(names, texts, redaction)
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
      guard tells.isFound(in: steps[index].text) else { continue }
      let shown = redaction.redacted(ParsedText(steps[index].text))
      if shown != steps[index].shown { hasChanged = true }
      (steps[index].shown, steps[index].isConcealed) = (shown, true)
    }
    return hasChanged
  }

  /// Notes that the newest statement is over, and how it is kept outside of a lesson.
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
  /// A mistake with its place in this statement alone, and without a place where a secret stands.
  fileprivate func own(_ record: Record) -> Record {
    guard case .diagnostic(let diagnostic, let source) = record, let span = diagnostic.span else {
      return record
    }
    let place = text == shown ? start(in: source, around: span) : nil
    return .diagnostic(
      diagnostic.moved(to: place.map { Span(span.start - $0, span.end - $0) }),
      in: SourceText(shown))
  }

  /// The byte at which the statement begins in a source, with a place of it inside.
  ///
  /// It is looked for: where a secret before it was masked, it is not where it was typed.
  private func start(in source: SourceText, around span: Span) -> Int? {
    let (bytes, wanted) = (Array(source.text.utf8), Array(text.utf8))
    let (first, last) = (
      max(0, span.end - wanted.count), min(span.start, bytes.count - wanted.count)
    )
    guard first <= last else { return nil }
    return (first...last).first { bytes[$0..<$0 + wanted.count].elementsEqual(wanted) }
  }

  /// The answers, as lines for others.
  var shownLines: [String] {
    var step = self
    if isConcealed {
      step.said = said.map { $0.isValue ? .record(.secret, in: language) : $0 }
    }
    let finder = TextFinder(secrets)
    return step.lines.map { line in
      let line = finder.masked(line) { _ in Redaction.mask }
      return masked(line)
    }
  }

  /// What a file says, so that it goes the same way when nobody thinks in between.
  var written: [String] {
    let statement =
      if hasFailed {
        shown.split(whereSeparator: \.isNewline).map { "\(Journal.failed)\($0)" }
      } else {
        [
          instead
            ?? (hasThrown && (try? Parser.parse("try? \(shown)")) != nil
              ? "try? \(shown)" : shown.withoutCopying)
        ]
      }
    return (waiting.map { [$0] } ?? []) + statement
  }

  /// Itself with what was said while it ran, and with what came later.
  var parted: (Self, Self) {
    var (own, later) = (self, self)
    let answers = min(answers ?? said.count, said.count)
    (own.said, later.said) = (Array(said.prefix(answers)), Array(said.dropFirst(answers)))
    return (own, later)
  }

  /// A line without the secrets that were found out later.
  func masked(_ line: String) -> String {
    later?.finder.masked(line) { _ in Redaction.mark } ?? line
  }

  /// The secrets in it and those that were found out later, the longer of two first: the other may be a part of it.
  var allSecrets: [String] {
    let later = later?.marks.filter { $0.value >= number && Redaction.isTelling($0.key) }.keys
    return secrets + (later.map { $0.sorted { ($0.count, $0) > ($1.count, $1) } } ?? [])
  }

  /// The answers as lines; what differs from run to run is left out.
  var lines: [String] {
    said.flatMap(\.lines).map { Self.steady($0) }
  }

  /// A line with `…` for numbers of records and jobs, times and ports.
  static func steady(_ line: String) -> String {
    // An expression is parsed each time it is used, which costs more than a statement does.
    guard line.utf8.contains(where: { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
      return line
    }
    var line = line
    if line.contains("#") { line.replace(/#\d+/, with: "#…") }
    if line.contains(" ms") { line.replace(/\ *\d+(\.\d+)? ms\b/, with: " … ms") }
    if line.contains(" for ") { line.replace(/\ for \d+(\.\d+)?m?s\b/, with: " for …") }
    if line.contains("-") {
      line.replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?Z?/, with: "…")
    }
    if line.contains("127.0.0.1:") { line.replace(/127\.0\.0\.1:\d+/, with: "127.0.0.1:…") }
    if line.contains("batch ") { line.replace(/batch \d+/, with: "batch …") }
    return line
  }
}

extension Recorder.Said {
  /// Whether it is a value, which may have come of a secret.
  var isValue: Bool {
    switch self {
    case .record(.value, _): true
    case .record: false
    case .carried(_, let isValue, _): isValue
    }
  }

  /// Whether it shows all members of a view-model.
  var isViewModel: Bool {
    switch self {
    case .record(.viewModel, _): true
    case .record: false
    case .carried(_, _, let isViewModel): isViewModel
    }
  }

  /// What was said, in lines.
  var lines: [String] {
    switch self {
    case .record(.waterfall(let waterfall), let language): waterfall.steadyLines(in: language)
    case .record(let record, let language):
      TextRenderer(style: .plain, language: language).text(record)
        .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    case .carried(let lines, _, _): lines
    }
  }
}

extension String {
  /// A statement without the filter that hands a result to a terminal's clipboard: a file has none.
  fileprivate var withoutCopying: String {
    guard contains("copy"), case .expression(_, let output)? = try? Parser.parse(self).first?.kind,
      let filter = output.filters.first(where: { $0.filter == .copy }),
      case let bytes = Array(utf8),
      let bar = bytes[..<filter.span.start].lastIndex(of: UInt8(ascii: "|"))
    else { return self }
    let before = String(decoding: bytes[..<bar], as: UTF8.self).trimmedAtEnd
    return before + String(decoding: bytes[filter.span.end...], as: UTF8.self)
  }
}
