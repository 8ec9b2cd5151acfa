import Synchronization

/// Coalesces work: everyone who asks for a key while it is worked on gets the same outcome.
///
/// A caller who gives up returns at once and disturbs nobody; the work ends with the last of them.
final class SharedCalls<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private typealias Outcome = Result<Value, NetworkError>

  private struct Call {
    let number: Int
    /// Absent until the work has met its first suspension.
    var task: Task<Void, Never>?
    var callers: [Int: CheckedContinuation<Outcome, Never>]
  }

  private struct State {
    var calls: [Key: Call] = [:]
    var lastNumber = 0

    mutating func nextNumber() -> Int {
      lastNumber += 1
      return lastNumber
    }
  }

  private let state = Mutex(State())

  /// The outcome of the work for a key, begun now or before.
  func value(
    for key: Key, _ work: @escaping @Sendable () async throws(NetworkError) -> Value
  ) async throws(NetworkError) -> Value {
    let caller = state.withLock { $0.nextNumber() }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { join(key, caller, $0, work) }
    } onCancel: {
      leave(key, caller)
    }
    return try outcome.get()
  }

  /// Cancels all work; every caller fails with ``NetworkError/Code/cancelled``.
  func cancelAll() {
    let calls = state.withLock { state in
      defer { state.calls = [:] }
      return state.calls.values
    }
    for call in calls {
      call.task?.cancel()
      for caller in call.callers.values { caller.resume(returning: .failure(.cancelled)) }
    }
  }

  private func join(
    _ key: Key, _ caller: Int, _ continuation: CheckedContinuation<Outcome, Never>,
    _ work: @escaping @Sendable () async throws(NetworkError) -> Value
  ) {
    let number: Int? = state.withLock { state in
      // Set before `leave` runs, which finds a caller who is registered.
      if Task.isCancelled {
        continuation.resume(returning: .failure(.cancelled))
        return nil
      }
      if let call = state.calls.index(forKey: key) {
        state.calls.values[call].callers[caller] = continuation
        return nil
      }
      let number = state.nextNumber()
      state.calls[key] = Call(number: number, callers: [caller: continuation])
      return number
    }
    guard let number else { return }
    let task = start { [self] in finish(key, number, await Result(of: work)) }
    let isWanted = state.withLock { state in
      guard let call = state.calls.index(forKey: key), state.calls.values[call].number == number
      else { return false }
      state.calls.values[call].task = task
      return true
    }
    // It has ended already, or everyone has left.
    if !isWanted { task.cancel() }
  }

  /// Begins work on this thread, up to its first suspension, where the system can: each change of threads
  /// costs more than the rest of a short call.
  private func start(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    if #available(macOS 26, *) { Task.immediate { await work() } } else { Task { await work() } }
  }

  private func finish(_ key: Key, _ number: Int, _ outcome: Outcome) {
    let call: Call? = state.withLock { state in
      guard let call = state.calls.index(forKey: key), state.calls.values[call].number == number
      else { return nil }
      return state.calls.remove(at: call).value
    }
    for caller in call?.callers.values ?? [:].values { caller.resume(returning: outcome) }
  }

  private func leave(_ key: Key, _ caller: Int) {
    let (continuation, task) = state.withLock { state in
      let continuation = state.calls[key]?.callers.removeValue(forKey: caller)
      guard continuation != nil, state.calls[key]?.callers.isEmpty == true else {
        return (continuation, Task<Void, Never>?.none)
      }
      return (continuation, state.calls.removeValue(forKey: key)?.task)
    }
    task?.cancel()
    continuation?.resume(returning: .failure(.cancelled))
  }
}
