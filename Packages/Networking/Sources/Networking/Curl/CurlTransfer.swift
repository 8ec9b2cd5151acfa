import CCurl
import CCurlShim
import Foundation
import HTTPTypes

/// One request that the loop processes.
///
/// `@unchecked Sendable`: the `let`s are Sendable. The `var`s and the reader are used by the creator of the transfer,
/// and by the loop's thread only after the transfer went through the loop's inbox, which has a lock. The handle is
/// freed with the last reference, after the loop has released it.
final class CurlTransfer: @unchecked Sendable {
  let channel: CurlChannel
  let request: Request
  let addressText: String
  let headerLines: [String]
  let configuration: CurlTransport.Configuration
  let timeouts: Timeouts
  let limits: Limits
  private let url: URL

  // Only the loop's thread uses these.
  let reader: BodyReader
  private(set) var easy: EasyHandle?
  var isAttached: Bool { easy?.transfer != nil }
  var parser: HeadParser
  var received: Int64 = 0
  var failure: NetworkError?
  /// Whether receiving is paused: the reader is slow or the transfer is suspended.
  private(set) var isHeldBack = false
  /// Whether sending the body is paused: the transfer is suspended, or a streamed body has no bytes yet.
  private(set) var isSendingHeld = false
  private(set) var head: ResponseHead?
  private var hasTakenRefusal = false
  /// The connection, once it is established.
  private var connection: CurlConnections.ID? {
    didSet {
      if let oldValue { driver?.connections.left(oldValue) }
      if let connection { driver?.connections.joined(connection) }
    }
  }
  /// Whether unrequested bytes were waiting on the reused connection for this request.
  private(set) var isConnectionStale = false
  private(set) var wantsFreshConnection = false
  private var wasSent = false
  private var driver: CurlDriver?
  /// Whether the driver checks the transfer in this turn anyway.
  var isActive = false
  /// The place among the driver's deadlines.
  var place: Int?
  private var start = ContinuousClock.now
  private var attemptTime: Stopwatch?
  /// The time by which the next caller who shares the transfer may wait longer than the total timeout.
  private var grace = Duration.zero
  private var lastActivity: ContinuousClock.Instant
  /// The bytes on the connection of an upload that the server had not confirmed, and the time of that look.
  private var unconfirmed = (bytes: 0, at: ContinuousClock.now)

  /// Makes a transfer and validates the request as far as possible before it is sent.
  init(
    _ request: consuming Request, configuration: CurlTransport.Configuration
  ) throws(NetworkError) {
    self.configuration = configuration
    addressText = try request.urlText
    url = try request.url(addressText)
    try request.check()
    guard configuration.userAgent.map(HTTPField.isValidValue) ?? true else {
      throw .invalid("The transport's userAgent holds a line break or the like; correct it.")
    }
    let pins = configuration.pins(for: request.host ?? "")?.split(separator: ";") ?? []
    guard pins.allSatisfy({ $0.hasPrefix("sha256//") }) else {
      throw .invalid("A pin for '\(request.host ?? "")' is none; write it as sha256//BASE64.")
    }
    reader = try BodyReader(request.body)
    // A paused libcurl buffers up to 64 MiB of decompressed data from a small piece, beyond the body limit.
    channel = CurlChannel(
      isCollecting: request.isCollected, isWhole: request.isCollected && request.gate == nil)
    headerLines = Self.lines(of: request, configuration.userAgent)
    // The client has limited a request's own total time already.
    var defaults = configuration.timeouts
    var time = request.attemptTime
    if request.timeouts.total ?? .zero <= .zero, let total = defaults.total, total > .zero {
      defaults.total = try time?.rest(of: total, request, attempts: 1) ?? total
    }
    attemptTime = time
    timeouts = request.timeouts.filled(from: defaults).filled(from: .standard).bounded
    limits = request.limits.filled(from: configuration.limits).filled(from: .standard)
    parser = HeadParser(limit: limits.headers ?? 0)
    lastActivity = start
    self.request = request
  }

  /// Whether to request an uncompressed body; a request with its own `Accept-Encoding` gets the raw bytes instead.
  ///
  /// A stream needs this, because libcurl decompresses all bytes it has read at once. A range cannot be decompressed.
  static func asksForIdentity(_ request: Request) -> Bool {
    !request.isCollected || request.headers[.range] != nil
  }

