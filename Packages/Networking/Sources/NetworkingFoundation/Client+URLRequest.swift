public import Foundation
import HTTPTypes
public import Networking

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension Client {
  /// Sends a Foundation request and returns the body with a Foundation response, as `URLSession` does.
  ///
  /// All features of the client apply. A status that is not a success is not an error here.
  ///
  /// ```swift
  /// let (data, response) = try await client.data(for: URLRequest(url: url))
  /// ```
  public func data(for request: URLRequest) async throws(NetworkError) -> (Data, HTTPURLResponse) {
    let response: Response
    do throws(NetworkError) {
      response = try await send(try Request(request))
    } catch {
      guard error.code == .badStatus, let refusal = error.response else { throw error }
      response = refusal
    }
    return (response.data, try response.foundationResponse)
  }
}

extension Request {
  /// Makes a request from a Foundation request.
  ///
  /// A `timeoutInterval` other than Foundation's default of 60 seconds becomes the idle timeout. A stream as the body
  /// is refused, because a retry or a redirect could not send it again.
  ///
  /// - Throws: ``NetworkError/Code/invalidRequest``.
  public init(_ request: URLRequest) throws(NetworkError) {
    guard let url = request.url, url.host() != nil else {
      throw .invalid("The request has no absolute URL; give it one.")
    }
    guard request.httpBodyStream == nil else {
      throw .invalid(
        "A stream cannot be sent twice; set httpBody, or send a RequestBody.file.",
        request: Redactor().url(url.absoluteString))
    }
    guard let method = HTTPRequest.Method(request.httpMethod ?? "GET") else {
      throw .invalid(
        "The request's method is not a word; use one such as GET.",
        request: Redactor().url(url.absoluteString))
    }
    self.init(method, url: url)
    for (text, value) in (request.allHTTPHeaderFields ?? [:]).sorted(by: { $0.key < $1.key }) {
      guard let name = HTTPField.Name(text), HTTPField.isValidValue(value) else {
        throw .invalid(
          "The header \(text.debugDescription) holds a line break or another character that is not allowed; remove it.",
          request: summary)
      }
      headers[name] = value
    }
    if let body = request.httpBody { self.body = .data(body, contentType: nil) }
    // A `Duration` cannot represent more than some centuries.
    if request.timeoutInterval != 60 {
      timeouts.idle = .seconds(min(max(0, request.timeoutInterval), 1e10))
    }
    switch request.cachePolicy {
    case .reloadIgnoringLocalCacheData, .reloadIgnoringLocalAndRemoteCacheData:
      cachePolicy = .reloadIgnoringLocalCacheData
    case .returnCacheDataElseLoad: cachePolicy = .returnCacheDataElseLoad
    case .returnCacheDataDontLoad: cachePolicy = .returnCacheDataDontLoad
    case .reloadRevalidatingCacheData:
      if headers[.cacheControl] == nil { headers[.cacheControl] = "no-cache" }
    default: break
    }
  }
}

extension Response {
  /// The Foundation response; fields with the same name are joined with commas.
  ///
  /// - Throws: ``NetworkError/Code/malformedResponse`` if Foundation does not accept the response.
  public var foundationResponse: HTTPURLResponse {
    get throws(NetworkError) {
      let fields = Dictionary(
        Set(headers.map(\.name)).map { ($0.rawName, headers[$0] ?? "") },
        uniquingKeysWith: { first, _ in first })
      guard
        let response = HTTPURLResponse(
          url: url, statusCode: status.code, httpVersion: head.version, headerFields: fields)
      else {
        throw NetworkError(
          .malformedResponse, "Foundation does not accept a response with status \(status.code).",
          response: self)
      }
      return response
    }
  }
}
