import Foundation
import Synchronization

/// Who looks after a transfer that no task waits for; told on any thread, with no lock held.
protocol TransferWatcher: AnyObject, Sendable {
  func transferIsReady()
}

/// What the loop and the reading task of one transfer share.
///
/// The loop writes head, bytes and outcome; one task waits for one of them at a time. What makes
/// the task go on hands back the waiter, who is resumed once the loop's lock is open.
final class CurlChannel: Sendable {
  /// Who is told that something is here.
  enum Waiter: Sendable {
    case task(WaitingTask)
    /// Whoever looks after a transfer that no task waits for.
    case watcher(any TransferWatcher)

    func resume() {
      switch self {
      case .task(let task): task.resume()
      case .watcher(let watcher): watcher.transferIsReady()
      }
    }
  }

  /// What the reader waits for.
  enum Need {
    case head
    case chunk
    case end
  }

  /// What there is of a response.
  enum Sight {
    /// All of it, with a good status.
    case whole(Response)
    /// A head with a good status.
    case goodSoFar
    case other
  }

  private struct State {
    var head: ResponseHead?
    var isHeadAnnounced = false
    var buffer = Data()
    var outcome: Result<Void, NetworkError>?
    var isCollecting = false
    var isHeldBack = false
    var metrics = TransferMetrics()
    var need = Need.head
    var waiter: Waiter?

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
    mutating func takeWaiter() -> Waiter? {
      guard waiter != nil, isMet(need) else { return nil }
      defer { waiter = nil }
      return waiter
    }
  }

  /// Bytes kept for a slow reader before the transfer is held back.
  static let highWater = 1 << 20

  private let state = Mutex(State())

  // MARK: Loop

  func receive(_ head: ResponseHead) {
    state.withLock { $0.head = head }
  }

  /// Lets the reader have the head.
  ///
  /// Apart from `receive`, so that a short response, which arrives in one piece, wakes its reader
  /// once.
  func announceHead() -> Waiter? {
    state.withLock { state in
      guard state.head != nil else { return nil }
      state.isHeadAnnounced = true
      return state.takeWaiter()
    }
  }

  /// Takes bytes, unless the reader is too far behind.
  func receive(_ bytes: UnsafeRawBufferPointer) -> (isTaken: Bool, waiter: Waiter?) {
    state.withLock { state in
      if !state.isCollecting, state.buffer.count >= Self.highWater {
        state.isHeldBack = true
        return (false, nil)
      }
      if state.isCollecting, state.buffer.isEmpty { state.reserve() }
      unsafe state.buffer.append(contentsOf: bytes)
      return (true, state.takeWaiter())
    }
  }

  func finish(_ outcome: Result<Void, NetworkError>, metrics: TransferMetrics) -> Waiter? {
    state.withLock { state in
      guard state.outcome == nil else { return nil }
      state.outcome = outcome
      state.metrics = metrics
      return state.takeWaiter()
    }
  }

  // MARK: Reader

  var isFinished: Bool { state.withLock { $0.outcome != nil } }

  /// Whether a reader with this need would not have to wait.
  func has(_ need: Need) -> Bool { state.withLock { $0.isMet(need) } }

  var metrics: TransferMetrics { state.withLock { $0.metrics } }

  /// Has the watcher told once the head is here, or all of a body that is collected, or the end;
  /// false when that is the case already.
  func watch(_ watcher: any TransferWatcher) -> Bool {
    state.withLock { state in
      let need = state.isCollecting ? Need.end : .head
      guard !state.isMet(need) else { return false }
      state.need = need
      state.waiter = .watcher(watcher)
      return true
    }
  }

  /// What there is of a response when its head is here; a body that is whole is taken.
  func look() -> Sight {
    state.withLock { state in
      guard let head = state.head, head.isSuccess else { return .other }
      switch state.outcome {
      case nil: return .goodSoFar
      case .failure: return .other
      case .success:
        let data = state.buffer
        state.buffer = Data()
        return .whole(Response(head: head, data: data, metrics: state.metrics))
      }
    }
  }

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
    if state.withLock({ $0.isMet(need) }) { return }
    await WaitingTask.wait { task in
      let isMet = state.withLock { state in
        guard !state.isMet(need) else { return true }
        state.need = need
        state.waiter = .task(task)
        return false
      }
      if isMet { task.resume() }
    }
  }
}
