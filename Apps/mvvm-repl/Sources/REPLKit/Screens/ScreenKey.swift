/// A key press on a screen.
public enum ScreenKey: Sendable, Hashable {
  /// A character.
  case character(Character)
  /// A text that was pasted.
  case paste(String)
  /// Runs a command, chooses a value or begins to edit.
  case enter
  /// Goes back.
  case escape
  /// Moves to the next control, or to the previous one.
  case tab, backTab
  /// Moves in a direction.
  case up, down, left, right
  /// Moves to the previous or the next word of a text.
  case wordLeft, wordRight
  /// Moves to the first line with a control, or to the last one.
  case home, end
  /// Moves to the previous page of rows, or to the next one.
  case pageUp, pageDown
  /// Deletes the character to the left of the cursor, or to the right.
  case backspace, delete
  /// Deletes the word to the left, the text to the right of the cursor, or the whole text.
  case eraseWord, eraseRest, eraseAll
  /// Reloads the page, as pulling a list down does.
  case pull

  /// The number of pages that the key scrolls: -1 or 1; `nil` for any other key.
  public var turn: Int? {
    switch self {
    case .pageUp: -1
    case .pageDown: 1
    default: nil
    }
  }
}

/// The result of a key press on a screen.
public enum ScreenOutcome: Sendable, Hashable {
  /// No statement runs; at most the focus or the edited text has changed.
  case stays
  /// The host runs a statement; `shown` is the statement with its secrets masked, for display.
  case statement(String, shown: String)
  /// The person leaves the screen.
  case leaves
  /// The person leaves the screen for the prompt, and the prompt takes the typed text, which no control accepts.
  case types(String)

  /// A statement without secrets; without a statement the person stays on the screen.
  static func statement(_ text: String?) -> ScreenOutcome {
    text.map { .statement($0, shown: $0) } ?? .stays
  }
}
