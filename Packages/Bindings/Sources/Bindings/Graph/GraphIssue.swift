/// A mistake in how nodes are connected, found while the graph works.
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
    /// A computed made an observer; it was not made.
    case observerInComputed
    /// A command failed and nobody looked at its errors.
    case unobservedError
    /// A list was given rows with an identity that another row has; one row of each was kept.
    case duplicateIdentity
    /// A computed or an observer read a node of another graph; it will not see that node's changes.
    case foreignGraph
    /// A signal has more operators in a row than the stack has room for; it ends at once.
    case deepSignal
  }

  /// The kind of mistake.
  public let code: Code
  /// The event, its nodes, and the way to fix it.
  public let message: String
  /// The nodes involved; for a cycle in order, the first one again at the end.
  public let nodes: [Node]
  /// The error behind the issue, when there is one and it is not a secure command's.
  public let cause: (any Error)?

  /// The message.
  public var description: String { message }
}

extension GraphIssue.Code {
  /// Whether it is a mistake of a computed, which may make it many times in one evaluation.
  var isMadeByComputed: Bool {
    switch self {
    case .cycle, .writeInComputed, .observerInComputed: true
    case .noFixedPoint, .unobservedError, .duplicateIdentity, .foreignGraph, .deepSignal: false
    }
  }
}
