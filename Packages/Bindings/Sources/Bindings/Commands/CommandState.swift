/// The part of a command that does not depend on its input and output.
@MainActor
@safe
final class CommandState {
  private nonisolated(unsafe) let address: UnsafeMutableRawPointer
  let label: String
  let source: TraceSource
  let graph: Graph
  let condition: (any ObservableValue<Bool>)?
  let group: CommandGroup?
  let isExecuting: Property<Bool>
  /// The policy admits no further execution.
  let isSaturated: Property<Bool>
  let isEnabled: Computed<Bool>
  let lastError: Property<(any Error)?>
  /// Whether `lastError` has one: cheaper than to look.
  @exclusivity(unchecked) private var hasError = false
  let errorSource: SignalSource<any Error>

  init(
    label: String, enabled condition: (any ObservableValue<Bool>)?, group: CommandGroup?,
    graph: Graph, fileID: StaticString, line: UInt
  ) {
    let place = graph.engine.makeNode(
      .command, size: NodeHeader.commandSize, label: label, file: fileID, line: line)
    unsafe address = place.address
    self.label = label
    source = TraceSource(fileID, line: line)
    self.graph = graph
    self.condition = condition
    self.group = group
    let isSaturated = Property(
      false, label: "\(label).isSaturated", graph: graph, fileID: fileID, line: line)
    self.isSaturated = isSaturated
    isExecuting = Property(
      false, label: "\(label).isExecuting", graph: graph, fileID: fileID, line: line)
    isEnabled = Computed(
      label: "\(label).isEnabled", graph: graph, fileID: fileID, line: line
    ) {
      (condition?.value ?? true) && !isSaturated.value && group?.isHeld(byOtherThan: place) != true
    }
    lastError = Property(
      nil, label: "\(label).lastError", graph: graph, fileID: fileID, line: line)
    errorSource = SignalSource(
      label: "\(label).errors", graph: graph, fileID: fileID, line: line)
    place.setCondition(isEnabled.ref)
  }

  deinit {
    let end = unsafe SendableAddress(address)
    onMainActor { endNode(at: end) }
  }

  /// The command's place among the nodes of the graph.
  var ref: NodeRef { unsafe NodeRef(address) }
  var node: Node { Node(ref) }
  var engine: Engine { ref.engine }

  func graphBatch(_ body: () -> Void) {
    engine.beginBatch()
    defer { engine.endBatch() }
    body()
  }

  func succeed() {
    guard unsafe hasError else { return }
    unsafe hasError = false
    lastError.value = nil
  }

  func fail(_ error: any Error) {
    unsafe hasError = true
    lastError.value = error
    errorSource.send(error)
  }

  /// Takes the group, if there is one: its other commands are disabled.
  @inline(__always)
  func hold(_ cancel: () -> @MainActor () -> Void) {
    if let group { group.hold(self, cancel()) }
  }

  /// Gives the group back.
  @inline(__always)
  func release() {
    if let group { group.release(node) }
  }

  /// What to say when an execution was not admitted.
  func makeRejection() -> Rejection {
    let conditions = conditionReasons
    guard conditions.isEmpty else {
      return Rejection(command: label, code: .disabled, reasons: conditions)
    }
    let others = groupReasons
    return Rejection(
      command: label, code: .busy, reasons: others.isEmpty ? ["it is executing"] : others)
  }

  /// The other command that its group admits instead.
  var groupReasons: [String] {
    guard let holder = group?.holder.peek(), holder.node != node else { return [] }
    return ["\(holder) is executing"]
  }

  /// The false conditions behind a condition that does not hold.
  var conditionReasons: [String] {
    guard let condition, !condition.peek() else { return [] }
    return CommandState.falseConditions(behind: condition.node).map { "\($0.name) is false" }
  }

  /// The false `Bool` nodes nearest to the leaves: those whose own dependencies explain nothing more.
  private static func falseConditions(behind node: Node) -> [Node] {
    var found: [Node] = []
    for dependency in node.dependencies where dependency.boolean == false {
      for cause in falseConditions(behind: dependency) where !found.contains(cause) {
        found.append(cause)
      }
    }
    return found.isEmpty ? [node] : found
  }

  func reportUnlessObserved(_ error: any Error) {
    guard lastError.node.dependents.isEmpty, !errorSource.isObserved else { return }
    engine.context.report(
      GraphIssue(
        code: .unobservedError,
        message: "'\(label)' failed and nobody looked: \(error). "
          + "Observe errors or lastError, or ask the execution for its outcome.",
        nodes: [lastError.node], cause: error))
  }
}

/// What can be asked of any ``Command``, whatever it takes and returns.
@MainActor
public protocol CommandStatus: AnyObject {
  /// What the command is called.
  var label: String { get }
  /// What the graph knows of it.
  var node: Node { get }
  /// Whether it would accept an execution now; tracked.
  var isEnabled: Bool { get }
  /// Whether an async body runs; tracked.
  var isExecuting: Bool { get }
  /// The error of the latest execution, until one succeeds; tracked.
  var lastError: (any Error)? { get }
  /// What stands against running now; empty when nothing does.
  var enabledReasons: [String] { get }
  /// Asks everything that runs to stop and drops what waits.
  func cancel()
}
