extension EditorCore {
  func enter() -> Effect {
    entry = engine.entry
    if let menu {
      self.menu = nil
      if menu.selection != nil { return .refresh }
    }
    guard configuration.isComplete(entry.text) else { return insertNewline() }
    outcome = .text(entry.text)
    engine.moveCursor(to: entry.text.utf8.count)
    // Without a line break libedit would answer 0 characters to an empty entry: end of input.
    engine.insert("\n")
    return .hand
  }

  func insertNewline() -> Effect {
    engine.insert("\n")
    return .refresh
  }

  /// Drops the entry, which stays readable above, or says how to leave.
  func interrupt() -> Effect {
    if menu != nil { return dismiss() }
    if isAsking { return leaveQuestion() }
    let entry = engine.entry
    if entry.text.isEmpty {
      hint = configuration.interruptHint
    } else {
      commit(entry, mark: "^C")
      engine.replace(with: EntryText())
      recall = nil
    }
    engine.insertMode()
    return .refresh
  }

  func endOrDelete() -> Effect {
    guard engine.entry.text.isEmpty else { return deleteRight() }
    if isAsking { return leaveQuestion() }
    if doubtedKey.map({ $0 + 1 != keyCount }) ?? true, let doubt = configuration.doubtAboutEnd() {
      doubtedKey = keyCount
      hint = doubt
      return .refresh
    }
    outcome = .endOfInput
    return .end
  }

  /// Inserts what was typed.
  ///
  /// libedit's own function takes a short cut in its picture of the screen; libedit 3.1 crashed
  /// there in a random test (FUZZ_SEED=12775811592757605104).
  func insertTyped() -> Effect {
    engine.insert(String(Character(typed)))
    return .refresh
  }

  func insertQuoted() -> Effect {
    if let key = engine.readKey(), key != "\0" { engine.insert(String(Character(key))) }
    return .refresh
  }

  func insertPaste() -> Effect {
    let text = pasted
    pasted = ""
    if engine.entry.text.utf8.count + text.utf8.count > KeyDecoder.longestPaste {
      refusePaste(bytes: text.utf8.count)
    } else if !engine.insert(text) {
      output += "There is no memory for the pasted text.\n"
    }
    return .refresh
  }

  func refusePaste(bytes: Int) {
    output +=
      "The pasted text has \(bytes) bytes; an entry can have \(KeyDecoder.longestPaste). "
      + "Save it to a file and run the file.\n"
  }

  func deleteLeft() -> Effect {
    let entry = engine.entry
    engine.delete(entry.text.boundary(before: entry.cursor)..<entry.cursor)
    return .refresh
  }

  func deleteRight() -> Effect {
    let entry = engine.entry
    engine.delete(entry.cursor..<entry.text.boundary(after: entry.cursor))
    return .refresh
  }

  func undoChange() -> Effect {
    if let earlier = undoStack.undo() { engine.replace(with: earlier) }
    return .refresh
  }

  /// Closes what is open: the menu, the suggestion; in vi's keys, ends inserting.
  func dismiss() -> Effect {
    if let menu {
      self.menu = nil
      if menu.selection != nil { engine.replace(with: menu.original) }
    } else if isAsking {
      return leaveQuestion()
    } else {
      isGhostHidden = true
      if engine.isVi { engine.push(NamedKey.builtInCommandMode.code) }
    }
    return .refresh
  }
}
