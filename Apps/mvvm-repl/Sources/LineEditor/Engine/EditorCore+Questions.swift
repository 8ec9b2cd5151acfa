extension EditorCore {
  /// Asks the program about the entry; the editor goes on meanwhile.
  func ask(_ question: LineEditor.Question) -> Effect {
    let entry = engine.entry
    let number = self.question
    let answer = configuration.answer
    let mailbox = mailbox
    Task {
      let lines = await answer(question, entry.text, entry.cursor)
      mailbox.reply(lines, to: number)
    }
    return .refresh
  }

  /// Forgets the answer on the screen and one that is still to come.
  func dropAnswer() {
    question += 1
    answer = []
  }
}
