/// Errors from characters of Chinese input methods, curly quotes, mathematical signs and invisible spaces, which people
/// type or paste instead of Swift's.
extension Diagnostic {
  /// Returns an error about such characters, with the corrected line if that is valid; `nil` if they are not the error.
  ///
  /// Names that exist, or that statements before the error declare, stay as they are, because letters and digits of full
  /// width may be a part of them.
  func asFullWidth(in source: SourceText, knowing known: Set<String>) -> Diagnostic? {
    guard let span, Self.mayBeSigns.contains(code) else { return nil }
    let statement = source.statement(at: span.start)
    let before = try? Parser.parse(String(source.slice(Span(0, statement.start))))
    let names = known.union((before ?? []).compactMap(\.kind.declaredName))
    // In a statement that is valid otherwise, such a letter may belong to a name that exists.
    guard
      !Self.unknown.contains(code)
        || !Self.withPlainSigns(source.slice(span), knowing: names).signs.isEmpty
    else { return nil }
    let text = source.slice(statement)
    let (plain, signs) = Self.withPlainSigns(text, knowing: names)
    guard !signs.isEmpty else { return nil }
    guard (try? Parser.parse(plain)) != nil else {
      // Something else is wrong, too, but this is the first mistake.
      let found = Self.withPlainSigns(source.slice(span), knowing: names).signs.first
      guard code == .unexpected, let found else { return nil }
      return Diagnostic(
        .unexpected, .fullWidthSigns([found.name]), at: span, help: Self.advice(found, among: signs)
      )
    }
    // The range from the first to the last wrong character; the rest of both texts is equal.
    let start = String(zip(text, plain).prefix { $0 == $1 }.map(\.0)).utf8.count
    let behind = zip(text.reversed(), plain.reversed()).prefix { $0 == $1 }.map(\.0)
    let end = String(behind.reversed()).utf8.count
    let meant = plain.utf8.dropFirst(start).dropLast(end)
    return Diagnostic(
      .unexpected, .fullWidthSigns(signs.map(\.name)),
      at: Span(statement.start + start, statement.end - end),
      help: meant.isEmpty ? .withoutSigns : .withPlainSigns,
      replacement: String(decoding: Array(meant), as: UTF8.self))
  }

  /// What to write instead of a character and of the others of its statement; for a space, of it alone.
  private static func advice(
    _ sign: (name: String, plain: String), among all: [(name: String, plain: String)]
  ) -> Message {
    if sign.plain.isEmpty { return .leaveOut(sign.name) }
    if sign.plain == " " { return .writeSpaceInstead(of: sign.name) }
    let visible = all.filter { !$0.plain.allSatisfy { $0 == " " } }
    return .writeInstead(of: visible.map(\.name), visible.map(\.plain))
  }

  /// The codes of errors that such characters may cause.
  private static let mayBeSigns: Set<Code> = unknown.union([
    .unexpected, .unterminated, .badNumber, .unknownNumber,
  ])

  private static let unknown: Set<Code> = [.unknownName, .unknownType, .unknownMember]

  private static let plainSigns: [Character: String] = [
    "。": ".", "、": ",", "·": ".", "・": ".", "【": "[", "】": "]", "《": "<", "》": ">",
    "×": "*", "÷": "/", "≤": "<=", "≥": ">=", "≠": "!=", "−": "-", "–": "-", "—": "-",
    "\u{A0}": " ", "\u{2007}": " ", "\u{202F}": " ", "\u{3000}": " ",
    "\u{AD}": "", "\u{200B}": "", "\u{2060}": "", "\u{FEFF}": "",
  ]

  /// The characters that nobody sees, which are told by their numbers.
  private static func isInvisible(_ character: Character) -> Bool {
    plainSigns[character].map { $0.isEmpty || $0 == " " } ?? false
  }

  /// Returns Swift's characters for one of another script; the full-width forms of ASCII have its order, from U+FF01 on.
  private static func plainSign(of character: Character) -> String? {
    guard let scalar = character.unicodeScalars.first, 0xFF01...0xFF5E ~= scalar.value else {
      return plainSigns[character]
    }
    return Unicode.Scalar(scalar.value - 0xFF01 + 0x21).map { String($0) }
  }

