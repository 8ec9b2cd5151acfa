import Foundation
import Models

/// An image by its URL or by a name in the app.
///
/// Models pass it on, and an `ImageViewModel` loads it.
///
/// ```swift
/// let image = ImageReference("https://img.example/park.jpg")
/// image.name     // "park.jpg"
/// image.address  // "https://img.example/park.jpg"
/// ```
enum ImageReference: Hashable, Sendable {
  /// No image: the text was empty.
  case none
  /// An image of the app.
  case named(String)
  /// An image to load.
  case remote(URL)

  /// Takes `scheme://…` as a URL, an empty or blank text as none, anything else as a name.
  init(_ text: String) {
    guard text.satisfies(.notBlank) else {
      self = .none
      return
    }
    if text.satisfies(.url), let url = URL(string: text) {
      self = .remote(url)
    } else {
      self = .named(text)
    }
  }

  /// The address to load it from; empty for an image of the app, or none.
  var address: String {
    if case .remote(let url) = self { url.absoluteString } else { "" }
  }

  /// The name, or the last part of the address; `nil` for none.
  var name: String? {
    switch self {
    case .none: nil
    case .named(let name): name
    case .remote(let url):
      url.pathComponents.count > 1 ? url.lastPathComponent : url.absoluteString
    }
  }

  /// The URL or the name; empty for none.
  var source: String {
    switch self {
    case .none: ""
    case .named(let name): name
    case .remote(let url): url.absoluteString
    }
  }
}

extension ImageReference: Codable {
  /// Reads a string; `null` is none.
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self = container.decodeNil() ? .none : ImageReference(try container.decode(String.self))
  }

  /// Writes the URL or the name, or `null`.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if self == .none { try container.encodeNil() } else { try container.encode(source) }
  }
}
