/// An error of the line editor at its start or while it reads.
public struct LineEditorError: Error, Sendable, CustomStringConvertible {
  /// The kind of failure.
  public enum Code: Sendable, Hashable {
    /// Standard input or output is not a terminal that can be edited on.
    case notATerminal
    /// The system or libedit refused something the editor needs.
    case systemRefused
    /// The editor is already reading an entry; it reads one at a time.
    case busy
    /// The task that waited for the entry was cancelled.
    case cancelled
    /// A line editor already runs in this process.
    case alreadyRunning
  }

  /// The kind of failure.
  public let code: Code
  /// The problem and how to fix it.
  public let message: String
  /// The system's error text, when there is one.
  public let cause: String?

  init(_ code: Code, _ message: String, cause: String? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  /// The message, with the cause in parentheses.
  public var description: String { cause.map { "\(message) (\($0))" } ?? message }
}
