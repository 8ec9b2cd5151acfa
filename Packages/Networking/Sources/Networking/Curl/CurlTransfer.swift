import CCurl
import CCurlShim
import Foundation

/// One request on its way through the loop.
///
/// `@unchecked Sendable`: the `let`s are Sendable; the `var`s are touched only under the lock of the
/// loop's driver, once the transfer went through the loop's inbox, which has a lock too.
final class CurlTransfer: @unchecked Sendable {
  let channel = CurlChannel()
  let request: Request
  let address: Address
  let headerLines: [String]
  let bodyLength: Int64
  let configuration: CurlTransport.Configuration
  let timeouts: Timeouts
  let limits: Limits

  // Under the driver's lock only.
  var easy: EasyHandle?
  /// Where the driver keeps it, while it has a handle.
  var place = 0
  var parser: HeadParser
  var reader: BodyReader?
  var received: Int64 = 0
  var failure: NetworkError?
  var isCancelled = false
  var isHeldBack = false
  private var turn: LoopTurn?
  private var start = ContinuousClock.now
  var lastActivity: ContinuousClock.Instant

  /// Checks everything about the request that can be checked before it is sent.
  init(
    _ request: consuming Request, configuration: CurlTransport.Configuration
  ) throws(NetworkError) {
    self.configuration = configuration
    address = try request.address
    try request.check()
    bodyLength = try request.body.length
    headerLines = Self.lines(of: request)
    timeouts = request.timeouts.filled(from: configuration.timeouts).filled(from: .standard)
    limits = request.limits.filled(from: configuration.limits).filled(from: .standard)
    parser = HeadParser(limit: limits.headers ?? 0)
    lastActivity = start
    self.request = request
  }

  /// The header lines, without those libcurl would add by itself.
  private static func lines(of request: Request) -> [String] {
    var lines: [String] = []
    for field in request.headers.fields {
      // libcurl reads `Name:` as "remove this header" and `Name;` as "send it empty".
      lines.append(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
    }
    // Only to a body libcurl adds these by itself.
    guard !request.body.isEmpty || request.method == .post else { return lines }
    if request.headers["Content-Type"] == nil {
      lines.append("Content-Type:" + (request.body.contentType.map { " \($0)" } ?? ""))
    }
    lines.append("Expect:")
    return lines
  }

  /// Whether beginning it takes but a moment: no handshake, and no file to read from.
  var isQuick: Bool {
    request.scheme == "http" && bodyLength <= 64 << 10 && request.body.isInMemory
  }

  /// Starts the clock of the time limits.
  func begin(_ turn: LoopTurn) {
    self.turn = turn
    start = turn.now
    lastActivity = turn.now
  }

  private func noteActivity() {
    if let turn { lastActivity = turn.now }
  }

  /// Whether the connection stood before the transfer ended.
  func wasConnected() -> Bool {
    guard let easy else { return false }
    return unsafe curl_shim_get_offset(easy.handle, CURLINFO_PRETRANSFER_TIME_T) > 0
  }

  /// When the loop should look at the time limits again, or the error when one has passed.
  func checkTime(_ now: ContinuousClock.Instant) -> Result<ContinuousClock.Instant, NetworkError> {
    var next = now + .seconds(3600)
    if let total = timeouts.total {
      guard now < start + total else { return .failure(timedOut("in all", total)) }
      next = min(next, start + total)
    }
    if let idle = timeouts.idle, !isHeldBack {
      if now >= lastActivity + idle {
        guard wasConnected() else {
          // Still connecting, for which there is a limit of its own.
          lastActivity = now
          return .success(min(next, now + idle))
        }
        return .failure(timedOut("without a byte", idle))
      }
      next = min(next, lastActivity + idle)
    }
    return .success(next)
  }

  private func timedOut(_ what: String, _ limit: Duration) -> NetworkError {
    NetworkError(
      .timedOut,
      "The server took longer than \(limit) \(what); raise the timeout or look at the server.")
  }
}

// MARK: - Callbacks, under the driver's lock

extension CurlTransfer {
  func receiveHeader(_ bytes: UnsafeRawBufferPointer) -> Bool {
    noteActivity()
    do throws(NetworkError) {
      let line = unsafe bytes.assumingMemoryBound(to: UInt8.self)
      let event = try parser.take(unsafe line.span)
      guard case .head(let status, let version, let headers) = event else { return true }
      let head = ResponseHead(
        status: status, headers: headers, version: version, address: address)
      if request.method != .head, let length = head.contentLength { try checkBody(length) }
      channel.receive(head)
      turn?.heads.append(self)
      return true
    } catch {
      failure = error
      return false
    }
  }

  /// How many bytes were taken, `CURL_WRITEFUNC_PAUSE`, or 0 to stop.
  func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    noteActivity()
    do throws(NetworkError) {
      try checkBody(received + Int64(bytes.count))
    } catch {
      failure = error
      return 0
    }
    let (isTaken, waiter) = unsafe channel.receive(bytes)
    turn?.resume(waiter)
    guard isTaken else {
      isHeldBack = true
      return Int(CURL_WRITEFUNC_PAUSE)
    }
    let count = bytes.count
    received += Int64(count)
    return count
  }

  func readBody(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    noteActivity()
    do throws(NetworkError) {
      return try unsafe reader?.read(into: buffer) ?? 0
    } catch {
      failure = error
      return Int(CURL_READFUNC_ABORT)
    }
  }

  private func checkBody(_ size: Int64) throws(NetworkError) {
    guard let limit = limits.body, size > limit else { return }
    throw .bodyTooLarge(limit)
  }
}
