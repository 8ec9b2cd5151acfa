import CCurl
import CCurlShim
import Foundation
import HTTPTypes

/// One request on its way through the loop.
///
/// `@unchecked Sendable`: the `let`s are Sendable; the `var`s and the reader are touched by the one who made
/// the transfer, and by the loop's thread alone once the transfer went through the loop's inbox, which has a
/// lock. The handle goes with the last reference, after the loop has let go of it.
final class CurlTransfer: @unchecked Sendable {
  let channel: CurlChannel
  let request: Request
  let addressText: String
  let headerLines: [String]
  let configuration: CurlTransport.Configuration
  let timeouts: Timeouts
  let limits: Limits
  private let url: URL

  // The loop's thread only.
  let reader: BodyReader
  private(set) var easy: EasyHandle?
  var isAttached: Bool { easy?.transfer != nil }
  var parser: HeadParser
  var received: Int64 = 0
  var failure: NetworkError?
  /// Whether its bytes wait for a slow reader.
  var isHeldBack = false
  /// Whether its body waits: for the one who suspended it, or for more of a stream.
  var isSendingHeld = false
  private var head: ResponseHead?
  private var hasTakenRefusal = false
  /// The local end of its connection, once that stands.
  private(set) var localPort: Int?
  /// Whether bytes nobody asked for waited on the kept connection it was to be sent on.
  private(set) var isConnectionStale = false
  private(set) var wantsFreshConnection = false
  private var driver: CurlDriver?
  private var start = ContinuousClock.now
  private var lastActivity: ContinuousClock.Instant

