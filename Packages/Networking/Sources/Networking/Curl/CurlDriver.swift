import CCurl
import CCurlShim
import Foundation
import Synchronization

/// libcurl's multi handle and its active transfers.
///
/// `@unchecked Sendable`: only the loop's thread uses it, with three exceptions: `activeTransfers`; ``wakeUp()``, which
/// any thread may call while the handle exists; and `deinit`, when no other reference is left.
@safe final class CurlDriver: @unchecked Sendable {
  private let multi: UnsafeMutableRawPointer
  /// The open sockets; libcurl's callbacks update them until the multi handle is freed.
  let connections = CurlConnections()
  let activeTransfers = Atomic<Int>(0)
  private var transfers: [ObjectIdentifier: CurlTransfer] = [:] {
    didSet { activeTransfers.store(transfers.count, ordering: .relaxed) }
  }
  private(set) var isStopped = false
  /// The transfers to check at the end of this turn, because something happened to them.
  private var active: [CurlTransfer] = []
  private var deadlines = CurlDeadlines()

  /// Makes a multi handle, or fails if libcurl has no memory for it.
  init?(connectionsPerHost: Int) {
    guard let multi = unsafe curl_multi_init() else { return nil }
    unsafe self.multi = unsafe multi
    // By default, libcurl closes idle connections beyond four per active transfer, so bursts would reconnect again and
    // again.
    for option in [CURLMOPT_MAX_HOST_CONNECTIONS, CURLMOPT_MAXCONNECTS] {
      unsafe curl_shim_set_multi_long(multi, option, connectionsPerHost)
    }
  }

  deinit { unsafe curl_multi_cleanup(multi) }

  func wakeUp() { unsafe curl_multi_wakeup(multi) }

  func start(_ transfer: CurlTransfer) {
    transfer.begin(self)
    transfers[ObjectIdentifier(transfer)] = transfer
    attach(transfer)
  }

  func cancel(_ transfer: CurlTransfer) {
    if transfer.isAttached { finish(transfer, .failure(.cancelled)) }
  }

  func stop() {
    isStopped = true
    for transfer in transfers.values { finish(transfer, .failure(.cancelled)) }
  }

  func resume(_ transfer: CurlTransfer) {
    guard transfer.isAttached, let easy = transfer.easy else { return }
    transfer.noteActivity()
    guard transfer.takesPause() else { return }
    // The call delivers the held-back bytes. If they are refused, libcurl does not look at the transfer again.
    let result = unsafe curl_easy_pause(easy.handle, CURLPAUSE_CONT)
    // A transfer without a connection is not paused: libcurl sends it again and waits for another connection.
    guard result != CURLE_OK, result != CURLE_BAD_FUNCTION_ARGUMENT else { return }
    finish(transfer, transfer.outcome(of: result))
  }

  /// Advances every transfer as far as possible without blocking.
  func perform() {
    var running: Int32 = 0
    unsafe curl_multi_perform(multi, &running)
    var result = CURLE_OK
    while let handle = unsafe curl_shim_next_finished(multi, &result) {
      let context = unsafe curl_shim_get_private(handle)
      guard let transfer = unsafe CurlTransfer.from(context) else { continue }
      if transfer.isConnectionStale, transfer.failure == nil {
        detach(transfer)
        sendAgain(transfer)
      } else {
        finish(transfer, transfer.outcome(of: result))
      }
    }
    check()
  }

  /// Waits until a transfer can continue, the next timeout check is due, or the loop is woken.
  func wait() {
    let pause = deadlines.first.map { max(.zero, $0.time - .now) } ?? .seconds(3600)
    unsafe curl_multi_poll(multi, nil, 0, Int32(pause.milliseconds), nil)
  }

  /// Whether libcurl expects more data from the server on a connection.
  func reads(fromPort port: Int) -> Bool {
    let sockets = connections.sockets(localPort: port)
    return sockets.isEmpty || sockets.contains { unsafe curl_shim_reads(multi, $0) != 0 }
  }

  /// Sends a request again on a new connection, because the reused connection was stale.
  private func sendAgain(_ transfer: CurlTransfer) {
    transfer.needsFreshConnection()
    do throws(NetworkError) {
      try transfer.prepare()
      attach(transfer)
    } catch {
      finish(transfer, .failure(error))
    }
  }

