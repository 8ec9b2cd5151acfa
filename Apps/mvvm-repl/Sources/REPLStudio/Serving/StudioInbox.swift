/// A queue of messages from a browser: they are read ahead, so that a request to cancel is seen during a computation.
///
/// The queue is short; a browser that sends more must wait (back-pressure).
actor StudioInbox {
  /// The number of waiting bytes at which reading stops.
  private static let mostBytes = 64 << 10

  private var waiting: [StudioFrames.Outcome] = []
  private var bytes = 0
  private var hasEnded = false
  private var taker: CheckedContinuation<Void, Never>?
  private var giver: CheckedContinuation<Void, Never>?

  /// Adds a message; returns when more may be read.
  func add(_ outcome: StudioFrames.Outcome) async {
    waiting.append(outcome)
    bytes += outcome.length
    wake(&taker)
    while bytes >= Self.mostBytes { await withCheckedContinuation { giver = $0 } }
  }

  /// Marks the end of the messages.
  func end() {
    hasEnded = true
    wake(&taker)
  }

  /// Returns the next message; `nil` at the end.
  func next() async -> StudioFrames.Outcome? {
    while waiting.isEmpty {
      guard !hasEnded else { return nil }
      await withCheckedContinuation { taker = $0 }
    }
    let outcome = waiting.removeFirst()
    bytes -= outcome.length
    wake(&giver)
    return outcome
  }

  private func wake(_ continuation: inout CheckedContinuation<Void, Never>?) {
    continuation?.resume()
    continuation = nil
  }
}

extension StudioFrames.Outcome {
  /// The number of bytes of the message, plus a constant for its overhead.
  fileprivate var length: Int {
    switch self {
    case .text(let text): text.utf8.count + 64
    case .answer(let frame): frame.payload.count + 64
    case .nothing, .end: 64
    }
  }
}
