/// The signs of Chinese input methods, and the curly quotes of slides, that people type in the place of Swift's.
extension Diagnostic {
  /// The mistake told as such a sign, when the statement is in the language without them; `nil` for any other mistake.
  func asFullWidth(in source: SourceText) -> Diagnostic? {
    guard let span, Self.mayBeSigns.contains(code) else { return nil }
    let statement = source.statement(at: span.start)
    let text = String(source.slice(statement))
    let (plain, signs) = Self.withPlainSigns(text)
    guard !signs.isEmpty, (try? Parser.parse(plain)) != nil else { return nil }
    // From the first sign to the last one, which alone are wrong; both texts have the same rest.
    let before = zip(text, plain).prefix { $0 == $1 }.map(\.0)
    let behind = zip(text.reversed(), plain.reversed()).prefix { $0 == $1 }.map(\.0)
    let (start, end) = (String(before).utf8.count, String(behind.reversed()).utf8.count)
    let meant = plain.utf8.dropFirst(start).dropLast(end)
    return Diagnostic(
      .unexpected, .fullWidthSigns(signs), at: Span(statement.start + start, statement.end - end),
      help: .withPlainSigns, replacement: String(decoding: Array(meant), as: UTF8.self))
  }

  /// The mistakes that such signs look like.
  private static let mayBeSigns: Set<Code> = [
    .unexpected, .unterminated, .badNumber, .unknownName, .unknownType, .unknownMember,
  ]

  private static let plainSigns: [Character: Character] = [
    "：": ":", "（": "(", "）": ")", "，": ",", "；": ";", "＝": "=", "！": "!", "？": "?", "［": "[",
    "］": "]", "｛": "{", "｝": "}", "｜": "|", "＞": ">", "＜": "<", "＆": "&", "＋": "+", "－": "-",
    "．": ".", "。": ".", "\u{3000}": " ",
  ]

  /// The quotes of other scripts that open a text, and those that close it then.
  private static let closingQuotes: [Character: String] = [
    "\"": "\"", "“": "”“", "”": "”", "„": "“”", "＂": "＂", "‘": "’‘", "‚": "‘’", "«": "»", "»": "«",
    "‹": "›", "›": "‹", "「": "」", "『": "』", "〝": "〞",
  ]

  /// A text with the signs of Swift outside of its quotes, and the signs that stood there instead, each once.
  private static func withPlainSigns(_ text: String) -> (text: String, signs: [String]) {
    var (plain, signs) = ("", [String]())
    // What closes the text that is open; other quotes within it are text.
    var closing: String?
    for character in text {
      var sign: Character?
      if let closes = closing {
        if closes.contains(character) { (sign, closing) = ("\"", nil) }
      } else {
        closing = closingQuotes[character]
        sign = closing != nil ? "\"" : plainSigns[character]
        if sign != nil, sign != character, !signs.contains(String(character)) {
          signs.append(String(character))
        }
      }
      plain.append(sign ?? character)
    }
    return (plain, signs)
  }
}
