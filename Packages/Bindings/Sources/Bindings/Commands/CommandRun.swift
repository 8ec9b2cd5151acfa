/// What the copies of an ``Execution`` share when it has not succeeded at once.
@MainActor
final class CommandRun<Output> {
  private let state: CommandState
  private let onCancel: @MainActor (CommandRun) -> Void
  private var waiters: [CheckedContinuation<Void, Never>] = []
  let progressBox: ProgressBox
  private(set) var outcome: Outcome<Output>?
  var task: Task<Void, Never>?
  var isCancelled = false
  /// The record of the start, or of what asked for the run while it waits.
  var trace: TraceRecord.ID?
  /// The record of what cancelled it.
  var cancelTrace: TraceRecord.ID?
  /// Somebody has asked for the outcome, so a failure in it is not lost.
  var isObserved = false
  private var error: (any Error)?

  init(state: CommandState, onCancel: @escaping @MainActor (CommandRun) -> Void) {
    self.state = state
    self.onCancel = onCancel
    progressBox = ProgressBox(of: state)
  }

  deinit {
    guard !isObserved, let error else { return }
    let state = state
    onMainActor { state.reportUnlessObserved(error) }
  }

  func cancel() { onCancel(self) }

  func settle(_ outcome: Outcome<Output>) {
    guard self.outcome == nil else { return }
    self.outcome = outcome
    if case .failure(let error) = outcome { self.error = error }
    task = nil
    for waiter in waiters { waiter.resume() }
    waiters = []
  }

  func finished() async -> Outcome<Output> {
    isObserved = true
    while true {
      if let outcome { return outcome }
      await withCheckedContinuation { waiters.append($0) }
    }
  }
}

extension CommandRun: CustomStringConvertible {
  /// What traces and reports show of a run: neither its input nor its type.
  nonisolated var description: String { "execution" }
}
