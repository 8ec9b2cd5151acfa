/// A mistake of a batch that a strict view refuses.
public struct ListProbeError: Error, Equatable, CustomStringConvertible {
  /// The kinds of mistakes.
  public enum Code: String, Sendable {
    /// The positions cannot be followed: a table view would throw.
    case illegalBatch
    /// The batch can be followed and leads to something else than the list.
    case staleScreen
  }

  /// The kind of mistake.
  public let code: Code
  /// The mistake and the row where it is.
  public let message: String

  /// The message.
  public var description: String { message }

  static func illegal(_ message: String) -> Self { Self(code: .illegalBatch, message: message) }

  /// A batch that leads to something else than the list.
  public static func stale(_ message: String) -> Self {
    Self(code: .staleScreen, message: message)
  }
}
