/// A message that goes away by itself.
///
/// ```swift
/// prompts.toast("Saved", duration: .short)
/// ```
/// It is made by the methods of ``Prompts``, which also take it away.
public struct Toast: Identifiable, Codable, Hashable, Sendable {
  /// What it tells of.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    /// Something worked.
    case success
    /// Something failed.
    case failure
  }

  /// When it goes.
  public enum Length: String, Codable, Sendable, CaseIterable {
    /// After one second.
    case short
    /// After two seconds.
    case long
    /// When it is tapped or dismissed.
    case untilTapped

    /// How long it stays, by the clock of its prompts; `nil` for as long as nobody takes it away.
    public var time: Duration? {
      switch self {
      case .short: .seconds(1)
      case .long: .seconds(2)
      case .untilTapped: nil
      }
    }
  }

  /// How it is tapped or dismissed; no other toast or prompt of the same screen has the same.
  public let id: Int
  /// What it says.
  public let text: String
  /// What it tells of.
  public let kind: Kind
  /// When it goes.
  public let duration: Length
  /// What tapping it does, if more than to take it away.
  public let action: String?
}
