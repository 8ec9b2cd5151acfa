public import Foundation

/// The head of a response: everything but the body.
public struct ResponseHead: Sendable, Hashable {
  /// The status code, such as 200.
  public var status: Int
  /// The header fields.
  public var headers: HTTPHeaders
  /// The protocol the server spoke, such as `HTTP/1.1`.
  public var version: String
  private var address: Address

  /// Makes a head.
  public init(
    status: Int, headers: HTTPHeaders = HTTPHeaders(), version: String = "HTTP/1.1", url: URL
  ) {
    self.init(status: status, headers: headers, version: version, address: .url(url))
  }

  init(status: Int, headers: HTTPHeaders, version: String, address: Address) {
    self.status = status
    self.headers = headers
    self.version = version
    self.address = address
  }

  /// The address that answered: after redirects, the last one.
  public var url: URL {
    get { address.url }
    set { address = .url(newValue) }
  }

  /// Whether the status is 200 to 299.
  public var isSuccess: Bool { (200...299).contains(status) }

  /// The announced length of the body in bytes, before decompression.
  public var contentLength: Int64? {
    headers["Content-Length"].flatMap { Int64($0) }
  }
}

/// A response with its whole body in memory.
///
/// ```swift
/// let response = try await client.send(Request(.get, "/posts"))
/// response.status          // 200
/// response.text            // the body as text
/// ```
public struct Response: Sendable, Hashable {
  private struct Content: Sendable, Hashable {
    var head: ResponseHead
    var data: Data
    var metrics: TransferMetrics
  }

  /// One reference, because a response is handed on often and changed seldom.
  private var box: Box

  private final class Box: Sendable {
    let content: Content

    init(_ content: Content) { self.content = content }
  }

  /// Makes a response.
  public init(head: ResponseHead, data: Data = Data(), metrics: TransferMetrics = .init()) {
    box = Box(Content(head: head, data: data, metrics: metrics))
  }

  private mutating func change(_ edit: (inout Content) -> Void) {
    var content = box.content
    edit(&content)
    box = Box(content)
  }

  /// Status, headers and address.
  public var head: ResponseHead {
    get { box.content.head }
    set { change { $0.head = newValue } }
  }

  /// The body, decompressed; empty when there is none.
  public var data: Data {
    get { box.content.data }
    set { change { $0.data = newValue } }
  }

  /// How long each phase took.
  public var metrics: TransferMetrics {
    get { box.content.metrics }
    set { change { $0.metrics = newValue } }
  }

  /// Whether two responses are the same in head, body and metrics.
  public static func == (left: Response, right: Response) -> Bool {
    left.box === right.box || left.box.content == right.box.content
  }

  /// Takes head, body and metrics into a hash.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(box.content)
  }

  /// The status code.
  public var status: Int { box.content.head.status }
  /// The header fields.
  public var headers: HTTPHeaders { box.content.head.headers }
  /// The address that answered.
  public var url: URL { box.content.head.url }
  /// The body as UTF-8 text, with replacement characters where it is not.
  public var text: String { String(decoding: data, as: UTF8.self) }
}

/// Where the time of one transfer went, each counted from its start.
public struct TransferMetrics: Sendable, Hashable {
  /// Until the name was looked up.
  public var nameLookup: Duration
  /// Until the connection stood.
  public var connect: Duration
  /// Until TLS stood; zero without TLS.
  public var secure: Duration
  /// Until the first byte of the response.
  public var firstByte: Duration
  /// Until the last byte.
  public var total: Duration
  /// Body bytes received, before decompression.
  public var received: Int64
  /// Body bytes sent.
  public var sent: Int64
  /// Whether an open connection was used again.
  public var reusedConnection: Bool
  /// How often the request was sent until this response came.
  public var attempts: Int

  /// Makes metrics; zeros and one attempt by default.
  public init(
    nameLookup: Duration = .zero, connect: Duration = .zero, secure: Duration = .zero,
    firstByte: Duration = .zero, total: Duration = .zero, received: Int64 = 0, sent: Int64 = 0,
    reusedConnection: Bool = false, attempts: Int = 1
  ) {
    self.nameLookup = nameLookup
    self.connect = connect
    self.secure = secure
    self.firstByte = firstByte
    self.total = total
    self.received = received
    self.sent = sent
    self.reusedConnection = reusedConnection
    self.attempts = attempts
  }
}
