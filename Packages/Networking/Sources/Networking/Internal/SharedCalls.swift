import Synchronization

/// Runs work once for everyone who asks for the same key meanwhile.
///
/// The work runs in a task of its own, which is cancelled when the last caller gives up; a caller
/// who gives up returns at once and disturbs nobody.
final class SharedCalls<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private typealias Outcome = Result<Value, NetworkError>
  private typealias Waiter = CheckedContinuation<Outcome, Never>

  private struct Call {
    let number: Int
    var task: Task<Void, Never>?
    /// Few enough to be searched in line.
    var waiters: [(caller: Int, waiter: Waiter)]
  }

  private struct State {
    var calls: [Key: Call] = [:]
    var lastNumber = 0
    /// Callers cancelled before they could wait.
    var cancelled: Set<Int> = []
  }

  private let state = Mutex(State())

  /// How many keys are being worked on.
  var count: Int { state.withLock { $0.calls.count } }

  /// The outcome of the work for a key, begun now or before.
  func value(
    for key: Key, _ work: @escaping @Sendable () async throws(NetworkError) -> Value
  ) async throws(NetworkError) -> Value {
    let caller = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    let outcome: Outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        join(key, caller: caller, waiter: waiter, work)
      }
    } onCancel: {
      leave(key, caller: caller)
    }
    // Who was cancelled when the outcome was on its way has left a note that nobody else removes.
    if Task.isCancelled { _ = state.withLock { $0.cancelled.remove(caller) } }
    return try outcome.get()
  }

  /// Cancels all work; every caller fails with ``NetworkError/Code/cancelled``.
  func cancelAll() {
    let calls = state.withLock { state in
      defer { state.calls = [:] }
      return Array(state.calls.values)
    }
    for call in calls {
      call.task?.cancel()
      for (_, waiter) in call.waiters { waiter.resume(returning: .failure(.cancelled)) }
    }
  }

  private func join(
    _ key: Key, caller: Int, waiter: Waiter,
    _ work: @escaping @Sendable () async throws(NetworkError) -> Value
  ) {
    let isAlone = state.withLock { state -> Bool? in
      if !state.cancelled.isEmpty, state.cancelled.remove(caller) != nil { return nil }
      if let index = state.calls.index(forKey: key) {
        state.calls.values[index].waiters.append((caller, waiter))
        return false
      }
      state.calls[key] = Call(number: caller, waiters: [(caller, waiter)])
      return true
    }
    guard let isAlone else {
      waiter.resume(returning: .failure(.cancelled))
      return
    }
    if isAlone { begin(key, number: caller, work) }
  }

  private func begin(
    _ key: Key, number: Int,
    _ work: @escaping @Sendable () async throws(NetworkError) -> Value
  ) {
    // Begun on the caller's thread where the runtime can, which saves a switch of threads.
    let task: Task<Void, Never>
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      task = Task.immediate { await run(key, number: number, work) }
    } else {
      task = Task { await run(key, number: number, work) }
    }
    // The last caller may have given up, or the work may be done, before the task was known.
    let isWanted = state.withLock { state in
      guard let index = state.calls.index(forKey: key),
        state.calls.values[index].number == number
      else { return false }
      state.calls.values[index].task = task
      return true
    }
    if !isWanted { task.cancel() }
  }

  private func run(
    _ key: Key, number: Int, _ work: () async throws(NetworkError) -> Value
  ) async {
    do throws(NetworkError) {
      finish(key, number: number, .success(try await work()))
    } catch {
      finish(key, number: number, .failure(error))
    }
  }

  private func finish(_ key: Key, number: Int, _ outcome: Outcome) {
    let waiters = state.withLock { state -> [(caller: Int, waiter: Waiter)] in
      guard let index = state.calls.index(forKey: key),
        state.calls.values[index].number == number
      else { return [] }
      return state.calls.remove(at: index).value.waiters
    }
    for (_, waiter) in waiters { waiter.resume(returning: outcome) }
  }

  private func leave(_ key: Key, caller: Int) {
    let (waiter, task) = state.withLock { state -> (Waiter?, Task<Void, Never>?) in
      guard let index = state.calls.index(forKey: key),
        let place = state.calls.values[index].waiters.firstIndex(where: { $0.caller == caller })
      else {
        state.cancelled.insert(caller)
        return (nil, nil)
      }
      let waiter = state.calls.values[index].waiters.remove(at: place).waiter
      guard state.calls.values[index].waiters.isEmpty else { return (waiter, nil) }
      return (waiter, state.calls.remove(at: index).value.task)
    }
    task?.cancel()
    waiter?.resume(returning: .failure(.cancelled))
  }
}
