import Synchronization

/// Coalesces work: everyone who asks for a key while it is worked on gets the same outcome.
///
/// A caller who gives up returns at once and disturbs nobody; the work ends with the last of them.
final class SharedCalls<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private typealias Outcome = Result<Value, NetworkError>

  private struct Call {
    let number: Int
    let task: Task<Void, Never>
    var callers: [Int: AsyncStream<Outcome>.Continuation] = [:]

    /// Tells every caller.
    func end(_ outcome: Outcome) {
      for caller in callers.values { caller.yield(outcome) }
    }
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
    guard !Task.isCancelled else { throw .cancelled }
    let (outcomes, caller) = AsyncStream.makeStream(of: Outcome.self)
    let number = join(key, caller, work)
    var iterator = outcomes.makeAsyncIterator()
    // Nothing when the caller is cancelled.
    guard let outcome = await iterator.next() else {
      leave(key, number)
      throw .cancelled
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
      call.task.cancel()
      call.end(.failure(.cancelled))
    }
  }

  private func join(
    _ key: Key, _ caller: AsyncStream<Outcome>.Continuation,
    _ work: @escaping @Sendable () async throws(NetworkError) -> Value
  ) -> Int {
    state.withLock { state in
      if state.calls[key] == nil {
        let number = state.nextNumber()
        let task = Task { @concurrent [self] in
          do throws(NetworkError) {
            finish(key, number, .success(try await work()))
          } catch {
            finish(key, number, .failure(error))
          }
        }
        state.calls[key] = Call(number: number, task: task)
      }
      let number = state.nextNumber()
      state.calls[key]?.callers[number] = caller
      return number
    }
  }

  private func finish(_ key: Key, _ number: Int, _ outcome: Outcome) {
    let call = state.withLock { state in
      state.calls[key]?.number == number ? state.calls.removeValue(forKey: key) : nil
    }
    call?.end(outcome)
  }

  private func leave(_ key: Key, _ caller: Int) {
    let task: Task<Void, Never>? = state.withLock { state in
      guard state.calls[key]?.callers.removeValue(forKey: caller) != nil,
        state.calls[key]?.callers.isEmpty == true
      else { return nil }
      return state.calls.removeValue(forKey: key)?.task
    }
    task?.cancel()
  }
}
