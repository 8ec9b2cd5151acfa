extension EditorCore {
  func enter() {
    entry = engine.entry
    if let menu {
      self.menu = nil
      if menu.selection != nil { return }
    }
    guard configuration.isComplete(entry.text) else { return insertNewline() }
    outcome = .text(entry.text)
    engine.moveCursor(to: entry.text.utf8.count)
    // Without a line break libedit would return 0 characters for an empty entry, which means end of input.
    engine.insert("\n")
    effect = .hand
  }

  func insertNewline() {
    engine.insert("\n")
  }

  /// Drops the entry, which stays readable above; on an empty entry, ends what is running or says how to leave.
  func interrupt() {
    if menu != nil { return dismiss() }
    if isAsking { return leaveQuestion() }
    let entry = engine.entry
    if entry.text.isEmpty {
      if !configuration.interruptAtRest() { hint = configuration.words().interrupt }
    } else {
      commit(entry, mark: "^C")
      engine.replace(with: EntryText())
      recall = nil
    }
    engine.insertMode()
  }

  func endOrDelete() {
    guard engine.entry.text.isEmpty else { return deleteRight() }
    endInput()
  }

  /// Ends the input, or first says what would be lost.
  func endInput() {
    if isAsking { return leaveQuestion() }
    if doubtedKey.map({ $0 + 1 != keyCount }) ?? true, let doubt = configuration.doubtAboutEnd() {
      doubtedKey = keyCount
      hint = doubt
      return
    }
    outcome = .endOfInput
    effect = .end
  }

  /// Inserts the typed character.
  ///
  /// libedit's own function takes a short cut in its copy of the screen; libedit 3.1 crashed there in a random test
  /// (FUZZ_SEED=12775811592757605104).
  func insertTyped() {
    engine.insert(String(Character(typed)))
  }

  /// Inserts the next character as it is; a key that is no character is dropped.
  func insertQuoted() {
    guard let text = engine.readKey(), let key = text.unicodeScalars.first, key != "\0" else {
      return
    }
    switch UInt8(exactly: key.value).flatMap({ NamedKey(rawValue: $0) }) {
    case nil: engine.insert(text)
    case .paste: insertPaste()
    default: break
    }
  }

  func insertPaste() {
    let text = pasted
    pasted = ""
    if engine.entry.text.utf8.count + text.utf8.count > KeyDecoder.longestPaste {
      refusePaste(bytes: text.utf8.count)
    } else if !engine.insert(text) {
      output += "There is no memory for the pasted text.\n"
    }
  }

  func refusePaste(bytes: Int) {
    output += configuration.words().pasteTooLong(bytes, KeyDecoder.longestPaste) + "\n"
  }

  func deleteLeft() {
    let entry = engine.entry
    engine.delete(entry.text.boundary(before: entry.cursor)..<entry.cursor)
  }

  func deleteRight() {
    let entry = engine.entry
    engine.delete(entry.cursor..<entry.text.boundary(after: entry.cursor))
  }

  func undoChange() {
    if let earlier = undoStack.undo(from: engine.entry) { engine.replace(with: earlier) }
  }

  /// Closes the menu or leaves the question, or else hides the suggestion and, with vi's keys, ends insert mode.
  func dismiss() {
    if let menu {
      self.menu = nil
      if menu.selection != nil { engine.replace(with: menu.original) }
    } else if isAsking {
      return leaveQuestion()
    } else {
      isGhostHidden = true
      if engine.isVi { engine.push(NamedKey.builtInCommandMode.code) }
    }
  }
}
