import Synchronization

/// The calls and transfers of a client that are under way, so that all can be cancelled.
final class CallRegistry: Sendable {
  private struct State {
    var cancels: [Int: @Sendable () -> Void] = [:]
    var lastNumber = 0
  }

  private let state = Mutex(State())

  var count: Int { state.withLock { $0.cancels.count } }

  /// Runs work in a task of its own, which ends with the caller's.
  func run<Output: Sendable>(
    _ work: @escaping @Sendable () async throws(NetworkError) -> Output
  ) async throws(NetworkError) -> Output {
    guard !Task.isCancelled else { throw .cancelled }
    return try await begin { (_) async throws(NetworkError) in try await work() }.value
  }

  /// Begins work that is under way until its task ends.
  func begin<Output: Sendable>(
    _ work: @escaping @Sendable (TransferControl) async throws(NetworkError) -> Output
  ) -> Transfer<Output> {
    let number = state.withLock { state in
      state.lastNumber += 1
      state.cancels[state.lastNumber] = {}
      return state.lastNumber
    }
    let transfer = Transfer(work) { [self] in
      state.withLock { _ = $0.cancels.removeValue(forKey: number) }
    }
    let task = transfer.handle
    // It may have ended already.
    state.withLock { state in
      if state.cancels[number] != nil { state.cancels[number] = { task.cancel() } }
    }
    return transfer
  }

  func cancelAll() {
    let cancels = state.withLock { Array($0.cancels.values) }
    for cancel in cancels { cancel() }
  }
}
