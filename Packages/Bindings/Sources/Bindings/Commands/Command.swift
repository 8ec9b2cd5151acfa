/// An action of a view-model, with its condition, its executions and their outcomes as state.
///
/// ```swift
/// let clear = Command(label: "clear", enabled: canClear) { phone.value = "186" }
/// let signIn = Command<Credentials, String>(label: "signIn") { try await service.signIn($0) }
/// let outcome = await signIn.execute(credentials).result
/// ```
/// A body that does not suspend runs inside ``execute(_:)`` as one batch, without a task and without
/// an allocation; nobody can see it run, so ``isExecuting`` stays false. An async body starts inside
/// ``execute(_:)`` too, up to its first suspension. What a start or an end changes, it changes in one
/// batch, within which ``results`` and ``errors`` then tell of it: whoever is told reads the new state, and
/// observers of the state run afterwards. Bodies may throw: an error becomes an outcome and ``lastError``, never
/// the end of the command. A running body keeps its command alive. The main actor
/// guards it.
@MainActor
public final class Command<Input, Output> {
  @usableFromInline
  enum Body: Sendable {
    case immediate(@MainActor (Input) throws -> Output)
    case suspending(@MainActor (Input) async throws -> Output)
    /// The command is on its way out.
    case ended
  }

  /// The answer to an execution that is asked for while another one runs.
  public let policy: CommandPolicy
  @exclusivity(unchecked) @usableFromInline private(set) var body: Body
  @usableFromInline let state: CommandState
  /// The executions that run, then those that wait; `live` says when they change.
  var runs = Roster<ExecutionState<Output>>()
  let live: Property<Population>
  /// The number of `runs` that wait for their turn.
  var waiting = 0
  /// The execution that began last.
  var latest: ExecutionState<Output>?
  let settling = Repetition()
  @usableFromInline let resultSource: SignalSource<Output>
  /// The outcomes that `results` and `errors` have not told of yet, with the runs, whose errors nobody may
  /// have seen before.
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
  /// Whether a body that does not suspend is on the stack.
  @exclusivity(unchecked) @usableFromInline var isInside = false

  /// A version of the set of executions.
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

  #if canImport(Darwin)
    deinit {
      let last = unsafe exchange(&self.body, with: .ended)
      onMainActor { ReleaseLoop.letGo(of: last) }
    }
  #else
    isolated deinit { unsafe ReleaseLoop.letGo(of: exchange(&body, with: .ended)) }
  #endif

  /// Makes a command whose body does not suspend; its writes, to whatever graphs, are one batch.
  ///
  /// While the body runs, executing the command again is rejected. Without a `label` the command is
  /// called by its place in the source; without `enabled` it can always run. The body of one without
  /// input names no parameter.
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

  /// Makes a command whose body may suspend; cancelling it cancels the body's task.
  ///
  /// Without a `label` the command is called by its place in the source; without `enabled` it can
  /// run whenever its `policy` admits it. The body of one without input names no parameter.
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

  /// The command's place in the graph.
  public var node: Node { state.node }

  /// Whether the body may suspend; one that does not has ended when ``execute(_:)`` returns.
  public var maySuspend: Bool { if case .suspending = unsafe body { true } else { false } }

  /// Whether ``execute(_:)`` would accept now: the condition holds and the policy admits.
  ///
  /// Nobody can see a body run that does not suspend, not even the body itself, which must not execute its
  /// own command.
  public var isEnabled: Bool { state.isEnabled.value }

  /// Whether an async body runs.
  public var isExecuting: Bool { state.isExecuting.value }

  /// The error of the latest execution, until one succeeds.
  public var lastError: (any Error)? {
    unsafe state.failure?.isObserved = true
    return state.lastError.value
  }

  /// Each error, as it comes.
  public var errors: Signal<any Error> { state.errorSource.signal }

  /// Each result of an execution that succeeded, as it comes.
  public var results: Signal<Output> { resultSource.signal }

  /// The reasons why it would not run now, as `isPhoneValid is false`; empty when it would; tracked.
  ///
  /// The reason names the `Bool` that made the condition false. Where the condition reads several, that is the one that
  /// it has read last, if it is false, and so on down to the leaves; a condition whose last read is not a false `Bool`
  /// is named itself. So write conditions joined with `&&`, which stops at the first false one, and read each value
  /// once: `!isLoading && isValid` names `isValid` only when nothing is loading. An observer of the reasons runs when
  /// something that a false condition reads has changed.
  ///
  /// - Complexity: O(nodes and links behind the condition).
  public var disabledReasons: [String] {
    falseConditions.map { "\($0) is false" } + (state.isSaturated.value ? [Rejection.busy] : [])
  }

  /// The name of the condition in ``disabledReasons``, for a tool that words it itself; tracked.
  ///
  /// - Complexity: O(nodes and links behind the condition).
  public var falseConditions: [String] { state.falseConditions }

  /// The executions that run or wait, oldest first; tracked.
  ///
  /// - Complexity: O(executions).
  public var executions: [Execution<Output>] {
    _ = live.value
    return runs.members.map { Execution(.run($0)) }
  }
}
