import DisplayWidth
import ViewModels

extension TextRenderer {
  /// The looks of answers: the parameters of an SGR escape sequence for each meaning; glyphs and words carry the
  /// same meanings without them.
  ///
  /// Colours are those of the 256 whose values are the same everywhere. None is dim, which nobody can
  /// calculate with: each stands out from its backgrounds by at least 4.5 to 1.
  public struct Style: Sendable, Hashable {
    /// The meaning of a stretch of text.
    public enum Role: Sendable, CaseIterable {
      /// A heading, or what differs.
      case strong
      /// A text beside a value: labels, reasons, old values.
      case quiet
      /// A success, or a command that can run.
      case good
      /// A mistake.
      case bad
      /// A sign in front of a line.
      case mark
      /// A word of the language.
      case keyword
      /// A text.
      case string
      /// A number, a truth value, `nil`.
      case number
      /// A type, or a case of one.
      case type
      /// A word of the tool.
      case command
    }

    let parameters: [Role: String]

    /// The SGR parameters of a meaning; `nil` where it looks like any other text.
    public subscript(role: Role) -> String? { parameters[role] }

    /// Text alone.
    public static let plain = Style(parameters: [:])

    /// For black and for white backgrounds alike.
    public static let coloured = Style(colours: both, quiet: 243)

    /// For light backgrounds.
    public static let light = Style(
      colours: [.string: 22, .number: 24, .type: 88, .keyword: 90, .command: 25, .bad: 124],
      quiet: 240)

    /// For dark backgrounds.
    public static let dark = Style(
      colours: [.string: 114, .number: 80, .type: 180, .keyword: 176, .command: 117, .bad: 217],
      quiet: 248)

    /// Bold, with nothing quiet, for a projector with a black or a white background.
    public static let presenter = Style(
      parameters: Style(colours: both, quiet: 243).parameters
        .mapValues { $0.hasPrefix("1") ? $0 : "1;\($0)" }.filter { $0.key != .quiet })

    /// Weight and underlines, no colours.
    public static let mono = Style(
      parameters: [.strong: "1", .good: "1", .bad: "1;4", .mark: "1", .keyword: "1"])

    private static let both: [Role: Int] = [
      .string: 29, .number: 63, .type: 131, .keyword: 98, .command: 163, .bad: 163,
    ]

    private init(parameters: [Role: String]) { self.parameters = parameters }

    private init(colours: [Role: Int], quiet: Int) {
      var parameters = colours.mapValues { "38;5;\($0)" }
      parameters[.strong] = "1"
      parameters[.quiet] = "38;5;\(quiet)"
      parameters[.good] = parameters[.string]
      parameters[.mark] = parameters[.number]
      for role in [Role.keyword, .bad] { parameters[role] = parameters[role].map { "1;\($0)" } }
      self.parameters = parameters
    }
  }
}

/// Paints text by its meaning.
struct Paint: Sendable {
  let style: TextRenderer.Style

  init(_ style: TextRenderer.Style) { self.style = style }

  static let plain = Paint(.plain)

  func strong(_ text: String) -> String { painted(text, .strong) }
  func quiet(_ text: String) -> String { painted(text, .quiet) }
  func good(_ text: String) -> String { painted(text, .good) }
  func bad(_ text: String) -> String { painted(text, .bad) }
  func mark(_ text: String) -> String { painted(text, .mark) }

  /// What stands beside a word: an explanation, or a new value that stands out from the old one behind it.
  func beside(_ text: String) -> String {
    guard let arrow = text.firstRange(of: "  ⟵ ") else { return quiet(text) }
    return text[..<arrow.lowerBound] + quiet(String(text[arrow.lowerBound...]))
  }

  func painted(_ text: String, _ role: TextRenderer.Style.Role?) -> String {
    role.flatMap { style[$0] }.map { "\u{1B}[\($0)m\(text)\u{1B}[0m" } ?? text
  }

  /// A line with its code between backticks marked and its stress between asterisks strong; without colours the signs
  /// stay.
  func prose(_ line: String) -> String {
    guard style != .plain else { return line }
    return pairs(of: "`", in: line, inside: mark) { pairs(of: "*", in: $0, inside: strong) { $0 } }
  }

  /// A text whose parts between two equal signs are painted in another way than the rest.
  private func pairs(
    of sign: Character, in text: String, inside: (String) -> String, outside: (String) -> String
  ) -> String {
    let parts = text.split(separator: sign, omittingEmptySubsequences: false).map(String.init)
    let isPaired = parts.indices.allSatisfy { index in
      index.isMultiple(of: 2) || parts[index].first?.isWhitespace == false
    }
    guard isPaired, !parts.count.isMultiple(of: 2) else { return outside(text) }
    return parts.enumerated().map { $0.isMultiple(of: 2) ? outside($1) : inside($1) }.joined()
  }

  /// A value as Swift writes it, each part by its kind, as while it is typed.
  func value(_ value: DynamicValue) -> String {
    if style == .plain { return "\(value)".printable }
    switch value {
    case .null, .bool, .int, .double: return painted("\(value)", .number)
    case .string: return painted("\(value)".printable, .string)
    case .array(let elements): return "[" + elements.map(self.value).joined(separator: ", ") + "]"
    case .object(let members) where members.isEmpty: return "[:]"
    case .object(let members):
      let parts = members.sorted { $0.key < $1.key }.map { key, member in
        "\(quiet(key.debugDescription.printable)): \(self.value(member))"
      }
      return "[" + parts.joined(separator: ", ") + "]"
    }
  }
}
