public import Foundation
public import HTTPTypes

/// The head of a response: status, header fields, version and address, without the body.
public struct ResponseHead: Sendable, Hashable {
  /// The status code, such as 200.
  public var status: HTTPResponse.Status
  /// The header fields.
  public var headers: HTTPFields
  /// The protocol version of the server, such as `HTTP/1.1`.
  public var version: String
  /// The address that answered; after redirects, the last address.
  public var url: URL

  /// Makes a head.
  public init(
    status: HTTPResponse.Status, headers: HTTPFields = [:], version: String = "HTTP/1.1", url: URL
  ) {
    self.status = status
    self.headers = headers
    self.version = version
    self.url = url
  }

  /// Whether the status is 200 to 299.
  public var isSuccess: Bool { status.kind == .successful }

  /// The announced length of the body in bytes, before decompression.
  public var contentLength: Int64? {
    headers.first(.contentLength).flatMap { Int64($0) }
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
  /// The status, the headers and the address.
  public var head: ResponseHead
  /// The body, decompressed; empty if there is none.
  public var data: Data
  /// The timings of the phases.
  public var metrics: TransferMetrics
  /// Additional names of secrets, from the request.
  var secrets: Set<String> = []
  /// Whether the body contains only the beginning of what the server sent.
  var isTruncated = false
  /// The source of the response, set by the client.
  var knownSource: RequestLog.Entry.Source?

  /// Makes a response.
  public init(head: ResponseHead, data: Data = Data(), metrics: TransferMetrics = .init()) {
    self.head = head
    self.data = data
    self.metrics = metrics
  }

  /// The status code.
  public var status: HTTPResponse.Status { head.status }
  /// The header fields.
  public var headers: HTTPFields { head.headers }
  /// The address that answered.
  public var url: URL { head.url }
  /// The source of the response: the server, the cache or an interceptor.
  public var source: RequestLog.Entry.Source { knownSource ?? .network }
  /// The body as UTF-8 text; invalid bytes become replacement characters.
  public var text: String { String(decoding: data, as: UTF8.self) }
}
