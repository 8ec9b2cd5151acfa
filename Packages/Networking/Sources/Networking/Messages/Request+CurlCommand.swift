import Foundation
import HTTPTypes

extension Request {
  /// The request as a `curl` command for a terminal, without the values of secrets.
  public var curlCommand: String {
    let redactor = redactor
    var parts = ["curl"]
    if method == .head {
      parts.append("--head")
    } else if method != .get {
      parts.append("-X \(method)")
    }
    for field in redactor.headers(headers) {
      parts.append("-H \(Self.quoted("\(field.name): \(field.value)"))")
    }
    let type = headers[.contentType] ?? body.contentType
    if headers[.contentType] == nil, let type {
      parts.append("-H \(Self.quoted("Content-Type: \(type)"))")
    }
    if case .file(let url)? = body.pieces.first, body.pieces.count == 1 {
      parts.append("--data-binary \(Self.quoted("@\(url.path)"))")
    } else if !body.isEmpty {
      let data = redactor.body(body.described, type: type)
      parts.append("--data-binary \(Self.quoted(String(decoding: data, as: UTF8.self)))")
    }
    parts.append(Self.quoted(redactor.url((try? urlText) ?? path)))
    return parts.joined(separator: " ")
  }

  private static func quoted(_ text: String) -> String {
    "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
  }
}

extension RequestBody {
  /// The body with names in place of the contents of files and streams.
  fileprivate var described: Data {
    pieces.reduce(into: Data()) { whole, piece in
      switch piece {
      case .data(let data): whole += data
      case .file(let url): whole += Data("<\(url.path)>".utf8)
      case .stream: whole += Data("<stream>".utf8)
      }
    }
  }
}
