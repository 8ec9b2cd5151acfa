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
  /// To the first control, or the last.
  case home, end
  /// To the rows before those in sight, or behind them.
  case pageUp, pageDown
  /// Deletes to the left, or to the right.
  case backspace, delete
  /// Loads the page anew, as pulling a list down does.
  case pull
}

/// What a key on a screen leads to.
public enum ScreenOutcome: Sendable, Hashable {
  /// At most the focus has changed.
  case stays
  /// A statement is to be run; `shown` is what may be seen of it.
  case statement(String, shown: String)
  /// The person leaves the screen.
  case leaves

  static func statement(_ text: String) -> ScreenOutcome { .statement(text, shown: text) }
}
