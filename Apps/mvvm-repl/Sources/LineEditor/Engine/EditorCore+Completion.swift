/// The shown candidates and the entry that they belong to.
struct CompletionMenu {
  /// The entry before a candidate was inserted.
  var original: EntryText
  var range: Range<Int>
  var items: [Completion]
  var selection: Int?
  /// The entry as the menu last left it; a different entry means that the person has typed on.
  var shown: EntryText
}

extension EditorCore {
  /// Completes the name at the cursor, for Tab and Shift-Tab.
  ///
  /// The first Tab inserts the common beginning of all candidates and lists them. Further Tabs insert one candidate
  /// after the other.
  func complete(forward: Bool) {
    if menu != nil {
      select(forward: forward)
      return
    }
    let entry = engine.entry
    let completions = candidates(for: entry)
    guard !completions.items.isEmpty else {
      hint = configuration.words().noCompletions
      return
    }
    let prefix = completions.commonPrefix
    let typed = entry.text.slice(completions.range)
    let isExtended = prefix.utf8.count > typed.utf8.count && prefix.hasPrefix(typed)
    let isOnly = completions.items.count == 1
    if isOnly || isExtended { replace(completions.range, with: prefix) }
    if !isOnly { openMenu(for: engine.entry) }
  }

  /// Updates the menu while the person types.
  func followMenu() {
    if let recall, history.entries[recall.index] != entry.text, recall.draft != entry {
      self.recall = nil
    }
    guard let menu, menu.shown != entry else { return }
    self.menu = nil
    // Typing on accepts a selected candidate.
    guard menu.selection == nil, entry.text != menu.shown.text else { return }
    openMenu(for: entry)
  }

  private func openMenu(for entry: EntryText) {
    let completions = candidates(for: entry)
    let typed = entry.text.slice(completions.range)
    guard completions.items.contains(where: { $0.text != typed }) else { return }
    menu = CompletionMenu(
      original: entry, range: completions.range, items: completions.items, selection: nil,
      shown: entry)
  }

  private func select(forward: Bool) {
    guard let menu else { return }
    let count = menu.items.count
    select(
      menu.selection.map { ($0 + (forward ? 1 : count - 1)) % count } ?? (forward ? 0 : count - 1))
  }

  /// Selects the candidate ten rows on or back, but stops at the ends of the menu.
  func selectPage(forward: Bool) {
    guard let menu else { return }
    let last = menu.items.count - 1
    select(max(0, min(last, (menu.selection ?? 0) + (forward ? 10 : -10))))
  }

  /// Puts a candidate into the entry.
  private func select(_ index: Int) {
    guard var menu else { return }
    engine.replace(with: menu.original)
    replace(menu.range, with: menu.items[index].text)
    menu.selection = index
    menu.shown = engine.entry
    self.menu = menu
  }

  private func replace(_ range: Range<Int>, with text: String) {
    engine.delete(range)
    engine.insert(text)
  }

  /// Returns the program's completions; none if their range is outside the entry or inside a character.
  func candidates(for entry: EntryText) -> Completions {
    let completions = configuration.complete(entry.text, entry.cursor)
    let range = completions.range
    let bytes = entry.text.utf8
    guard range.lowerBound >= 0, range.upperBound <= bytes.count else { return .none }
    let isWhole = [range.lowerBound, range.upperBound].allSatisfy {
      bytes.index(bytes.startIndex, offsetBy: $0).samePosition(in: entry.text.unicodeScalars) != nil
    }
    return isWhole ? completions : .none
  }
}