  private func attach(_ transfer: CurlTransfer) {
    guard let easy = transfer.easy else { return }
    easy.transfer = transfer
    follow(easy)
    unsafe curl_multi_add_handle(multi, easy.handle)
  }

  /// Subscribes the connections to the sockets that a handle opens and closes.
  private func follow(_ easy: EasyHandle) {
    let context = unsafe Unmanaged.passUnretained(connections).toOpaque()
    unsafe curl_shim_follow(
      easy.handle,
      { context, socket, _ in
        unsafe CurlConnections.from(context)?.opened(socket)
        return CURL_SOCKOPT_OK
      },
      { context, socket in
        unsafe CurlConnections.from(context)?.closing(socket)
        return close(socket)
      }, context)
  }

  private func detach(_ transfer: CurlTransfer) {
    guard transfer.isAttached, let easy = transfer.easy else { return }
    unsafe curl_multi_remove_handle(multi, easy.handle)
    easy.transfer = nil
  }

  private func finish(_ transfer: CurlTransfer, _ outcome: Result<Void, NetworkError>) {
    let metrics = transfer.easy?.metrics ?? TransferMetrics()
    detach(transfer)
    transfers[ObjectIdentifier(transfer)] = nil
    deadlines.remove(transfer)
    transfer.end()
    transfer.channel.finish(outcome.mapError { $0.of(transfer.request) }, metrics: metrics)
  }

  /// Has a transfer checked at the end of this turn.
  func noteActivity(of transfer: CurlTransfer) {
    guard !transfer.isActive else { return }
    transfer.isActive = true
    active.append(transfer)
  }

  /// Checks the transfers to which something happened or whose time has come; all others cost nothing.
  private func check() {
    let now = ContinuousClock.now
    while let first = deadlines.first, first.time <= now {
      noteActivity(of: first.transfer)
      deadlines.remove(first.transfer)
    }
    let transfers = active
    active = []
    for transfer in transfers {
      transfer.isActive = false
      check(transfer, now)
    }
  }

  /// Ends a transfer that is answered or whose timeout has passed, or computes the time of its next check.
  private func check(_ transfer: CurlTransfer, _ now: ContinuousClock.Instant) {
    // libcurl would wait for the rest of a request body that is itself paused.
    if transfer.isAttached, transfer.isAnswered { finish(transfer, .success(())) }
    if transfer.takesRefusal() { resume(transfer) }
    guard transfer.isAttached else { return }
    switch transfer.checkTime(now) {
    case .success(let next): deadlines.set(transfer, next)
    case .failure(let error): return finish(transfer, .failure(error))
    }
    // No callback tells of the end of an answer without a length.
    if transfer.isSendingHeld, transfer.head != nil { noteActivity(of: transfer) }
  }
}

extension CurlConnections {
  /// Returns the connections behind a callback's context; the driver keeps them alive as long as the multi handle.
  fileprivate static func from(_ context: UnsafeMutableRawPointer?) -> CurlConnections? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<CurlConnections>.fromOpaque(context).takeUnretainedValue()
  }
}

extension EasyHandle {
  fileprivate var metrics: TransferMetrics {
    func time(_ info: CURLINFO) -> Duration {
      .microseconds(unsafe curl_shim_get_offset(handle, info))
    }
    var metrics = TransferMetrics()
    metrics.nameLookup = time(CURLINFO_NAMELOOKUP_TIME_T)
    metrics.connect = time(CURLINFO_CONNECT_TIME_T)
    metrics.secure = time(CURLINFO_APPCONNECT_TIME_T)
    metrics.firstByte = time(CURLINFO_STARTTRANSFER_TIME_T)
    metrics.total = time(CURLINFO_TOTAL_TIME_T)
    metrics.received = unsafe curl_shim_get_offset(handle, CURLINFO_SIZE_DOWNLOAD_T)
    metrics.sent = unsafe curl_shim_get_offset(handle, CURLINFO_SIZE_UPLOAD_T)
    metrics.reusedConnection = unsafe curl_shim_get_long(handle, CURLINFO_NUM_CONNECTS) == 0
    return metrics
  }
}
