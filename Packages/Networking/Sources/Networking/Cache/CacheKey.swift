import Foundation

extension Request {
  /// The key of a read that may be stored, from what is sent: the address, and a digest of all
  /// secrets in it, so that users are told apart and no secret is kept.
  var cacheKey: String? {
    guard method == .get, body.isEmpty, headers["Range"] == nil, let address = cacheAddress else {
      return nil
    }
    let redactor = redactor
    let shown = redactor.url(address)
    var secrets = headers.fields.filter { redactor.isSecret($0.name) }
      .map { "\($0.name.lowercased()): \($0.value)" }
    if shown != address { secrets.append(address) }
    return secrets.isEmpty ? shown : "\(shown) \(Digest.hex(secrets.joined(separator: "\n")))"
  }

  /// The address in one spelling: host in lower case, without the scheme's port.
  var cacheAddress: String? {
    var request = self
    request.host = host?.lowercased()
    if port == (scheme?.lowercased() == "https" ? 443 : 80) { request.port = nil }
    return try? request.urlText
  }

  /// The values of a header that an answer varies by; those of a secret one as a digest.
  func variant(_ name: String) -> String {
    let value = headers.joined(name)
    return value.isEmpty || !redactor.isSecret(name) ? value : Digest.hex(value)
  }
}
