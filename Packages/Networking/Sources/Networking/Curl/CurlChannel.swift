import Foundation
import HTTPTypes
import Synchronization

/// The bytes and the outcome of one transfer, between the loop and the reading task.
///
/// The loop writes head, bytes and outcome; one task waits for one of them at a time.
final class CurlChannel: Sendable {
  enum Need {
    case head
    case chunk
  }

  private struct State {
    var head: ResponseHead?
    var buffer = Data()
    var outcome: Result<Void, NetworkError>?
    let isCollecting: Bool
    let isWhole: Bool
    var isHeldBack = false
    var metrics = TransferMetrics()
    var need = Need.head
    var waiter: CheckedContinuation<Void, Never>?

    func isMet(_ need: Need) -> Bool {
      if outcome != nil { return true }
      return switch need {
      // A redirect's body is for nobody, and a part that was not asked for is refused by its head.
      case .head: head.map { !isWhole || !$0.isSuccess || $0.status == 206 } ?? false
      case .chunk: !buffer.isEmpty
      }
    }

    /// Makes room for the announced length, as far as one may believe it.
    mutating func reserve() {
      guard let length = head?.contentLength else { return }
      buffer.reserveCapacity(Int(clamping: min(length, Int64(8 * CurlChannel.highWater))))
    }
  }

  /// Bytes kept for a slow reader before the transfer is held back.
  static let highWater = 1 << 20

  private let state: Mutex<State>

  /// - Parameters:
  ///   - isCollecting: Whether the whole body is wanted in one piece, however slow its reader.
  ///   - isWhole: Whether the head of a success is handed over with its body: one change of threads, not two.
  init(isCollecting: Bool, isWhole: Bool) {
    state = Mutex(State(isCollecting: isCollecting, isWhole: isWhole))
  }

  // MARK: Loop

  func receive(_ head: ResponseHead) {
    change { $0.head = head }
  }

  /// Takes bytes, unless the reader is too far behind.
  func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var isTaken = true
    change { state in
      if !state.isCollecting, state.buffer.count >= Self.highWater {
        state.isHeldBack = true
        isTaken = false
        return
      }
      if state.isCollecting, state.buffer.isEmpty { state.reserve() }
      unsafe state.buffer.append(contentsOf: bytes)
    }
    return isTaken
  }

  func finish(_ outcome: Result<Void, NetworkError>, metrics: TransferMetrics) {
    change { state in
      guard state.outcome == nil else { return }
      state.outcome = outcome
      state.metrics = metrics
    }
  }

  /// Changes the state, and lets a reader continue whose need is met then.
  private func change(_ body: (inout State) -> Void) {
    let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
      body(&state)
      return state.isMet(state.need) ? state.waiter.take() : nil
    }
    waiter?.resume()
  }

  // MARK: Reader

  var isFinished: Bool { state.withLock { $0.outcome != nil } }

  func has(_ need: Need) -> Bool { state.withLock { $0.isMet(need) } }

  var metrics: TransferMetrics { state.withLock { $0.metrics } }

  func head() throws(NetworkError) -> ResponseHead {
    let (head, outcome) = state.withLock { ($0.head, $0.outcome) }
    // A transfer that broke in its body still has a head; the body says what happened.
    if let head { return head }
    if case .failure(let error) = outcome { throw error }
    throw NetworkError(.malformedResponse, "The server sent no header. Fix the server.")
  }

  /// The bytes that are here, `nil` at the end, and whether the transfer was held back and should continue.
  ///
  /// - Throws: what ended the transfer, once there are no more bytes.
  func chunk() throws(NetworkError) -> (data: Data?, resumes: Bool) {
    try state.withLock { (state) throws(NetworkError) in
      if state.buffer.isEmpty { try state.outcome?.get() }
      defer { (state.buffer, state.isHeldBack) = (Data(), false) }
      return (state.buffer.isEmpty ? nil : state.buffer, state.isHeldBack)
    }
  }

  func wait(for need: Need) async {
    await withCheckedContinuation { waiter in
      let isMet = state.withLock { state in
        guard !state.isMet(need) else { return true }
        state.need = need
        state.waiter = waiter
        return false
      }
      if isMet { waiter.resume() }
    }
  }
}
