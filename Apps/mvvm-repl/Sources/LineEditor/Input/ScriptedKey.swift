/// The action of a key while a script is typed.
enum ScriptedKey: Equatable {
  /// Types the next part of the script.
  case types(String)
  /// Types the rest and hands the script over.
  case hands(rest: String)
  /// Removes the last character.
  case erases
  /// Ends the reading: `passes` goes on after the script, `leaves` leaves the script.
  case passes, leaves
  case clears, suspends
  case nothing

  /// Creates the action of a key; the text typed so far counts only if the script starts with it.
  init(_ key: Key, behind typed: String, of script: String) {
    let rest = script.hasPrefix(typed) ? script.dropFirst(typed.count) : script[...]
    self =
      switch key {
      case .scalar("\r"), .scalar("\n"), .named(.forcedEnter):
        script.isEmpty ? .passes : .hands(rest: String(rest))
      case .scalar("\t"): .passes
      case .named(.escape), .scalar("\u{3}"), .scalar("\u{4}"): .leaves
      case .scalar("\u{7F}"), .scalar("\u{8}"): .erases
      case .scalar("\u{C}"): .clears
      case .scalar("\u{1A}"): .suspends
      case .scalar(let scalar) where scalar.value < 0x20: .nothing
      case .scalar, .paste: rest.isEmpty ? .nothing : .types(String(rest.prefix(1)))
      case .named, .overlongPaste: .nothing
      }
  }
}
