import Synchronization

/// One piece of shared work: who waits for it, and the attempt that may need no task.
///
/// Not generic, because what the runtime has to know of a generic class it looks up at each use.
final class SharedCall: TransferWatcher {
  /// A response, or `nil` where only the end matters.
  typealias Outcome = Result<Response?, NetworkError>

  private struct State {
    var isFirstHere = true
    /// Few enough to be searched in line.
    var others: [SharedCaller] = []
    /// Kept while nobody looks after it.
    var attempt: FirstAttempt?
    var isReady = false
    var isOver = false
  }

  /// Who began the work, and lends it a thread.
  let first: SharedCaller
  private let state = Mutex(State())

  init(first: SharedCaller) {
    self.first = first
  }

  /// Adds a caller to a call that is not over.
  func add(_ caller: SharedCaller) {
    state.withLock { $0.others.append(caller) }
  }

  /// Removes a caller who is still waiting; true when that was the last one.
  func remove(_ caller: SharedCaller) -> Bool {
    state.withLock { state in
      guard !state.isOver else { return false }
      if caller === first {
        state.isFirstHere = false
      } else {
        state.others.removeAll { $0 === caller }
      }
      state.isOver = !state.isFirstHere && state.others.isEmpty
      return state.isOver
    }
  }

  /// Ends the wait of everyone who waits.
  func settle(_ outcome: Outcome) {
    let (isFirstHere, others) = state.withLock { state in
      state.isOver = true
      defer { (state.isFirstHere, state.others) = (false, []) }
      return (state.isFirstHere, state.others)
    }
    if isFirstHere { first.settle(outcome) }
    for other in others { other.settle(outcome) }
  }

  /// Stops the work, whoever does it.
  func cancel() {
    let attempt = state.withLock { state in
      state.isOver = true
      return state.attempt.take()
    }
    first.cancelTask()
    if let attempt { Self.end(attempt) }
  }

  // MARK: An attempt without a task

  /// Leaves the work to an attempt, until there is something to look at.
  func begin(_ attempt: FirstAttempt) {
    let isOver = state.withLock { state in
      guard !state.isOver else { return true }
      state.attempt = attempt
      state.isReady = false
      return false
    }
    if isOver {
      Self.end(attempt)
    } else if !attempt.watch(self) {
      transferIsReady()
    }
  }

  /// Has everyone who waits look after the attempt, so that nobody depends on another caller.
  func transferIsReady() {
    let (isFirstHere, others) = state.withLock { state in
      state.isReady = true
      return (state.isFirstHere, state.others)
    }
    if isFirstHere { first.call() }
    for other in others { other.call() }
  }

  /// Whether the attempt may be looked after.
  var isReady: Bool { state.withLock { $0.isReady } }

  /// The attempt, for the first who asks once it is ready.
  func takeAttempt() -> FirstAttempt? {
    state.withLock { $0.isReady ? $0.attempt.take() : nil }
  }

  /// Ends an attempt nobody waits for, in a task that may take its time.
  private static func end(_ attempt: FirstAttempt) {
    let task = Task { _ = try? await attempt.goOn() }
    task.cancel()
  }
}
