import Synchronization

/// Runs work once for everyone who asks for the same key meanwhile.
///
/// The work runs in a task of its own, which is cancelled when the last caller gives up; a caller
/// who gives up returns at once and disturbs nobody. The task borrows the thread of the caller who
/// began it while that one waits.
final class SharedCalls<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private typealias Caller = SharedCaller<Value>

  private struct Call {
    let first: Caller
    /// Few enough to be searched in line.
    var callers: [Caller]
  }

  private let calls = Mutex<[Key: Call]>([:])

  /// How many keys are being worked on.
  var count: Int { calls.withLock { $0.count } }

  /// The outcome of the work for a key, begun now or before.
  func value(
    for key: Key, _ work: @escaping @Sendable () async throws(NetworkError) -> Value
  ) async throws(NetworkError) -> Value {
    guard !Task.isCancelled else { throw .cancelled }
    let caller = Caller()
    if join(key, caller) {
      // A caller on an actor or with an executor of its own may be kept from running for long.
      let isolation: (any Actor)? = #isolation
      begin(key, caller, lendsThread: isolation == nil && !Self.hasTaskExecutor, work)
    }
    // Work that never had to wait is over by now.
    if let outcome = caller.end() { return try outcome.get() }
    let outcome = await withTaskCancellationHandler {
      await caller.wait()
    } onCancel: {
      leave(key, caller)
    }
    return try outcome.get()
  }

  /// Cancels all work; every caller fails with ``NetworkError/Code/cancelled``.
  func cancelAll() {
    let calls = calls.withLock { calls in
      defer { calls = [:] }
      return Array(calls.values)
    }
    for call in calls {
      call.first.cancelTask()
      for caller in call.callers { caller.settle(.failure(.cancelled)) }
    }
  }

  private static var hasTaskExecutor: Bool {
    unsafe withUnsafeCurrentTask { unsafe $0?.unownedTaskExecutor != nil }
  }

  /// Whether the caller is the first and has to begin the work.
  private func join(_ key: Key, _ caller: Caller) -> Bool {
    calls.withLock { calls in
      if let index = calls.index(forKey: key) {
        calls.values[index].callers.append(caller)
        return false
      }
      calls[key] = Call(first: caller, callers: [caller])
      return true
    }
  }

  private func begin(
    _ key: Key, _ first: Caller, lendsThread: Bool,
    _ work: @escaping @Sendable () async throws(NetworkError) -> Value
  ) {
    let executor = lendsThread ? first : nil
    // Begun on the caller's thread where the runtime can, which saves a switch of threads.
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      first.keep(
        Task.immediate(executorPreference: executor) { [self] in await run(key, first, work) })
    } else {
      first.keep(Task(executorPreference: executor) { [self] in await run(key, first, work) })
    }
  }

  private func run(
    _ key: Key, _ first: Caller, _ work: () async throws(NetworkError) -> Value
  ) async {
    do throws(NetworkError) {
      finish(key, first, .success(try await work()))
    } catch {
      finish(key, first, .failure(error))
    }
  }

  private func finish(_ key: Key, _ first: Caller, _ outcome: Caller.Outcome) {
    let callers = calls.withLock { calls -> [Caller] in
      guard let index = calls.index(forKey: key), calls.values[index].first === first else {
        return []
      }
      return calls.remove(at: index).value.callers
    }
    for caller in callers { caller.settle(outcome) }
  }

  private func leave(_ key: Key, _ caller: Caller) {
    let abandoned = calls.withLock { calls -> Caller? in
      guard let index = calls.index(forKey: key),
        let place = calls.values[index].callers.firstIndex(where: { $0 === caller })
      else { return nil }
      calls.values[index].callers.remove(at: place)
      guard calls.values[index].callers.isEmpty else { return nil }
      return calls.remove(at: index).value.first
    }
    abandoned?.cancelTask()
    caller.settle(.failure(.cancelled))
  }
}
