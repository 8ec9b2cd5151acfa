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
  /// The time of the next timeout check.
  private var nextCheck = ContinuousClock.now

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
    checkTime()
  }

  /// Waits until a transfer can continue, the next timeout check is due, or the loop is woken.
  func wait() {
    let pause = max(.zero, nextCheck - .now).milliseconds
    unsafe curl_multi_poll(multi, nil, 0, Int32(pause), nil)
  }

  /// Whether another request uses the connection of a transfer, as HTTP/2 allows.
  func sharesConnection(_ transfer: CurlTransfer) -> Bool {
    transfers.values.contains {
      $0 !== transfer && $0.localPort == transfer.localPort
        && $0.request.host == transfer.request.host
    }
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
    transfer.end()
    transfer.channel.finish(outcome.mapError { $0.of(transfer.request) }, metrics: metrics)
  }

  /// Ends the transfers whose timeout has passed and computes the time of the next check.
  private func checkTime() {
    let now = ContinuousClock.now
    nextCheck = now + .seconds(3600)
    for transfer in transfers.values {
      // libcurl would wait for the rest of a request body that is itself paused.
      guard !transfer.isAnswered else {
        finish(transfer, .success(()))
        continue
      }
      if transfer.takesRefusal() { resume(transfer) }
      switch transfer.checkTime(now) {
      case .success(let next): nextCheck = min(nextCheck, next)
      case .failure(let error): finish(transfer, .failure(error))
      }
    }
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
