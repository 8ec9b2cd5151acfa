/// A handle for a running download or upload: its progress, its outcome, suspension and cancellation.
///
/// Dropping the last reference cancels the transfer; so does cancelling a task that awaits ``value``.
///
/// ```swift
/// let transfer = client.download(Request(.get, "/video"), to: file)
/// for await progress in transfer.progress { show(progress.fraction) }
/// let download = try await transfer.value
/// ```
public final class Transfer<Output: Sendable>: Sendable {
  /// The progress: each read returns the latest value; an upload has one value per direction, in turn.
  ///
  /// The stream has one reader.
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

  /// The outcome; throws the error that ended the transfer.
  public var value: Output {
    get async throws(NetworkError) { try await task.valueOrCancel.get() }
  }

  /// Cancels the transfer; its outcome is ``NetworkError/Code/cancelled``.
  public func cancel() {
    task.cancel()
  }

  /// Pauses the transfer: no more of the body is sent or received, and the idle timeout does not count.
  public func suspend() {
    gate.close()
  }

  /// Resumes a suspended transfer.
  public func resume() {
    gate.open()
  }

  /// Whether the transfer is suspended.
  public var isSuspended: Bool { gate.isClosed }
}

/// The progress of a transfer.
public struct TransferProgress: Sendable, Hashable {
  /// The direction of the bytes.
  public enum Direction: Sendable, Hashable {
    /// Bytes that are sent to the server.
    case upload
    /// Bytes that are received from the server.
    case download
  }

  /// The direction of the bytes.
  public var direction: Direction
  /// The number of bytes so far, including those of a continued part.
  public var completed: Int64
  /// The total number of bytes, if known.
  public var total: Int64?

  /// The completed share from 0 to 1, if the total is known.
  public var fraction: Double? {
    guard let total else { return nil }
    return total == 0 ? 1 : Double(completed) / Double(total)
  }
}

/// The connection between a transfer's handle and its work.
struct TransferControl: Sendable {
  let gate = TransferGate()
  let progress = ProgressMailbox()
}
