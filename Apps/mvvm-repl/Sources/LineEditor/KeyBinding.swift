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
    /// Runs the entry, or starts a new line while the entry is incomplete.
    case enter = "repl-enter"
    /// Starts a new line in any case.
    case newline = "repl-newline"
    /// Completes the name at the cursor; pressed again, selects the next candidate.
    case complete = "repl-complete"
    case completeBack = "repl-complete-back"
    /// Closes the menu, or hides the suggestion.
    case dismiss = "repl-dismiss"
    /// Turns the menu or the answer below the entry one page back.
    case pageUp = "repl-page-up"
    /// Turns the menu or the answer below the entry one page forward.
    case pageDown = "repl-page-down"
    /// Searches the history.
    case search = "repl-search"
    /// Shows the next older entry that contains the last search text.
    case searchOlder = "repl-search-older"
    /// Shows the next newer entry that contains the last search text.
    case searchNewer = "repl-search-newer"
    /// Moves to the line above, or recalls an earlier entry that starts with the same text.
    case up = "repl-up"
    /// Moves to the line below, or recalls a later entry.
    case down = "repl-down"
    case left = "repl-left"
    /// Moves one character right; at the end, accepts the suggestion.
    case right = "repl-right"
    case wordLeft = "repl-word-left"
    /// Moves one word right; at the end, accepts one word of the suggestion.
    case wordRight = "repl-word-right"
    case lineStart = "repl-line-start"
    /// Moves to the end of the line; at the end of the entry, accepts the suggestion.
    case lineEnd = "repl-line-end"
    case backspace = "repl-backspace"
    case delete = "repl-delete"
    case undo = "repl-undo"
    case insert = "repl-insert"
    /// Inserts the next key literally.
    case quote = "repl-quote"
    case paste = "repl-paste"
    case ignore = "repl-ignore"
    /// Shows the documentation of the name at the cursor, below the line.
    case explain = "repl-explain"
    /// Shows the value of the entry without running it.
    case evaluate = "repl-evaluate"
    /// Enters the panel above the prompt, and leaves it again.
    case panel = "repl-panel"
    /// Drops the entry, or closes the menu.
    case interrupt = "repl-interrupt"
    /// Ends the session on an empty line; otherwise deletes the character to the right.
    case end = "repl-end"
    /// Ends the session on an empty line.
    case endEmpty = "repl-end-empty"
    /// Ends the session.
    case leave = "repl-leave"
    /// Suspends the program; `fg` in the shell resumes it.
    case suspend = "repl-suspend"
    /// Opens the entry in the editor of `VISUAL` or `EDITOR`.
    case edit = "repl-edit"
    case clear = "repl-clear"
  }
}
