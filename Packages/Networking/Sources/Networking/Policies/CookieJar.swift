public import Foundation
import HTTPTypes
import Synchronization

/// An in-memory store of a client's cookies; a client without a jar neither stores nor sends cookies.
///
/// A cookie is sent only to the origin that set it (scheme, host and port). `Domain` is ignored, which is stricter than
/// RFC 6265; path, `Max-Age` and `Expires` are obeyed. A request with its own `Cookie` header keeps it; a request whose
/// `Host` header names another server gets no cookies.
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

    func isOver(_ now: Date) -> Bool { expires.map { $0 <= now } ?? false }
  }

  /// The maximum numbers of origins, of cookies per origin (3,000 in total) and of bytes per cookie (RFC 6265, 6.1).
  private static let limits = (origins: 60, count: 50, bytes: 4096)

  private struct State {
    var cookies: [Origin: [Cookie]] = [:]
    /// The origins with cookies, ordered by last use, the most recent at the end.
    private var origins: [Origin] = []
    /// The cookie session, which ends when all cookies are removed.
    var names = SessionNames()

    mutating func removeAll(_ names: [(cache: ResponseCache, name: String?)]) {
      (cookies, origins) = ([:], [])
      self.names.begin(names)
    }

    /// Stores the cookies of an origin that was just used.
    ///
    /// Above the limit, the least recently used origin is removed, because redirects can lead to any number of origins.
    mutating func keep(_ kept: [Cookie], of origin: Origin) {
      origins.removeAll { $0 == origin }
      cookies[origin] = kept.isEmpty ? nil : kept
      guard !kept.isEmpty else { return }
      origins.append(origin)
      if origins.count > CookieJar.limits.origins { cookies[origins.removeFirst()] = nil }
    }
  }

  private let state = Mutex(State())
  private let now: @Sendable () -> Date

  /// Makes an empty jar.
  ///
  /// - Parameter now: Returns the current time; the system time by default.
  public init(now: @escaping @Sendable () -> Date = { Date() }) {
    self.now = now
  }

  /// The number of cookies, expired ones included.
  public var count: Int { state.withLock { $0.cookies.values.reduce(0) { $0 + $1.count } } }

  /// Removes every cookie, such as after sign-out; cookies of responses that are still arriving are not stored.
  public func removeAll() {
    let names = SessionNames.read(state.withLock { $0.names.caches })
    state.withLock { $0.removeAll(names) }
  }

  var session: Int { state.withLock { $0.names.session } }

  func follow(_ cache: ResponseCache) { SessionNames.follow(cache, in: state, \.names) }

  func isPresent(_ session: Int, of name: String, in cache: ResponseCache) -> Bool {
    state.withLock { $0.names.isPresent(session, of: name, in: cache) }
  }

  /// Returns the `Cookie` header for a request, longer paths first, or `nil` if there is none or the session has ended.
  func header(for request: Request, in session: Int) -> String? {
    guard let origin = request.credentialOrigin else { return nil }
    let path = Self.path(of: request)
    let now = now()
    let pairs: [String] = state.withLock { state in
      guard state.names.session == session else { return [] }
      let kept = (state.cookies[origin] ?? []).filter { !$0.isOver(now) }
      state.keep(kept, of: origin)
      return kept.filter { Self.isPath($0.path, prefixOf: path) }
        .sorted { $0.path.utf8.count > $1.path.utf8.count }
        .map { "\($0.name)=\($0.value)" }
    }
    return pairs.isEmpty ? nil : pairs.joined(separator: "; ")
  }

  /// Stores or removes the cookies that a response sets, unless all cookies were removed since the request.
  func take(_ headers: HTTPFields, to request: Request) {
    guard let origin = request.credentialOrigin else { return }
    let path = Self.path(of: request)
    let now = now()
    for line in headers[values: .setCookie] {
      guard line.utf8.count <= Self.limits.bytes, let cookie = read(line, path: path) else {
        continue
      }
      state.withLock { state in
        guard state.names.session == request.cookieSession else { return }
        var cookies = state.cookies.removeValue(forKey: origin) ?? []
        // Expired cookies are removed first (RFC 6265, 5.3).
        cookies.removeAll { $0.name == cookie.name && $0.path == cookie.path || $0.isOver(now) }
        if !cookie.isOver(now) { cookies.append(cookie) }
        state.keep(Array(cookies.suffix(Self.limits.count)), of: origin)
      }
    }
  }

  private func read(_ line: String, path: String) -> Cookie? {
    let parts = line.split(separator: ";", omittingEmptySubsequences: false)
    let pair = Self.pair(parts[0])
    guard let value = pair.value, !pair.name.isEmpty, HTTPField.isValidValue(line) else {
      return nil
    }
    // The default path is the directory of the request's path (RFC 6265, 5.1.4).
    let folder = path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)
    let defaultPath = folder.isEmpty ? "/" : String(folder)
    var cookie = Cookie(name: pair.name, value: value, path: defaultPath, expires: nil)
    var hasAge = false
    for part in parts.dropFirst() {
      let (name, value) = Self.pair(part)
      switch (name.lowercased(), value) {
      // The last attribute counts; for a path, even if it is invalid (RFC 6265, 5.2.1, 5.2.4 and 5.3).
      case ("path", let path): cookie.path = path?.hasPrefix("/") == true ? path ?? "" : defaultPath
      case ("max-age", let text?):
        // A number too large for `Int` means forever.
        guard
          let seconds = CacheControl.seconds(text.hasPrefix("-") ? String(text.dropFirst()) : text)
        else { continue }
        hasAge = true
        cookie.expires =
          seconds == 0 || text.hasPrefix("-")
          ? .distantPast : now() + Double(Swift.min(seconds, 400 * 86_400))
      case ("expires", let text?) where !hasAge:
        cookie.expires = HTTPDate.parse(text) ?? cookie.expires
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
