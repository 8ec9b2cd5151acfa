/// A mistake in a batch that a strict view detects.
public struct ListProbeError: Error, Equatable, CustomStringConvertible {
  /// The kinds of mistakes.
  public enum Code: String, Sendable {
    /// The positions are invalid: a table view would throw.
    case illegalBatch
    /// The batch is valid, but its result differs from the list.
    case staleScreen
  }

  /// The kind of mistake.
  public let code: Code
  /// A description of the mistake and the row.
  public let message: String

  /// The message.
  public var description: String { message }

  static func illegal(_ message: String) -> Self { Self(code: .illegalBatch, message: message) }

  /// Makes the error for a batch whose result differs from the list.
  public static func stale(_ message: String) -> Self {
    Self(code: .staleScreen, message: message)
  }
}
