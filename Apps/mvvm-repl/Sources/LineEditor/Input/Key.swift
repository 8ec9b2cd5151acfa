/// A key that the keyboard sent.
enum Key: Equatable, Sendable {
  case scalar(Unicode.Scalar)
  case named(NamedKey)
  case paste(String)
  /// A paste that no entry can hold.
  case overlongPaste(bytes: Int)
}

/// A key that is not a character.
///
/// The raw value is the code point under which libedit knows it. C1 controls serve because no UTF-8 keyboard sends them and libedit's key map has room for
/// single keys below 256 only: a key beyond is looked up by its low byte.
enum NamedKey: UInt8, Sendable, CaseIterable {
  case escape = 0x80
  case paste, up, down, left, right, home, end, delete, pageUp, pageDown
  case wordLeft, wordRight, backTab, forcedEnter
  /// A character that the editor inserts itself.
  case insert
  /// Not on a keyboard: runs libedit's own function for what it stands for.
  case builtInCommandMode
}
