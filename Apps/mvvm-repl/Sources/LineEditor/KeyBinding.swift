/// A key and what it does, as a line of a help page.
public struct KeyBinding: Sendable, Equatable {
  /// The keys, as people write them: `Ctrl-C`, `Tab`, `Up`.
  public let keys: [String]
  /// The function of the keys, which a line of `~/.editrc` may bind to another one.
  public let function: Function
}

extension KeyBinding {
  /// A function of the editor that a key can have; its raw value is the name for `~/.editrc`.
  public enum Function: String, Sendable, CaseIterable {
    /// Run the entry, or start a new line while it is incomplete.
    case enter = "repl-enter"
    /// Start a new line in any case.
    case newline = "repl-newline"
    /// Complete; again: next candidate.
    case complete = "repl-complete"
    case completeBack = "repl-complete-back"
    /// Close the menu, hide the suggestion.
    case dismiss = "repl-dismiss"
    /// In the menu or an answer below: a page back.
    case pageUp = "repl-page-up"
    /// In the menu or an answer below: a page on.
    case pageDown = "repl-page-down"
    /// Search through the history.
    case search = "repl-search"
    /// The next older entry that was searched for.
    case searchOlder = "repl-search-older"
    /// The next newer entry that was searched for.
    case searchNewer = "repl-search-newer"
    /// Line above, or an earlier entry that starts the same.
    case up = "repl-up"
    /// Line below, or a later entry.
    case down = "repl-down"
    case left = "repl-left"
    /// One character right; at the end: accept the suggestion.
    case right = "repl-right"
    case wordLeft = "repl-word-left"
    /// One word right; at the end: accept a word.
    case wordRight = "repl-word-right"
    case lineStart = "repl-line-start"
    /// End of the line; at the end: accept the suggestion.
    case lineEnd = "repl-line-end"
    case backspace = "repl-backspace"
    case delete = "repl-delete"
    case undo = "repl-undo"
    case insert = "repl-insert"
    /// Insert the next key as it is.
    case quote = "repl-quote"
    case paste = "repl-paste"
    case ignore = "repl-ignore"
    /// Explain the name at the cursor, below the line.
    case explain = "repl-explain"
    /// Show what the entry comes to, without running it.
    case evaluate = "repl-evaluate"
    /// Go into the screen above the prompt, and out again.
    case panel = "repl-panel"
    /// Drop the entry; close the menu.
    case interrupt = "repl-interrupt"
    /// On an empty line: leave; else delete to the right.
    case end = "repl-end"
    /// Stop the program; fg in the shell goes on.
    case suspend = "repl-suspend"
    /// Edit the entry in VISUAL or EDITOR.
    case edit = "repl-edit"
    case clear = "repl-clear"
  }
}
