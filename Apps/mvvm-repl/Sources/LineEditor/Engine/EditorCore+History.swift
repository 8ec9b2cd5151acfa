/// The position among earlier entries, and the entry typed before the recall began.
struct Recall {
  var index: Int
  var draft: EntryText
  /// The text that the entries must start with.
  var prefix: String
}

extension EditorCore {
  /// Reports a problem with the history file, if there is one.
  func tell(_ trouble: HistoryTrouble?) {
    guard let trouble, let path = configuration.history?.path else { return }
    output += configuration.words().historyTrouble(trouble, path) + "\n"
  }

  /// Changes all remembered entries; a recall in progress ends.
  func reviseHistory(_ change: @escaping @Sendable (String) -> String) {
    guard history.revise(change) else { return }
    recall = nil
    ghostFor = nil
    tell(store?.revise(change))
  }

  func recallEarlier() {
    guard !isAsking else { return }
    let entry = engine.entry
    var recall = recall ?? Recall(index: history.entries.count, draft: entry, prefix: entry.text)
    guard
      let index = history.previous(
        before: recall.index, prefix: recall.prefix, otherThan: entry.text)
    else { return }
    recall.index = index
    show(history.entries[index], recall)
  }

  func recallLater() {
    guard var recall else { return }
    if let index = history.next(
      after: recall.index, prefix: recall.prefix, otherThan: engine.entry.text)
    {
      recall.index = index
      show(history.entries[index], recall)
    } else {
      engine.replace(with: recall.draft)
      entry = engine.entry
      self.recall = nil
    }
  }

  private func show(_ text: String, _ recall: Recall) {
    let end = text.utf8.count
    let place = text == lastEntry ? news.mistake.map { max(0, min($0, end)) } : nil
    let cursor = text.characterBoundary(near: place ?? end, comingFrom: end)
    let shown = EntryText(text: text, cursor: cursor)
    undoStack.note(change: entry, to: shown)
    engine.replace(with: shown)
    // Taken over here so that the change does not count as typing, which would end the recall.
    entry = engine.entry
    isGhostHidden = true
    self.recall = recall
  }

  /// Searches the history while a person types; reads keys until one of them ends the search.
  func search() {
    guard !isAsking else { return }
    var search = Scene.Search(pattern: "", matches: history.matches(of: ""))
    menu = nil
    searching = search
    defer { searching = nil }
    while let text = engine.readKey(), let key = text.unicodeScalars.first {
      switch key {
      case "\u{12}", "\u{10}", NamedKey.up.scalar: search.go(older: true)
      case "\u{13}", "\u{0E}", NamedKey.down.scalar: search.go(older: false)
      case "\u{7F}", "\u{08}":
        _ = search.pattern.popLast()
        find(&search)
      case "\u{03}", "\u{07}", NamedKey.escape.scalar:
        return
      case "\r", "\n":
        accept(search)
        return
      case " "..."~", "\u{A0}"...:
        search.pattern += text
        find(&search)
      default:
        accept(search)
        engine.push(text)
        return
      }
      searching = search
    }
    effect = .end
  }

  /// Searches again, and keeps the selected match if it still matches.
  private func find(_ search: inout Scene.Search) {
    let selected = search.match
    search.matches = history.matches(of: search.pattern)
    search.selection =
      search.pattern.isEmpty
      ? nil
      : selected.flatMap { search.matches.firstIndex(of: $0) } ?? (search.matches.isEmpty ? nil : 0)
  }

  private func accept(_ search: Scene.Search) {
    guard let match = search.match else { return }
    searched = search.pattern
    engine.replace(with: EntryText(text: match, cursor: match.utf8.count))
  }

  /// Shows the next entry that contains the last search text, as vi's `n` and `N` do.
  func searchAgain(older: Bool) {
    guard let searched, !isAsking else { return }
    let matches = history.matches(of: searched)
    let now = matches.firstIndex(of: engine.entry.text)
    let next = now.map { $0 + (older ? 1 : -1) } ?? (older ? 0 : -1)
    guard matches.indices.contains(next) else { return }
    engine.replace(with: EntryText(text: matches[next], cursor: matches[next].utf8.count))
  }
}

extension Scene.Search {
  fileprivate mutating func go(older: Bool) {
    guard !matches.isEmpty else { return }
    selection = selection.map { max(0, min(matches.count - 1, $0 + (older ? 1 : -1))) } ?? 0
  }
}
