import Bindings

/// The progress of the text that a session runs.
struct EntryProgress {
  /// The maximum numbers of turns for background work before a statement: of all turns, and of turns without an event.
  static let mostTurns = 64
  static let mostQuietTurns = 12
  /// The number of passes of the main queue if an observer may have started a task.
  static let passesBehindRuns = 4
  /// The values of ``SessionTracer/Writes/beginnings`` and ``SessionTracer/Writes/runs`` after the last turns.
  var beginnings = 0
  var runs = 0
  /// Whether a statement since then may have started work that no record shows.
  var mayHaveBegun = true

  /// Whether a text waits for the turn of background work before it.
  var waitsForTurn = false
  /// The nesting depth of the running texts, because `:load` runs a text within a text.
  var nesting = 0
  /// The redaction of the running text.
  var redaction = Redaction(names: [])
  /// The running statement, as the host knows it.
  var origin: Session.Origin?
  /// The ended commands and new page states when the text was typed, until the next recorded statement.
  var news: Set<Node> = []
  /// Whether the last statement was a `:quit` that was answered with a question.
  var isLeavingAsked = false
  /// Whether no further statement runs.
  var isFinished = false

  mutating func takeNews() -> Set<Node> {
    defer { news = [] }
    return news
  }
}
