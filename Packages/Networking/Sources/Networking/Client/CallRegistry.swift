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
    let task = Task { @concurrent () -> Result<Output, NetworkError> in
      do throws(NetworkError) {
        return .success(try await work())
      } catch {
        return .failure(error)
      }
    }
    let number = add { task.cancel() }
    defer { remove(number) }
    let result = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    return try result.get()
  }

  /// Begins work that is under way until its task ends.
  func begin<Output: Sendable>(
    _ work: @escaping @Sendable (TransferControl) async throws(NetworkError) -> Output
  ) -> Transfer<Output> {
    let number = add {}
    let transfer = Transfer(work) { [self] in remove(number) }
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

  private func add(_ cancel: @escaping @Sendable () -> Void) -> Int {
    state.withLock { state in
      state.lastNumber += 1
      state.cancels[state.lastNumber] = cancel
      return state.lastNumber
    }
  }

  private func remove(_ number: Int) {
    _ = state.withLock { $0.cancels.removeValue(forKey: number) }
  }
}
