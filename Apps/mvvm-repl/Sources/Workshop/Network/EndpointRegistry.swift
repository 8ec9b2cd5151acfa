import Models
import Networking

/// The models of answers by their paths, for callers that do not know the type, such as `net`.
///
/// The pattern with the most literal segments comes first. A JSON array is read as an array of the model.
///
/// ```swift
/// var registry = EndpointRegistry()
/// registry.register("/posts/{id}", Post.self)
/// let post = try registry.model(of: response, path: "/posts/7")   // a Post
/// ```
struct EndpointRegistry: Sendable {
  private struct Entry: Sendable {
    let pattern: PathPattern
    let decode: @Sendable (Response) throws(NetworkError) -> any Sendable
  }

  private var entries: [Entry] = []

  /// The registered patterns, the most specific one first.
  var patterns: [String] { entries.map(\.pattern.text) }

  /// Registers the model of a path pattern; another registration of the pattern replaces the model.
  mutating func register<Model: Decodable & Sendable>(_ pattern: String, _ model: Model.Type) {
    let entry = Entry(pattern: PathPattern(pattern)) {
      (response) throws(NetworkError) -> any Sendable in
      let first = response.data.first { !" \t\r\n".utf8.contains($0) }
      return first == UInt8(ascii: "[")
        ? try response.decode([Model].self) : try response.decode(Model.self)
    }
    entries.removeAll { $0.pattern == entry.pattern }
    entries.append(entry)
    entries.sort { ($1.pattern.weight, $0.pattern.text) < ($0.pattern.weight, $1.pattern.text) }
  }

  /// Returns the response as the model registered for its path; `nil` without one.
  ///
  /// - Throws: ``NetworkError/Code/undecodable``.
  func model(of response: Response, path: String) throws(NetworkError) -> (any Sendable)? {
    try entries.first { $0.pattern.matches(path) }?.decode(response)
  }
}

extension EndpointRegistry {
  /// The models of the workshop's own routes.
  static let workshop: EndpointRegistry = {
    var registry = EndpointRegistry()
    for path in ["/posts", "/posts/{id}"] { registry.register(path, Post.self) }
    for path in ["/photos", "/photos/{id}"] { registry.register(path, Photo.self) }
    registry.register("/waybills", Waybill.self)
    return registry
  }()
}
