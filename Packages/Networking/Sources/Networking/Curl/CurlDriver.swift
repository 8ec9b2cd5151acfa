import CCurl
import CCurlShim
import Foundation

/// What the loop thread knows in one turn; the transfers' callbacks read and write it.
final class LoopTurn {
  /// When the turn began, so that the clock is read once for all of its transfers.
  var now = ContinuousClock.now
  /// Transfers whose head is here and not yet handed on.
  var heads: [CurlTransfer] = []
}

/// The loop thread's own state: its handles and the transfers under way.
@safe struct CurlDriver {
  private let multi: UnsafeMutableRawPointer
  private let watch: SocketWatch
  private let turn = LoopTurn()
  private let active: TransferCount
  private var transfers: [ObjectIdentifier: CurlTransfer] = [:] {
    didSet { active.set(transfers.count) }
  }
  private var spares: [EasyHandle] = []
  private var events: [SocketWatch.Event] = []
  /// When some time limit may have passed; looking too early does no harm.
  private var nextCheck = ContinuousClock.now + .seconds(3600)

  private static let maximumSpares = 64

  /// Makes the multi handle, or fails when libcurl has no memory for it.
  init?(connectionsPerHost: Int, wakeUp: WakeUp, active: TransferCount) {
    guard let multi = unsafe curl_multi_init() else { return nil }
    unsafe curl_shim_set_multi_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, connectionsPerHost)
    unsafe self.multi = unsafe multi
    watch = unsafe SocketWatch(multi: multi, wakeUp: wakeUp, turn: turn)
    self.active = active
  }

  /// Carries out commands; false when told to stop.
  mutating func apply(_ commands: [CurlLoop.Command]) -> Bool {
    guard !commands.isEmpty else { return true }
    turn.now = .now
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

  /// Waits for a socket, a command or the next time limit.
  mutating func wait() {
    let next = Swift.min(nextCheck, watch.deadline ?? nextCheck)
    let pause = Swift.max(.zero, Swift.min(next - .now, .seconds(60)))
    watch.wait(milliseconds: pause.milliseconds, events: &events)
    turn.now = .now
  }

  /// Moves every transfer that can go on as far as it goes without waiting.
  mutating func perform() {
    var running: Int32 = 0
    for event in events {
      unsafe curl_multi_socket_action(multi, event.socket, event.mask, &running)
    }
    events.removeAll(keepingCapacity: true)
    if watch.takeDeadline() {
      unsafe curl_multi_socket_action(multi, curl_shim_no_socket, 0, &running)
    }
    var result = CURLE_OK
    while let handle = unsafe curl_shim_next_finished(multi, &result) {
      let context = unsafe curl_shim_get_private(handle)
      guard let transfer = unsafe CurlTransfer.from(context) else { continue }
      finish(transfer, transfer.outcome(of: result))
    }
    for transfer in turn.heads { transfer.channel.announceHead() }
    turn.heads.removeAll(keepingCapacity: true)
    checkTime()
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
    transfer.begin(turn)
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
    transfer.lastActivity = turn.now
    checkSooner(transfer)
    unsafe curl_shim_resume(easy.handle)
  }

  private mutating func finish(_ transfer: CurlTransfer, _ outcome: Result<Void, NetworkError>) {
    guard let easy = transfer.easy else { return }
    let metrics = easy.metrics
    unsafe curl_multi_remove_handle(multi, easy.handle)
    transfers[ObjectIdentifier(transfer)] = nil
    transfer.easy = nil
    transfer.reader = nil
    if spares.count < Self.maximumSpares { spares.append(easy) }
    transfer.channel.finish(
      outcome.mapError { $0.of(transfer.request) }, metrics: metrics)
  }

  private mutating func checkTime() {
    let now = turn.now
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
