import REPLKit

extension Setup {
  /// The talks of the folders that were named, or the program's own.
  ///
  /// - Throws: ``/REPLKit/LessonError``.
  func talkList() throws(LessonError) -> TalkList {
    try collected(from: options.talks, own: talks) ?? .empty
  }
}

extension Session {
  /// Offers the talks that the options name, and adds words that say where to find notes and handouts.
  func offerTalks(_ setup: Setup, report: @MainActor (String) -> Void) {
    do {
      let list = try setup.talkList()
      offer(list)
      guard !list.isEmpty else { return }
      let name = Identity.current.name
      for (word, place) in [
        ("notes", Message.notesAreElsewhere(name)), ("handout", .handoutIsElsewhere(name)),
      ] {
        add(ToolCommand(word, place) { _ in [.note(place)] }.unrecorded())
      }
    } catch {
      report(error.text(in: language))
    }
  }
}
