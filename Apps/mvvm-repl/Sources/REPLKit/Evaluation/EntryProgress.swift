/// How far the text that a session runs has come.
struct EntryProgress {
  /// How long a text runs before others have a turn.
  static let longestTurn = Duration.milliseconds(10)

  /// How many texts run within each other, as `:load` makes them.
  var nesting = 0
  /// When others have had their turn last.
  var lastPause = ContinuousClock.now
  /// What of the text that runs must not be kept.
  var redaction = Redaction(names: [])
  /// Whether the last statement was a `:quit` that was answered with a question.
  var isLeavingAsked = false
  /// Whether no further statement runs.
  var isFinished = false
}
