import Foundation

/// Sends requests to a server and hands back responses or models.
///
/// ```swift
/// let client = try Client("http://localhost:8080")
/// let posts: [Post] = try await client.value(Request(.get, "/posts"))
/// ```
public final class Client: Sendable {
  /// The server, and what it adds to requests.
  public let environment: ServerEnvironment
  private let transport: any Transport

  /// Makes a client of an environment; without a transport it gets a ``CurlTransport`` of its own.
  public init(_ environment: ServerEnvironment, transport: any Transport = CurlTransport()) {
    self.environment = environment
    self.transport = transport
  }

  /// Makes a client of a base URL such as `http://localhost:8080/v1`.
  ///
  /// - Throws: ``NetworkError/Code/invalidRequest`` when the text is not an http or https URL.
  public convenience init(
    _ baseURL: String, transport: any Transport = CurlTransport()
  ) throws(NetworkError) {
    self.init(try ServerEnvironment(baseURL), transport: transport)
  }

  /// Sends a request and returns the response once its whole body is here.
  ///
  /// - Throws: ``NetworkError``; a status outside 200 to 299 is ``NetworkError/Code/badStatus``.
  public func send(_ request: Request) async throws(NetworkError) -> Response {
    let resolved = environment.resolve(request)
    let response = try await transport.send(resolved)
    guard response.head.isSuccess else {
      throw NetworkError(
        .badStatus,
        "The server answered \(response.status); look at the response for its reason.",
        request: resolved.summary, attempts: 1, response: response)
    }
    return response
  }

  /// Sends a request and decodes the response's JSON.
  ///
  /// - Throws: ``NetworkError``; ``NetworkError/Code/undecodable`` when the body is not the model.
  public func value<Value: Decodable>(
    _ request: Request, as type: Value.Type = Value.self
  ) async throws(NetworkError) -> Value {
    let response = try await send(request)
    do {
      return try JSONDecoder().decode(type, from: response.data)
    } catch {
      throw NetworkError(
        .undecodable, "The body is not a \(type); see the cause.", cause: error,
        request: environment.resolve(request).summary, attempts: 1, response: response)
    }
  }
}
