/// The meaning of a piece of text on the screen; the theme decides how it looks.
public enum TextStyle: Sendable, Hashable, CaseIterable {
  /// Ordinary text.
  case plain
  /// The prompt before the first line.
  case prompt
  /// A word of the language.
  case keyword
  /// A string literal.
  case string
  /// A number or duration literal.
  case number
  /// The name of a type.
  case type
  /// The name of a command, function or meta command.
  case command
  /// The name of a value.
  case name
  /// A comment.
  case comment
  /// Text that cannot be right, such as an unknown name.
  case error
  /// Ghost text, hints and continuation prompts.
  case dim
  /// The chosen row of a menu, or what a search has found.
  case selected
  /// The live panel above the prompt.
  case panel
  /// The relevant part of a description, such as the current parameter.
  case emphasis
}

/// The look of each style, as the parameters of an SGR escape sequence.
///
/// ```swift
/// var theme = Theme.standard
/// theme[.keyword] = "1;35"
/// ```
public struct Theme: Sendable, Equatable {
  private var parameters: [TextStyle: String]

  /// Makes a theme from SGR parameters; a style left out looks like plain text.
  public init(_ parameters: [TextStyle: String]) {
    self.parameters = parameters
  }

  /// The SGR parameters of a style, such as `"1;36"`, or nil for plain text.
  public subscript(style: TextStyle) -> String? {
    get { parameters[style] }
    set { parameters[style] = newValue }
  }

  /// Returns a text in a style, followed by a reset, for lines that the program prints or describes with.
  public func painted(_ text: some StringProtocol, _ style: TextStyle) -> String {
    parameters[style].map { "\u{1B}[\($0)m\(text)\u{1B}[0m" } ?? String(text)
  }
}

/// Built-in themes; none has bright black, which many screens and projectors do not show.
extension Theme {
  /// Sixteen-colour roles that stay readable on light and dark backgrounds.
  public static let standard = Theme([
    .prompt: "1;36", .keyword: "1;35", .string: "32", .number: "36", .type: "33",
    .command: "34", .comment: "2", .error: "4;31", .dim: "2", .selected: "7", .panel: "2",
    .emphasis: "1;4",
  ])

  /// No colours, for `NO_COLOR`: weight and inversion only.
  public static let mono = Theme([
    .prompt: "1", .keyword: "1", .comment: "2", .error: "4", .dim: "2", .selected: "7",
    .panel: "2", .emphasis: "1;4",
  ])
}

/// A range of the entry and its style.
public struct Highlight: Sendable, Equatable {
  /// Offsets into the entry's UTF-8 bytes.
  public var range: Range<Int>
  /// The style of the range.
  public var style: TextStyle

  /// Styles the UTF-8 offsets `range` of an entry.
  public init(_ range: Range<Int>, _ style: TextStyle) {
    self.range = range
    self.style = style
  }
}
