import Synchronization

/// A download or upload under way: its progress, its one outcome, and a hand on it.
///
/// Dropping the last reference cancels it, and so does cancelling a task that awaits the value.
///
/// ```swift
/// let transfer = client.download(Request(.get, "/video"), to: file)
/// for await progress in transfer.progress { show(progress.fraction) }
/// let download = try await transfer.value
/// ```
public final class Transfer<Output: Sendable>: Sendable {
  /// How far the transfer is: the newest state for each look, then an end.
  ///
  /// For one reader.
  public let progress: AsyncStream<TransferProgress>
  private let gate: TransferGate
  private let task: Task<Result<Output, NetworkError>, Never>

  init(
    _ work: @escaping @Sendable (TransferControl) async throws(NetworkError) -> Output
  ) {
    let (progress, continuation) = AsyncStream.makeStream(
      of: TransferProgress.self, bufferingPolicy: .bufferingNewest(1))
    let gate = TransferGate()
    self.progress = progress
    self.gate = gate
    task = Task {
      defer { continuation.finish() }
      do throws(NetworkError) {
        try await gate.pass()
        return .success(try await work(TransferControl(gate: gate, progress: continuation)))
      } catch {
        return .failure(error)
      }
    }
  }

  deinit {
    task.cancel()
  }

  /// The outcome.
  ///
  /// - Throws: what ended the transfer.
  public var value: Output {
    get async throws(NetworkError) {
      let result = await withTaskCancellationHandler {
        await task.value
      } onCancel: {
        task.cancel()
      }
      return try result.get()
    }
  }

  /// Ends the transfer; its outcome is ``NetworkError/Code/cancelled``.
  public func cancel() {
    task.cancel()
  }

  /// Holds the transfer: no more of the response is read, the server is held back, and no idle time
  /// counts; a body that is being sent goes on.
  public func suspend() {
    gate.close()
  }

  /// Lets a held transfer go on.
  public func resume() {
    gate.open()
  }

  /// Whether the transfer is held.
  public var isSuspended: Bool { gate.isClosed }

  var handle: Task<Result<Output, NetworkError>, Never> { task }
}

/// How far a transfer is.
public struct TransferProgress: Sendable, Hashable {
  /// Which way the bytes go.
  public enum Direction: Sendable, Hashable {
    /// To the server.
    case upload
    /// From the server.
    case download
  }

  /// Which way the bytes go.
  public var direction: Direction
  /// Bytes so far, with those of an earlier part that is being continued.
  public var completed: Int64
  /// Bytes in all, when they are known.
  public var total: Int64?

  /// From 0 to 1, when the total is known.
  public var fraction: Double? {
    guard let total else { return nil }
    return total == 0 ? 1 : Double(completed) / Double(total)
  }
}

/// What a transfer's work has from its handle.
struct TransferControl: Sendable {
  let gate: TransferGate
  let progress: AsyncStream<TransferProgress>.Continuation
}

/// Lets a task pass, or holds it until it is opened again.
final class TransferGate: Sendable {
  private struct State {
    var isClosed = false
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var lastNumber = 0
  }

  private let state = Mutex(State())

  var isClosed: Bool { state.withLock { $0.isClosed } }

  func close() {
    state.withLock { $0.isClosed = true }
  }

  func open() {
    let waiters = state.withLock { state in
      state.isClosed = false
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.resume() }
  }

  func pass() async throws(NetworkError) {
    let number: Int? = state.withLock { state in
      guard state.isClosed else { return nil }
      state.lastNumber += 1
      return state.lastNumber
    }
    if let number {
      await withTaskCancellationHandler {
        await withCheckedContinuation { waiter in
          let waits = state.withLock { state in
            guard state.isClosed, !Task.isCancelled else { return false }
            state.waiters[number] = waiter
            return true
          }
          if !waits { waiter.resume() }
        }
      } onCancel: {
        // A cancel before the wait is seen there: the flag is set before this runs.
        state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
      }
    }
    guard !Task.isCancelled else { throw .cancelled }
  }
}

/// The transfers of a client, so that all can be cancelled.
final class TransferRegistry: Sendable {
  private struct State {
    var cancels: [Int: @Sendable () -> Void] = [:]
    var lastNumber = 0
  }

  private let state = Mutex(State())

  func add<Output>(_ transfer: Transfer<Output>) {
    let task = transfer.handle
    let number = state.withLock { state in
      state.lastNumber += 1
      state.cancels[state.lastNumber] = { task.cancel() }
      return state.lastNumber
    }
    Task { [self] in
      _ = await task.value
      state.withLock { _ = $0.cancels.removeValue(forKey: number) }
    }
  }

  func cancelAll() {
    let cancels = state.withLock { Array($0.cancels.values) }
    for cancel in cancels { cancel() }
  }
}
