/// The typing of a script: each key types its next character, and libedit sees none of the keys.
extension EditorCore {
  /// The text that the keys type; `nil` in an ordinary reading.
  var script: String? { if case .scripted(let script) = reading { script } else { nil } }

  /// Handles a key while a script is typed.
  func play(_ key: Key, of script: String) {
    hint = nil
    keyCount += 1
    dropAnswer()
    // Escape before a character makes another key, which has no meaning here.
    let isPartOfKey = isBehindEscape
    isBehindEscape = key == .scalar("\u{1B}")
    guard !isPartOfKey else { return }
    if !script.hasPrefix(entry.text) { engine.replace(with: EntryText()) }
    takeNoteOfChange()
    switch ScriptedKey(key, behind: entry.text, of: script) {
    case .types(let text): append(text)
    case .hands(let rest):
      append(rest)
      outcome = .text(script)
    case .erases:
      engine.delete(entry.text.boundary(before: entry.text.utf8.count)..<entry.text.utf8.count)
    case .passes: outcome = .passed
    case .leaves: outcome = .left
    case .clears: clearScreen()
    case .suspends: suspend()
    case .nothing: break
    }
    takeNoteOfChange()
  }

  private func append(_ text: String) {
    engine.moveCursor(to: entry.text.utf8.count)
    engine.insert(text)
  }
}
