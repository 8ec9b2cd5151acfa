import Foundation
import HTTPTypes
public import Networking
import Synchronization

/// Answers from a ``Cassette``, without a network.
///
/// A request is found by method, URL and body. Equal requests get their recorded responses in
/// order, and the last one from then on.
///
/// ```swift
/// let transport = ReplayTransport(try Cassette(contentsOf: file))
/// ```
public final class ReplayTransport: Transport {
  private struct Key: Hashable {
    let method: String
    let url: String
    let body: Cassette.Content?
  }

  private let redactor: Redactor
  private let remaining: Mutex<[Key: [Cassette.Exchange]]>

  /// Makes a replay.
  ///
  /// - Parameters:
  ///   - cassette: What was recorded.
  ///   - secrets: The names that were kept out of the recording, beside those that are always
  ///     secret.
  public init(_ cassette: Cassette, secrets: Set<String> = []) {
    redactor = Redactor(secrets)
    remaining = Mutex(
      Dictionary(grouping: cassette.exchanges) {
        Key(method: $0.method, url: $0.url, body: $0.requestBody)
      })
  }

  /// Answers a request from the recording.
  ///
  /// - Throws: ``NetworkError/Code/noFixture`` when it was not recorded.
  public func stream(_ request: Request) async throws(NetworkError) -> ResponseStream {
    try request.check()
    let url = try request.url
    let body = try request.body.data()
    request.body.report(Int64(body.count))
    let key = Key(
      method: request.method.rawValue, url: redactor.url(try request.urlText),
      body: Cassette.Content(redactor.body(body, type: request.mediaType)))
    guard !Task.isCancelled else { throw NetworkError.cancelled.of(request) }
    let exchange = remaining.withLock { remaining in
      let first = remaining[key]?.first
      if let count = remaining[key]?.count, count > 1 { remaining[key]?.removeFirst() }
      return first
    }
    guard let exchange, (200...599).contains(exchange.status) else {
      throw NetworkError(
        .noFixture, "The recording has no such request, or no status for it; record it again.",
        request: request.summary, attempts: 1)
    }
    let headers = HTTPFields(
      exchange.responseHeaders.compactMap { field in
        HTTPField.Name(field.name).map { HTTPField(name: $0, value: field.value) }
      })
    let response = Response(
      head: ResponseHead(status: .init(code: exchange.status), headers: headers, url: url),
      data: exchange.responseBody?.data ?? Data())
    do throws(NetworkError) {
      return try ResponseStream(response, to: request)
    } catch {
      throw error.of(request)
    }
  }
}
