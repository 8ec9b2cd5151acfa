/// Says which model the answers of an endpoint are, for callers that do not know the type: the
/// prompt, a log, a generic screen.
///
/// A path without parameters comes before one with, and more written-out text before less; each
/// `{parameter}` stands for one segment. A JSON array becomes an array of the model.
///
/// ```swift
/// var registry = EndpointRegistry()
/// registry.register("/posts/{id}", Post.self)
/// let post = try registry.model(of: response, path: "/posts/7")   // a Post
/// ```
public struct EndpointRegistry: Sendable {
  private struct Entry: Sendable {
    let pattern: PathPattern
    let decode: @Sendable (Response) throws(NetworkError) -> any Sendable
  }

  private var entries: [Entry] = []

  /// Makes an empty registry.
  public init() {}

  /// The patterns registered, the most exact first.
  public var patterns: [String] { entries.map(\.pattern.text) }

  /// Registers the model of a path pattern; a pattern registered again gets the new model.
  public mutating func register<Model: Decodable & Sendable>(
    _ pattern: String, _ model: Model.Type
  ) {
    let entry = Entry(pattern: PathPattern(pattern)) {
      (response) throws(NetworkError) -> any Sendable in
      let first = response.data.first { !" \t\r\n".utf8.contains($0) }
      return first == UInt8(ascii: "[")
        ? try response.decode([Model].self) : try response.decode(Model.self)
    }
    entries.removeAll { $0.pattern == entry.pattern }
    let position = entries.firstIndex {
      ($0.pattern.weight, pattern) < (entry.pattern.weight, $0.pattern.text)
    }
    entries.insert(entry, at: position ?? entries.endIndex)
  }

  /// The response as the model registered for its path, or `nil` when none is.
  ///
  /// - Throws: ``NetworkError/Code/undecodable``.
  /// - Complexity: O(*n*) in the number of patterns.
  public func model(
    of response: Response, path: String
  ) throws(NetworkError) -> (any Sendable)? {
    try entries.first { $0.pattern.matches(path) }?.decode(response)
  }
}
