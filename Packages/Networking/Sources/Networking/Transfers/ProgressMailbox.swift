import Synchronization

/// The newest progress of each direction, until its one reader takes it.
///
/// A stream that keeps one value would lose the end of an upload to the first bytes of the answer.
final class ProgressMailbox: Sendable {
  private let waiting = Mutex<[TransferProgress]>([])
  private let news = WakeUp()

  /// The progress as it is taken, up to the end.
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
