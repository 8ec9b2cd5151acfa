/// A message that disappears by itself.
///
/// ```swift
/// prompts.toast("Saved", duration: .short)
/// ```
/// The methods of ``Prompts`` make and remove toasts.
public struct Toast: Identifiable, Codable, Hashable, Sendable {
  /// The kind of message.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    /// The message reports a success.
    case success
    /// The message reports a failure.
    case failure
  }

  /// The time for which a toast is visible.
  public enum Length: String, Codable, Sendable, CaseIterable {
    /// One second.
    case short
    /// Two seconds.
    case long
    /// Until the toast is tapped or dismissed.
    case untilTapped

    /// The duration, measured by the clock of the prompts; `nil` if the toast stays until it is removed.
    public var time: Duration? {
      switch self {
      case .short: .seconds(1)
      case .long: .seconds(2)
      case .untilTapped: nil
      }
    }
  }

  /// The identity, which is used to tap the toast; it is unique among the screen's toasts and prompts.
  public let id: Int
  /// The text of the message.
  public let text: String
  /// The kind of message.
  public let kind: Kind
  /// The time for which the toast is visible.
  public let duration: Length
  /// The title of the action that a tap runs; `nil` if a tap only removes the toast.
  public let action: String?
}
