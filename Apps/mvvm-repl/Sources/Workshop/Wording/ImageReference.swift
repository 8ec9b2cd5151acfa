public import Foundation
import Models

/// An image that is named, not loaded: by a URL or by a name in the app.
///
/// Models and view-models pass it on; whoever shows pictures loads it, and a terminal prints `[img park.jpg]`.
///
/// ```swift
/// let image = ImageReference("https://img.example/park.jpg")
/// image.placeholder  // "[img park.jpg]"
/// ```
public enum ImageReference: Hashable, Sendable {
  /// No image: the text was empty.
  case none
  /// An image of the app.
  case named(String)
  /// An image to load.
  case remote(URL)

  /// Takes `scheme://…` as a URL, an empty or blank text as none, anything else as a name.
  public init(_ text: String) {
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

  /// The URL or the name; empty for none.
  public var source: String {
    switch self {
    case .none: ""
    case .named(let name): name
    case .remote(let url): url.absoluteString
    }
  }

  /// A placeholder for the image in text: `[img NAME]` with the last part of the path, or `[no img]`.
  public var placeholder: String {
    switch self {
    case .none: "[no img]"
    case .named(let name): "[img \(name)]"
    case .remote(let url):
      "[img \(url.lastPathComponent.isEmpty || url.lastPathComponent == "/" ? url.absoluteString : url.lastPathComponent)]"
    }
  }
}

extension ImageReference: Codable {
  /// Reads a string; `null` is none.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self = container.decodeNil() ? .none : ImageReference(try container.decode(String.self))
  }

  /// Writes the URL or the name, or `null`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if self == .none { try container.encodeNil() } else { try container.encode(source) }
  }
}
