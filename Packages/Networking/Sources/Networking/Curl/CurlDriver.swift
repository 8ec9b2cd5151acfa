import CCurl
import CCurlShim
import Foundation

/// libcurl's handles and the transfers under way; the loop keeps it behind a lock.
@safe struct CurlDriver: ~Copyable {
  private let multi: UnsafeMutableRawPointer
  private let turn: LoopTurn
  private let active: TransferCount
  /// In no order; each knows its place.
  private var transfers: [CurlTransfer] = []
  private var spares: [EasyHandle] = []
  /// When some time limit may have passed; looking too early does no harm.
  private var nextCheck = ContinuousClock.now + .seconds(3600)
  /// When the thread wakes up by itself.
  ///
  /// A time limit that is no longer needed stays, so that not every request moves it.
  private var wake = ContinuousClock.now

  private static let maximumSpares = 64

  /// Makes the multi handle, or fails when libcurl has no memory for it.
  init?(connectionsPerHost: Int, poller: SocketPoller, active: TransferCount) {
    guard let multi = unsafe curl_multi_init() else { return nil }
    unsafe curl_shim_set_multi_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, connectionsPerHost)
    // By default libcurl closes idle connections beyond four for each transfer under way, so a
    // burst would connect anew again and again.
    unsafe curl_shim_set_multi_long(multi, CURLMOPT_MAXCONNECTS, connectionsPerHost)
    unsafe self.multi = unsafe multi
    turn = LoopTurn(poller: poller, active: active)
    unsafe turn.listen(to: multi)
    self.active = active
  }

  /// Begins a turn, of which there is one each time the lock is taken.
  func begin() {
    turn.now = .now
  }

  /// Carries out commands; false when told to stop.
  mutating func apply(_ commands: [CurlLoop.Command]) -> Bool {
    for command in commands {
      switch command {
      case .start(let transfer): start(transfer)
      case .cancel(let transfer):
        transfer.isCancelled = true
        if transfer.easy != nil { finish(transfer, .failure(.cancelled)) }
      case .resume(let transfer): resume(transfer)
      case .stop: return false
      }
    }
    return true
  }

  /// How many milliseconds the thread may wait for an event, -1 for ever.
  mutating func pause() -> Int32 {
    if wake <= turn.now {
      guard !transfers.isEmpty || turn.deadline != nil else {
        wake = turn.now + .seconds(1 << 32)
        return -1
      }
      wake = due
    } else {
      wake = Swift.min(wake, due)
    }
    return Int32(clamping: Swift.max(.zero, wake - turn.now).milliseconds)
  }

  /// Whether something must be looked at before the waiting thread wakes up.
  var isDueBeforeWake: Bool { due < wake }

  /// When the next time limit is due.
  private var due: ContinuousClock.Instant {
    Swift.min(nextCheck, turn.deadline ?? nextCheck)
  }

  /// Hands over who is to be resumed, which is done outside the lock.
  func takeWaiters(_ waiters: inout [CurlChannel.Waiter]) {
    swap(&waiters, &turn.waiters)
  }

  /// Moves every transfer that can go on as far as it goes without waiting.
  mutating func perform(_ events: [SocketEvent]) {
    var running: Int32 = 0
    for event in events {
      unsafe curl_multi_socket_action(multi, event.socket, event.mask, &running)
    }
    if turn.takeDeadline() {
      unsafe curl_multi_socket_action(multi, curl_shim_no_socket, 0, &running)
    }
    var result = CURLE_OK
    while let handle = unsafe curl_shim_next_finished(multi, &result) {
      let context = unsafe curl_shim_get_private(handle)
      guard let transfer = unsafe CurlTransfer.from(context) else { continue }
      finish(transfer, transfer.outcome(of: result))
    }
    for transfer in turn.heads { turn.resume(transfer.channel.announceHead()) }
    turn.heads.removeAll(keepingCapacity: true)
    checkTime()
  }

  mutating func cancelAll() {
    for transfer in transfers {
      finish(transfer, .failure(.cancelled))
    }
  }

  mutating func close() {
    spares = []
    unsafe curl_multi_cleanup(multi)
  }

  private mutating func start(_ transfer: CurlTransfer) {
    guard !transfer.isCancelled else {
      turn.resume(transfer.channel.finish(.failure(.cancelled), metrics: TransferMetrics()))
      return
    }
    guard let easy = spares.popLast() ?? makeHandle(transfer.configuration) else {
      let error = NetworkError(.cannotConnect, "libcurl has no memory for another transfer.")
      turn.resume(transfer.channel.finish(.failure(error), metrics: TransferMetrics()))
      return
    }
    transfer.easy = easy
    easy.transfer = transfer
    transfer.begin(turn)
    transfer.configure(easy)
    add(transfer)
    unsafe curl_multi_add_handle(multi, easy.handle)
    checkSooner(transfer)
  }

  private func makeHandle(_ configuration: CurlTransport.Configuration) -> EasyHandle? {
    let easy = EasyHandle()
    easy?.configure(configuration)
    if let easy { turn.follow(easy) }
    return easy
  }

  private mutating func resume(_ transfer: CurlTransfer) {
    guard let easy = transfer.easy else { return }
    transfer.isHeldBack = false
    transfer.lastActivity = turn.now
    checkSooner(transfer)
    // The bytes that were held back come now; when they are refused, libcurl does not look at the
    // transfer again.
    let result = unsafe curl_shim_resume(easy.handle)
    if result != CURLE_OK { finish(transfer, transfer.outcome(of: result)) }
  }

  private mutating func finish(_ transfer: CurlTransfer, _ outcome: Result<Void, NetworkError>) {
    guard let easy = transfer.easy else { return }
    let metrics = easy.metrics
    unsafe curl_multi_remove_handle(multi, easy.handle)
    remove(transfer)
    transfer.easy = nil
    easy.transfer = nil
    transfer.reader = nil
    if spares.count < Self.maximumSpares { spares.append(easy) }
    turn.resume(
      transfer.channel.finish(
        outcome.mapError { $0.of(transfer.request) }, metrics: metrics))
  }

  private mutating func add(_ transfer: CurlTransfer) {
    transfer.place = transfers.count
    transfers.append(transfer)
    active.set(transfers.count)
  }

  private mutating func remove(_ transfer: CurlTransfer) {
    let last = transfers.removeLast()
    if last !== transfer {
      last.place = transfer.place
      transfers[transfer.place] = last
    }
    active.set(transfers.count)
  }

  private mutating func checkTime() {
    let now = turn.now
    guard now >= nextCheck else { return }
    nextCheck = now + .seconds(3600)
    for transfer in transfers {
      switch transfer.checkTime(now) {
      case .success(let next): nextCheck = Swift.min(nextCheck, next)
      case .failure(let error): finish(transfer, .failure(error))
      }
    }
  }

  private mutating func checkSooner(_ transfer: CurlTransfer) {
    switch transfer.checkTime(turn.now) {
    case .success(let next): nextCheck = Swift.min(nextCheck, next)
    case .failure: nextCheck = turn.now
    }
  }
}

extension EasyHandle {
  /// The times of the transfer that just ended.
  fileprivate var metrics: TransferMetrics {
    func time(_ info: CURLINFO) -> Duration {
      .microseconds(unsafe curl_shim_get_offset(handle, info))
    }
    return TransferMetrics(
      nameLookup: time(CURLINFO_NAMELOOKUP_TIME_T), connect: time(CURLINFO_CONNECT_TIME_T),
      secure: time(CURLINFO_APPCONNECT_TIME_T), firstByte: time(CURLINFO_STARTTRANSFER_TIME_T),
      total: time(CURLINFO_TOTAL_TIME_T),
      received: unsafe curl_shim_get_offset(handle, CURLINFO_SIZE_DOWNLOAD_T),
      sent: unsafe curl_shim_get_offset(handle, CURLINFO_SIZE_UPLOAD_T),
      reusedConnection: unsafe curl_shim_get_long(handle, CURLINFO_NUM_CONNECTS) == 0)
  }
}
