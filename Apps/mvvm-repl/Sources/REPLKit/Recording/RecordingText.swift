/// A recording as a text for others.
struct RecordingText {
  let steps: [Recorder.Step]

  /// A conversation that `mvvm-repl test` replays.
  var transcript: String { "```text\n\(conversation)\n```" }

  /// What was typed and said.
  var conversation: String {
    (opening + steps.flatMap { [Transcript.prompt + $0.shown] + $0.shownLines }).joined(
      separator: "\n")
  }

  /// Sets the language of the answers; a transcript begins in English.
  private var opening: [String] {
    guard let language = steps.first?.language, language != .english else { return [] }
    return [Transcript.prompt + ":lang \(language.rawValue)", language.text(.greeting)]
  }
}
