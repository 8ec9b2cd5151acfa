import DisplayWidth

extension EditorCore {
  /// Moves the cursor to the offset that `target` computes from the text and the cursor.
  func move(_ target: (String, Int) -> Int) {
    let entry = engine.entry
    engine.moveCursor(to: target(entry.text, entry.cursor))
  }

  func moveRight() {
    let entry = engine.entry
    if entry.cursor == entry.text.utf8.count {
      engine.insert(ghost)
    } else {
      move { $0.boundary(after: $1) }
    }
  }

  func moveWordRight() {
    let entry = engine.entry
    if entry.cursor == entry.text.utf8.count {
      let ghost = ghost
      engine.insert(String(decoding: ghost.utf8.prefix(ghost.wordEnd(after: 0)), as: UTF8.self))
    } else {
      move { $0.wordEnd(after: $1) }
    }
  }

  func moveToLineEnd() {
    let entry = engine.entry
    if entry.cursor == entry.text.utf8.count { return moveRight() }
    move { $0.lineEnd(at: $1) }
  }

  func moveUp() {
    if menu != nil { return complete(forward: false) }
    let entry = engine.entry
    let start = entry.text.lineStart(at: entry.cursor)
    guard start > 0 else { return recallEarlier() }
    moveCursor(toLineAt: start - 1, in: entry)
  }

  func moveDown() {
    if menu != nil { return complete(forward: true) }
    let entry = engine.entry
    let end = entry.text.lineEnd(at: entry.cursor)
    guard end < entry.text.utf8.count else { return recallLater() }
    moveCursor(toLineAt: end + 1, in: entry)
  }

  /// Moves the cursor to the line that contains an offset, and keeps its column in cells.
  private func moveCursor(toLineAt offset: Int, in entry: EntryText) {
    let text = entry.text
    let cells = painter.cellWidth.of(
      text.slice(text.lineStart(at: entry.cursor)..<entry.cursor))
    let start = text.lineStart(at: offset)
    var target = start
    var cell = 0
    for character in text.slice(start..<text.lineEnd(at: offset)) {
      cell += painter.cellWidth.of(character)
      guard cell <= cells else { break }
      target += character.utf8.count
    }
    engine.moveCursor(to: target)
  }
}
