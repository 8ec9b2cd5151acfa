import HTTPTypes

extension Exchange {
  /// Returns a name for the user whose credentials a call carries, or `nil` if it carries none.
  ///
  /// The name of the client's own token and cookies is the account; if the cache has no account name, it is unique to
  /// this client and session. Other secrets, of the caller or an interceptor, get a name that only this client knows.
  func userName(of call: Call) async throws(NetworkError) -> String? {
    let adapted = try await adapted(call.request)
    let pass = try call.owner.pass()
    let request = withCookies(
      call.withoutForeignSecrets(adapted).with { $0.cookieSession = call.owner.cookieSession })
    let hasCookies = request.hasCookiesOfJar && request.headers[.cookie] != nil
    let hasToken =
      pass?.token != nil && request.credentialOrigin == call.home
      && request.headers[.authorization] == nil
    var names: [String] = []
    if hasToken || hasCookies {
      let account = call.owner.account(in: configuration.cache, with: pass)
      names.append(
        account.map { "account \(PercentEncoding.component($0))" }
          ?? "session \(id) \(pass?.session ?? 0) \(call.owner.cookieSession ?? 0)")
    }
    let secrets = request.foreignSecrets
    if !secrets.isEmpty { names.append(secretNames.name(of: secrets.joined(separator: "\n"))) }
    return names.isEmpty ? nil : names.joined(separator: " ")
  }
}

extension Request {
  /// The secret headers and query items, except the cookies of the client's jar.
  fileprivate var foreignSecrets: [String] {
    let redactor = redactor
    let fields = headers.filter { field in
      redactor.isSecret(field.name.rawName) && !(field.name == .cookie && hasCookiesOfJar)
    }
    let items = (encodedQuery ?? "").split(separator: "&").filter {
      redactor.url("?\($0)") != "?\($0)"
    }
    return fields.map { "\($0.name.canonicalName): \($0.value)" } + items.map(String.init)
  }
}
