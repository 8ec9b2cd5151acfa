public import Foundation

/// A text of a screen with a role for each stretch, without saying how a renderer paints it.
///
/// ```swift
/// let price: ScreenText = "48 "
/// let text = price + ScreenText("per night", .quiet)
/// ```
public struct ScreenText: Sendable, Hashable, Codable, ExpressibleByStringLiteral {
  /// What a stretch of text is for.
  public enum Role: String, Sendable, Codable, CaseIterable {
    /// Ordinary text.
    case plain
    /// What matters.
    case strong
    /// What may be overlooked.
    case quiet
    /// What is right.
    case good
    /// What is wrong.
    case bad
    /// Something to follow.
    case link
    /// Program text.
    case code
  }

  /// A stretch of text in one role.
  public struct Run: Sendable, Hashable, Codable {
    /// The text.
    public var text: String
    /// Its role.
    public var role: Role
  }

  /// The stretches in order; none is empty.
  public private(set) var runs: [Run]

  /// Creates a text of one role.
  public init(_ text: String, _ role: Role = .plain) {
    runs = text.isEmpty ? [] : [Run(text: text, role: role)]
  }

  /// Creates an ordinary text.
  public init(stringLiteral text: String) { self.init(text) }

  /// Creates a text with the roles and links of an attributed one; ``RoleKey`` gives a stretch a role.
  public init(_ text: AttributedString) {
    runs = text.runs.map { run in
      let role = run[RoleKey.self] ?? (run.link == nil ? .plain : .link)
      return Run(text: String(text.characters[run.range]), role: role)
    }
  }

  /// The attribute that gives a stretch of an attributed text its role.
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

  /// Both texts, one behind the other.
  public static func + (left: ScreenText, right: ScreenText) -> ScreenText {
    var text = left
    text.runs += right.runs
    return text
  }
}
