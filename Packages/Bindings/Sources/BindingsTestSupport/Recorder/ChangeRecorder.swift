public import Bindings
public import Testing

/// Watches properties, signals and commands, and fails the test for what it did not expect.
///
/// ```swift
/// await withRecorder { recorder in
///   let message = recorder.watch(form.message, as: "message")
///   let signIn = recorder.watch(form.signIn)
///   _ = await form.signIn.execute("186").result
///   message.expect("no network")
///   signIn.expectError { $0 is Offline }
/// }
/// ```
/// At its end it reports changes and events that nobody expected, executions that still run or wait,
/// and errors that nobody expected; how strictly is its ``Exhaustivity``.
@MainActor
public final class ChangeRecorder {
  let exhaustivity: Exhaustivity
  private var checks: [() -> Void] = []
  private var issues: [GraphIssue] = []
  private let graph: Graph?
  private var formerHandler: ((GraphIssue) -> Void)?
  private var isFinished = false

  /// Makes a recorder.
  ///
  /// - Parameters:
  ///   - exhaustivity: How much the test must expect.
  ///   - graph: A graph of the test's own, whose issues fail it too unless the exhaustivity is off. The
  ///     main graph is shared with other tests and does not do.
  public init(_ exhaustivity: Exhaustivity = .on, graph: Graph? = nil) {
    self.exhaustivity = exhaustivity
    self.graph = graph
    formerHandler = graph?.onIssue
    graph?.onIssue = { [weak self] in self?.issues.append($0) }
  }

  /// Watches a value's changes from now on; the current value is not a change.
  ///
  /// - Returns: What the test expects them of.
  @discardableResult
  public func watch<Value: Equatable>(
    _ value: any ObservableValue<Value>, as name: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> RecordedChanges<Value> {
    let changes = RecordedChanges<Value>(name ?? value.node.name, self, "changed")
    var isFirst = true
    changes.token = value.observe { [unowned changes] in
      if !isFirst { changes.pending.append($0) }
      isFirst = false
    }
    checks.append { changes.finish(sourceLocation) }
    return changes
  }

  /// Watches a signal's events from now on.
  ///
  /// - Returns: What the test expects them of.
  @discardableResult
  public func watch<Value: Equatable>(
    _ signal: Signal<Value>, as name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) -> RecordedChanges<Value> {
    let changes = RecordedChanges<Value>(name, self, "sent")
    changes.token = signal.observe { [unowned changes] in changes.pending.append($0) }
    checks.append { changes.finish(sourceLocation) }
    return changes
  }

  /// Watches a command's executions and errors from now on; its results are a signal to watch.
  ///
  /// - Returns: What the test expects errors of.
  @discardableResult
  public func watch<Input, Output>(
    _ command: Command<Input, Output>, sourceLocation: SourceLocation = #_sourceLocation
  ) -> RecordedErrors {
    let errors = RecordedErrors(command.label, self) { command.executions.count }
    errors.token = command.errors.observe { [unowned errors] in errors.pending.append($0) }
    checks.append { errors.finish(sourceLocation) }
    return errors
  }

  /// Reports what was not expected.
  public func finish(sourceLocation: SourceLocation = #_sourceLocation) {
    guard !isFinished else { return }
    isFinished = true
    for check in checks { check() }
    checks = []
    guard let graph, let formerHandler else { return }
    graph.onIssue = formerHandler
    guard exhaustivity != .off else { return }
    for issue in issues { Issue.record("\(issue.message)", sourceLocation: sourceLocation) }
  }
}

/// Runs `body` with a recorder and has it report at the end.
///
/// - Throws: What `body` throws; then nothing is reported besides.
@MainActor
public func withRecorder(
  _ exhaustivity: Exhaustivity = .on, graph: Graph? = nil,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @MainActor (ChangeRecorder) throws -> Void
) rethrows {
  let recorder = ChangeRecorder(exhaustivity, graph: graph)
  try body(recorder)
  recorder.finish(sourceLocation: sourceLocation)
}

/// Runs `body` with a recorder and has it report at the end.
///
/// - Throws: What `body` throws; then nothing is reported besides.
@MainActor
public func withRecorder(
  _ exhaustivity: Exhaustivity = .on, graph: Graph? = nil,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @MainActor (ChangeRecorder) async throws -> Void
) async rethrows {
  let recorder = ChangeRecorder(exhaustivity, graph: graph)
  try await body(recorder)
  recorder.finish(sourceLocation: sourceLocation)
}
