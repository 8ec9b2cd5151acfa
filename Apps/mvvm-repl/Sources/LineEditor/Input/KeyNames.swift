/// Names keys as people write them, from the keys in the order in which they come.
struct KeyNames {
  private var isBehindEscape = false
  private var wasText = false

  /// Returns the name of a key, such as `Ctrl-C`, `Alt-h` or `PageUp`; empty for text, and `nil` for further text and
  /// for the first half of a key.
  mutating func name(of key: Key) -> String? {
    let wasBehindEscape = isBehindEscape
    isBehindEscape = key == .scalar("\u{1B}")
    guard !isBehindEscape else { return nil }
    let name = Self.name(of: key, isBehindEscape: wasBehindEscape)
    defer { wasText = name.isEmpty }
    return name.isEmpty && wasText ? nil : name
  }

  private static func name(of key: Key, isBehindEscape: Bool) -> String {
    switch key {
    case .scalar("\r"), .scalar("\n"): isBehindEscape ? "Alt-Enter" : "Enter"
    case .scalar("\t"): "Tab"
    case .scalar("\u{7F}"), .scalar("\u{8}"): "Backspace"
    case .scalar(let scalar) where scalar.value < 0x20:
      "Ctrl-\(Character(Unicode.Scalar(UInt8(scalar.value) + 0x40)))"
    case .scalar(let scalar): isBehindEscape ? "Alt-\(Character(scalar))" : ""
    case .paste, .overlongPaste: ""
    case .named(let key):
      switch key {
      case .escape: "Esc"
      case .up: "Up"
      case .down: "Down"
      case .left: "Left"
      case .right: "Right"
      case .home: "Home"
      case .end: "End"
      case .delete: "Delete"
      case .pageUp: "PageUp"
      case .pageDown: "PageDown"
      case .wordLeft: "Ctrl-Left"
      case .wordRight: "Ctrl-Right"
      case .backTab: "Shift-Tab"
      case .forcedEnter: "Alt-Enter"
      case .paste, .insert, .builtInCommandMode: ""
      }
    }
  }
}
