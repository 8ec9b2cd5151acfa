import Foundation
import Synchronization

/// Coalesces work: all callers that ask for a key while its work runs get the same outcome.
///
/// A caller who is cancelled, or whose time is over, returns at once and does not affect the others; the work is
/// cancelled with its last caller.
final class SharedCalls<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private typealias Outcome = Result<Value, NetworkError>
  /// The work, with the stopwatch of all its callers.
  typealias Work = @Sendable (Stopwatch?) async throws(NetworkError) -> Value

  private struct Caller {
    let id: UUID
    let time: Stopwatch?
    let continuation: CheckedContinuation<Outcome, Never>
    /// The time between the beginning of the first caller and that of this one.
    var lag = Duration.zero
  }

  private struct Call {
    let key: Key
    /// The stopwatch of the first caller.
    let time: Stopwatch?
    /// The running task; `nil` until the work reaches its first suspension point.
    var task: Task<Void, Never>?
    var callers: [UUID: Caller] = [:]
  }

  private struct State {
    var calls: [UUID: Call] = [:]
    /// The call of each key that others may join: one that has outlasted nobody's time.
    var open: [Key: UUID] = [:]
    /// The call of each caller.
    var places: [UUID: UUID] = [:]

    mutating func add(_ caller: Caller, to call: UUID) {
      places[caller.id] = call
      calls[call]?.callers[caller.id] = caller
    }

    mutating func remove(caller: UUID) -> Caller? {
      places.removeValue(forKey: caller).flatMap { calls[$0]?.callers.removeValue(forKey: caller) }
    }

    mutating func close(_ call: UUID) {
      if let key = calls[call]?.key, open[key] == call { open[key] = nil }
    }

    mutating func remove(call: UUID) -> Call? {
      close(call)
      let removed = calls.removeValue(forKey: call)
      for caller in removed?.callers.keys ?? [:].keys { places[caller] = nil }
      return removed
    }
  }

  private let state = Mutex(State())

  /// The number of callers that wait for an outcome.
  var callers: Int { state.withLock { $0.places.count } }

  /// Returns the outcome of the work for a key; starts the work unless it is running.
  func value(
    for key: Key, since time: Stopwatch? = nil, _ work: @escaping Work
  ) async throws(NetworkError) -> Value {
    let caller = UUID()
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation {
        join(key, Caller(id: caller, time: time, continuation: $0), work)
      }
    } onCancel: {
      leave(caller)
    }
    return try outcome.get()
  }

  /// Cancels all work; every caller fails with ``NetworkError/Code/cancelled``.
  func cancelAll() {
    let ended = state.withLock { state in
      defer { state = State() }
      return state.calls.values
    }
    for call in ended {
      call.task?.cancel()
      for caller in call.callers.values {
        caller.continuation.resume(returning: .failure(.cancelled))
      }
    }
  }

  private func join(_ key: Key, _ caller: Caller, _ work: @escaping Work) {
    let id = UUID()
    let isFirst = state.withLock { state in
      // Cancellation sets the flag before it runs `leave`, which does not find this unregistered caller.
      if Task.isCancelled {
        caller.continuation.resume(returning: .failure(.cancelled))
        return false
      }
      if let open = state.open[key] {
        var caller = caller
        if let time = caller.time, let first = state.calls[open]?.time {
          caller.lag = time.lag(behind: first)
        }
        state.add(caller, to: open)
        return false
      }
      state.calls[id] = Call(key: key, time: caller.time)
      state.open[key] = id
      state.add(caller, to: id)
      return true
    }
    guard isFirst else { return }
    let time = caller.time?.shared { [weak self] in self?.endCallers(of: id, upTo: $0, $1) }
    let task = start { [self] in
      finish(id, await Result(of: { () async throws(NetworkError) in try await work(time) }))
    }
    let isWanted = state.withLock { state in
      state.calls[id]?.task = task
      return state.calls[id] != nil
    }
    // The work has already ended, or every caller has left.
    if !isWanted { task.cancel() }
  }

  /// Starts work on the current thread if the system supports it: a thread switch costs more than a short call.
  private func start(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    if #available(macOS 26, *) { Task.immediate { await work() } } else { Task { await work() } }
  }

  private func finish(_ id: UUID, _ outcome: Outcome) {
    let call = state.withLock { $0.remove(call: id) }
    for caller in call?.callers.values ?? [:].values {
      caller.continuation.resume(returning: outcome)
    }
  }

  /// Ends the callers who began at most so long after the first one; returns how long after it the next one began.
  ///
  /// Nobody joins the call any more: who tries again after such an end would wait for the same slow transfer.
  private func endCallers(
    of id: UUID, upTo lag: Duration, _ error: NetworkError
  ) -> Duration? {
    let (ended, next) = state.withLock { state in
      let ended = (state.calls[id]?.callers.values.filter { $0.lag <= lag } ?? [])
        .compactMap { state.remove(caller: $0.id) }
      if !ended.isEmpty { state.close(id) }
      return (ended, state.calls[id]?.callers.values.map(\.lag).min())
    }
    for caller in ended { caller.continuation.resume(returning: .failure(error)) }
    return next
  }

  private func leave(_ caller: UUID) {
    let (left, task) = state.withLock { state in
      let call = state.places[caller]
      let left = state.remove(caller: caller)
      guard let call, state.calls[call]?.callers.isEmpty == true else {
        return (left, Task<Void, Never>?.none)
      }
      return (left, state.remove(call: call)?.task)
    }
    task?.cancel()
    left?.continuation.resume(returning: .failure(.cancelled))
  }
}
