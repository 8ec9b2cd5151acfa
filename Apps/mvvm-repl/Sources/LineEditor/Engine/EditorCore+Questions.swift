extension EditorCore {
  /// Whether the entry is the answer to a question of the program.
  var isAsking: Bool { if case .answer = reading { true } else { false } }

  /// The text before the first line.
  var prompt: String {
    if case .answer(let question) = reading { question } else { configuration.prompt }
  }

  /// Leaves the question without an answer.
  func leaveQuestion() {
    outcome = .endOfInput
    effect = .end
  }

  /// Asks the program about the entry, without blocking the editor.
  func ask(_ question: LineEditor.Question) {
    let entry = engine.entry
    let number = self.question
    let answer = configuration.answer
    let mailbox = mailbox
    Task {
      let lines = await answer(question, entry.text, entry.cursor)
      mailbox.reply(lines, to: number)
    }
  }

  /// Removes the answer on the screen, and ignores a pending one.
  func dropAnswer() {
    question += 1
    answer = nil
    shownPage = nil
  }

  /// Turns the pages of the menu, or of an answer that does not fit, for PageUp and PageDown.
  func turnPage(forward: Bool) {
    if menu != nil {
      selectPage(forward: forward)
    } else if let page = shownPage, let first = answer?.first {
      let next = first + (forward ? page.visible : -page.visible)
      answer?.first = max(0, min(next, page.count - page.visible))
    }
  }
}
