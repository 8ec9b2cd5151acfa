import Foundation

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

  /// Creates a URL from `scheme://…`, no image from a blank text, and a name from anything else.
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

  /// The address to load the image from; empty for an image of the app, or none.
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
}
