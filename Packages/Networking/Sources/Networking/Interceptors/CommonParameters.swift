import Foundation
public import HTTPTypes

/// Adds the same query parameters and headers to every request that does not have them.
///
/// To another origin than the client's only harmless headers go, such as `Accept-Language`.
///
/// ```swift
/// let common = CommonParameters(query: ["app": "workshop"], headers: [.acceptLanguage: "zh"])
/// ```
public struct CommonParameters: Interceptor {
  private let query: KeyValuePairs<String, String>
  private let headers: HTTPFields
  private let secrets: Set<String>

  /// Makes an interceptor of parameters, in the order they are sent.
  ///
  /// - Parameters:
  ///   - query: Items of the query.
  ///   - headers: Header fields.
  ///   - secrets: The names among them that are secret, beside those that always are (see ``Request/secrets``).
  public init(
    query: KeyValuePairs<String, String> = [:], headers: HTTPFields = [:],
    secrets: Set<String> = []
  ) {
    self.query = query
    self.headers = headers
    self.secrets = secrets
  }

  /// Adds the missing ones.
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
