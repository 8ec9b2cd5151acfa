import Foundation
import Synchronization

/// The bytes and the outcome of one transfer, between the loop and the reading task.
///
/// The loop writes head, bytes and outcome; one task waits for one of them at a time.
final class CurlChannel: Sendable {
  /// The event that the reader waits for.
  enum Need {
    case head
    case chunk
    case end
  }

  private struct State {
    var head: ResponseHead?
    var isHeadAnnounced = false
    var buffer = Data()
    var outcome: Result<Void, NetworkError>?
    var isCollecting: Bool
    var isHeldBack = false
    var metrics = TransferMetrics()
    var need = Need.head
    var waiter: CheckedContinuation<Void, Never>?

    func isMet(_ need: Need) -> Bool {
      if outcome != nil { return true }
      return switch need {
      case .head: isHeadAnnounced
      case .chunk: !buffer.isEmpty
      case .end: false
      }
    }

    /// Makes room for the announced length, as far as one may believe it.
    mutating func reserve() {
      guard let length = head?.contentLength else { return }
      buffer.reserveCapacity(Int(clamping: min(length, Int64(8 * CurlChannel.highWater))))
    }

    /// The waiter to resume once the lock is open.
    mutating func takeWaiter() -> CheckedContinuation<Void, Never>? {
      guard waiter != nil, isMet(need) else { return nil }
      return waiter.take()
    }
  }

  /// Bytes kept for a slow reader before the transfer is held back.
  static let highWater = 1 << 20

  private let state: Mutex<State>

  /// - Parameter isCollecting: Whether the whole body is wanted in one piece, however slow its reader.
  init(isCollecting: Bool) {
    state = Mutex(State(isCollecting: isCollecting))
  }

  // MARK: Loop

  func receive(_ head: ResponseHead) {
    state.withLock { $0.head = head }
  }

  /// Lets the reader have the head.
  ///
  /// Apart from `receive`, so that a short response, which arrives in one piece, wakes its reader
  /// once.
  func announceHead() {
    let waiter = state.withLock { state in
      state.isHeadAnnounced = true
      return state.takeWaiter()
    }
    waiter?.resume()
  }

  /// Takes bytes, unless the reader is too far behind.
  func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let (isTaken, waiter) = state.withLock { state in
      if !state.isCollecting, state.buffer.count >= Self.highWater {
        state.isHeldBack = true
        return (false, CheckedContinuation<Void, Never>?.none)
      }
      if state.isCollecting, state.buffer.isEmpty { state.reserve() }
      unsafe state.buffer.append(contentsOf: bytes)
      return (true, state.takeWaiter())
    }
    waiter?.resume()
    return isTaken
  }

  func finish(_ outcome: Result<Void, NetworkError>, metrics: TransferMetrics) {
    let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard state.outcome == nil else { return nil }
      state.outcome = outcome
      state.metrics = metrics
      return state.takeWaiter()
    }
    waiter?.resume()
  }

  // MARK: Reader

  var isFinished: Bool { state.withLock { $0.outcome != nil } }

  /// Whether a reader with this need would not have to wait.
  func has(_ need: Need) -> Bool { state.withLock { $0.isMet(need) } }

  var metrics: TransferMetrics { state.withLock { $0.metrics } }

  func head() async throws(NetworkError) -> ResponseHead {
    await wait(for: .head)
    let (head, outcome) = state.withLock { ($0.head, $0.outcome) }
    // A transfer that broke in its body still has a head; the body says what happened.
    if let head { return head }
    if case .failure(let error) = outcome { throw error }
    throw NetworkError(.malformedResponse, "The server sent no header. Mend the server.")
  }

  /// The bytes that are here, and whether the transfer was held back and should go on.
  func chunk() async throws(NetworkError) -> (data: Data?, resumes: Bool) {
    await wait(for: .chunk)
    let (data, outcome, resumes) = state.withLock { state in
      let data = state.buffer
      state.buffer = Data()
      let resumes = state.isHeldBack
      state.isHeldBack = false
      return (data, state.outcome, resumes)
    }
    guard data.isEmpty else { return (data, resumes) }
    if case .failure(let error) = outcome { throw error }
    return (nil, false)
  }

  /// Drops the limit on waiting bytes; true when the transfer was held back and should go on.
  func startCollecting() -> Bool {
    state.withLock { state in
      state.isCollecting = true
      if state.outcome == nil, !state.buffer.isEmpty { state.reserve() }
      defer { state.isHeldBack = false }
      return state.isHeldBack
    }
  }

  func end() async throws(NetworkError) -> Data {
    await wait(for: .end)
    let (data, outcome) = state.withLock { state in
      let data = state.buffer
      state.buffer = Data()
      return (data, state.outcome)
    }
    if case .failure(let error) = outcome { throw error }
    return data
  }

  private func wait(for need: Need) async {
    if has(need) { return }
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
