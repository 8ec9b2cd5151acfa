/// A key that the keyboard sent.
enum Key: Equatable, Sendable {
  case scalar(Unicode.Scalar)
  case named(NamedKey)
  case paste(String)
  /// A paste that is too long for an entry.
  case overlongPaste(bytes: Int)
}

/// A key that is not a character.
///
/// The raw value is the code point under which libedit knows the key. C1 controls are free for this, because no UTF-8
/// keyboard sends them. libedit's key map has room for single keys below 256 only; it looks up a larger key by its low
/// byte.
enum NamedKey: UInt8, Sendable, CaseIterable {
  case escape = 0x80
  case paste, up, down, left, right, home, end, delete, pageUp, pageDown
  case wordLeft, wordRight, backTab, forcedEnter
  /// A character that the editor inserts itself.
  case insert
  /// A key that no keyboard has; it runs libedit's own function for vi's command mode.
  case builtInCommandMode
}
