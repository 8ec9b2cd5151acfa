/// Where one is among earlier entries, and what was typed before one went there.
struct Recall {
  var index: Int
  var draft: EntryText
  /// What the entries must start with.
  var prefix: String
}

extension EditorCore {
  func recallEarlier() -> Effect {
    let entry = engine.entry
    var recall = recall ?? Recall(index: history.entries.count, draft: entry, prefix: entry.text)
    guard
      let index = history.previous(
        before: recall.index, prefix: recall.prefix, otherThan: entry.text)
    else { return .refresh }
    recall.index = index
    show(history.entries[index], recall)
    return .refresh
  }

  func recallLater() -> Effect {
    guard var recall else { return .refresh }
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
    return .refresh
  }

  private func show(_ text: String, _ recall: Recall) {
    let end = text.utf8.count
    let place = text == lastEntry ? mistake.map { max(0, min($0, end)) } : nil
    let cursor = text.characterBoundary(near: place ?? end, comingFrom: end)
    let shown = EntryText(text: text, cursor: cursor)
    undoStack.note(change: entry, to: shown)
    engine.replace(with: shown)
    // Taken over here so that the change does not look typed, which would end the recall.
    entry = engine.entry
    isGhostHidden = true
    self.recall = recall
  }

  /// Searches the history while one types; reads its own keys until one of them ends the search.
  func search() -> Effect {
    var index = history.entries.count
    var search = Scene.Search(label: configuration.searchLabel, pattern: "", match: nil)
    menu = nil
    searching = search
    defer { searching = nil }
    while let key = engine.readKey() {
      switch key {
      case "\u{12}", "\u{10}", NamedKey.up.scalar:
        if let hit = history.match(of: search.pattern, before: index) { index = hit }
      case "\u{0E}", NamedKey.down.scalar:
        let later = history.entries.indices.dropFirst(index + 1).first {
          History([history.entries[$0]]).match(of: search.pattern, before: 1) != nil
        }
        if let later { index = later }
      case "\u{7F}", "\u{08}":
        _ = search.pattern.popLast()
        index = history.match(of: search.pattern, before: history.entries.count) ?? index
      case "\u{03}", "\u{07}", NamedKey.escape.scalar:
        return .refresh
      case "\r", "\n":
        accept(search)
        return .refresh
      case " "..."~", "\u{A0}"...:
        search.pattern.unicodeScalars.append(key)
        index =
          history.match(of: search.pattern, before: min(index + 1, history.entries.count))
          ?? history.entries.count
      default:
        accept(search)
        engine.push(key)
        return .refresh
      }
      let isHit = !search.pattern.isEmpty && index < history.entries.count
      search.match = isHit ? history.entries[index] : nil
      searching = search
    }
    return .end
  }

  private func accept(_ search: Scene.Search) {
    guard let match = search.match else { return }
    engine.replace(with: EntryText(text: match, cursor: match.utf8.count))
  }
}
