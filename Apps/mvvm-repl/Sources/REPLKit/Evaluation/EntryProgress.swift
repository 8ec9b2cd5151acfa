import Bindings

/// The progress of the text that a session runs.
struct EntryProgress {
  /// The turns that others have before a statement, and those of them in which nothing happens.
  static let mostTurns = 64
  static let mostQuietTurns = 12
  /// The passes of what waits for the main actor where an observer may have begun a task.
  static let passesBehindRuns = 2
  /// The numbers of ``SessionTracer/Writes/beginnings`` and ``SessionTracer/Writes/runs`` when others had their turn
  /// last.
  var beginnings = 0
  var runs = 0
  /// Whether a statement ran since that may have begun what no record tells of.
  var mayHaveBegun = true

  /// The number of texts that run within each other, as `:load` makes them.
  var nesting = 0
  /// The parts of the text that runs which must not be kept.
  var redaction = Redaction(names: [])
  /// The statement that runs, as the host knows it.
  var origin: Session.Origin?
  /// What had come by itself when the text was typed, until a statement that is recorded follows.
  var news: Set<Node> = []
  /// Whether the last statement was a `:quit` that was answered with a question.
  var isLeavingAsked = false
  /// Whether no further statement runs.
  var isFinished = false

  /// Takes out what had come by itself.
  mutating func takeNews() -> Set<Node> {
    defer { news = [] }
    return news
  }
}
