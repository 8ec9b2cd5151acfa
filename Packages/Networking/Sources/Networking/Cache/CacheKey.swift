import Foundation
import HTTPTypes
import Synchronization

/// Random names that stand in for the secrets of requests.
///
/// A name tells a secret from others and says nothing about it; only this object knows which is whose.
final class SecretNames: Sendable {
  private let names = Mutex<[String: String]>([:])

  /// Beyond this many secrets the names start again, so that old tokens are not kept forever.
  private static let limit = 10_000

  func name(of secret: String) -> String {
    names.withLock { names in
      if let name = names[secret] { return name }
      if names.count >= Self.limit { names = [:] }
      let name = UUID().uuidString
      names[secret] = name
      return name
    }
  }
}

extension ResponseCache {
  /// The key of a read that may be stored, from what is sent: the address, and names for all secrets in
  /// it, so that users are distinguished and no secret is kept.
  ///
  /// Its end is marked, so that no key begins with another one. A request with a `Host` of another server has none.
  func key(of request: Request) -> String? {
    guard request.method == .get, request.body.isEmpty, request.headers[.range] == nil,
      !request.headers.contains(where: { $0.name.canonicalName == "host" }),
      let spelled = request.spelledAddress
    else { return nil }
    let redactor = request.redactor
    let address = Request.withoutDotSegments(spelled)
    let shown = redactor.url(address)
    var parts = [shown]
    // Dot segments are sent, and to some servers, such as stores of objects, they are names.
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
    // Who asks for an encoding gets the bytes as they come, everybody else decompressed ones.
    if request.headers[.acceptEncoding] != nil { parts.append("encoded") }
    return (parts + ["."]).joined(separator: " ")
  }

  /// The values of a header that an answer varies by; a name for those of a secret one.
  func variant(_ name: HTTPField.Name, of request: Request) -> String {
    guard let value = request.headers[name] else { return "" }
    guard request.redactor.isSecret(name.rawName) else { return value }
    return request.isOfAccount(name)
      ? "account \(request.account ?? "")" : secretNames.name(of: value)
  }
}

extension Request {
  /// Whether the account's name stands for a header: for the client's own token and cookies, and for no other secret.
  fileprivate func isOfAccount(_ name: HTTPField.Name) -> Bool {
    account != nil
      && (name == .authorization && hasTokenOfClient || name == .cookie && hasCookiesOfJar)
  }
}

extension Request {
  /// The address in one spelling: host in lower case, without the scheme's port, escapes normalized.
  fileprivate var spelledAddress: String? {
    var request = self
    request.host = host?.lowercased()
    if port == (scheme?.lowercased() == "https" ? 443 : 80) { request.port = nil }
    return (try? request.urlText).map(PercentEncoding.normalized)
  }

  /// The beginning of all keys of the address: without dot segments, which servers resolve, and without the query.
  var cachePrefix: String? {
    spelledAddress.map { String(Self.withoutDotSegments($0).prefix { $0 != "?" }) }
  }

  /// An address with the dot segments of its path resolved (RFC 3986, 5.2.4).
  fileprivate static func withoutDotSegments(_ address: String) -> String {
    guard address.contains("/."), let url = URL(string: address) else { return address }
    return url.standardized.absoluteString
  }
}
