public import Foundation

/// A text of a screen with a role for each run; a renderer decides how a role looks.
///
/// ```swift
/// let price: ScreenText = "48 "
/// let text = price + ScreenText("per night", .quiet)
/// ```
public struct ScreenText: Sendable, Hashable, Codable, ExpressibleByStringLiteral {
  /// The role of a run of text.
  public enum Role: String, Sendable, Codable, CaseIterable {
    /// Ordinary text.
    case plain
    /// Important text.
    case strong
    /// Less important text.
    case quiet
    /// Something right or successful.
    case good
    /// Something wrong or failed.
    case bad
    /// A link.
    case link
    /// Source code.
    case code
  }

  /// A run of text in one role.
  public struct Run: Sendable, Hashable, Codable {
    /// The text.
    public var text: String
    /// The role.
    public var role: Role
  }

  /// The runs in order; none is empty.
  public private(set) var runs: [Run]

  /// Creates a text of one role.
  public init(_ text: String, _ role: Role = .plain) {
    runs = text.isEmpty ? [] : [Run(text: text, role: role)]
  }

  /// Creates an ordinary text.
  public init(stringLiteral text: String) { self.init(text) }

  /// Creates a text with the roles and links of an attributed string; ``RoleKey`` gives a run its role.
  public init(_ text: AttributedString) {
    runs = text.runs.map { run in
      let role = run[RoleKey.self] ?? (run.link == nil ? .plain : .link)
      return Run(text: String(text.characters[run.range]), role: role)
    }
  }

  /// The attribute that gives a run of an attributed string its role.
  ///
  /// ```swift
  /// var price = AttributedString("48")
  /// price[ScreenText.RoleKey.self] = .strong
  /// ```
  public enum RoleKey: AttributedStringKey {
    /// The value of the attribute.
    public typealias Value = Role
    /// The name of the attribute.
    public static let name = "screenRole"
  }

  /// The text without roles.
  public var plain: String { runs.map(\.text).joined() }

  /// Returns the concatenation of two texts.
  public static func + (left: ScreenText, right: ScreenText) -> ScreenText {
    var text = left
    text.runs += right.runs
    return text
  }
}
