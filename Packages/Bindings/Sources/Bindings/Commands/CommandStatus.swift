/// A ``Command`` of any input and output.
@MainActor
public protocol CommandStatus: AnyObject {
  /// The command's name.
  var label: String { get }
  /// The command's place in the graph.
  var node: Node { get }
  /// Whether it would accept an execution now; tracked.
  var isEnabled: Bool { get }
  /// Whether an async body runs; tracked.
  var isExecuting: Bool { get }
  /// The error of the latest execution, until one succeeds; tracked.
  var lastError: (any Error)? { get }
  /// The reasons why it would not run now, as `isPhoneValid is false`; empty when it would; tracked.
  var disabledReasons: [String] { get }
  /// Asks running executions to stop and drops those that wait.
  func cancel()
}
