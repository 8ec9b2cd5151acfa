import CCurl
import CCurlShim
import Foundation

/// The loop thread's own state: its handles and the transfers under way.
@safe struct CurlDriver {
  private let multi: UnsafeMutableRawPointer
  private let active: TransferCount
  private var transfers: [ObjectIdentifier: CurlTransfer] = [:] {
    didSet { active.set(transfers.count) }
  }
  private var spares: [EasyHandle] = []
  /// When some time limit may have passed; looking too early does no harm.
  private var nextCheck = ContinuousClock.now + .seconds(3600)

  private static let maximumSpares = 64

  init(multi: UnsafeMutableRawPointer, active: TransferCount) {
    unsafe self.multi = unsafe multi
    self.active = active
  }

  var count: Int { transfers.count }

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

  /// Moves every transfer as far as it goes without waiting.
  mutating func perform() {
    var running: Int32 = 0
    unsafe curl_multi_perform(multi, &running)
    var result = CURLE_OK
    while let handle = unsafe curl_shim_next_finished(multi, &result) {
      let context = unsafe curl_shim_get_private(handle)
      guard let transfer = unsafe CurlTransfer.from(context) else { continue }
      finish(transfer, transfer.outcome(of: result))
    }
    for transfer in transfers.values where transfer.needsAnnouncement {
      transfer.needsAnnouncement = false
      transfer.channel.announceHead()
    }
    checkTime()
  }

  /// Waits for a socket, a command or the next time limit.
  func wait() {
    let pause = Swift.max(.zero, nextCheck - .now)
    let limit = Swift.min(pause.milliseconds, count == 0 ? 60_000 : 1000)
    unsafe curl_multi_poll(multi, nil, 0, Int32(limit), nil)
  }

  mutating func cancelAll() {
    for transfer in Array(transfers.values) {
      finish(transfer, .failure(.cancelled))
    }
  }

  mutating func close() {
    spares = []
    unsafe curl_multi_cleanup(multi)
  }

  private mutating func start(_ transfer: CurlTransfer) {
    guard !transfer.isCancelled else {
      transfer.channel.finish(.failure(.cancelled), metrics: TransferMetrics())
      return
    }
    guard let easy = spares.popLast() ?? makeHandle(transfer.configuration) else {
      let error = NetworkError(.cannotConnect, "libcurl has no memory for another transfer.")
      transfer.channel.finish(.failure(error), metrics: TransferMetrics())
      return
    }
    transfer.easy = easy
    transfer.start = .now
    transfer.lastActivity = transfer.start
    transfer.configure(easy)
    transfers[ObjectIdentifier(transfer)] = transfer
    unsafe curl_multi_add_handle(multi, easy.handle)
    checkSooner(transfer)
  }

  private func makeHandle(_ configuration: CurlTransport.Configuration) -> EasyHandle? {
    let easy = EasyHandle()
    easy?.configure(configuration)
    return easy
  }

  private mutating func resume(_ transfer: CurlTransfer) {
    guard let easy = transfer.easy else { return }
    transfer.isHeldBack = false
    transfer.lastActivity = .now
    checkSooner(transfer)
    unsafe curl_shim_resume(easy.handle)
  }

  private mutating func finish(_ transfer: CurlTransfer, _ outcome: Result<Void, NetworkError>) {
    guard let easy = transfer.easy else { return }
    let metrics = easy.metrics
    unsafe curl_multi_remove_handle(multi, easy.handle)
    transfers[ObjectIdentifier(transfer)] = nil
    unsafe curl_shim_set_list(easy.handle, CURLOPT_HTTPHEADER, nil)
    transfer.easy = nil
    transfer.list = nil
    transfer.reader = nil
    if spares.count < Self.maximumSpares { spares.append(easy) }
    transfer.channel.finish(
      outcome.mapError { $0.of(transfer.request) }, metrics: metrics)
  }

  private mutating func checkTime() {
    let now = ContinuousClock.now
    guard now >= nextCheck else { return }
    nextCheck = now + .seconds(3600)
    for transfer in Array(transfers.values) {
      switch transfer.checkTime(now) {
      case .success(let next): nextCheck = Swift.min(nextCheck, next)
      case .failure(let error): finish(transfer, .failure(error))
      }
    }
  }

  private mutating func checkSooner(_ transfer: CurlTransfer) {
    switch transfer.checkTime(.now) {
    case .success(let next): nextCheck = Swift.min(nextCheck, next)
    case .failure: nextCheck = .now
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
