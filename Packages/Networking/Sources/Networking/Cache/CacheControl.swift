import Foundation
import HTTPTypes

/// The directives of `Cache-Control` that matter to a private cache.
struct CacheControl {
  var noStore = false
  var noCache = false
  var mustRevalidate = false
  /// Request directive: the client accepts a stored response only; the server must not be asked.
  var onlyIfCached = false
  var maxAge: Int?
  var staleWhileRevalidate: Int?

  init(_ headers: HTTPFields) {
    for directive in (headers[.cacheControl] ?? "").split(separator: ",") {
      let parts = directive.split(separator: "=", maxSplits: 1)
        .map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
      let seconds = parts.count > 1 ? Self.seconds(parts[1].filter { $0 != "\"" }) ?? 0 : 0
      switch parts.first {
      case "no-store": noStore = true
      case "no-cache": noCache = true
      case "must-revalidate": mustRevalidate = true
      case "only-if-cached": onlyIfCached = true
      // If the directive is repeated, the first value counts (RFC 9111, 4.2.1).
      case "max-age": maxAge = maxAge ?? seconds
      case "stale-while-revalidate": staleWhileRevalidate = seconds
      default: break
      }
    }
  }

  /// Parses a number of seconds, or returns `nil`; a number that is too large means forever (RFC 9111, 1.2.2).
  static func seconds(_ text: String) -> Int? {
    text.isDecimal ? Int(text) ?? .max : nil
  }
}
