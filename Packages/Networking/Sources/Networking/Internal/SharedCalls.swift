import Synchronization

/// Runs work once for everyone who asks for the same key meanwhile.
///
/// A caller who gives up returns at once and disturbs nobody; the work ends with the last of them.
///
/// Work has a task of its own, which borrows the thread of the caller who began it while that one
/// waits. An attempt that goes on by itself needs none: whoever waits and comes first looks at what
/// it brought, for all.
final class SharedCalls<Key: Hashable & Sendable>: Sendable {
  typealias Work = @Sendable () async throws(NetworkError) -> Response?

  private let calls = Mutex<[Key: SharedCall]>([:])

  /// How many keys are being worked on.
  var count: Int { calls.withLock { $0.count } }

  /// The outcome of the work for a key, begun now or before; `attempt` begins it without a task,
  /// where that can be done.
  func value(
    for key: Key, attempt: () -> FirstAttempt? = { nil }, _ work: @escaping Work
  ) async throws(NetworkError) -> Response? {
    guard !Task.isCancelled else { throw .cancelled }
    let caller = SharedCaller()
    let call = join(key, caller)
    if call.first !== caller {
      if call.isReady { caller.call() }
    } else if let attempt = attempt() {
      call.begin(attempt)
    } else {
      // A caller on an actor or with an executor of its own may be kept from running for long.
      let isolation: (any Actor)? = #isolation
      begin(key, call, lendsThread: isolation == nil && !Self.hasTaskExecutor, work)
    }
    // Work that never had to wait is over by now.
    if let outcome = caller.end() { return try outcome.get() }
    let outcome = await withTaskCancellationHandler {
      await caller.wait { attend(key, call) }
    } onCancel: {
      leave(key, call, caller)
    }
    return try outcome.get()
  }

  /// Cancels all work; every caller fails with ``NetworkError/Code/cancelled``.
  func cancelAll() {
    let calls = calls.withLock { calls in
      defer { calls = [:] }
      return calls.values
    }
    for call in calls {
      call.cancel()
      call.settle(.failure(.cancelled))
    }
  }

  private static var hasTaskExecutor: Bool {
    unsafe withUnsafeCurrentTask { unsafe $0?.unownedTaskExecutor != nil }
  }

  /// The call for a key; who is its first caller has to begin the work.
  private func join(_ key: Key, _ caller: SharedCaller) -> SharedCall {
    calls.withLock { calls in
      if let call = calls[key] {
        call.add(caller)
        return call
      }
      let call = SharedCall(first: caller)
      calls[key] = call
      return call
    }
  }

  private func begin(_ key: Key, _ call: SharedCall, lendsThread: Bool, _ work: @escaping Work) {
    let executor = lendsThread ? call.first : nil
    // Begun on the caller's thread where the runtime can, which saves a switch of threads.
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      call.first.keep(
        Task.immediate(executorPreference: executor) { [self] in await run(key, call, work) })
    } else {
      call.first.keep(Task(executorPreference: executor) { [self] in await run(key, call, work) })
    }
  }

  private func run(_ key: Key, _ call: SharedCall, _ work: Work) async {
    do throws(NetworkError) {
      finish(key, call, .success(try await work()))
    } catch {
      finish(key, call, .failure(error))
    }
  }

  /// Looks after an attempt that is ready, unless another caller does.
  private func attend(_ key: Key, _ call: SharedCall) {
    guard let attempt = call.takeAttempt() else { return }
    switch attempt.look() {
    case .nothing(let response): finish(key, call, .success(response))
    case .watching: call.begin(attempt)
    case .work(let work): begin(key, call, lendsThread: false, work)
    }
  }

  private func finish(_ key: Key, _ call: SharedCall, _ outcome: SharedCall.Outcome) {
    calls.withLock { Self.remove(key, call, from: &$0) }
    call.settle(outcome)
  }

  /// Removes a call, unless another one has its place by now.
  private static func remove(
    _ key: Key, _ call: SharedCall, from calls: inout [Key: SharedCall]
  ) {
    guard let index = calls.index(forKey: key), calls.values[index] === call else { return }
    calls.remove(at: index)
  }

  private func leave(_ key: Key, _ call: SharedCall, _ caller: SharedCaller) {
    let isAbandoned = calls.withLock { calls in
      guard call.remove(caller) else { return false }
      Self.remove(key, call, from: &calls)
      return true
    }
    if isAbandoned { call.cancel() }
    caller.settle(.failure(.cancelled))
  }
}
