public import Foundation
import HTTPTypes
import Synchronization

/// The cookies of a client, in memory; a client without one neither keeps nor sends any.
///
/// A cookie goes back to the origin that set it (scheme, host and port) and nowhere else; its `Domain` is
/// not obeyed, which is stricter than RFC 6265. Path, `Max-Age` and `Expires` are. A request with a
/// `Cookie` header of its own keeps that.
///
/// ```swift
/// configuration.cookies = CookieJar()
/// ```
public final class CookieJar: Sendable {
  private struct Cookie {
    var name: String
    var value: String
    var path: String
    var expires: Date?
  }

  /// Most cookies of one origin, and most bytes of one (RFC 6265, 6.1).
  private static let limits = (count: 50, bytes: 4096)

  private let cookies = Mutex<[Origin: [Cookie]]>([:])
  private let now: @Sendable () -> Date

  /// Makes an empty jar.
  ///
  /// - Parameter now: The time; the present by default.
  public init(now: @escaping @Sendable () -> Date = { Date() }) {
    self.now = now
  }

  /// The number of cookies, expired ones included.
  public var count: Int { cookies.withLock { $0.values.reduce(0) { $0 + $1.count } } }

  /// Forgets every cookie, such as after signing out.
  public func removeAll() {
    cookies.withLock { $0 = [:] }
  }

  /// The `Cookie` header for a request, longer paths first, or `nil` when there is none.
  func header(for request: Request) -> String? {
    guard let origin = request.origin else { return nil }
    let path = Self.path(of: request)
    let now = now()
    let pairs = cookies.withLock { cookies in
      cookies[origin]?.removeAll { cookie in cookie.expires.map { $0 <= now } ?? false }
      return (cookies[origin] ?? []).filter { Self.isPath($0.path, prefixOf: path) }
        .sorted { $0.path.utf8.count > $1.path.utf8.count }
        .map { "\($0.name)=\($0.value)" }
    }
    return pairs.isEmpty ? nil : pairs.joined(separator: "; ")
  }

  /// Keeps what an answer to a request sets, and forgets what it takes back.
  func take(_ headers: HTTPFields, to request: Request) {
    guard let origin = request.origin else { return }
    let path = Self.path(of: request)
    for line in headers[values: .setCookie] {
      guard line.utf8.count <= Self.limits.bytes, let cookie = read(line, path: path) else {
        continue
      }
      cookies.withLock { cookies in
        cookies[origin, default: []].removeAll {
          $0.name == cookie.name && $0.path == cookie.path
        }
        guard cookie.expires.map({ $0 > now() }) ?? true else { return }
        cookies[origin]?.append(cookie)
        if let count = cookies[origin]?.count, count > Self.limits.count {
          cookies[origin]?.removeFirst(count - Self.limits.count)
        }
      }
    }
  }

  private func read(_ line: String, path: String) -> Cookie? {
    let parts = line.split(separator: ";", omittingEmptySubsequences: false)
    let pair = Self.pair(parts[0])
    guard let value = pair.value, !pair.name.isEmpty, HTTPField.isValidValue(line) else {
      return nil
    }
    // The folder of the path that was asked (RFC 6265, 5.1.4).
    let folder = path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)
    var cookie = Cookie(
      name: pair.name, value: value, path: folder.isEmpty ? "/" : String(folder), expires: nil)
    var hasAge = false
    for part in parts.dropFirst() {
      let (name, value) = Self.pair(part)
      switch (name.lowercased(), value) {
      case ("path", let path?) where path.hasPrefix("/"): cookie.path = path
      case ("max-age", let text?):
        guard let seconds = Double(text) else { continue }
        hasAge = true
        cookie.expires = seconds <= 0 ? .distantPast : now() + Swift.min(seconds, 400 * 86_400)
      case ("expires", let text?) where !hasAge: cookie.expires = HTTPDate.parse(text)
      default: break
      }
    }
    return cookie
  }

  private static func pair(_ text: Substring) -> (name: String, value: String?) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    return (parts[0], parts.count > 1 ? parts[1] : nil)
  }

  private static func path(of request: Request) -> String {
    let path = PercentEncoding.path(request.path)
    return path.hasPrefix("/") ? path : "/" + path
  }

  private static func isPath(_ prefix: String, prefixOf path: String) -> Bool {
    path == prefix
      || path.hasPrefix(prefix)
        && (prefix.hasSuffix("/") || path.dropFirst(prefix.count).first == "/")
  }
}
