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

  func add<Output>(_ transfer: Transfer<Output>) {
    let task = transfer.handle
    let number = add { task.cancel() }
    Task { @concurrent [self] in
      _ = await task.value
      remove(number)
    }
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
