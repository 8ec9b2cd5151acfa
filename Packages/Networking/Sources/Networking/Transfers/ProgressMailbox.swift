import Synchronization

/// The latest progress of each direction, kept until the only reader takes it.
///
/// An `AsyncStream` that buffers one value would replace the end of an upload with the start of the response.
final class ProgressMailbox: Sendable {
  private let waiting = Mutex<[TransferProgress]>([])
  private let news = WakeUp()

  /// The progress values, until the transfer ends.
  var stream: AsyncStream<TransferProgress> {
    AsyncStream { await self.next() }
  }

  func yield(_ progress: TransferProgress) {
    waiting.withLock { waiting in
      waiting.removeAll { $0.direction == progress.direction }
      waiting.append(progress)
    }
    news.raise()
  }

  func finish() { news.finish() }

  private func next() async -> TransferProgress? {
    while true {
      if let progress = take() { return progress }
      guard await news.wait() else { return take() }
    }
  }

  private func take() -> TransferProgress? {
    waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }
}
