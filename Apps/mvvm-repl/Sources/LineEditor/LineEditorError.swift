/// Why the line editor could not start or read.
public struct LineEditorError: Error, Sendable, CustomStringConvertible {
  /// The kind of failure.
  public enum Code: Sendable, Hashable {
    /// Standard input or output is not a terminal that can be edited on.
    case notATerminal
    /// The system or libedit refused something the editor needs.
    case systemRefused
    /// An entry is already being read: one at a time.
    case busy
    /// The task that waited for the entry was cancelled.
    case cancelled
    /// A line editor already runs in this process.
    case alreadyRunning
  }

  /// The kind of failure.
  public let code: Code
  /// The mistake and how to mend it.
  public let message: String
  /// The system's own word for it, when there is one.
  public let cause: String?

  init(_ code: Code, _ message: String, cause: String? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  /// The message, with the cause in parentheses.
  public var description: String { cause.map { "\(message) (\($0))" } ?? message }
}
