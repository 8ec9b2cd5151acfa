import Synchronization

/// One of those who wait for a shared call; the executor of the call, if it began it.
///
/// What the call has to do next is done on the thread of the waiting caller who began it, so that
/// an answer wakes one thread and not a second one after it. While that caller is busy, and once it
/// has gone, the common pool does it: nobody else's progress depends on a caller.
final class SharedCaller: TaskExecutor {
  typealias Outcome = SharedCall.Outcome

  private struct State {
    var outcome: Outcome?
    var waiter: WaitingTask?
    var job: UnownedJob?
    /// Whether the call can be gone on with by any of its callers.
    var isCalled = false
    /// Whether the caller waits, or will look for a job before it does.
    var takesJob = true
    var task: Task<Void, Never>?
    var isCancelled = false

    mutating func takeWaiter() -> WaitingTask? {
      defer { waiter = nil }
      return waiter
    }
  }

  private let state = Mutex(State())

  /// Ends the wait; what comes after the first outcome changes nothing.
  func settle(_ outcome: Outcome) {
    let waiter = state.withLock { state -> WaitingTask? in
      guard state.outcome == nil else { return nil }
      state.outcome = outcome
      return state.takeWaiter()
    }
    waiter?.resume()
  }

  /// Has the caller look after the call.
  func call() {
    let waiter = state.withLock { state in
      state.isCalled = true
      return state.takeWaiter()
    }
    waiter?.resume()
  }

  /// Waits for the outcome, and does the call's work meanwhile.
  func wait(_ attend: () -> Void) async -> Outcome {
    while true {
      if let outcome = end() { return outcome }
      if let job = takeJob() {
        unsafe job.runSynchronously(on: asUnownedTaskExecutor())
      } else if takeCall() {
        attend()
      } else {
        await WaitingTask.wait(hold)
      }
    }
  }

  /// The outcome, if it is known; then no job is taken any more.
  func end() -> Outcome? {
    let (outcome, rest) = state.withLock { state -> (Outcome?, UnownedJob?) in
      guard let outcome = state.outcome else { return (nil, nil) }
      state.takesJob = false
      defer { state.job = nil }
      return (outcome, state.job)
    }
    if let rest { globalConcurrentExecutor.enqueue(rest) }
    return outcome
  }

  private func takeJob() -> UnownedJob? {
    state.withLock { state in
      defer { state.job = nil }
      state.takesJob = state.job == nil
      return state.job
    }
  }

  private func takeCall() -> Bool {
    state.withLock { state in
      defer { state.isCalled = false }
      return state.isCalled
    }
  }

  private func hold(_ waiter: WaitingTask) {
    let holds = state.withLock { state in
      guard state.outcome == nil, state.job == nil, !state.isCalled else { return false }
      state.waiter = waiter
      return true
    }
    if !holds { waiter.resume() }
  }

  // MARK: Of the caller who began the call

  /// Takes a job of the call, or hands it to the common pool.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let (isTaken, waiter) = state.withLock { state -> (Bool, WaitingTask?) in
      guard state.takesJob, state.job == nil else { return (false, nil) }
      state.job = job
      return (true, state.takeWaiter())
    }
    if isTaken { waiter?.resume() } else { globalConcurrentExecutor.enqueue(job) }
  }

  /// Keeps the call's task, to be cancelled when nobody waits for it any more.
  func keep(_ task: Task<Void, Never>) {
    let isCancelled = state.withLock { state in
      state.task = task
      return state.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  /// Cancels the call's task, now or as soon as it is known.
  func cancelTask() {
    let task = state.withLock { state in
      state.isCancelled = true
      return state.task
    }
    task?.cancel()
  }
}
