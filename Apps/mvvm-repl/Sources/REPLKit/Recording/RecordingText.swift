/// A recording as a text for others.
struct RecordingText {
  let steps: [Recorder.Step]
  /// Whether all members of a view-model that was shown are told; each new one would make another answer.
  var showsViewModels = true

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
    (opening
      + steps.flatMap { [Transcript.prompt + $0.shown] + lines(of: $0).map(Transcript.answer) })
      .joined(
        separator: "\n")
  }

  private func lines(of step: Recorder.Step) -> [String] {
    guard !showsViewModels else { return step.shownLines }
    var step = step
    for index in step.said.indices where step.said[index].isViewModel {
      step.said[index] = .carried(["…"], isValue: false)
    }
    return step.shownLines
  }

  /// Sets the language of the answers; a transcript begins in English.
  private var opening: [String] {
    guard let language = steps.first?.language, language != .english else { return [] }
    return [Transcript.prompt + ":lang \(language.rawValue)", language.text(.greeting)]
  }
}