  /// The quotes of other scripts that open a text, and those that close it then.
  private static let closingQuotes: [Character: String] = [
    "\"": "\"", "“": "”“\"", "”": "“”", "„": "“”", "＂": "＂", "‘": "’‘", "’": "‘’",
    "‚": "‘’", "«": "»", "»": "«",
    "‹": "›", "›": "‹", "「": "」", "『": "』", "〝": "〞",
  ]

  /// The characters that open or close a text in some script.
  static let quotes = closingQuotes.reduce(into: Set<Character>("'")) {
    $0.formUnion([$1.key] + $1.value)
  }

  /// Returns a text with Swift's characters outside of its strings and of known names, and the characters that were
  /// replaced, each once, with Swift's.
  private static func withPlainSigns(
    _ text: Substring, knowing names: Set<String>
  ) -> (text: String, signs: [(name: String, plain: String)]) {
    var (plain, signs) = ("", [(name: String, plain: String)]())
    func note(_ character: Character, _ sign: String) {
      let scalar = character.unicodeScalars.first.map {
        String($0.value, radix: 16, uppercase: true)
      }
      let name =
        isInvisible(character) ? "U+\(String("000\(scalar ?? "")".suffix(4)))" : "\(character)"
      if sign != name, !signs.contains(where: { $0.name == name }) { signs.append((name, sign)) }
    }
    // The last word, and whether it is the name of something.
    var (word, isName) = (text.prefix(0), false)
    // What closes each open string and, within it, the code of an interpolation and its parentheses; `end` is the place
    // of a quote of another script that closes a string of Swift.
    var open: [(closing: String, end: String.Index?)] = []
    var isEscaped = false
    // The quote of Swift that was typed behind one of another script.
    var extra: String.Index?
    for (index, character) in zip(text.indices, text) where index != extra {
      var sign: String?
      if let (closing, end) = open.last, closing != ")" {
        if isEscaped {
          isEscaped = false
          if character == "(" { open.append((")", nil)) }
        } else if end.map({ $0 == index }) ?? closing.contains(character) {
          if end != nil { note(character, "\"") }
          sign = "\""
          open.removeLast()
          let next = text.index(after: index)
          if character != "\"", next < text.endIndex, text[next] == "\"" { extra = next }
        } else {
          isEscaped = character == "\\"
        }
      } else {
        if index >= word.endIndex {
          word = text[index...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
          isName = names.contains(String(word))
        }
        sign = isName ? nil : plainSign(of: character)
        if let closing = closingQuotes[character] {
          sign = "\""
          let end = character == "\"" ? foreignEnd(in: text[text.index(after: index)...]) : nil
          open.append((closing, end))
        } else if !open.isEmpty, "(（".contains(character) {
          open.append((")", nil))
        } else if !open.isEmpty, ")）".contains(character) {
          open.removeLast()
        }
        // The prompt was copied from the screen together with what was typed behind it.
        if character == "❯", plain.isEmpty { sign = "" }
        // A full stop ends a sentence; a statement has none.
        let next = text[text.index(after: index)...].first { !$0.isWhitespace }
        if character == "。", next.map({ ";；".contains($0) }) ?? true { sign = "" }
        if let sign { note(character, sign) }
      }
      plain += sign ?? String(character)
    }
    // The text after a semicolon may be another statement or a part of the string.
    if !open.isEmpty, !text.contains(where: { ";；".contains($0) }) { plain += "\"" }
    return (String(plain.drop { $0 == " " }), signs)
  }

  /// Returns the quote of another script that was typed for the end of a string, in the text behind its beginning.
  ///
  /// It is the last one, behind pairs in the string, or the first one, before strings in such quotes. Of others it is not
  /// certain.
  private static func foreignEnd(in text: Substring) -> String.Index? {
    var places: [String.Index] = []
    var isEscaped = false
    for (place, character) in zip(text.indices, text) {
      if isEscaped {
        isEscaped = false
      } else if character == "\"" {
        // Looks no further, since this is asked for each string of a long text.
        return nil
      } else if "“”＂".contains(character) {
        places.append(place)
      } else {
        isEscaped = character == "\\"
      }
    }
    func arePairs(_ places: some Collection<String.Index>) -> Bool {
      places.count.isMultiple(of: 2)
        && zip(places, 0...).allSatisfy { text[$0] == ($1.isMultiple(of: 2) ? "“" : "”") }
    }
    guard let last = places.last else { return nil }
    if arePairs(places.dropLast()) { return last }
    return arePairs(places.dropFirst()) ? places.first : nil
  }
}
