public import Foundation
public import Networking

/// Recorded requests and their responses, as a JSON file that people can read and review.
///
/// Secrets are replaced when recording, as a `Redactor` finds them: in headers, queries and the fields
/// of JSON and forms.
///
/// ```swift
/// let cassette = try Cassette(contentsOf: file)
/// let client = try Client("http://api.example.com", transport: ReplayTransport(cassette))
/// ```
public struct Cassette: Sendable, Hashable, Codable {
  /// A header field.
  public struct Field: Sendable, Hashable, Codable {
    /// The field's name.
    public var name: String
    /// The field's value.
    public var value: String
  }

  /// A body: text where it is UTF-8, base64 where not.
  public struct Content: Sendable, Hashable, Codable {
    /// The body as text.
    public var text: String?
    /// The body's bytes.
    public var base64: String?
  }

  /// One request and the response it got.
  public struct Exchange: Sendable, Hashable, Codable {
    /// The request's method.
    public var method: String
    /// The request's absolute URL.
    public var url: String
    /// The request's headers.
    public var requestHeaders: [Field]
    /// The request's body.
    public var requestBody: Content?
    /// The response's status.
    public var status: Int
    /// The response's headers.
    public var responseHeaders: [Field]
    /// The response's body.
    public var responseBody: Content?
  }

  /// The version of the file format, 1.
  public var version = 1
  /// The recorded exchanges, in order.
  public var exchanges: [Exchange]

  /// Makes a cassette.
  public init(exchanges: [Exchange] = []) {
    self.exchanges = exchanges
  }

  /// Reads a cassette from a file.
  ///
  /// - Throws: ``NetworkError/Code/file`` when it cannot be read or is not a cassette.
  public init(contentsOf file: URL) throws(NetworkError) {
    do {
      self = try JSONDecoder().decode(Cassette.self, from: try Data(contentsOf: file))
    } catch {
      throw .unreadable(file, error)
    }
  }

  /// Writes the cassette to a file, with sorted keys and line breaks.
  ///
  /// - Throws: ``NetworkError/Code/file`` when it cannot be written.
  public func write(to file: URL) throws(NetworkError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      try (try encoder.encode(self) + Data("\n".utf8)).write(to: file, options: .atomic)
    } catch {
      throw .unwritable(file, error)
    }
  }
}

extension Cassette.Content {
  init?(_ data: Data) {
    guard !data.isEmpty else { return nil }
    if let text = String(validating: data, as: UTF8.self) {
      self.init(text: text, base64: nil)
    } else {
      self.init(text: nil, base64: data.base64EncodedString())
    }
  }

  var data: Data {
    if let text { return Data(text.utf8) }
    return base64.flatMap { Data(base64Encoded: $0) } ?? Data()
  }
}
