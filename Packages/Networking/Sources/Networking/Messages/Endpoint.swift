public import Models

/// A request type of its own: what to ask, and what the answer is.
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
  /// The type that the answer is decoded to.
  associatedtype Output: Sendable

  /// The request, without the parts that the client fills in.
  ///
  /// - Throws: ``NetworkError`` when the body cannot be encoded.
  var request: Request { get throws(NetworkError) }

  /// Values that are sent with the request and win over its own: a dictionary or a model; none, by default.
  ///
  /// With GET, HEAD, DELETE and OPTIONS they are items of the query: an array is one item for each element, and
  /// null is none. With other methods they are the JSON body in the place of the request's.
  var parameters: (any Encodable & Sendable)? { get }

  /// Makes the output of a response with a good status, by the client's decoder.
  ///
  /// - Throws: ``NetworkError``; ``NetworkError/Code/undecodable`` when it is something else.
  func output(
    of response: Response, decoder: ModelDecoder
  ) throws(NetworkError) -> Output
}

extension Endpoint where Output: Decodable {
  /// Decodes the response's JSON.
  ///
  /// - Throws: ``NetworkError/Code/undecodable`` when it is something else.
  public func output(
    of response: Response, decoder: ModelDecoder
  ) throws(NetworkError) -> Output {
    try response.decode(decoder: decoder)
  }
}

extension Endpoint where Output == Response {
  /// The response itself.
  public func output(
    of response: Response, decoder: ModelDecoder
  ) throws(NetworkError) -> Output {
    response
  }
}
