/// The part of a command that does not depend on its input and output.
@MainActor
@safe
@usableFromInline
final class CommandState {
  @usableFromInline nonisolated(unsafe) let address: UnsafeMutableRawPointer
  let label: String
  let source: TraceSource
  let graph: Graph
  let condition: (any ObservableValue<Bool>)?
  let isExecuting: Property<Bool>
  /// Whether the policy admits no further execution.
  let isSaturated: Property<Bool>
  @usableFromInline let isEnabled: Computed<Bool>
  let lastError: Property<(any Error)?>
  /// The failure whose error is in `lastError`; testing this is cheaper than reading that property.
  @exclusivity(unchecked) private(set) var failure: CommandFailure?
  let errorSource: SignalSource<any Error>

  init(
    label: String, enabled condition: (any ObservableValue<Bool>)?,
    graph: Graph, fileID: StaticString, line: UInt
  ) {
    let place = graph.engine.makeNode(
      .command, size: NodeHeader.commandSize, label: label, file: fileID, line: line)
    unsafe address = place.address
    self.label = label
    source = TraceSource(fileID, line: line)
    self.graph = graph
    self.condition = condition
    let isSaturated = Property(
      false, label: "\(label).isSaturated", graph: graph, fileID: fileID, line: line)
    self.isSaturated = isSaturated
    isExecuting = Property(
      false, label: "\(label).isExecuting", graph: graph, fileID: fileID, line: line)
    isEnabled = Computed(
      label: "\(label).isEnabled", graph: graph, fileID: fileID, line: line
    ) {
      (condition?.value ?? true) && !isSaturated.value
    }
    lastError = Property(
      nil, label: "\(label).lastError", graph: graph, fileID: fileID, line: line)
    errorSource = SignalSource(
      label: "\(label).errors", graph: graph, fileID: fileID, line: line)
    place.setPart(isEnabled.ref, at: NodeHeader.condition)
    place.setPart(lastError.ref, at: NodeHeader.lastError)
  }

  isolated deinit { ref.engine.release(ref) }

  /// The command's node in the graph.
  @inlinable var ref: NodeRef { unsafe NodeRef(address) }
  @inlinable var engine: Engine { ref.engine }
  var node: Node { Node(ref) }
  /// Whether inputs, progress, results and errors are kept out of reports and traces.
  var isSecure: Bool { ref.flags.contains(.secure) }

  /// Whether `lastError` has an error.
  @usableFromInline var hasFailed: Bool { unsafe failure != nil }

  /// Sets or clears the error of the latest execution.
  func show(_ failure: CommandFailure?) {
    guard unsafe self.failure != nil || failure != nil, lastError.mayBeWritten() else { return }
    unsafe self.failure = failure
    lastError.value = failure?.error
  }

  /// Makes the rejection of an execution that is not allowed.
  func makeRejection() -> Rejection {
    let conditions = engine.untracked { falseConditions }
    return Rejection(
      command: label, code: conditions.isEmpty ? .busy : .disabled, falseConditions: conditions)
  }

  /// The name of the false node that makes the condition false; empty if the condition holds; tracked.
  var falseConditions: [String] {
    guard let condition, !condition.value else { return [] }
    return [CommandState.decidingCondition(behind: condition.node).name]
  }

  /// Returns the deciding false `Bool` node nearest to the leaves: at each step the node that was read last.
  ///
  /// `&&` continues to read while its operands are true, so a false node that was read earlier was no obstacle: it was
  /// negated, as in `!isLoading && isValid`.
  private static func decidingCondition(behind node: Node) -> Node {
    var decided = node
    var seen: Set<Node> = [node]
    while true {
      let dependencies = decided.dependencies
      for dependency in dependencies { dependency.track() }
      guard let last = dependencies.last, last.boolean == false, seen.insert(last).inserted else {
        return decided
      }
      decided = last
    }
  }

  /// Reports the error of a released execution, unless some code has looked at the error, or a queued
  /// observer does so.
  func reportUnobserved(_ failure: CommandFailure) {
    Engine.afterObservers { [self] in
      guard unsafe !failure.isObserved else { return }
      let error = failure.error
      let isHidden = isSecure || failure.isHidden
      let text = isHidden ? "." : ": \(error)"
      engine.context.report(
        .unobservedError,
        "'\(label)' failed and nobody looked; observe errors or lastError, "
          + "or ask the execution for its outcome\(text)",
        [lastError.ref], cause: isHidden ? nil : error)
    }
  }
}

/// The error of an execution, with a flag whether any code has looked at it.
@MainActor
final class CommandFailure {
  let error: any Error
  /// Whether the execution failed while values were hidden.
  let isHidden = Trace.hidesValues
  @exclusivity(unchecked) var isObserved = false

  init(_ error: any Error) { self.error = error }
}
