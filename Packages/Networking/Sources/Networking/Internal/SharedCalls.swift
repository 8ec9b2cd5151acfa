import Synchronization

/// Runs work once for everyone who asks for the same key meanwhile.
///
/// The work runs in a task of its own, which is cancelled when the last caller gives up; a caller
/// who gives up returns at once and disturbs nobody. The task borrows the thread of the caller who
/// began it while that one waits.
final class SharedCalls<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private typealias Caller = SharedCaller<Value>

  private struct Call {
    /// Who began the work, and lends it a thread.
    let first: Caller
    var isFirstHere = true
    /// Few enough to be searched in line.
    var others: [Caller] = []

    var isAbandoned: Bool { !isFirstHere && others.isEmpty }

    /// Whether the caller was one of these.
    mutating func remove(_ caller: Caller) -> Bool {
      if caller === first, isFirstHere {
        isFirstHere = false
        return true
      }
      guard let place = others.firstIndex(where: { $0 === caller }) else { return false }
      others.remove(at: place)
      return true
    }

    func settle(_ outcome: Caller.Outcome) {
      if isFirstHere { first.settle(outcome) }
      for other in others { other.settle(outcome) }
    }
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
      call.settle(.failure(.cancelled))
    }
  }

  private static var hasTaskExecutor: Bool {
    unsafe withUnsafeCurrentTask { unsafe $0?.unownedTaskExecutor != nil }
  }

  /// Whether the caller is the first and has to begin the work.
  private func join(_ key: Key, _ caller: Caller) -> Bool {
    calls.withLock { calls in
      if let index = calls.index(forKey: key) {
        calls.values[index].others.append(caller)
        return false
      }
      calls[key] = Call(first: caller)
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
    let call = calls.withLock { calls -> Call? in
      guard let index = calls.index(forKey: key), calls.values[index].first === first else {
        return nil
      }
      return calls.remove(at: index).value
    }
    call?.settle(outcome)
  }

  private func leave(_ key: Key, _ caller: Caller) {
    let abandoned = calls.withLock { calls -> Caller? in
      guard let index = calls.index(forKey: key), calls.values[index].remove(caller) else {
        return nil
      }
      return calls.values[index].isAbandoned ? calls.remove(at: index).value.first : nil
    }
    abandoned?.cancelTask()
    caller.settle(.failure(.cancelled))
  }
}
