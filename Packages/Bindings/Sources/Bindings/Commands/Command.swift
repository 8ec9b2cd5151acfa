/// An action of a view-model, with its condition, its executions and their outcomes as observable state.
///
/// ```swift
/// let clear = Command(label: "clear", enabled: canClear) { phone.value = "186" }
/// let signIn = Command<Credentials, String>(label: "signIn") { try await service.signIn($0) }
/// let outcome = await signIn.execute(credentials).result
/// ```
/// A synchronous body runs inside ``execute(_:)`` as one batch, without a task or an allocation. No
/// observer can see it running, so ``isExecuting`` stays false. An async body starts inside
/// ``execute(_:)``, too, up to its first suspension. Each start or end updates the state in one
/// batch; within this batch, ``results`` and ``errors`` send their events afterwards. So observers of the events
/// read the new state, and observers of the state run after them. If a body throws, the error becomes an outcome and
/// ``lastError``; the command stays usable. A running body keeps its command alive. The main actor
/// guards it.
@MainActor
public final class Command<Input, Output> {
  @usableFromInline
  enum Body: Sendable {
    case immediate(@MainActor (Input) throws -> Output)
    case suspending(@MainActor (Input) async throws -> Output)
    /// The command is being released.
    case ended
  }

  /// The handling of an execution that is requested while another one runs.
  public let policy: CommandPolicy
  @exclusivity(unchecked) @usableFromInline private(set) var body: Body
  @usableFromInline let state: CommandState
  /// The running executions, followed by the queued ones; `live` notifies observers of changes.
  var runs = Roster<ExecutionState<Output>>()
  let live: Property<Population>
  /// The number of queued executions in `runs`.
  var waiting = 0
  /// The execution that started last.
  var latest: ExecutionState<Output>?
  let settling = Repetition()
  @usableFromInline let resultSource: SignalSource<Output>
  /// The outcomes whose events were not sent yet, with their runs, which record whether an error was
  /// observed.
  var news =
    Queue<
      (
        outcome: Outcome<Output>, run: ExecutionState<Output>?, cause: TraceRecord.ID?,
        hidesValues: Bool
      )
    >()
  @exclusivity(unchecked) var isTelling = false
  /// Whether the latest execution is being cancelled for a new one.
  @exclusivity(unchecked) var isReplacing = false
  /// Whether a synchronous body is on the stack.
  @exclusivity(unchecked) @usableFromInline var isInside = false

  /// A version number for the set of executions.
  struct Population: Equatable, CustomStringConvertible {
    var version = 0
    var count = 0
    var description: String { count == 1 ? "1 execution" : "\(count) executions" }
  }

  init(
    label: String?, enabled: (any ObservableValue<Bool>)?, policy: CommandPolicy, graph: Graph,
    fileID: StaticString, line: UInt, body: Body
  ) {
    self.policy = policy
    unsafe self.body = body
    let label = label ?? "\(fileID):\(line)"
    state = CommandState(label: label, enabled: enabled, graph: graph, fileID: fileID, line: line)
    live = Property(
      Population(), label: "\(label).executions", graph: graph, fileID: fileID, line: line)
    resultSource = SignalSource(
      label: "\(label).results", graph: graph, fileID: fileID, line: line)
  }

  isolated deinit { unsafe ReleaseLoop.letGo(of: exchange(&body, with: .ended)) }

  /// Makes a command with a synchronous body; its writes, in all graphs, are one batch.
  ///
  /// While the body runs, another execution is rejected. Without a `label` the command is
  /// named by its source location; without `enabled` it can always run. The body of a command without
  /// input declares no parameter.
  public convenience init(
    label: String? = nil, enabled: (any ObservableValue<Bool>)? = nil,
    graph: Graph = .current, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @MainActor (Input) throws -> Output
  ) {
    self.init(
      label: label, enabled: enabled, policy: .drop, graph: graph, fileID: fileID,
      line: line,
      body: .immediate(body))
  }

  /// Makes a command whose body may suspend; cancelling the execution cancels the body's task.
  ///
  /// Without a `label` the command is named by its source location; without `enabled` it can
  /// run whenever its `policy` allows it. The body of a command without input declares no parameter.
  @_disfavoredOverload
  public convenience init(
    label: String? = nil, enabled: (any ObservableValue<Bool>)? = nil,
    policy: CommandPolicy = .drop, graph: Graph = .current, fileID: StaticString = #fileID,
    line: UInt = #line, _ body: @escaping @MainActor (Input) async throws -> Output
  ) {
    self.init(
      label: label, enabled: enabled, policy: policy, graph: graph, fileID: fileID,
      line: line,
      body: .suspending(body))
  }
}

extension Command where Input == Void {
  /// Runs the command.
  ///
  /// - Returns: The execution: finished, running, waiting or rejected.
  @inlinable
  @discardableResult
  public func execute() -> Execution<Output> { execute(()) }
}

extension Command {
  /// The command's name in issues, traces and rejections.
  public var label: String { state.label }

  /// The command's node in the graph.
  public var node: Node { state.node }

  /// Whether the body may suspend; a synchronous body has ended when ``execute(_:)`` returns.
  public var maySuspend: Bool { if case .suspending = unsafe body { true } else { false } }

  /// Whether ``execute(_:)`` would accept an execution now: the condition holds and the policy allows it.
  ///
  /// A running synchronous body is not visible here, not even to the body itself, which must not execute its
  /// own command.
  public var isEnabled: Bool { state.isEnabled.value }

  /// Whether an async body runs.
  public var isExecuting: Bool { state.isExecuting.value }

  /// The error of the latest execution; nil after a success.
  public var lastError: (any Error)? {
    unsafe state.failure?.isObserved = true
    return state.lastError.value
  }

  /// A signal that sends each error when an execution fails.
  public var errors: Signal<any Error> { state.errorSource.signal }

  /// A signal that sends each result when an execution succeeds.
  public var results: Signal<Output> { resultSource.signal }

  /// The reasons why the command cannot run now, such as `isPhoneValid is false`; empty if it can run; tracked.
  ///
  /// A reason names the `Bool` node that made the condition false. If the condition reads several nodes, this is the
  /// last one that it read, if that is false, and so on down to the leaves; a condition whose last read is not a false
  /// `Bool` is named itself. So join conditions with `&&`, which stops at the first false one, and read each value
  /// only once: `!isLoading && isValid` names `isValid` only when nothing is loading. An observer of the reasons runs
  /// when a dependency of a false condition has changed.
  ///
  /// - Complexity: O(nodes and links behind the condition).
  public var disabledReasons: [String] {
    falseConditions.map { "\($0) is false" } + (state.isSaturated.value ? [Rejection.busy] : [])
  }

  /// The names of the false conditions in ``disabledReasons``, for tools with their own wording; tracked.
  ///
  /// - Complexity: O(nodes and links behind the condition).
  public var falseConditions: [String] { state.falseConditions }

  /// The running and queued executions, oldest first; tracked.
  ///
  /// - Complexity: O(executions).
  public var executions: [Execution<Output>] {
    _ = live.value
    return runs.members.map { Execution(.run($0)) }
  }
}