  /// The header lines, without the lines that libcurl adds itself.
  private static func lines(of request: Request, _ userAgent: String?) -> [String] {
    var lines: [String] = []
    // libcurl reads `Name:` as "remove this header" and `Name;` as "send it empty".
    func add(_ name: HTTPField.Name, _ value: String) {
      lines.append(value.isEmpty ? "\(name);" : "\(name): \(value)")
    }
    for field in request.headers where field.name != .cookie { add(field.name, field.value) }
    // HTTPTypes keeps each cookie as a separate field; HTTP/1.1 requires a single field (RFC 6265, 5.4).
    if let cookies = request.headers[.cookie] { add(.cookie, cookies) }
    if let userAgent, request.headers[.userAgent] == nil {
      lines.append("User-Agent: \(userAgent)")
    }
    if asksForIdentity(request), request.headers[.acceptEncoding] == nil {
      lines.append("Accept-Encoding: identity")
    }
    // libcurl adds the following headers only to requests with a body.
    guard !request.body.isEmpty || request.method == .post else { return lines }
    if request.headers[.contentType] == nil {
      lines.append("Content-Type:" + (request.body.contentType.map { " \($0)" } ?? ""))
    }
    lines.append("Expect:")
    return lines
  }

  /// Makes the easy handle on the caller's thread, which saves the loop's thread much of the work.
  func prepare() throws(NetworkError) {
    guard let easy = EasyHandle() else {
      throw NetworkError(.cannotConnect, "libcurl has no memory for another transfer.")
    }
    configure(easy)
    if let refusal = easy.refusal { throw refusal.of(request, attempts: 0) }
    self.easy = easy
  }

  /// Starts the clock of the timeouts.
  func begin(_ driver: CurlDriver) {
    self.driver = driver
    start = .now
    noteActivity()
  }

  /// Releases the resources that only an active transfer needs.
  func end() {
    connection = nil
    driver = nil
    reader.rewind()
  }

  /// Prepares the request to be sent again on a new connection, because the reused one was stale.
  func needsFreshConnection() {
    isConnectionStale = false
    wantsFreshConnection = true
    connection = nil
    head = nil
    _ = takesPause()
    reader.rewind()
  }

  /// Ends the pauses of both directions; returns false if there was none, as before the transfer has a connection.
  func takesPause() -> Bool {
    defer { (isHeldBack, isSendingHeld) = (false, false) }
    return isHeldBack || isSendingHeld
  }

  func noteActivity() {
    lastActivity = .now
    driver?.noteActivity(of: self)
  }

  private func passed(_ info: CURLINFO) -> Bool {
    guard let easy else { return false }
    return unsafe curl_shim_get_offset(easy.handle, info) > 0
  }

  /// Returns the time of the next timeout check, or the error if a timeout has passed.
  func checkTime(_ now: ContinuousClock.Instant) -> Result<ContinuousClock.Instant, NetworkError> {
    var next = now + .seconds(3600)
    if let total = timeouts.total {
      if case let overdue = now - (start + total + grace), overdue >= .zero {
        // The limit here may be only the rest of the attempt's.
        let error = NetworkError(
          .timedOut,
          "The attempt took longer than its total timeout; raise the timeout or look at the server."
        ).of(request)
        guard let more = attemptTime?.goOn(overdue: overdue, error) else { return .failure(error) }
        grace += more
      }
      next = min(next, start + total + grace)
    }
    guard connection != nil else {
      // libcurl has its own timeout for connecting, which starts with the name lookup.
      if let queue = timeouts.queue, !passed(CURLINFO_NAMELOOKUP_TIME_T) {
        guard now < start + queue else { return .failure(queued(queue)) }
        next = min(next, start + queue)
      }
      return .success(next)
    }
    // While the gate is closed and the server is silent, libcurl calls no callback, so the idle time must restart here.
    if isSuspended { lastActivity = now }
    if let idle = timeouts.idle, !isHeldBack {
      if let look = lookAtUnconfirmed(now, every: idle / 8) { next = min(next, look) }
      // If the request body waits, the caller is slow, not the server, unless the server has answered or no longer can.
      if now >= lastActivity + idle, awaitsAnswer { lastActivity = now }
      guard now < lastActivity + idle else { return .failure(timedOut("without a byte", idle)) }
      next = min(next, lastActivity + idle)
    }
    return .success(next)
  }

  /// Notes an activity if the server has taken bytes since the last look; returns the time of the next look.
  ///
  /// The system may hold megabytes that libcurl has written, and libcurl calls no callback while they are sent.
  private func lookAtUnconfirmed(
    _ now: ContinuousClock.Instant, every pause: Duration
  ) -> ContinuousClock.Instant? {
    guard !request.body.isEmpty, let connection, let connections = driver?.connections,
      unconfirmed.bytes > 0 || unconfirmed.at < lastActivity
    else { return nil }
    guard now >= unconfirmed.at + pause else { return unconfirmed.at + pause }
    // The bytes may be another request's.
    guard !connections.isShared(connection) else { return now + pause }
    let bytes = connections.unconfirmedBytes(localPort: connection.port)
    if bytes < unconfirmed.bytes { lastActivity = now }
    unconfirmed = (bytes, now)
    return bytes > 0 ? now + pause : nil
  }

