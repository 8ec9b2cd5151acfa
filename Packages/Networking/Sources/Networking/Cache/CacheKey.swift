import Foundation
import HTTPTypes
import Synchronization

/// Random names that replace the secrets of requests in cache keys.
///
/// A name tells secrets apart but reveals nothing about them. Only this object can map a secret to its name.
final class SecretNames: Sendable {
  /// The names by the bytes of the secrets: `String` takes texts with other bytes for equal if they look alike.
  private let names = Mutex<[[UInt8]: String]>([:])

  /// The maximum number of names; above it, all names are discarded, so that old tokens do not stay in memory forever.
  private static let limit = 10_000

  func name(of secret: String) -> String {
    let secret = Array(secret.utf8)
    return names.withLock { names in
      if let name = names[secret] { return name }
      if names.count >= Self.limit { names = [:] }
      let name = UUID().uuidString
      names[secret] = name
      return name
    }
  }
}

extension ResponseCache {
  /// Returns the cache key of a read, or `nil` if the response must not be stored; secrets are replaced with names.
  ///
  /// The key contains the address and separates users. An end mark prevents one key from being a prefix of another. A
  /// request whose `Host` header names another server has no key.
  func key(of request: Request) -> String? {
    guard request.method == .get, request.body.isEmpty, request.headers[.range] == nil,
      !request.headers.contains(where: { $0.name.canonicalName == "host" }),
      let spelled = request.spelledAddress
    else { return nil }
    let redactor = request.redactor
    let address = Request.withoutDotSegments(spelled)
    let shown = redactor.url(address)
    var parts = [shown]
    // Dot segments are part of the sent path; for some servers, such as object stores, they are ordinary names.
    if spelled != address { parts.append("path \(spelled.prefix { $0 != "?" })") }
    let secrets = request.headers.filter { redactor.isSecret($0.name.rawName) }
    let others = secrets.filter { !request.isOfAccount($0.name) }
    if others.count < secrets.count, let account = request.account {
      parts.append("account \(PercentEncoding.component(account))")
    }
    if !others.isEmpty {
      let text = others.map { "\($0.name.canonicalName): \($0.value)" }.joined(separator: "\n")
      parts.append(secretNames.name(of: text))
    }
    if shown != address { parts.append(secretNames.name(of: address)) }
    // A request with its own `Accept-Encoding` gets the raw bytes; all other requests get decompressed bytes.
    if request.headers[.acceptEncoding] != nil { parts.append("encoded") }
    return (parts + ["."]).joined(separator: " ")
  }

  /// Returns the value of a request header listed in `Vary`; a secret value is replaced with a name.
  func variant(_ name: HTTPField.Name, of request: Request) -> String {
    guard let value = request.headers[name] else { return "" }
    guard request.redactor.isSecret(name.rawName) else { return value }
    return request.isOfAccount(name)
      ? "account \(request.account ?? "")" : secretNames.name(of: value)
  }
}

extension Request {
  /// Whether the account name replaces a secret header: only the client's own token and cookies, no other secret.
  fileprivate func isOfAccount(_ name: HTTPField.Name) -> Bool {
    account != nil
      && (name == .authorization && hasTokenOfClient || name == .cookie && hasCookiesOfJar)
  }
}

extension Request {
  /// The normalized address: host as for name lookups, no default port, escapes normalized.
  fileprivate var spelledAddress: String? {
    var request = self
    request.host = host.map(URLText.lookUpName)
    if port == (scheme?.lowercased() == "https" ? 443 : 80) { request.port = nil }
    return (try? request.urlText).map(PercentEncoding.normalized)
  }

  /// The common prefix of all cache keys of this address: dot segments resolved, as servers do, and no query.
  var cachePrefix: String? {
    spelledAddress.map { String(Self.withoutDotSegments($0).prefix { $0 != "?" }) }
  }

  /// An address with the dot segments of its path resolved (RFC 3986, 5.2.4).
  fileprivate static func withoutDotSegments(_ address: String) -> String {
    guard address.contains("/."), let url = URL(string: address) else { return address }
    return url.standardized.absoluteString
  }
}
