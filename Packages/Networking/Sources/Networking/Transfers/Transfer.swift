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
  /// The progress so far: for each look the newest state, of an upload's directions one after the other.
  ///
  /// For one reader.
  public let progress: AsyncStream<TransferProgress>
  private let gate: TransferGate
  let task: Task<Result<Output, NetworkError>, Never>

  init(
    _ work: @escaping @Sendable (TransferControl) async throws(NetworkError) -> Output,
    onEnd: @escaping @Sendable () -> Void
  ) {
    let control = TransferControl()
    progress = control.progress.stream
    gate = control.gate
    task = Task {
      defer {
        control.progress.finish()
        onEnd()
      }
      return await Result(of: { () async throws(NetworkError) in
        try await control.gate.pass()
        return try await work(control)
      })
    }
  }

  deinit {
    task.cancel()
  }

  /// The outcome, or what ended the transfer.
  public var value: Output {
    get async throws(NetworkError) { try await task.valueOrCancel.get() }
  }

  /// Ends the transfer; its outcome is ``NetworkError/Code/cancelled``.
  public func cancel() {
    task.cancel()
  }

  /// Holds the transfer and the server: no more of the body is sent or read, and no idle time counts.
  public func suspend() {
    gate.close()
  }

  /// Lets a held transfer continue.
  public func resume() {
    gate.open()
  }

  /// Whether the transfer is held.
  public var isSuspended: Bool { gate.isClosed }
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
