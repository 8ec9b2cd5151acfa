import Foundation

/// An absolute address that is known to be a URL.
///
/// To read a `URL` from a text takes longer than all else that is done to a request before it is
/// sent, and few ask a response for it; so it is read when it is asked for.
enum Address: Sendable, Hashable {
  case url(URL)
  /// A text made by `Request.urlText` for a plain host.
  case text(String)

  var text: String {
    switch self {
    case .url(let url): url.absoluteString
    case .text(let text): text
    }
  }

  var url: URL {
    switch self {
    case .url(let url): return url
    case .text(let text):
      guard let url = URL(string: text) else {
        preconditionFailure("‘\(text)’ was taken for a URL")
      }
      return url
    }
  }

  /// Whether a host is of letters, digits, `-` and `.` only.
  ///
  /// With it the text is a URL by RFC 3986: the scheme is one of two, the port a number, path and
  /// query are encoded. Other hosts are Foundation's to judge.
  static func isPlain(_ host: String) -> Bool {
    host.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
        true
      default: false
      }
    }
  }

  static func == (left: Address, right: Address) -> Bool { left.text == right.text }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