  /// Checks everything about the request that can be checked before it is sent.
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
    reader = try BodyReader(request.body)
    // A paused libcurl keeps up to 64 MiB of what a small piece expands to, beyond the limit of the body.
    channel = CurlChannel(
      isCollecting: request.isCollected, isWhole: request.isCollected && request.gate == nil)
    headerLines = Self.lines(of: request, configuration.userAgent)
    timeouts =
      request.timeouts.filled(from: configuration.timeouts).filled(from: .standard)
      .bounded
    limits = request.limits.filled(from: configuration.limits).filled(from: .standard)
    parser = HeadParser(limit: limits.headers ?? 0)
    lastActivity = start
    self.request = request
  }

  /// Whether the body is to come uncompressed, unless the request names an encoding, whose bytes it gets as they come.
  ///
  /// A stream, because libcurl decompresses all it has read at once; and a range, which cannot be decompressed.
  static func asksForIdentity(_ request: Request) -> Bool {
    !request.isCollected || request.headers[.range] != nil
  }

  /// The header lines, without those libcurl would add by itself.
  private static func lines(of request: Request, _ userAgent: String?) -> [String] {
    var lines: [String] = []
    // libcurl reads `Name:` as "remove this header" and `Name;` as "send it empty".
    func add(_ name: HTTPField.Name, _ value: String) {
      lines.append(value.isEmpty ? "\(name);" : "\(name): \(value)")
    }
    for field in request.headers where field.name != .cookie { add(field.name, field.value) }
    // HTTPTypes keeps each cookie as a field; HTTP/1.1 wants them in one (RFC 6265, 5.4).
    if let cookies = request.headers[.cookie] { add(.cookie, cookies) }
    if let userAgent, request.headers[.userAgent] == nil {
      lines.append("User-Agent: \(userAgent)")
    }
    if asksForIdentity(request), request.headers[.acceptEncoding] == nil {
      lines.append("Accept-Encoding: identity")
    }
    // Only to a body libcurl adds these by itself.
    guard !request.body.isEmpty || request.method == .post else { return lines }
    if request.headers[.contentType] == nil {
      lines.append("Content-Type:" + (request.body.contentType.map { " \($0)" } ?? ""))
    }
    lines.append("Expect:")
    return lines
  }

  /// Makes the handle; on the caller's thread, which takes a good part of the work off the loop's.
  func prepare() throws(NetworkError) {
    guard let easy = EasyHandle() else {
      throw NetworkError(.cannotConnect, "libcurl has no memory for another transfer.")
    }
    configure(easy)
    if let refusal = easy.refusal { throw refusal.of(request) }
    self.easy = easy
  }

  /// Starts the clock of the time limits.
  func begin(_ driver: CurlDriver) {
    self.driver = driver
    start = .now
    lastActivity = start
  }

  /// Lets go of what only a transfer under way needs.
  func end() {
    driver = nil
    reader.rewind()
  }

  /// Has the request sent once more, on a connection of its own: the kept one was stale.
  func needsFreshConnection() {
    isConnectionStale = false
    wantsFreshConnection = true
    localPort = nil
    head = nil
    reader.rewind()
  }

  func noteActivity() { lastActivity = .now }

  private func passed(_ info: CURLINFO) -> Bool {
    guard let easy else { return false }
    return unsafe curl_shim_get_offset(easy.handle, info) > 0
  }

  /// When the loop should look at the time limits again, or the error when one has passed.
  func checkTime(_ now: ContinuousClock.Instant) -> Result<ContinuousClock.Instant, NetworkError> {
    var next = now + .seconds(3600)
    if let total = timeouts.total {
      guard now < start + total else { return .failure(timedOut("in all", total)) }
      next = min(next, start + total)
    }
    guard localPort != nil || passed(CURLINFO_PRETRANSFER_TIME_T) else {
      // Connecting has a limit of its own in libcurl, which begins with the look-up of the name.
      if let queue = timeouts.queue, !passed(CURLINFO_NAMELOOKUP_TIME_T) {
        guard now < start + queue else { return .failure(queued(queue)) }
        next = min(next, start + queue)
      }
      lastActivity = now
      return .success(min(next, now + (timeouts.idle ?? .seconds(3600))))
    }
    // A closed gate may be met by a server that is silent, and then libcurl asks for nothing.
    if isSuspended { lastActivity = now }
    if let idle = timeouts.idle, !isHeldBack {
      // Whose body waits is the slow one, until the server has answered or can no more.
      if now >= lastActivity + idle, awaitsAnswer { lastActivity = now }
      guard now < lastActivity + idle else { return .failure(timedOut("without a byte", idle)) }
      next = min(next, lastActivity + idle)
    }
    return .success(next)
  }

  /// Whether the server may still answer a request whose body waits.
  ///
  /// Over HTTP/2 a server may answer early and stop the body; libcurl (7.88) then loses the answer, and reads no more.
  private var awaitsAnswer: Bool {
    guard isSendingHeld, head == nil, let localPort, let driver else { return false }
    return driver.reads(fromPort: localPort)
  }

  /// Whether the whole answer is here while the request's body waits.
  var isAnswered: Bool {
    guard isSendingHeld, !isHeldBack, !reader.awaitsEnd, let head, let easy else { return false }
    guard let length = head.status == .noContent ? 0 : head.contentLength else {
      // libcurl does not say that an answer without a length has ended, but it reads no more. Over HTTP/2 it also reads
      // nothing while it has bytes of its own left.
      guard head.version.hasPrefix("HTTP/1"), let localPort else { return false }
      return driver?.reads(fromPort: localPort) == false
    }
    return unsafe length == curl_shim_get_offset(easy.handle, CURLINFO_SIZE_DOWNLOAD_T)
  }

  /// Whether libcurl has to continue, once, because the server has refused the request or leads it elsewhere: it sends
  /// no more of the body then, but would wait nevertheless.
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
  /// Whether a connection that stands is good for the request, which was not sent yet.
  func maySend(fromPort port: Int) -> Bool {
    localPort = port
    guard let driver, let easy, !wantsFreshConnection,
      unsafe curl_shim_get_long(easy.handle, CURLINFO_NUM_CONNECTS) == 0,
      !driver.sharesConnection(self), driver.connections.hasUnreadBytes(localPort: port)
    else { return true }
    isConnectionStale = true
    return false
  }

  func receiveHeader(_ bytes: UnsafeRawBufferPointer) -> Bool {
    noteActivity()
    do throws(NetworkError) {
      let line = unsafe bytes.assumingMemoryBound(to: UInt8.self)
      let event = try parser.take(unsafe line.span)
      guard case .head(let status, let version, let headers) = event else { return true }
      if version.hasPrefix("HTTP/2"), let localPort { driver?.connections.multiplexes(localPort) }
      let head = ResponseHead(status: status, headers: headers, version: version, url: url)
      // The body of a redirect is for nobody, and a `304` tells the length of what it confirms.
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

  /// Returns the number of bytes that were taken, `CURL_WRITEFUNC_PAUSE`, or 0 to stop.
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
      // It is the caller who is slow, and no idle time of the server's.
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
