/// The progress of the text that a session runs.
struct EntryProgress {
  /// The time that a text runs before others have a turn.
  static let longestTurn = Duration.milliseconds(10)

  /// The number of texts that run within each other, as `:load` makes them.
  var nesting = 0
  /// When others have had their turn last.
  var lastPause = ContinuousClock.now
  /// The parts of the text that runs which must not be kept.
  var redaction = Redaction(names: [])
  /// Whether the last statement was a `:quit` that was answered with a question.
  var isLeavingAsked = false
  /// Whether no further statement runs.
  var isFinished = false
}
