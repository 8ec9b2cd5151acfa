import Foundation

/// The address of a screen in an app: `/photos/3?size=big`.
///
/// ```swift
/// let route: Route = "/photos/3"
/// try navigator.push(PhotoPage(id: 3), route: route)
/// ```
/// Two routes are equal if their segments and parameters are. A route is coded as its text.
public struct Route: Sendable, Hashable {
  /// The segments of the path, percent-decoded; none is empty.
  public let segments: [String]
  /// The query parameters by name, which is not empty; of several with one name, the last one counts.
  public let parameters: [String: String]

  /// Creates a route from its parts.
  public init(_ segments: [String], parameters: [String: String] = [:]) {
    self.segments = segments.filter { !$0.isEmpty }
    self.parameters = parameters.filter { !$0.key.isEmpty }
  }

  init(_ components: URLComponents, host: String? = nil) {
    // What is not UTF-8 stays as it is written.
    func decoded(_ text: some StringProtocol) -> String {
      text.removingPercentEncoding ?? String(text)
    }
    let path = components.percentEncodedPath.split(separator: "/")
    let items = components.percentEncodedQueryItems ?? []
    self.init(
      (host.map { [$0] } ?? []) + path.map(decoded),
      parameters: Dictionary(items.map { (decoded($0.name), decoded($0.value ?? "")) }) { $1 })
  }
}

extension Route: LosslessStringConvertible {
  /// Parses a path with or without parameters; `nil` if the text is not a path.
  public init?(_ description: String) {
    guard let components = URLComponents(written: description), components.scheme == nil,
      components.host == nil
    else { return nil }
    self.init(components)
  }

  /// The path in URL syntax, without parameters, which may be secret.
  var path: String {
    let allowed = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: "/;"))
    return "/"
      + segments.map { $0.addingPercentEncoding(withAllowedCharacters: allowed) ?? $0 }
      .joined(separator: "/")
  }

  /// The route in URL syntax, with parameters in alphabetical order.
  public var description: String {
    var components = URLComponents()
    components.percentEncodedPath = path
    if !parameters.isEmpty {
      components.queryItems = parameters.sorted { $0.key < $1.key }
        .map { URLQueryItem(name: $0.key, value: $0.value) }
    }
    return components.string ?? "/"
  }
}

extension URLComponents {
  /// Parses a URL as typed by a person, percent-encoded or not.
  ///
  /// If a part contains characters that no URL may have, Foundation takes percent signs literally. This initializer
  /// decodes them in every part; a percent sign without two hexadecimal digits after it stays unchanged.
  init?(written text: String) {
    let lone = #/%(?![0-9A-Fa-f]{2})/#.matchingSemantics(.unicodeScalar)
    let ends = CharacterSet(charactersIn: "A"..."Z").union(CharacterSet(charactersIn: "a"..."z"))
    let allowed = ends.union(CharacterSet(charactersIn: "0123456789-._~:/?#@!$&'()*+,;=%"))
    guard
      let encoded = text.replacing(lone, with: "%25")
        .addingPercentEncoding(withAllowedCharacters: allowed)
    else { return nil }
    self.init(string: encoded)
  }
}

extension Route: ExpressibleByStringLiteral {
  /// Parses a path; a literal that is not a path becomes a single segment.
  public init(stringLiteral value: String) { self = Route(value) ?? Route([value]) }
}

extension Route: Codable {
  /// Decodes the route from its text.
  ///
  /// - Throws: `DecodingError` when the text is not a route.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let route = Route(text) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "'\(text.withoutQuery)' is no route. Write it as /photos/3.")
    }
    self = route
  }

  /// Encodes the route as its text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
