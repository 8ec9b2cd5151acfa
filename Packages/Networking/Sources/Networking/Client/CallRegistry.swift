import Foundation
import Synchronization

/// The calls and transfers of a client that are under way, so that all can be cancelled.
final class CallRegistry: Sendable {
  private struct State {
    var cancels: [UUID: @Sendable () -> Void] = [:]
    /// The number of times that all were cancelled.
    var round = 0
  }

  private let state = Mutex(State())

  var round: Int { state.withLock { $0.round } }

  var count: Int { state.withLock { $0.cancels.count } }

  /// Runs work in a task of its own, which ends with the caller's.
  func run<Output: Sendable>(
    _ work: @escaping @Sendable () async throws(NetworkError) -> Output
  ) async throws(NetworkError) -> Output {
    guard !Task.isCancelled else { throw .cancelled }
    let id = UUID()
    // Known before its work can begin.
    let task = state.withLock { state in
      let task = Task { @concurrent in await Result(of: work) }
      state.cancels[id] = { task.cancel() }
      return task
    }
    defer { remove(id) }
    return try await task.valueOrCancel.get()
  }

  /// Begins work that is under way until its task ends.
  func begin<Output: Sendable>(
    _ work: @escaping @Sendable (TransferControl) async throws(NetworkError) -> Output
  ) -> Transfer<Output> {
    let id = UUID()
    return state.withLock { state in
      // Its end waits for the lock, and so comes after it is known.
      let transfer = Transfer(work) { [self] in remove(id) }
      let task = transfer.task
      state.cancels[id] = { task.cancel() }
      return transfer
    }
  }

  /// The answer with a body that is under way until it ends or is dropped.
  ///
  /// - Throws: ``NetworkError/Code/cancelled`` when all were cancelled since a round.
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
