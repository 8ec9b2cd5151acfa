/// A message that goes away by itself.
///
/// ```swift
/// prompts.toast("Saved", duration: .short)
/// ```
/// It is made by the methods of ``Prompts``, which also take it away.
public struct Toast: Identifiable, Codable, Hashable, Sendable {
  /// The kind of news.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    /// Something worked.
    case success
    /// Something failed.
    case failure
  }

  /// The time that a toast stays.
  public enum Length: String, Codable, Sendable, CaseIterable {
    /// After one second.
    case short
    /// After two seconds.
    case long
    /// When it is tapped or dismissed.
    case untilTapped

    /// The time that it stays, by the clock of its prompts; `nil` until somebody takes it away.
    public var time: Duration? {
      switch self {
      case .short: .seconds(1)
      case .long: .seconds(2)
      case .untilTapped: nil
      }
    }
  }

  /// The identity, by which it is tapped; no other toast or prompt of the screen has the same.
  public let id: Int
  /// The message.
  public let text: String
  /// The kind of news.
  public let kind: Kind
  /// The time that it stays.
  public let duration: Length
  /// The name of what tapping it does, if more than to take it away.
  public let action: String?
}