  /// Whether the server may still answer a request whose body is waiting.
  ///
  /// Over HTTP/2, a server may answer early and stop the body; libcurl may then lose the response and stop reading.
  private var awaitsAnswer: Bool {
    guard isSendingHeld, head == nil, let connection, let driver else { return false }
    return driver.reads(fromPort: connection.port)
  }

  /// Whether the whole response has arrived while the request's body is waiting.
  var isAnswered: Bool {
    guard isSendingHeld, !isHeldBack, !reader.awaitsEnd, let head, let easy else { return false }
    guard let length = head.status == .noContent ? 0 : head.contentLength else {
      // libcurl does not report the end of a response without a length, but stops reading from the connection. Over
      // HTTP/2, it also stops reading while it has unsent bytes.
      guard head.version.hasPrefix("HTTP/1"), let connection else { return false }
      return driver?.reads(fromPort: connection.port) == false
    }
    return unsafe length == curl_shim_get_offset(easy.handle, CURLINFO_SIZE_DOWNLOAD_T)
  }

  /// Whether libcurl must be resumed once, because the server has refused or redirected the request: libcurl then sends
  /// no more of the body, but stays paused.
  func takesRefusal() -> Bool {
    guard isSendingHeld, !hasTakenRefusal, let head, head.status.code >= 300 else { return false }
    hasTakenRefusal = true
    return true
  }

  private func timedOut(_ what: String, _ limit: Duration) -> NetworkError {
    NetworkError(
      .timedOut,
      "The server took longer than \(limit) \(what); raise the timeout or look at the server.")
  }

  private func queued(_ limit: Duration) -> NetworkError {
    NetworkError(
      .timedOut,
      "No connection to '\(request.host ?? "")' was free for \(limit); read or drop open streams, or raise connectionsPerHost or timeouts.queue."
    )
  }
}

// MARK: - Callbacks of libcurl, on the loop's thread

extension CurlTransfer {
  /// Whether the request may use an established connection, on which libcurl has not sent it yet.
  ///
  /// If a reused connection ends before the response begins, libcurl sends the request again on another. The server may
  /// have processed it nevertheless, so that only a repeatable request is sent twice.
  func maySend(fromPort port: Int) -> Bool {
    let connection = CurlConnections.ID(host: request.host, port: port)
    self.connection = connection
    noteActivity()
    guard !wasSent || request.isRepeatable else {
      failure = NetworkError(Self.lost.0, Self.lost.1)
      return false
    }
    guard let driver, let easy, !wantsFreshConnection,
      unsafe curl_shim_get_long(easy.handle, CURLINFO_NUM_CONNECTS) == 0,
      !driver.connections.isShared(connection),
      driver.connections.hasUnreadBytes(localPort: port)
    else {
      wasSent = true
      // libcurl does not rewind a body of which it has read bytes, but sent none.
      reader.rewind()
      return true
    }
    isConnectionStale = true
    return false
  }

  func receiveHeader(_ bytes: UnsafeRawBufferPointer) -> Bool {
    noteActivity()
    do throws(NetworkError) {
      let line = unsafe bytes.assumingMemoryBound(to: UInt8.self)
      let event = try parser.take(unsafe line.span)
      guard case .head(let status, let version, let headers) = event else { return true }
      if version.hasPrefix("HTTP/2"), let connection {
        driver?.connections.multiplexes(connection.port)
      }
      let head = ResponseHead(status: status, headers: headers, version: version, url: url)
      // Nobody reads the body of a redirect, and the length in a `304` is that of the confirmed response.
      if request.method != .head, head.status.kind != .redirection, let length = head.contentLength
      {
        try checkBody(length)
      }
      self.head = head
      channel.receive(head)
      return true
    } catch {
      failure = error
      return false
    }
  }

  /// Returns the number of consumed bytes, `CURL_WRITEFUNC_PAUSE`, or 0 to abort.
  func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    noteActivity()
    do throws(NetworkError) {
      try checkBody(received + Int64(bytes.count))
    } catch {
      failure = error
      return 0
    }
    guard !isSuspended, unsafe channel.receive(bytes) else {
      isHeldBack = true
      return Int(CURL_WRITEFUNC_PAUSE)
    }
    let count = bytes.count
    received += Int64(count)
    return count
  }

  func readBody(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    noteActivity()
    guard !isSuspended else {
      isSendingHeld = true
      return Int(CURL_READFUNC_PAUSE)
    }
    do throws(NetworkError) {
      if let count = try unsafe reader.read(into: buffer) { return count }
      // The caller is slow, so this is not idle time of the server.
      isSendingHeld = true
      return Int(CURL_READFUNC_PAUSE)
    } catch {
      failure = error
      return Int(CURL_READFUNC_ABORT)
    }
  }

  private var isSuspended: Bool { request.gate?.isClosed ?? false }

  private func checkBody(_ size: Int64) throws(NetworkError) {
    guard let limit = limits.body, size > limit else { return }
    throw .bodyTooLarge(limit)
  }
}
