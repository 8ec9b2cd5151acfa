import Foundation
import HTTPTypes
import Models
import Networking
import NetworkingSimulation
import NetworkingTestSupport
import Testing

/// Logs and errors hide secrets in headers, queries and bodies.
@Suite struct RedactionTests {
  private static func request(_ baseURL: String = "http://fixture") -> Request {
    var request = Request(
      .post, "\(baseURL)/login?access_token=secret-1&page=2",
      headers: ["Authorization": "Bearer secret-2", "X-Auth-Token": "secret-3", "X-A": "open"])
    request.query = [URLQueryItem(name: "api_key", value: "secret-4")]
    request.body = .data(
      Data(#"{"user":"open","password":"secret-5","deep":[{"clientSecret":"secret-6"}]}"#.utf8),
      contentType: "application/json")
    return request
  }

  @Test func logAndErrorsHideSecrets() async throws {
    let fixture = try FixtureClient { $0.retry = .never }
    fixture.transport.answer(.post, "/login", status: 500, json: "{}")
    let error = await networkError { try await fixture.client.send(Self.request()) }
    #expect(error.map { "\($0)" }?.contains("secret-") == false)
    let entry = try #require(fixture.client.log.entries.first)
    #expect(!"\(entry)".contains("secret-"))
    #expect(!"\(entry.request.headers)".contains("secret-"))
    #expect(!"\(entry.request.query)".contains("secret-"))
  }

  @Test func userInAnAddressIsRefusedWithoutItsPassword() async throws {
    for address in ["http://user:secret-1@h/", "http://secret-1@h:80/"] {
      let error = await networkError { try await CurlTransport().send(Request(.get, address)) }
      #expect(error?.code == .invalidRequest)
      #expect(
        error.map { "\($0)" }?.contains("secret-1") == false, "\(error.map { "\($0)" } ?? "")")
      #expect(
        error?.message
          == "The address holds a user name, which would be shown with it. Take it out; a program can call authorize(user:password:)."
      )
      #expect(throws: NetworkError.self) { try ServerEnvironment(address) }
    }
  }

  @Test(arguments: [
    "ftp://h/?token=secret-1", "http://ann:secret-1@h/", "ftp://h/#access_token=secret-1",
  ])
  func redirectsAreToldWithoutSecrets(location: String) async throws {
    let fixture = try FixtureClient()
    fixture.transport.answer(
      .get, "/x", status: 302, headers: ["Location": location], json: "")
    let error = await networkError { try await fixture.client.send(Request(.get, "/x")) }
    #expect(error?.code == .redirectRefused)
    #expect(error.map { "\($0)" }?.contains("secret-1") == false)
  }

  @Test(arguments: [
    "signing_key_2", "apikey2", "signingKey2", "API-KEY-1", "key", "key_2", "apikey_v3",
    "signing_key_v2",
    "token2", "access.key.id", "pwd1", "otp_2", "SIGNINGKEY2", "2key",
  ]) func namesWithDigitsAreSecretAsWithout(_ name: String) {
    #expect(Redactor().isSecret(name))
    #expect(Redactor().url("http://h/?a=1&\(name)=x") == "http://h/?a=1&\(name)=REDACTED")
  }

  @Test(arguments: [
    "keyboard", "monkeys", "keyword_2", "key-value-2", "key_v2_name", "page2", "author", "pinned",
    "v2",
  ])
  func harmlessNamesStay(_ name: String) {
    #expect(!Redactor().isSecret(name))
  }

  struct Login: Decodable, Sendable {
    var token: String
    var id: Int
  }

  /// The words of an enumeration, keys below a secret's name, and a document in a text quote what a server sent.
  @Test(arguments: [
    #"{"token": "s3cr3t-abc"}"#, #"{"tokens": {"s3cr3t-abc": "x"}}"#,
    #"{"inner_token": "{\"a\": \"s3cr3t-abc\"}"}"#,
  ])
  func noWordsOfAnErrorQuoteASecretField(json: String) async throws {
    enum Kind: String, Decodable { case a }
    struct Inner: Decodable { var a: Int }
    struct Embedded: Decodable {
      init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        _ = try ModelDecoder().decode(Inner.self, from: text)
      }
    }
    struct Login: Decodable {
      var token: Kind?
      var tokens: [String: Int]?
      var inner_token: Embedded?
    }
    let fixture = try FixtureClient()
    fixture.transport.answer(.get, "/x", json: json)
    let error = await networkError {
      try await fixture.client.value(Request(.get, "/x"), as: Login.self)
    }
    #expect(error?.code == .undecodable)
    let cause = try #require(error?.cause as? ModelError)
    let texts = "\(error as Any) \(cause) \(cause.problems) \(cause.cause as Any)"
    #expect(texts.contains("token") && !texts.contains("s3cr3t"), "\(texts)")
  }

  /// An interceptor may make a response anew, or add secrets: they stay what they are.
  @Test(arguments: [true, false]) func secretsOfInterceptorsStaySecret(isWhole: Bool) async throws {
    struct Envelope: Interceptor {
      func resolve(
        _ response: Response, to request: Request
      ) async throws(NetworkError) -> Response {
        Response(head: response.head, data: response.data)
      }
    }
    struct Account: Decodable, Sendable { var phone: Int }
    let phone = "18612345678"
    let fixture = try FixtureClient {
      $0.interceptors = [
        Envelope(), CommonParameters(query: ["phone": phone], secrets: ["phone"]),
      ]
      $0.cache = ResponseCache()
    }
    fixture.transport.answer(
      .get, "/x", headers: ["Cache-Control": "max-age=60"], json: "{\"phone\": \"\(phone)\"}")
    let client = fixture.client
    let error = await networkError {
      if isWhole { return try await client.value(Request(.get, "/x"), as: Account.self) }
      var lines = client.jsonLines(Request(.get, "/x"), of: Account.self).makeAsyncIterator()
      return try #require(try await next(of: &lines))
    }
    #expect(error?.code == .undecodable)
    #expect(!"\(error as Any)".contains(phone), "\(error as Any)")
    guard isWhole else { return }
    try await client.send(Request(.get, "/x"))
    #expect(client.log.entries.map(\.source) == [.network, .cache])
    #expect(client.log.entries.map(\.attempts) == [1, 0])
  }

  @Test func decodingErrorsHideSecretFieldsAndQueries() async throws {
    let fixture = try FixtureClient()
    fixture.transport.answer(.get, "/x", json: #"{"id": "x7", "token": 4711}"#)
    var request = Request(.get, "/x?card=secret-1&page=2")
    request.secrets = ["card"]
    let error = await networkError { try await fixture.client.value(request, as: Login.self) }
    #expect(error?.code == .undecodable)
    let text = error.map { "\($0)" } ?? ""
    #expect(text.contains("/id: expected an integer, found the string \"x7\""))
    #expect(text.contains("page=2"))
    #expect(!text.contains("4711") && !text.contains("secret-1"), "\(text)")
    let problems = (error?.cause as? ModelError)?.problems ?? []
    #expect(problems.count == 2)
    #expect(!"\(problems)".contains("4711"), "\(problems)")
  }

  @Test(arguments: [
    "http://user:secret-1@[broken", "secret-1://x", "http://user:secret-1@127.0.0.1:1",
  ])
  func proxiesAreToldWithoutTheirPassword(proxy: String) async throws {
    var configuration = CurlTransport.Configuration()
    configuration.proxy = .url(proxy)
    let transport = CurlTransport(configuration: configuration)
    let error = await networkError { try await transport.send(Request(.get, "http://h.invalid/")) }
    #expect(error.map { "\($0)" }?.contains("secret-1") == false, "\(error.map { "\($0)" } ?? "")")
  }

  /// In Swift a mark and an accent after it are one character, and no mark any more.
  @Test(arguments: [
    "http://h/?token=\u{301}secret-1", "http://h/?\u{301}a=1&token=secret-1",
    "http://h/?a=1&\u{301}token=secret-1", "http://h/#\u{301}token=secret-1",
    "http://ann:secret-1@\u{301}h/", "http://\u{301}ann:secret-1@h/",
    "http://ann:secret-1@h/\u{301}",
  ])
  func accentsHideNoSecretFromTheRedactor(address: String) async throws {
    #expect(!Redactor().url(address).contains("secret-1"))
    let fixture = try FixtureClient { $0.retry = .never }
    let error = await networkError { try await fixture.client.send(Request(.get, address)) }
    #expect(error.map { "\($0)" }?.contains("secret-1") == false)
    #expect(!fixture.client.log.entries.map(\.description).joined().contains("secret-1"))
  }

  /// In a password the marks of path, query and fragment should be escaped, and seldom are.
  @Test(arguments: ["?", "#", "/", "//", "a/b?", "?token=", "#/:", "\u{301}/", "/\u{301}"])
  func aPasswordWithAMarkOfAddressesIsHidden(mark: String) async throws {
    let address = "http://ann:sec\(mark)ret-1@h:80/x?a=u@v"
    let base = #expect(throws: NetworkError.self) { try ServerEnvironment(address) }
    let fixture = try FixtureClient { $0.retry = .never }
    let sent = await networkError { try await fixture.client.send(Request(.get, address)) }
    #expect(sent?.code == .invalidRequest)
    let log = fixture.client.log.entries.map(\.description).joined()
    for shown in [
      Redactor().url(address), try #require(base).description, try #require(sent).description, log,
    ] {
      #expect(!shown.contains("sec") && !shown.contains("ret-1"), "\(shown)")
    }
  }

  @Test(arguments: [
    "http://h:80?mail=a@b", "http://h:80/a@b#c@d", "http://h/a:b@c", "http://[::1]:80/a@b",
    "http://h:/a@b", "//h:80/a@b", "/a:b/c@d", "h:80/a@b", "x/a:b@c", "?q=a:b@c",
  ])
  func anAddressWithAnAtSignIsShownToTheLetter(address: String) {
    #expect(Redactor().url(address) == address)
  }

  /// What is no address of a kind that is known may hold a user and a password all the same.
  @Test(arguments: [
    "demo:/me:secret-1@host", "demo:me:secret-1@host", "http:/me:secret-1@host/x",
    "http:\\\\me:secret-1@host", "me:secret-1@host", "me:secret-1/2@host",
    "demo:/me:secret-1@host/http://x", "mailto:me:secret-1@host", "  http:/me:secret-1@host",
    "http:///me:secret-1@host", "https:////me:secret-1@host/x", "http://\\me:secret-1@host",
    "http:///me:sec/ret-1secret-1@host",
  ])
  func aPasswordInATextThatIsNoAddressIsHidden(address: String) async throws {
    let base = try #require(throws: NetworkError.self) { try ServerEnvironment(address) }
    let noScheme = try #require(throws: NetworkError.self) { try Request(.get, address).url }
    for shown in [Redactor().url(address), "\(base)", "\(noScheme)"] {
      #expect(!shown.contains("secret-1"), "\(shown)")
    }
    // Without a scheme it is a path of the client's own server.
    guard address.hasPrefix("http"), address.contains("://") else { return }
    let fixture = try FixtureClient()
    #expect(await networkError { try await fixture.client.send(Request(.get, address)) } != nil)
    let entry = try #require(fixture.client.log.entries.last)
    #expect(!"\(entry)\(entry.request)".contains("secret-1"))
  }

  /// A base URL is an address, so a text with an at sign that is none may be the end of one.
  @Test(arguments: [
    "/me:secret-1@host", "me/secret-1@host", "?secret-1@host", "/x?token=secret-1",
    "secret-1@host", "//me:secret-1@host",
  ])
  func aBaseURLThatIsOnlyAPathShowsNoPassword(text: String) throws {
    let error = try #require(throws: NetworkError.self) { try ServerEnvironment(text) }
    #expect(!"\(error)".contains("secret-1"), "\(error)")
  }

  /// Addresses in which user, password and a secret item hold marks and accents at random.
  @Test func randomAddressesShowNoSecret() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed \(seed)")
    var random = SeededRandom(seed: seed)
    let fixture = try FixtureClient { $0.retry = .never }
    for _ in 0..<500 {
      func junk(_ marks: [String]) -> String {
        (0..<Int.random(in: 0...3, using: &random)).map { _ in
          marks.randomElement(using: &random) ?? ""
        }.joined()
      }
      let accents = ["\u{301}", "\u{FE0F}", "x"]
      let inPassword = accents + ["/", "?", "#", ":", "%", "&", ";", "=", "[", " "]
      var address = "http://\(junk(accents))ann"
      if Bool.random(using: &random) {
        address += ":secret-1\(junk(inPassword))secret-2@\(junk(accents))h"
      }
      address += "/\(junk(accents))p?\(junk(accents + ["&", "a=1&"]))"
      address += "&token=\(junk(accents))secret-3\(junk(accents + [";", "?", "="]))secret-4"
      address += "&page=1#\(junk(accents))"
      let error = await networkError { try await fixture.client.send(Request(.get, address)) }
      for shown in [Redactor().url(address), error.map { "\($0)" } ?? ""] {
        #expect(!shown.contains("secret-"), "\(address.debugDescription) as \(shown)")
      }
    }
    #expect(!fixture.client.log.entries.map(\.description).joined().contains("secret-"))
  }

  @Test func urlsAreShownToTheLetterButForSecrets() {
    for (url, shown) in [
      ("http://h/a?b=1&&c#d=2", "http://h/a?b=1&&c#d=2"), ("/a@b/c", "/a@b/c"),
      ("http://h/x@y?z=u@v", "http://h/x@y?z=u@v"),
      ("http://h/#access_token=1&a=2", "http://h/#access_token=REDACTED&a=2"),
      ("http://h/?next=/a?token=1", "http://h/?next=/a?token=REDACTED"),
      ("http://ann:1@h:80/x", "http://REDACTED@h:80/x"), ("http://a@b@h", "http://REDACTED@h"),
    ] {
      #expect(Redactor().url(url) == shown)
    }
  }

  @Test(arguments: [
    "X-Auth-Key", "X-Auth", "Ocp-Apim-Subscription-Key", "X-Functions-Key", "pwd", "pass", "jwt",
    "Bearer", "otp", "authKey", "oauth2", "X_API_KEY", "subscriptionkey", "sig", "userPIN",
    "X-CSRF", "signingKeY", "sIGNING_kEY", "SigninGKey2", "jWT", "OTPCode",
    "JWTValue", "XAuth", "myPWDField", "x-aUTH", "pWd_2", "oTP",
  ])
  func usualNamesOfSecretsAreKnown(name: String) {
    #expect(Redactor().isSecret(name))
  }

  @Test(arguments: [
    "page", "author", "authority", "passenger", "pinned", "keyword", "key-value", "spin", "design",
    "Content-Type", "X-Total-Count", "id", "",
  ])
  func namesThatOnlyLookLikeThemAreNone(name: String) {
    #expect(!Redactor().isSecret(name))
  }
}
