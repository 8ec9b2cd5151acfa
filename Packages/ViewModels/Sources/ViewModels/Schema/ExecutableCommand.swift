public import Bindings

/// A command whose input and output types are known only at run time.
@MainActor
public protocol ExecutableCommand {
  /// The name of the command.
  var name: String { get }
  /// The parameters of the command.
  var parameters: [Parameter] { get }
  /// Whether inputs and output must not appear in histories, logs and records.
  var isSecure: Bool { get }
  /// The node of the command in the graph.
  var node: Node { get }
  /// Whether the command would run now; tracked like any value of the graph.
  var isEnabled: Bool { get }
  /// Whether the command is running; tracked.
  var isExecuting: Bool { get }
  /// Whether the command may continue after ``execute(_:)`` has returned; a synchronous one is never seen executing.
  var maySuspend: Bool { get }
  /// The reasons why the command cannot run now, such as `"isValid is false"`.
  var disabledReasons: [String] { get }
  /// The names of the false conditions among these reasons; they do not include a running execution.
  var falseConditions: [String] { get }

  /// Starts the command.
  ///
  /// - Throws: ``ViewModelError`` when the inputs do not match. If the command was disabled,
  ///   failed or was cancelled, this is part of the outcome.
  func execute(_ inputs: InputValues) throws(ViewModelError) -> any CommandExecution

  /// Waits until the command is not executing; returns at once if it is not.
  func settled() async
}

/// An execution of an ``ExecutableCommand``, whose output type is known only at run time.
@MainActor
public protocol CommandExecution<Output>: Sendable {
  /// The type of the output.
  associatedtype Output
  /// The outcome; `nil` until the execution has ended, and not tracked.
  var outcome: Outcome<Output>? { get }
  /// The outcome; suspends until the execution has ended.
  var result: Outcome<Output> { get async }
  /// The completed share of the work, from 0 to 1, if the command has reported any; tracked.
  var progress: Double? { get }
  /// Cancels the execution; has no effect after its end.
  func cancel()
}

extension Execution: CommandExecution {}

struct TypedCommand<Input, Output>: ExecutableCommand {
  let name: String
  let command: Command<Input, Output>
  let parameters: [Parameter]
  let isSecure: Bool
  let input: @MainActor @Sendable (InputValues) throws(ViewModelError) -> Input

  var node: Node { command.node }
  var isEnabled: Bool { command.isEnabled }
  var isExecuting: Bool { command.isExecuting }
  var maySuspend: Bool { command.maySuspend }
  var disabledReasons: [String] { command.disabledReasons }
  var falseConditions: [String] { command.falseConditions }

  func execute(_ inputs: InputValues) throws(ViewModelError) -> any CommandExecution {
    command.execute(try input(inputs))
  }

  func settled() async {
    guard command.isExecuting else { return }
    // An immediate task may call this method inside a computed, where no observer is made.
    await Task.yield()
    guard command.isExecuting else { return }
    var waiting: Subscription?
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      var pending: CheckedContinuation<Void, Never>? = continuation
      waiting = observe(graph: command.node.graph ?? .current) { [command] in
        guard !command.isExecuting else { return }
        pending?.resume()
        pending = nil
      }
    }
    waiting?.cancel()
  }
}
