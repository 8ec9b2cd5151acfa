/// A key that is pressed on a screen.
public enum ScreenKey: Sendable, Hashable {
  /// A character.
  case character(Character)
  /// A text that was pasted.
  case paste(String)
  /// Runs, chooses or begins to edit.
  case enter
  /// Goes back.
  case escape
  /// To the next control, or the one before.
  case tab, backTab
  /// In a direction.
  case up, down, left, right
  /// To another word of a text.
  case wordLeft, wordRight
  /// To the first control, or the last.
  case home, end
  /// To the rows before those in sight, or behind them.
  case pageUp, pageDown
  /// Deletes to the left, or to the right.
  case backspace, delete
  /// Deletes the word to the left, all that is right of the cursor, or the whole text.
  case eraseWord, eraseRest, eraseAll
  /// Loads the page anew, as pulling a list down does.
  case pull

  /// The number of pages by which it turns what is in sight; `nil` for any other key.
  public var turn: Int? {
    switch self {
    case .pageUp: -1
    case .pageDown: 1
    default: nil
    }
  }
}

/// What a key on a screen leads to.
public enum ScreenOutcome: Sendable, Hashable {
  /// At most the focus has changed.
  case stays
  /// A statement is to be run; `shown` is what may be seen of it.
  case statement(String, shown: String)
  /// The person leaves the screen.
  case leaves
  /// The person leaves the screen for the prompt, with the beginning of what is typed there: nothing on the screen
  /// takes it.
  case types(String)

  /// A statement is to be run that may be seen as it is; without one the person stays.
  static func statement(_ text: String?) -> ScreenOutcome {
    text.map { .statement($0, shown: $0) } ?? .stays
  }
}
