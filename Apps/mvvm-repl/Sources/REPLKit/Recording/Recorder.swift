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
    let shown: String
    var said: [Record] = []
    var changes: [Timeline.Change] = []
    /// The newest event when it was over.
    var end: TraceRecord.ID?
  }

  /// How many statements are kept.
  static let limit = 1_000
  /// How many records of one statement are kept.
  static let mostRecords = 200

  private(set) var steps: [Step] = []
  var isOn = true

  func begin(_ text: String, shownAs shown: String) {
    guard isOn else { return }
    steps.append(Step(text: text, shown: shown))
    // Cut at twice the limit, so that each statement costs the same.
    if steps.count >= 2 * Self.limit { steps.removeFirst(Self.limit) }
  }

  /// What is said by a job belongs to the statement that is the newest then.
  func take(_ record: Record) {
    guard isOn, let last = steps.indices.last, steps[last].said.count < Self.mostRecords else {
      return
    }
    steps[last].said.append(record)
  }

  func end(_ changes: [Timeline.Change], _ newest: TraceRecord.ID?) {
    guard isOn, let last = steps.indices.last else { return }
    steps[last].changes = changes
    steps[last].end = newest
  }

  func clear() { steps = [] }
}

extension Recorder.Step {
  /// What was said, as lines; what differs from run to run is left out.
  var lines: [String] {
    let renderer = TextRenderer(style: .plain)
    return said.flatMap { record in
      renderer.text(record).split(separator: "\n", omittingEmptySubsequences: false)
    }.map { Self.steady(String($0)) }
  }

  /// A line with `…` for numbers of records and jobs, times and ports.
  private static func steady(_ line: String) -> String {
    line.replacing(/#\d+/, with: "#…").replacing(/\[\d+\]\s/, with: "[…] ")
      .replacing(/\d+(\.\d+)? ms\b/, with: "… ms")
      .replacing(/127\.0\.0\.1:\d+/, with: "127.0.0.1:…")
      .replacing(/batch \d+/, with: "batch …")
  }
}
