import Foundation
import HTTPTypes
import Synchronization

/// Random names that stand in for the secrets of requests.
///
/// A name tells a secret from others and says nothing about it; only this object knows which is whose.
final class SecretNames: Sendable {
  private let names = Mutex<[String: String]>([:])

  /// Beyond this many secrets the names begin anew, so that old tokens are not kept for ever.
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
  /// it, so that users are told apart and no secret is kept.
  func key(of request: Request) -> String? {
    guard request.method == .get, request.body.isEmpty, request.headers[.range] == nil,
      let address = request.cacheAddress
    else { return nil }
    let redactor = request.redactor
    let shown = redactor.url(address)
    var parts = [shown]
    let secrets = request.headers.filter { redactor.isSecret($0.name.rawName) }
      .map { "\($0.name.canonicalName): \($0.value)" }
    if !secrets.isEmpty { parts.append(user(of: request, secrets.joined(separator: "\n"))) }
    if shown != address { parts.append(secretNames.name(of: address)) }
    return parts.joined(separator: " ")
  }

  /// The values of a header that an answer varies by; a name for those of a secret one.
  func variant(_ name: HTTPField.Name, of request: Request) -> String {
    guard let value = request.headers[name] else { return "" }
    return request.redactor.isSecret(name.rawName) ? user(of: request, value) : value
  }

  /// The name of the user whose answers they are: the account's, or one for the secrets in the request's headers.
  private func user(of request: Request, _ secrets: String) -> String {
    request.account.map { "account \($0)" } ?? secretNames.name(of: secrets)
  }
}

extension Request {
  /// The address in one spelling: host in lower case, without the scheme's port.
  var cacheAddress: String? {
    var request = self
    request.host = host?.lowercased()
    if port == (scheme?.lowercased() == "https" ? 443 : 80) { request.port = nil }
    return try? request.urlText
  }
}
