public import Models

/// A typed request: it defines what to send and how to read the response.
///
/// ```swift
/// struct PostByID: Endpoint {
///   var id: Int
///   var request: Request { Request(.get, "/posts/\(id)") }
///   typealias Output = Post
/// }
/// let post = try await client.send(PostByID(id: 7))
/// ```
public protocol Endpoint: Sendable {
  /// The type of the decoded response.
  associatedtype Output: Sendable

  /// The request, without the parts that the client adds.
  ///
  /// - Throws: ``NetworkError`` if the body cannot be encoded.
  var request: Request { get throws(NetworkError) }

  /// The parameters that override those of the request: a dictionary or a model; `nil` by default.
  ///
  /// With GET, HEAD, DELETE and OPTIONS, they become query items: an array gives one item per element, and null gives
  /// none. With other methods, they become the JSON body and replace the request's body.
  var parameters: (any Encodable & Sendable)? { get }

  /// Makes the output from a successful response, with the client's decoder.
  ///
  /// - Throws: ``NetworkError``; ``NetworkError/Code/undecodable`` if the body does not match the output.
  func output(
    of response: Response, decoder: ModelDecoder
  ) throws(NetworkError) -> Output
}

extension Endpoint where Output: Decodable {
  /// Decodes the JSON of the response.
  ///
  /// - Throws: ``NetworkError/Code/undecodable`` if the body does not match the output.
  public func output(
    of response: Response, decoder: ModelDecoder
  ) throws(NetworkError) -> Output {
    try response.decode(decoder: decoder)
  }
}

extension Endpoint where Output == Response {
  /// Returns the response unchanged.
  public func output(
    of response: Response, decoder: ModelDecoder
  ) throws(NetworkError) -> Output {
    response
  }
}
