extension EditorCore {
  /// Whether the entry is the answer to a question of the program.
  var isAsking: Bool { if case .answer = reading { true } else { false } }

  /// What stands before the first line.
  var prompt: String {
    if case .answer(let question) = reading { question } else { configuration.prompt }
  }

  /// Leaves the question that the entry would answer.
  func leaveQuestion() {
    outcome = .endOfInput
    effect = .end
  }

  /// Asks the program about the entry; the editor goes on meanwhile.
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

  /// Forgets the answer on the screen and one that is still to come.
  func dropAnswer() {
    question += 1
    answer = nil
    shownPage = nil
  }

  /// PageUp and PageDown: through the menu, or through an answer that does not fit.
  func turnPage(forward: Bool) {
    if menu != nil {
      selectPage(forward: forward)
    } else if let page = shownPage, let first = answer?.first {
      let next = first + (forward ? page.visible : -page.visible)
      answer?.first = max(0, min(next, page.count - page.visible))
    }
  }
}
