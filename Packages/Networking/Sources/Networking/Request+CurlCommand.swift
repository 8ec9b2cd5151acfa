import Foundation

extension Request {
  /// The request as a `curl` command for a terminal, without the values of secret headers.
  public var curlCommand: String {
    var parts = ["curl"]
    if method == .head {
      parts.append("--head")
    } else if method != .get {
      parts.append("-X \(method)")
    }
    for field in headers.fields {
      let value = Cassette.defaultSecrets.contains(field.name.lowercased()) ? "…" : field.value
      parts.append("-H \(Self.quoted("\(field.name): \(value)"))")
    }
    if headers["Content-Type"] == nil, let type = body.contentType {
      parts.append("-H \(Self.quoted("Content-Type: \(type)"))")
    }
    for piece in body.pieces {
      switch piece {
      case .data(let data):
        parts.append("--data-binary \(Self.quoted(String(decoding: data, as: UTF8.self)))")
      case .file(let url): parts.append("--data-binary \(Self.quoted("@\(url.path)"))")
      }
    }
    parts.append(Self.quoted((try? urlText) ?? path))
    return parts.joined(separator: " ")
  }

  private static func quoted(_ text: String) -> String {
    "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
  }
}
