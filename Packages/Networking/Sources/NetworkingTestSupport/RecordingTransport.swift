import Foundation
import HTTPTypes
public import Networking
import Synchronization

/// Sends requests through another transport and keeps what was said in a ``Cassette``.
///
/// Bodies are read whole before they are handed on. Failed requests are not recorded.
///
/// ```swift
/// let recorder = RecordingTransport(CurlTransport())
/// _ = try await Client("http://localhost:8080", transport: recorder).send(Request(.get, "/posts"))
/// try recorder.cassette.write(to: file)
/// ```
public final class RecordingTransport: Transport {
  private let base: any Transport
  private let redactor: Redactor
  private let exchanges = Mutex<[Cassette.Exchange]>([])

  /// Makes a recorder.
  ///
  /// - Parameters:
  ///   - base: What sends the requests.
  ///   - secrets: Names of headers, query items and fields whose values are not kept, beside
  ///     those that are always secret.
  public init(_ base: any Transport, secrets: Set<String> = []) {
    self.base = base
    redactor = Redactor(secrets)
  }

  /// The exchanges recorded so far, in the order in which responses were complete.
  public var cassette: Cassette { Cassette(exchanges: exchanges.withLock { $0 }) }

  /// Sends a request and records it with its response.
  ///
  /// - Throws: what the base throws.
  public func stream(_ request: Request) async throws(NetworkError) -> ResponseStream {
    let response = try await base.send(request)
    let body = try request.body.data()
    let exchange = Cassette.Exchange(
      method: request.method.rawValue, url: redactor.url(try request.urlText),
      requestHeaders: Cassette.fields(redactor.headers(request.headers)),
      requestBody: Cassette.Content(redactor.body(body, type: request.mediaType)),
      status: response.status.code,
      responseHeaders: Cassette.fields(redactor.headers(response.headers)),
      responseBody: Cassette.Content(
        redactor.body(response.data, type: response.headers[.contentType])))
    exchanges.withLock { $0.append(exchange) }
    return ResponseStream(
      head: response.head, body: ResponseBody(response.data, metrics: response.metrics))
  }
}

extension Cassette {
  fileprivate static func fields(_ headers: HTTPFields) -> [Field] {
    headers.map { Field(name: $0.name.rawName, value: $0.value) }
  }
}

extension Request {
  /// The media type that goes out with the body.
  var mediaType: String? { headers[.contentType] ?? body.contentType }
}
