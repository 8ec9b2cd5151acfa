/// The doing of a key while a script is typed, whatever the key itself says.
enum ScriptedKey: Equatable {
  /// Types a part of the script behind what is typed.
  case types(String)
  /// Types the rest and hands the script over.
  case hands(rest: String)
  /// Takes the last character back.
  case erases
  /// Ends the reading: on behind the script, or out of it.
  case passes, leaves
  case clears, suspends
  case nothing

  /// Creates the doing of a key behind what is typed of a script; nothing of that counts when it is no beginning of it.
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
