import Foundation
import Synchronization

/// The active calls and transfers of a client; it can cancel all of them.
final class CallRegistry: Sendable {
  private struct State {
    var cancels: [UUID: @Sendable () -> Void] = [:]
    /// The number of times that `cancelAll()` was called.
    var round = 0
  }

  private let state = Mutex(State())

  var round: Int { state.withLock { $0.round } }

  var count: Int { state.withLock { $0.cancels.count } }

  /// Runs work in its own task; cancelling the caller's task cancels it.
  func run<Output: Sendable>(
    _ work: @escaping @Sendable () async throws(NetworkError) -> Output
  ) async throws(NetworkError) -> Output {
    guard !Task.isCancelled else { throw .cancelled }
    let id = UUID()
    // The task is registered before its work can begin.
    let task = state.withLock { state in
      let task = Task { @concurrent in await Result(of: work) }
      state.cancels[id] = { task.cancel() }
      return task
    }
    defer { remove(id) }
    return try await task.valueOrCancel.get()
  }

  /// Starts a transfer, which stays registered until its task ends.
  func begin<Output: Sendable>(
    _ work: @escaping @Sendable (TransferControl) async throws(NetworkError) -> Output
  ) -> Transfer<Output> {
    let id = UUID()
    return state.withLock { state in
      // The transfer's end waits for this lock, so it cannot be removed before it is registered.
      let transfer = Transfer(work) { [self] in remove(id) }
      let task = transfer.task
      state.cancels[id] = { task.cancel() }
      return transfer
    }
  }

  /// Registers the body of a response until the body ends or is dropped.
  ///
  /// - Throws: ``NetworkError/Code/cancelled`` if `cancelAll()` was called since `round` was read.
  func follow(_ answer: Answer, since round: Int) throws(NetworkError) -> Answer {
    let id = UUID()
    let end: @Sendable () -> Void = { [self] in remove(id) }
    var body: WatchedBody?
    let followed = answer.watched {
      let watched = WatchedBody($0, onEnd: end, onDrop: end)
      body = watched
      return watched
    }
    let isCurrent = state.withLock { state in
      guard state.round == round else { return false }
      if let body { state.cancels[id] = { [weak body] in body?.cancel() } }
      return true
    }
    guard isCurrent else { throw .cancelled }
    return followed
  }

  func cancelAll() {
    let cancels = state.withLock { state in
      state.round += 1
      return Array(state.cancels.values)
    }
    for cancel in cancels { cancel() }
  }

  private func remove(_ id: UUID) {
    _ = state.withLock { $0.cancels.removeValue(forKey: id) }
  }
}
