import FlyingFox
import Foundation

extension HTTPResponse {
  /// A value as JSON, with its keys sorted.
  static func json(
    _ value: some Encodable, status: HTTPStatusCode = .ok, headers: HTTPHeaders = [:]
  ) throws -> HTTPResponse {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return json(data: try encoder.encode(value), status: status, headers: headers)
  }

  /// A sample document, unchanged.
  static func document(_ name: String) -> HTTPResponse {
    json(data: Data((SampleDocuments.text(name) ?? "").utf8), status: .ok, headers: [:])
  }

  private static func json(
    data: Data, status: HTTPStatusCode, headers: HTTPHeaders
  ) -> HTTPResponse {
    var headers = headers
    headers[.contentType] = "application/json; charset=utf-8"
    return HTTPResponse(statusCode: status, headers: headers, body: data)
  }
}

extension HTTPRequest {
  /// Returns one of two texts: the Chinese one if `Accept-Language` requests it.
  func said(_ english: String, _ chinese: String) -> String {
    headers[HTTPHeader("Accept-Language")]?.lowercased().hasPrefix("zh") == true
      ? chinese : english
  }

  /// Returns the answer with an error that a person can act on, as `{"error": "…"}`.
  func problem(_ status: HTTPStatusCode, _ english: String, _ chinese: String) -> HTTPResponse {
    (try? .json(["error": said(english, chinese)], status: status))
      ?? HTTPResponse(statusCode: status)
  }
}

extension HTTPResponse {
  /// The number of bytes of the body; `nil` for a body that is made while it is sent.
  var length: Int? {
    if case .httpBody(let body) = payload { body.count } else { nil }
  }

  /// The answer to HEAD, made from the answer to GET.
  var withoutBody: HTTPResponse {
    var headers = headers
    if let length { headers[.contentLength] = "\(length)" }
    return HTTPResponse(statusCode: statusCode, headers: headers)
  }
}
