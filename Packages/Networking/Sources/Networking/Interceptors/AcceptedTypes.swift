import Foundation
import HTTPTypes

/// An interceptor that refuses responses with unexpected media types, such as a proxy's sign-in page.
///
/// Put it first, so that it checks the final result of all other interceptors.
///
/// ```swift
/// configuration.interceptors = [AcceptedTypes(["application/json"])]
/// ```
public struct AcceptedTypes: Interceptor {
  private let types: [String]

  /// Makes an interceptor that accepts the given media types, without parameters; by default JSON and text.
  public init(
    _ types: [String] = [
      "application/json", "text/json", "text/javascript", "text/html", "text/plain",
    ]
  ) {
    self.types = types.map { $0.lowercased() }
  }

  /// Adds an `Accept` header unless the request has one.
  public func adapt(_ request: Request) async throws(NetworkError) -> Request {
    guard request.headers[.accept] == nil else { return request }
    return request.with { $0.headers[.accept] = types.joined(separator: ", ") }
  }

  /// Refuses a body of another type; passes error statuses and responses without a body or a type.
  public func resolve(
    _ response: Response, to request: Request
  ) async throws(NetworkError) -> Response {
    guard response.head.isSuccess, !response.data.isEmpty,
      let header = response.headers.first(.contentType)
    else { return response }
    let type = header.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    guard !types.contains(type) else { return response }
    throw NetworkError(
      .undecodable,
      "The server sent \(type) instead of \(types.joined(separator: ", ")); check the address.",
      request: request.summary, attempts: response.metrics.attempts, response: response)
  }
}
