import FlyingFox
import Foundation

extension HTTPResponse {
  /// A value as JSON, with its keys sorted.
  static func json(
    _ value: some Encodable, status: HTTPStatusCode = .ok, headers: HTTPHeaders = [:]
  ) throws -> HTTPResponse {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var headers = headers
    headers[.contentType] = "application/json; charset=utf-8"
    return HTTPResponse(statusCode: status, headers: headers, body: try encoder.encode(value))
  }

  /// An error that a person can act on, as `{"error": "…"}`.
  static func problem(_ status: HTTPStatusCode, _ message: String) -> HTTPResponse {
    (try? json(["error": message], status: status)) ?? HTTPResponse(statusCode: status)
  }
}
