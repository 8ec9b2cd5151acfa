/// A mistake in how nodes are connected or used, detected at run time.
///
/// Issues are values given to ``Graph/onIssue``; they never stop the program. A mistake that computed values make again
/// and again before the handler is called is one issue.
public struct GraphIssue: Error, CustomStringConvertible {
  /// The kinds of mistakes.
  public enum Code: String, Sendable {
    /// A computed needs its own value.
    case cycle
    /// Observers keep changing what they read.
    case noFixedPoint
    /// A computed wrote to a property; the write was dropped.
    case writeInComputed
    /// A computed tried to make an observer; the observer was not made.
    case observerInComputed
    /// A command failed, and no code looked at its error.
    case unobservedError
    /// A list was given rows with an identity that another row has; one row of each was kept.
    case duplicateIdentity
    /// A computed or an observer read a node of another graph; it will not see that node's changes.
    case foreignGraph
    /// A signal has more nested operators than the stack can hold; the signal ends at once.
    case deepSignal
  }

  /// The kind of mistake.
  public let code: Code
  /// A text that describes the event and its nodes and says how to fix the mistake.
  public let message: String
  /// The nodes involved; for a cycle in order, with the first node again at the end.
  public let nodes: [Node]
  /// The underlying error, if there is one and it does not belong to a secure command.
  public let cause: (any Error)?

  /// The message.
  public var description: String { message }
}
