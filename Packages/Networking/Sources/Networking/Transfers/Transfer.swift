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
  /// The progress so far: for each look the newest state, of an upload's two directions one after the other, then
  /// an end.
  ///
  /// For one reader.
  public let progress: AsyncStream<TransferProgress>
  private let gate: TransferGate
  private let task: Task<Result<Output, NetworkError>, Never>

  init(
    _ work: @escaping @Sendable (TransferControl) async throws(NetworkError) -> Output
  ) {
    let control = TransferControl()
    progress = control.progress.stream
    gate = control.gate
    task = Task {
      defer { control.progress.finish() }
      do throws(NetworkError) {
        try await control.gate.pass()
        return .success(try await work(control))
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

  /// Holds the transfer: no more of the body is sent or read, the server is held back, and no idle time
  /// counts.
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

/// The progress of a transfer.
public struct TransferProgress: Sendable, Hashable {
  /// The direction of the bytes.
  public enum Direction: Sendable, Hashable {
    /// To the server.
    case upload
    /// From the server.
    case download
  }

  /// The direction of the bytes.
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

/// The means by which a transfer's handle reaches its work.
struct TransferControl: Sendable {
  let gate = TransferGate()
  let progress = ProgressMailbox()
}

/// The newest progress of each direction, until its one reader takes it.
///
/// A stream that keeps one value would lose the end of an upload to the first bytes of the answer.
final class ProgressMailbox: Sendable {
  private struct State {
    var waiting: [TransferProgress] = []
    var isFinished = false
    var reader: CheckedContinuation<TransferProgress?, Never>?
  }

  private let state = Mutex(State())

  /// The progress as it is taken, up to the end.
  var stream: AsyncStream<TransferProgress> {
    AsyncStream {
      await self.next()
    } onCancel: {
      self.finish()
    }
  }

  func yield(_ progress: TransferProgress) {
    let reader = state.withLock { state in
      let reader = state.reader.take()
      if reader == nil {
        state.waiting.removeAll { $0.direction == progress.direction }
        state.waiting.append(progress)
      }
      return reader
    }
    reader?.resume(returning: progress)
  }

  func finish() {
    let reader = state.withLock { state in
      state.isFinished = true
      return state.reader.take()
    }
    reader?.resume(returning: nil)
  }

  private func next() async -> TransferProgress? {
    await withCheckedContinuation { reader in
      let isOver = state.withLock { state in
        precondition(
          state.reader == nil, "The progress of a transfer is read by two tasks at once.")
        if state.waiting.isEmpty, !state.isFinished { state.reader = reader }
        return state.reader == nil
      }
      if isOver { reader.resume(returning: takeWaiting()) }
    }
  }

  private func takeWaiting() -> TransferProgress? {
    state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
  }
}

/// Lets a task pass, or holds it until it is opened again.
///
/// A gate says nothing about what a body is, so any two count as equal.
final class TransferGate: Sendable, Hashable {
  static func == (left: TransferGate, right: TransferGate) -> Bool { true }
  func hash(into hasher: inout Hasher) {}

  private struct State {
    var isClosed = false
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var lastNumber = 0
    var onOpen: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  var isClosed: Bool { state.withLock { $0.isClosed } }

  func close() {
    state.withLock { $0.isClosed = true }
  }

  func open() {
    let (waiters, onOpen) = state.withLock { state in
      state.isClosed = false
      defer { state.waiters = [:] }
      return (Array(state.waiters.values), state.onOpen)
    }
    for waiter in waiters { waiter.resume() }
    onOpen?()
  }

  /// Has the transport told, from now on, when the gate opens; an attempt takes the place of the one before.
  func onOpen(_ action: @escaping @Sendable () -> Void) {
    state.withLock { $0.onOpen = action }
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
