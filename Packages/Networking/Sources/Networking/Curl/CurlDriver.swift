import CCurl
import CCurlShim

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// libcurl's multi handle and the transfers under way; used by the loop's thread alone.
@safe final class CurlDriver {
  let multi: MultiHandle
  var connections: CurlConnections { multi.connections }
  /// When the present turn of the loop began, so that the clock is read once for all transfers.
  private(set) var now = ContinuousClock.now
  private let active: TransferCount
  /// In no order; each knows its place.
  private var transfers: [CurlTransfer] = []
  /// Transfers whose head is here and not yet handed on.
  private var heads: [CurlTransfer] = []
  /// When some time limit may have passed; looking too early does no harm.
  private var nextCheck = ContinuousClock.now

  /// Makes the multi handle, or fails when libcurl has no memory for it.
  init?(connectionsPerHost: Int, active: TransferCount) {
    guard let multi = MultiHandle() else { return nil }
    self.multi = multi
    self.active = active
    unsafe curl_shim_set_multi_long(
      multi.pointer, CURLMOPT_MAX_HOST_CONNECTIONS, connectionsPerHost)
    // By default libcurl closes idle connections beyond four for each transfer under way, so a
    // burst would connect anew again and again.
    unsafe curl_shim_set_multi_long(multi.pointer, CURLMOPT_MAXCONNECTS, connectionsPerHost)
  }

  func start(_ transfer: CurlTransfer) {
    guard !transfer.isCancelled else {
      transfer.channel.finish(.failure(.cancelled), metrics: TransferMetrics())
      return
    }
    transfer.begin(self)
    transfer.place = transfers.count
    transfers.append(transfer)
    active.set(transfers.count)
    attach(transfer)
  }

  func cancel(_ transfer: CurlTransfer) {
    transfer.isCancelled = true
    if transfer.isAttached { finish(transfer, .failure(.cancelled)) }
  }

  func cancelAll() {
    for transfer in transfers { finish(transfer, .failure(.cancelled)) }
  }

  func resume(_ transfer: CurlTransfer) {
    guard transfer.isAttached, let easy = transfer.easy else { return }
    transfer.isHeldBack = false
    transfer.isSendingHeld = false
    transfer.lastActivity = now
    checkSooner(transfer)
    // The bytes that were held back come now; when they are refused, libcurl does not look at the
    // transfer again.
    let result = unsafe curl_shim_resume(easy.handle)
    if result != CURLE_OK { finish(transfer, transfer.outcome(of: result)) }
  }

  /// Moves every transfer as far as it goes without waiting.
  func perform() {
    now = .now
    var running: Int32 = 0
    unsafe curl_multi_perform(multi.pointer, &running)
    var result = CURLE_OK
    while let handle = unsafe curl_shim_next_finished(multi.pointer, &result) {
      let context = unsafe curl_shim_get_private(handle)
      guard let transfer = unsafe CurlTransfer.from(context) else { continue }
      if transfer.isConnectionStale, transfer.failure == nil {
        detach(transfer)
        sendAgain(transfer)
      } else {
        finish(transfer, transfer.outcome(of: result))
      }
    }
    // A short response arrives in one piece; its reader is woken once, with all of it.
    for transfer in heads { transfer.channel.announceHead() }
    heads.removeAll(keepingCapacity: true)
    checkTime()
  }

  /// Waits until a transfer can go on, a time limit may have passed, or somebody wakes the loop.
  func wait() {
    let pause = Swift.min(3_600_000, Swift.max(.zero, nextCheck - now).milliseconds)
    unsafe curl_multi_poll(multi.pointer, nil, 0, Int32(transfers.isEmpty ? 3_600_000 : pause), nil)
  }

  func announce(_ transfer: CurlTransfer) { heads.append(transfer) }

  /// Whether another request runs on the connection of a transfer, as HTTP/2 allows.
  func sharesConnection(_ transfer: CurlTransfer) -> Bool {
    transfers.contains {
      $0 !== transfer && $0.localPort == transfer.localPort
        && $0.request.host == transfer.request.host
    }
  }

  /// Sends a request on a new connection, because the kept one was stale.
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
    transfer.isAttached = true
    follow(easy)
    unsafe curl_multi_add_handle(multi.pointer, easy.handle)
    checkSooner(transfer)
  }

  /// Learns which sockets a handle opens and closes.
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
    unsafe curl_multi_remove_handle(multi.pointer, easy.handle)
    easy.transfer = nil
    transfer.isAttached = false
  }

  private func finish(_ transfer: CurlTransfer, _ outcome: Result<Void, NetworkError>) {
    let metrics = transfer.easy?.metrics ?? TransferMetrics()
    detach(transfer)
    remove(transfer)
    transfer.end()
    transfer.channel.finish(outcome.mapError { $0.of(transfer.request) }, metrics: metrics)
  }

  private func remove(_ transfer: CurlTransfer) {
    let last = transfers.removeLast()
    if last !== transfer {
      last.place = transfer.place
      transfers[transfer.place] = last
    }
    active.set(transfers.count)
  }

  private func checkTime() {
    guard now >= nextCheck else { return }
    nextCheck = now + .seconds(3600)
    for transfer in transfers {
      switch transfer.checkTime(now) {
      case .success(let next): nextCheck = Swift.min(nextCheck, next)
      case .failure(let error): finish(transfer, .failure(error))
      }
    }
  }

  private func checkSooner(_ transfer: CurlTransfer) {
    switch transfer.checkTime(now) {
    case .success(let next): nextCheck = Swift.min(nextCheck, next)
    case .failure: nextCheck = now
    }
  }
}

extension CurlConnections {
  /// The connections behind a callback's context; the multi handle keeps them alive.
  fileprivate static func from(_ context: UnsafeMutableRawPointer?) -> CurlConnections? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<CurlConnections>.fromOpaque(context).takeUnretainedValue()
  }
}

extension EasyHandle {
  /// The times of the transfer that just ended.
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
