public import Bindings

/// A command whose input and output types are known only at run time.
@MainActor
public protocol ExecutableCommand {
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
  /// - Throws: ``ViewModelError`` when the arguments do not match. If the command was disabled,
  ///   failed or was cancelled, this is part of the run's outcome.
  func execute(_ arguments: [Argument]) throws(ViewModelError) -> CommandRun

  /// Waits until the command is not executing; returns at once if it is not.
  func settled() async
}

/// An execution of an ``ExecutableCommand``.
@MainActor
public struct CommandRun {
  /// The outcome; `nil` until the execution has ended, and not tracked.
  public var outcome: Outcome<DynamicValue>? { known ?? now() }
  /// The outcome, if the execution had ended before it was returned.
  private let known: Outcome<DynamicValue>?
  private let now: @MainActor () -> Outcome<DynamicValue>?
  private let done: @MainActor () -> Double?
  private let wait: @MainActor () async -> Outcome<DynamicValue>
  private let stop: @MainActor () -> Void

  init<Output>(_ execution: Execution<Output>, isSecure: Bool) {
    known = execution.outcome?.shown(isSecure: isSecure)
    now = { execution.outcome?.shown(isSecure: isSecure) }
    done = { execution.progress }
    wait = { await execution.result.shown(isSecure: isSecure) }
    stop = { execution.cancel() }
  }

  /// The completed share of the work, from 0 to 1, if the command has reported any; tracked.
  public var progress: Double? { done() }

  /// The outcome; suspends until the execution has ended.
  public var result: Outcome<DynamicValue> { get async { await wait() } }

  /// Cancels the execution; has no effect after its end.
  public func cancel() { stop() }
}

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

  func execute(_ arguments: [Argument]) throws(ViewModelError) -> CommandRun {
    let values = try InputValues(arguments, for: parameters, of: name)
    do throws(ViewModelError) {
      return CommandRun(command.execute(try input(values)), isSecure: isSecure)
    } catch { throw isSecure ? error.withoutSecret : error }
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

extension Outcome {
  @MainActor
  fileprivate func shown(isSecure: Bool) -> Outcome<DynamicValue> {
    switch self {
    case .success(let output):
      do throws(ViewModelError) { return .success(try .shown(output)) } catch {
        return .failure(isSecure ? error.withoutSecret : error)
      }
    case .failure(let error): return .failure(error)
    case .cancelled: return .cancelled
    case .rejected(let rejection): return .rejected(rejection)
    }
  }
}
