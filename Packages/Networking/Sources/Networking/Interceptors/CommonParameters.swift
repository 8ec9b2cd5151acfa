import Foundation
public import HTTPTypes

/// An interceptor that adds default query parameters and headers to every request.
///
/// To another origin than the client's, only harmless headers are sent, such as `Accept-Language`.
///
/// ```swift
/// let common = CommonParameters(query: ["app": "workshop"], headers: [.acceptLanguage: "zh"])
/// ```
public struct CommonParameters: Interceptor {
  private let query: KeyValuePairs<String, String>
  private let headers: HTTPFields
  private let secrets: Set<String>

  /// Makes an interceptor with default parameters; query items are sent in their order.
  ///
  /// - Parameters:
  ///   - query: Items of the query.
  ///   - headers: Header fields.
  ///   - secrets: Additional names of secret parameters; some names are always secret (see ``Request/secrets``).
  public init(
    query: KeyValuePairs<String, String> = [:], headers: HTTPFields = [:],
    secrets: Set<String> = []
  ) {
    self.query = query
    self.headers = headers
    self.secrets = secrets
  }

  /// Adds the parameters that the request lacks.
  public func adapt(_ request: Request) async throws(NetworkError) -> Request {
    var request = request
    let names = request.queryNames
    for (name, value) in query where !names.contains(name) {
      request.query.append(URLQueryItem(name: name, value: value))
    }
    request.headers.fill(from: headers)
    request.secrets.formUnion(secrets)
    return request
  }
}
