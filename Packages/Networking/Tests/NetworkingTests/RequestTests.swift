import Foundation
import HTTPTypes
import Networking
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
    "http://h:x/", "http://a b/", "http://h\\evil/",
  ])
  func unusableAddressIsRefused(text: String) {
    let error = #expect(throws: NetworkError.self) { try Request(.get, text).urlText }
    #expect(error?.code == .invalidRequest)
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
