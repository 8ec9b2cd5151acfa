/// The state shared by the copies of an ``Execution``, unless the execution has succeeded at once.
@MainActor
@safe
@usableFromInline
final class ExecutionState<Output>: RosterMember {
  private let state: CommandState
  private let onCancel: @MainActor (ExecutionState) -> Void
  private var waiters: [CheckedContinuation<Void, Never>] = []
  let progressBox: ProgressBox
  private(set) var outcome: Outcome<Output>?
  var place = -1
  /// A closure that starts the body of a queued execution; nil once it was called.
  var turn: (@MainActor (ExecutionState) -> Void)?
  /// The task of the body, from its start to its end.
  var task = BodyTask()
  var isCancelled = false
  /// The record of the start or, while the execution is queued, of the request.
  var trace: TraceRecord.ID?
  /// Whether the actions of the execution are recorded without values.
  var hidesValues = false
  /// The record of the cancellation.
  var cancelTrace: TraceRecord.ID?
  /// Whether the outcome was requested, so that a failure in it does not count as unobserved.
  var isObserved = false
  private(set) var failure: CommandFailure?

  init(state: CommandState, onCancel: @escaping @MainActor (ExecutionState) -> Void) {
    self.state = state
    self.onCancel = onCancel
    progressBox = ProgressBox(of: state)
  }

  isolated deinit {
    if !isObserved, let failure { state.reportUnobserved(failure) }
  }

  func cancel() { onCancel(self) }

  func settle(_ outcome: Outcome<Output>) {
    guard self.outcome == nil else { return }
    self.outcome = outcome
    if case .failure(let error) = outcome { failure = CommandFailure(error) }
    progressBox.isOver = true
    task.end()
    for waiter in waiters { waiter.resume() }
    waiters = []
  }

  func waitForOutcome() async -> Outcome<Output> {
    isObserved = true
    while true {
      if let outcome { return outcome }
      await withCheckedContinuation { waiters.append($0) }
    }
  }
}
