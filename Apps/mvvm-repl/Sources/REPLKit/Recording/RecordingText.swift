/// A recording as a text for others.
struct RecordingText {
  let steps: [Recorder.Step]

  /// A conversation that `mvvm-repl test` replays.
  var transcript: String {
    let conversation = conversation
    // A longer fence than any in it, so that none of them closes it.
    var fence = "```"
    while conversation.contains(fence) { fence += "`" }
    return "\(fence)text\n\(conversation)\n\(fence)"
  }

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
