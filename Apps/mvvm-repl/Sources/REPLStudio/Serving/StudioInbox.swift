/// What a browser has sent and the session has not come to yet: it is read all the same, so that a request to cancel
/// is heard while something is computed.
///
/// Little is read ahead: who sends more waits.
actor StudioInbox {
  /// While as many bytes of texts wait, no further one is read.
  private static let mostBytes = 64 << 10

  private var waiting: [StudioFrames.Outcome] = []
  private var bytes = 0
  private var hasEnded = false
  private var taker: CheckedContinuation<Void, Never>?
  private var giver: CheckedContinuation<Void, Never>?

  /// Takes in what was read; returns when more may be read.
  func add(_ outcome: StudioFrames.Outcome) async {
    waiting.append(outcome)
    bytes += outcome.length
    wake(&taker)
    while bytes >= Self.mostBytes { await withCheckedContinuation { giver = $0 } }
  }

  /// Nothing more comes.
  func end() {
    hasEnded = true
    wake(&taker)
  }

  /// The next one; `nil` at the end.
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
  /// The number of bytes that it holds, and some for itself.
  fileprivate var length: Int {
    switch self {
    case .text(let text): text.utf8.count + 64
    case .answer(let frame): frame.payload.count + 64
    case .nothing, .end: 64
    }
  }
}
