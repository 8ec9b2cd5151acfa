import Foundation
import HTTPTypes
import Networking
import NetworkingSimulation
import NetworkingTestSupport
import Testing

@Suite struct RequestTests {
  @Test func queryIsPercentEncodedInFullAndKeepsItsOrder() throws {
    var request = Request(.get, "http://h/search")
    request.query = [
      URLQueryItem(name: "q", value: "北京 a+b&c=d;e/f?g#h%"),
      URLQueryItem(name: "名", value: nil),
      URLQueryItem(name: "empty", value: ""),
      URLQueryItem(name: "a", value: "1"),
    ]
    #expect(
      try request.urlText
        == "http://h/search?q=%E5%8C%97%E4%BA%AC%20a%2Bb%26c%3Dd%3Be%2Ff%3Fg%23h%25&%E5%90%8D&empty=&a=1"
    )
  }

  @Test(arguments: [
    ("/a b/中", "/a%20b/%E4%B8%AD"),
    ("/kept%2Fescape", "/kept%2Fescape"),
    ("/100%", "/100%25"),
    ("/a;b=1,2:@!$&'()*+", "/a;b=1,2:@!$&'()*+"),
    ("no-slash", "/no-slash"),
    ("/{id}\"<>", "/%7Bid%7D%22%3C%3E"),
    ("/../x", "/../x"),
    ("", "/"),
  ])
  func pathIsEncoded(path: String, expected: String) throws {
    var request = Request(.get)
    request.scheme = "http"
    request.host = "h"
    request.path = path
    #expect(try request.urlText == "http://h\(expected)")
  }

  @Test func pathWithHTTPInsideIsNotAbsolute() throws {
    let server = try ServerEnvironment("http://h/v1")
    let request = server.resolve(Request(.get, "go/http://elsewhere"))
    #expect(try request.urlText == "http://h/v1/go/http://elsewhere")
  }

  @Test func absoluteURLIsSentToTheLetter() throws {
    let url = try #require(URL(string: "https://h:8443/a%2Fb?sig=a+b%2B&x=%E4%B8%AD#part"))
    let request = Request(.get, url: url)
    #expect(try request.urlText == "https://h:8443/a%2Fb?sig=a+b%2B&x=%E4%B8%AD")
  }

  @Test func queryInAPathIsSentToTheLetter() throws {
    let server = try ServerEnvironment("http://h/v1")
    var request = Request(.get, "posts?_limit=20&q=a+b#part", query: [.init(name: "c", value: "d")])
    #expect(try server.resolve(request).urlText == "http://h/v1/posts?_limit=20&q=a+b&c=d")
    request.path = "/what?"
    #expect(try server.resolve(request).urlText == "http://h/what%3F?_limit=20&q=a+b&c=d")
  }

  @Test func basicAuthorizationIsEncoded() {
    var request = Request(.get, "http://h/")
    request.authorize(user: "Aladdin", password: "open sesame")
    #expect(request.headers["Authorization"] == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
  }

  @Test func addressesOfIPv6KeepTheirBrackets() throws {
    #expect(try Request(.get, "http://[::1]:80/x").urlText == "http://[::1]:80/x")
    #expect(Request(.get, "http://[::1]/x").host == "::1")
  }

  @Test(arguments: [
    "ftp://h/x", "http://user:secret@h/", "http:///x", "http://h:0/", "http://h:65536/",
    "http://h:x/", "http://a b/", "http://h\\evil/", "http://h:+80/", "http://h:-1/",
    "http://[::1]evil/",
    "http://[::1]:x/", "http://[::1/", "http://[h]/", "http://::1/", "http://[::1]:80:80/",
    "http://h:80:80/",
  ])
  func unusableAddressIsRefused(text: String) {
    let error = #expect(throws: NetworkError.self) { try Request(.get, text).urlText }
    #expect(error?.code == .invalidRequest)
  }

  /// A base URL that no request could use is refused at once, and nothing of it is dropped in silence.
  @Test(arguments: [
    "http://h:0", "http://h:x", "http://h:65536", "http://h/v1?key=1", "http://[::1]evil", "h",
    "http://",
    "ftp://h", "http://u@h",
  ])
  func unusableBaseURLIsRefused(text: String) {
    let error = #expect(throws: NetworkError.self) { try ServerEnvironment(text) }
    #expect(error?.code == .invalidRequest)
  }

  /// The length of a body is the transport's to say: another one would make its rest a request of its own.
  @Test(arguments: [
    HTTPField(name: .contentLength, value: "3"), HTTPField(name: .contentLength, value: "03"),
    HTTPField(name: .contentLength, value: "5, 5"),
    HTTPField(name: .transferEncoding, value: "chunked"),
    HTTPField(name: .transferEncoding, value: "identity"),
  ])
  func wrongFramingIsRefused(field: HTTPField) async {
    for body in [RequestBody.data(Data("12345".utf8)), .empty] {
      let request = Request(.post, "http://127.0.0.1:1/", headers: HTTPFields([field]), body: body)
      let error = await networkError { try await CurlTransport().send(request) }
      #expect(error?.code == .invalidRequest, "\(field)")
    }
  }

  @Test func requestWinsOverTheEnvironment() throws {
    let server = try ServerEnvironment(
      named: "alpha", "https://alpha:444/v1", headers: ["A": "server", "B": "server"],
      timeouts: Timeouts(connect: .seconds(1), total: .seconds(2)))
    var request = Request(.get, "posts", headers: ["A": "request"])
    request.timeouts.total = .seconds(9)
    let resolved = server.resolve(request)
    #expect(try resolved.urlText == "https://alpha:444/v1/posts")
    #expect(resolved.headers["A"] == "request")
    #expect(resolved.headers["B"] == "server")
    #expect(resolved.timeouts == Timeouts(connect: .seconds(1), total: .seconds(9)))
    request.scheme = "http"
    request.port = 80
    #expect(try server.resolve(request).urlText == "http://alpha:80/v1/posts")
  }

  @Test func aTimeoutOfZeroNeverOverwritesTheDefault() throws {
    let none = Timeouts(queue: .zero, connect: .zero, idle: .zero, total: .zero)
    let server = try ServerEnvironment("http://h", timeouts: Timeouts(connect: .seconds(1)))
    let resolved = server.resolve(Request(.get, "/x").with { $0.timeouts = none })
    #expect(resolved.timeouts.connect == .seconds(1))
    #expect(none.filled(from: .standard) == .standard)
    #expect(Timeouts().filled(from: none).filled(from: .standard) == .standard)
    #expect(Timeouts(idle: .seconds(-1)).filled(from: .standard) == .standard)
  }

  @Test(arguments: [
    ("http://h", "x", "/x"), ("http://h/v1", "x", "/v1/x"), ("http://h/v1/", "x", "/v1/x"),
    ("http://h/v1", "/x", "/x"), ("http://h/v1", "", "/v1"), ("http://h", "", "/"),
  ])
  func relativePathIsAppendedAndAbsoluteReplaces(base: String, path: String, expected: String)
    throws
  {
    let request = try ServerEnvironment(base).resolve(Request(.get, path))
    #expect(try request.urlText == "http://h\(expected)")
  }

  @Test func foreignHostGetsNoHeadersOfTheEnvironment() throws {
    let server = try ServerEnvironment("http://h:1", headers: ["Authorization": "secret"])
    #expect(server.resolve(Request(.get, "/x")).headers["Authorization"] == "secret")
    #expect(server.resolve(Request(.get, "http://other/x")).headers["Authorization"] == nil)
    #expect(server.resolve(Request(.get, "http://h:2/x")).headers["Authorization"] == nil)
  }

  /// What is taken of an address is what Foundation reads in it, host and port.
  @Test func anAddressIsReadAsOthersReadIt() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed \(seed)")
    var random = SeededRandom(seed: seed)
    let pieces = [
      "h", "::1", "fe80::1", "[", "]", ":", "80", "0", "65535", "65536", "+", "-", "@", ".",
      "1.2.3.4", "%41", "x",
      "\\", " ", "[::1]", "h:80", "[::1]:", "é",
    ]
    var taken = 0
    for _ in 0..<3000 {
      let authority = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
      let request = Request(.get, "http://\(authority)/x")
      guard let written = try? request.url.absoluteString else { continue }
      taken += 1
      let parts = try #require(URLComponents(string: "http://\(authority)/x"), "\(authority)")
      let host = parts.host.map { $0.hasPrefix("[") ? String($0.dropFirst().dropLast()) : $0 }
      #expect(host == request.host, "\(authority)")
      #expect(parts.port == request.port, "\(authority)")
      #expect(URLComponents(string: written)?.host == parts.host, "\(authority)")
    }
    #expect(taken > 100)
  }

  @Test func everyTextOfAPlainHostIsAURL() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed \(seed)")
    var random = SeededRandom(seed: seed)
    let hostBytes = Array("abcXYZ019-.".utf8)
    let pieces = [
      "/", "//", "..", "?", "#", "%", "%4", "%zz", "%2F", ":", "@", "[", "]", "\\", "^", "`", "{",
      "|", "}", "<", ">", "\"", " ", "\u{0}", "\n", "\u{7F}", "é", "e\u{301}", "北京", "🙂",
      "\u{202E}", "\u{FFFF}", "a", "=", "&", "+", ";", "'", "~",
    ]
    func text() -> String {
      (0..<Int.random(in: 0...8, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
    }
    for _ in 0..<3000 {
      let length = Int.random(in: 1...12, using: &random)
      var request = Request(.get, "")
      request.scheme = ["http", "https", "HTTP"].randomElement(using: &random)
      request.host = String(
        decoding: (0..<length).map { _ in hostBytes.randomElement(using: &random) ?? 97 },
        as: UTF8.self)
      request.port = Bool.random(using: &random) ? nil : Int.random(in: 1...65535, using: &random)
      request.path = text()
      if Bool.random(using: &random) { request.query = [URLQueryItem(name: text(), value: text())] }
      let written = try request.urlText
      #expect(try request.url.absoluteString == written)

      let whole = Request(.get, "http://\(request.host ?? "")/\(text())?\(text())")
      #expect(try whole.url.absoluteString == whole.urlText)
    }
  }
}
