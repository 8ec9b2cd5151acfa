import Foundation
import Synchronization

/// Coalesces work: all callers that ask for a key while its work runs get the same outcome.
///
/// A cancelled caller returns at once and does not affect the others; the work is cancelled with its last caller.
final class SharedCalls<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private typealias Outcome = Result<Value, NetworkError>

  private struct Call {
    let id: UUID
    /// The running task; `nil` until the work reaches its first suspension point.
    var task: Task<Void, Never>?
    var callers: [UUID: CheckedContinuation<Outcome, Never>]
  }

  private let calls = Mutex<[Key: Call]>([:])

  /// The number of callers that wait for an outcome.
  var callers: Int { calls.withLock { $0.values.reduce(0) { $0 + $1.callers.count } } }

  /// Returns the outcome of the work for a key; starts the work unless it is running.
  func value(
    for key: Key, _ work: @escaping @Sendable () async throws(NetworkError) -> Value
  ) async throws(NetworkError) -> Value {
    let caller = UUID()
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { join(key, caller, $0, work) }
    } onCancel: {
      leave(key, caller)
    }
    return try outcome.get()
  }

  /// Cancels all work; every caller fails with ``NetworkError/Code/cancelled``.
  func cancelAll() {
    let ended = calls.withLock { calls in
      defer { calls = [:] }
      return calls.values
    }
    for call in ended {
      call.task?.cancel()
      for caller in call.callers.values { caller.resume(returning: .failure(.cancelled)) }
    }
  }

  private func join(
    _ key: Key, _ caller: UUID, _ continuation: CheckedContinuation<Outcome, Never>,
    _ work: @escaping @Sendable () async throws(NetworkError) -> Value
  ) {
    let id = UUID()
    let isFirst = calls.withLock { calls in
      // Cancellation sets the flag before it runs `leave`, which does not find this unregistered caller.
      if Task.isCancelled {
        continuation.resume(returning: .failure(.cancelled))
        return false
      }
      if let call = calls.index(forKey: key) {
        calls.values[call].callers[caller] = continuation
        return false
      }
      calls[key] = Call(id: id, callers: [caller: continuation])
      return true
    }
    guard isFirst else { return }
    let task = start { [self] in finish(key, id, await Result(of: work)) }
    let isWanted = calls.withLock { calls in
      guard let call = calls.index(forKey: key), calls.values[call].id == id else { return false }
      calls.values[call].task = task
      return true
    }
    // The work has already ended, or every caller has left.
    if !isWanted { task.cancel() }
  }

  /// Starts work on the current thread if the system supports it: a thread switch costs more than a short call.
  private func start(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    if #available(macOS 26, *) { Task.immediate { await work() } } else { Task { await work() } }
  }

  private func finish(_ key: Key, _ id: UUID, _ outcome: Outcome) {
    let call: Call? = calls.withLock { calls in
      guard let call = calls.index(forKey: key), calls.values[call].id == id else { return nil }
      return calls.remove(at: call).value
    }
    for caller in call?.callers.values ?? [:].values { caller.resume(returning: outcome) }
  }

  private func leave(_ key: Key, _ caller: UUID) {
    let (continuation, task) = calls.withLock { calls in
      let continuation = calls[key]?.callers.removeValue(forKey: caller)
      guard continuation != nil, calls[key]?.callers.isEmpty == true else {
        return (continuation, Task<Void, Never>?.none)
      }
      return (continuation, calls.removeValue(forKey: key)?.task)
    }
    task?.cancel()
    continuation?.resume(returning: .failure(.cancelled))
  }
}
