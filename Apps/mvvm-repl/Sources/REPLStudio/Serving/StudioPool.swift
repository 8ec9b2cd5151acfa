import Dispatch
import FlyingSocks

/// A pool of waiting sockets on top of Dispatch, whose own descriptors child processes do not inherit.
///
/// Each wait creates a Dispatch source; the server waits a few dozen times per second for each browser.
final class StudioPool: AsyncSocketPool {
  private let queue = DispatchQueue(label: "REPLStudio.StudioPool")

  func prepare() async throws {}

  /// Runs until its task is cancelled; Dispatch does the work.
  func run() async throws {
    let (never, end) = AsyncStream<Void>.makeStream()
    defer { end.finish() }
    for await _ in never {}
    throw CancellationError()
  }

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    let file = socket.file.rawValue
    // Dispatch sources are thread-safe, although their type does not say so.
    nonisolated(unsafe) let source: any DispatchSourceProtocol =
      events.contains(.write)
      ? DispatchSource.makeWriteSource(fileDescriptor: file, queue: queue)
      : DispatchSource.makeReadSource(fileDescriptor: file, queue: queue)
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // Dispatch has released the descriptor by then, so it may be closed.
        unsafe source.setCancelHandler { continuation.resume() }
        unsafe source.setEventHandler { unsafe source.cancel() }
        unsafe source.activate()
      }
    } onCancel: {
      unsafe source.cancel()
    }
    try Task.checkCancellation()
  }
}
