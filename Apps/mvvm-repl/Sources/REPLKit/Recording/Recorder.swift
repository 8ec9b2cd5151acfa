import Bindings

/// Keeps the statements of a session with what it said about each, for `:replay` and `:export`.
///
/// It keeps the newest ones only, so that a long session stays small.
@MainActor
final class Recorder {
  /// One statement.
  struct Step {
    /// As it was typed; it may hold secrets and never leaves the process.
    let text: String
    /// As it may be shown and written.
    fileprivate(set) var shown: String
    /// The secrets that were typed in it, as they were typed: a stub, say, is answered with its document.
    fileprivate var secrets: [String] = []
    /// Whether a secret was found out in it later, so that the values that were said are not shown.
    fileprivate(set) var isConcealed = false
    /// The language in which it was answered.
    let language: HelpLanguage
    /// How time passed when it was typed.
    let clockMode: SessionClock.Mode
    var said: [(record: Record, language: HelpLanguage)] = []
    var changes: [Timeline.Change] = []
    /// The newest event when it was over.
    var end: TraceRecord.ID?
    /// Where it stands in the text that it was part of.
    fileprivate let start: Int
  }

  /// How many statements are kept.
  static let limit = 1_000
  /// How many records of one statement are kept.
  static let mostRecords = 200

  private(set) var steps: [Step] = []
  /// The files that were written here: only those are written anew without being told to.
  var written: Set<String> = []
  var isOn = true
  /// Whether what is said belongs to the newest statement; not while a recording itself is handled.
  var isListening = true
  /// Whether a person has asked for a recording.
  private var isAsked = false
  /// Whether something of the recording that was asked for is in no file yet.
  private(set) var isUnsaved = false

  /// Begins the recording that a person has asked for.
  func start() {
    steps = []
    isOn = true
    isAsked = true
    isUnsaved = false
  }

  /// Takes note that all of it has been written to a file.
  func noteSaved() { isUnsaved = false }

  /// Begins a statement that stands at an offset of a longer text.
  func begin(
    _ text: String, shownAs shown: String, without secrets: [String], at start: Int,
    in language: HelpLanguage,
    _ clockMode: SessionClock.Mode
  ) {
    guard isOn else { return }
    isUnsaved = isAsked
    steps.append(
      Step(
        text: text, shown: shown, secrets: secrets, language: language, clockMode: clockMode,
        start: start))
    // Cut at twice the limit, so that each statement costs the same.
    if steps.count >= 2 * Self.limit { steps.removeFirst(Self.limit) }
  }

  /// What is said by a job belongs to the statement that is the newest then.
  func take(_ record: Record, in language: HelpLanguage) {
    guard isOn, isListening, let last = steps.indices.last,
      steps[last].said.count < Self.mostRecords
    else { return }
    steps[last].said.append((steps[last].own(record), language))
  }

  /// Keeps the value of a name out of all that is shown and written: it has gone into a secret place.
  func conceal(_ name: String, _ redaction: Redaction) {
    for index in steps.indices where steps[index].text.contains(name) {
      steps[index].shown = redaction.redacted(steps[index].text)
      steps[index].isConcealed = true
    }
  }

  func end(_ changes: [Timeline.Change], _ newest: TraceRecord.ID?) {
    guard isOn, let last = steps.indices.last else { return }
    steps[last].changes = changes
    steps[last].end = newest
  }
}

extension Recorder.Step {
  /// A mistake with its place in this statement alone, and without a place where a secret stands.
  fileprivate func own(_ record: Record) -> Record {
    guard case .diagnostic(let diagnostic, let source) = record, let span = diagnostic.span else {
      return record
    }
    let own = Span(start, start + text.utf8.count)
    // Behind what was masked in the entry the places are others.
    let isInside =
      span.start >= own.start && span.end <= own.end && text == shown
      && source.text.utf8.count >= own.end && source.slice(own) == text
    let place = isInside ? Span(span.start - start, span.end - start) : nil
    return .diagnostic(diagnostic.moved(to: place), in: SourceText(shown))
  }

  /// What was said, as lines for others.
  var shownLines: [String] {
    var step = self
    if isConcealed {
      step.said = said.map { if case .value = $0.record { (.secret, $0.language) } else { $0 } }
    }
    return step.lines.map { line in
      secrets.reduce(line) { $0.replacing($1, with: Redaction.mask) }
    }
  }

  /// What was said, as lines; what differs from run to run is left out.
  var lines: [String] {
    said.flatMap { record, language in
      if case .waterfall(let waterfall) = record { return waterfall.steadyLines(in: language) }
      return TextRenderer(style: .plain, language: language).text(record).split(
        separator: "\n", omittingEmptySubsequences: false
      ).map { Self.steady(String($0)) }
    }
  }

  /// A line with `…` for numbers of records and jobs, times and ports.
  private static func steady(_ line: String) -> String {
    // An expression is parsed each time it is used, which costs more than a statement does.
    guard line.utf8.contains(where: { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
      return line
    }
    var line = line
    if line.contains("#") { line.replace(/#\d+/, with: "#…") }
    if line.contains(" ms") { line.replace(/\d+(\.\d+)? ms\b/, with: "… ms") }
    if line.contains("Z") { line.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/, with: "…") }
    if line.contains("127.0.0.1:") { line.replace(/127\.0\.0\.1:\d+/, with: "127.0.0.1:…") }
    if line.contains("batch ") { line.replace(/batch \d+/, with: "batch …") }
    return line
  }
}
