import DisplayWidth
import ViewModels

extension TextRenderer {
  /// A style of output: the parameters of an SGR escape sequence for each role.
  ///
  /// Glyphs and words carry the same meanings without colours. Colours come from the part of the 256-colour palette
  /// that is the same in all terminals. No style uses dim text, whose contrast is undefined. Each colour has a contrast
  /// of at least 4.5 to 1 with its backgrounds.
  public struct Style: Sendable, Hashable {
    /// The role of a piece of text.
    public enum Role: Sendable, CaseIterable {
      /// A heading or a difference.
      case strong
      /// Secondary text: labels, reasons, old values.
      case quiet
      /// A success, or a command that can run.
      case good
      /// An error.
      case bad
      /// A sign in front of a line.
      case mark
      /// A keyword of the language.
      case keyword
      /// A string.
      case string
      /// A number, a Boolean or `nil`.
      case number
      /// A type or an enum case.
      case type
      /// A tool command.
      case command
    }

    let parameters: [Role: String]

    /// The SGR parameters of a role; `nil` if its text has no style.
    public subscript(role: Role) -> String? { parameters[role] }

    /// Text without any style.
    public static let plain = Style(parameters: [:])

    /// Colours for both black and white backgrounds.
    public static let coloured = Style(colours: both, quiet: 243)

    /// Colours for light backgrounds.
    public static let light = Style(
      colours: [.string: 22, .number: 24, .type: 88, .keyword: 90, .command: 25, .bad: 124],
      quiet: 240)

    /// Colours for dark backgrounds.
    public static let dark = Style(
      colours: [.string: 114, .number: 80, .type: 180, .keyword: 176, .command: 117, .bad: 217],
      quiet: 248)

    /// Bold text without the quiet role, for projectors with a black or white background.
    public static let presenter = Style(
      parameters: Style(colours: both, quiet: 243).parameters
        .mapValues { $0.hasPrefix("1") ? $0 : "1;\($0)" }.filter { $0.key != .quiet })

    /// Bold and underlined text without colours.
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

struct Paint: Sendable {
  let style: TextRenderer.Style

  init(_ style: TextRenderer.Style) { self.style = style }

  static let plain = Paint(.plain)

  func strong(_ text: String) -> String { painted(text, .strong) }
  func quiet(_ text: String) -> String { painted(text, .quiet) }
  func good(_ text: String) -> String { painted(text, .good) }
  func bad(_ text: String) -> String { painted(text, .bad) }
  func mark(_ text: String) -> String { painted(text, .mark) }

  /// Paints the text beside a word quietly, except for a new value in front of the `⟵` of the old one.
  func beside(_ text: String) -> String {
    guard let arrow = text.firstRange(of: "  ⟵ ") else { return quiet(text) }
    return text[..<arrow.lowerBound] + "  " + quiet("⟵ \(text[arrow.upperBound...])")
  }

  func painted(_ text: String, _ role: TextRenderer.Style.Role?) -> String {
    role.flatMap { style[$0] }.map { "\u{1B}[\($0)m\(text)\u{1B}[0m" } ?? text
  }

  /// Paints code between backticks as a mark and text between asterisks as strong; in the plain style, the signs are
  /// kept or left out.
  func prose(_ line: String, isKept: Bool = true) -> String {
    guard style != .plain || !isKept else { return line }
    return pairs(of: "`", in: line, inside: mark) { pairs(of: "*", in: $0, inside: strong) { $0 } }
  }

  /// Paints the text between each pair of signs with `inside`, and the rest with `outside`.
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

  /// Returns a value in Swift syntax, with each part painted by its kind, as in the line editor.
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
