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
    var waiters: [Int: Waiter] = [:]
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
      for waiter in call.waiters.values { waiter.resume(returning: .failure(.cancelled)) }
    }
  }

  private func join(
    _ key: Key, caller: Int, waiter: Waiter,
    _ work: @escaping @Sendable () async throws(NetworkError) -> Value
  ) {
    let isAlone = state.withLock { state -> Bool? in
      if state.cancelled.remove(caller) != nil { return nil }
      if state.calls[key]?.waiters.updateValue(waiter, forKey: caller) == nil,
        state.calls[key] != nil
      {
        return false
      }
      state.calls[key] = Call(number: caller, waiters: [caller: waiter])
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
      guard state.calls[key]?.number == number else { return false }
      state.calls[key]?.task = task
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
    let waiters: [Waiter] = state.withLock { state in
      guard let call = state.calls[key], call.number == number else { return [] }
      state.calls[key] = nil
      return Array(call.waiters.values)
    }
    for waiter in waiters { waiter.resume(returning: outcome) }
  }

  private func leave(_ key: Key, caller: Int) {
    let (waiter, task) = state.withLock { state -> (Waiter?, Task<Void, Never>?) in
      guard let waiter = state.calls[key]?.waiters.removeValue(forKey: caller) else {
        state.cancelled.insert(caller)
        return (nil, nil)
      }
      guard let call = state.calls[key], call.waiters.isEmpty else { return (waiter, nil) }
      state.calls[key] = nil
      return (waiter, call.task)
    }
    task?.cancel()
    waiter?.resume(returning: .failure(.cancelled))
  }
}
