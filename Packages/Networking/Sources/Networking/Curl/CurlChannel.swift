import Foundation
import HTTPTypes
import Synchronization

/// The channel of one transfer, from the loop to the reading task.
///
/// The loop writes the head, the bytes and the outcome. One task reads, and waits for one of them at a time.
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
      // Nobody reads the body of a redirect, and an unrequested partial response (`206`) is refused by its head.
      case .head: head.map { !isWhole || !$0.isSuccess || $0.status == 206 } ?? false
      case .chunk: !buffer.isEmpty
      }
    }

    /// Reserves space for the announced length, up to eight times the high-water mark.
    mutating func reserve() {
      guard let length = head?.contentLength else { return }
      buffer.reserveCapacity(Int(clamping: min(length, Int64(8 * CurlChannel.highWater))))
    }
  }

  /// The back-pressure limit: bytes buffered for a slow reader before the transfer is paused.
  static let highWater = 1 << 20

  private let state: Mutex<State>

  /// - Parameters:
  ///   - isCollecting: Whether the whole body is buffered, even if its reader is slow.
  ///   - isWhole: Whether a successful head is delivered together with its body, which saves one thread switch.
  init(isCollecting: Bool, isWhole: Bool) {
    state = Mutex(State(isCollecting: isCollecting, isWhole: isWhole))
  }

  // MARK: Loop

  func receive(_ head: ResponseHead) {
    change { $0.head = head }
  }

  /// Buffers bytes; returns false if the reader is too far behind.
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

  /// Changes the state and resumes the reader if its need is met.
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
    // If the transfer broke off in the body, the head is still valid; reading the body throws the error.
    if let head { return head }
    if case .failure(let error) = outcome { throw error }
    throw NetworkError(CurlTransfer.lost.0, CurlTransfer.lost.1)
  }

  /// Returns the buffered bytes, or `nil` at the end, and whether the paused transfer should be resumed.
  ///
  /// - Throws: The error of the transfer, when no bytes are left.
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
