import Foundation

/// The name of a place in an app: `/photos/3?size=big`.
///
/// ```swift
/// let route: Route = "/photos/3"
/// try navigator.push(PhotoPage(id: 3), route: route)
/// ```
/// Two routes are equal when segments and parameters are. It is coded as its text.
public struct Route: Sendable, Hashable {
  /// The parts of the path, without their percent signs; none is empty.
  public let segments: [String]
  /// The values after the question mark, by name; of two equal names the last counts.
  public let parameters: [String: String]

  /// Creates a route of its parts.
  public init(_ segments: [String], parameters: [String: String] = [:]) {
    self.segments = segments.filter { !$0.isEmpty }
    self.parameters = parameters
  }

  init(_ components: URLComponents, host: String? = nil) {
    let path = components.percentEncodedPath.split(separator: "/")
    let items = (components.queryItems ?? []).map { ($0.name, $0.value ?? "") }
    self.init(
      (host.map { [$0] } ?? []) + path.map { $0.removingPercentEncoding ?? String($0) },
      parameters: Dictionary(items) { $1 })
  }
}

extension Route: LosslessStringConvertible {
  /// Reads a path with or without parameters; `nil` when it is none.
  public init?(_ description: String) {
    guard let components = URLComponents(written: description), components.scheme == nil,
      components.host == nil
    else { return nil }
    self.init(components)
  }

  /// The path as it is written in a URL, without parameters, which may be secret.
  var path: String {
    let allowed = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: "/;"))
    return "/"
      + segments.map { $0.addingPercentEncoding(withAllowedCharacters: allowed) ?? $0 }
      .joined(separator: "/")
  }

  /// The route as it is written in a URL, parameters in alphabetical order.
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
  /// Reads a URL as a person writes it, with percent signs or without.
  ///
  /// In a part with anything that no URL may have, Foundation takes percent signs literally; here they mean the same
  /// everywhere, and one without two digits after it is itself.
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
  /// Reads a path; a literal that is none is one segment.
  public init(stringLiteral value: String) { self = Route(value) ?? Route([value]) }
}

extension Route: Codable {
  /// Decodes the text.
  ///
  /// - Throws: `DecodingError` when it is no route.
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

  /// Encodes the text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
