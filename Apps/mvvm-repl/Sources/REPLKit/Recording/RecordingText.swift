/// A recording as a text for other people.
struct RecordingText {
  let steps: [Recorder.Step]
  /// Whether the output lists all members of a view-model; each member added to its type would change the output.
  var showsViewModels = true

  /// A conversation that `mvvm-repl test` replays.
  var transcript: String {
    let conversation = conversation
    let fence = Transcript.fence(around: conversation)
    return "\(fence)text\n\(conversation)\n\(fence)"
  }

  /// The typed statements and their output; output that came before a wait is the output of the wait.
  var conversation: String {
    var lines = opening + (steps.first?.waiting.map { [Transcript.prompt + $0] } ?? [])
    for (index, step) in steps.enumerated() {
      lines.append(Transcript.prompt + step.shown)
      guard let wait = steps.dropFirst(index + 1).first?.waiting else {
        lines += Transcript.written(self.lines(of: step))
        continue
      }
      let (own, later) = step.parted
      lines += Transcript.written(self.lines(of: own))
      lines += [Transcript.prompt + wait] + Transcript.written(self.lines(of: later))
    }
    return lines.joined(separator: "\n")
  }

  private func lines(of step: Recorder.Step) -> [String] {
    guard !showsViewModels else { return step.shownLines }
    var step = step
    for index in step.said.indices where step.said[index].isViewModel {
      step.said[index] = .carried(["…"], isValue: false)
    }
    return step.shownLines
  }

  /// The lines that set the language of the output; a transcript begins in English.
  private var opening: [String] {
    guard let language = steps.first?.language, language != .english else { return [] }
    return [Transcript.prompt + ":lang \(language.rawValue)", language.text(.greeting)]
  }
}
