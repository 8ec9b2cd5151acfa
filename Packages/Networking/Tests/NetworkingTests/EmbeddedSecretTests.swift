import Foundation
import HTTPTypes
import Models
import Networking
import NetworkingSimulation
import NetworkingTestSupport
import Testing

/// Secrets of a document, a form or an address that stands in a text of a body, a header or a query.
@Suite struct EmbeddedSecretTests {
  private enum Word: String, Decodable { case a }

  /// Decodes the document in its text.
  private struct Embedded: Decodable {
    struct Inner: Decodable { var token: Word }
    init(from decoder: any Decoder) throws {
      let text = try decoder.singleValueContainer().decode(String.self)
      _ = try ModelDecoder().decode(Inner.self, from: text)
    }
  }

  private struct Outer: Decodable {
    var inner: Embedded?
    var data: Int?
    var site: URL?
    var word: Word?
    var list: [String: Int]?
  }

  private func texts(decoding body: String, secrets: Set<String> = []) async throws -> String {
    let fixture = try FixtureClient()
    fixture.transport.answer(.get, "/x", json: body)
    let request = Request(.get, "/x").with { $0.secrets = secrets }
    let error = await networkError {
      try await fixture.client.value(request, as: Outer.self)
    }
    #expect(error?.code == .undecodable)
    let cause = try #require(error?.cause as? ModelError)
    let snippets = cause.problems.map(\.snippet)
    return "\(error as Any) \(cause) \(cause.problems) \(snippets) \(cause.cause as Any)"
  }

  @Test(arguments: [
    #"{"inner":"{\"token\":\"s3cr3t\"}"}"#, #"{"data":"{\"token\":\"s3cr3t\"}"}"#,
    #"{"data":"{\"a\":\"{\\\"token\\\" : \\\"s3cr3t\\\"}\"}"}"#, #"{"data":"token=s3cr3t"}"#,
    #"{"data":"a=1&my_pwd=s3cr3t"}"#, #"{"data":"http://h/?page=1&token=s3cr3t"}"#,
    #"{"data":"%74oken=s3cr3t"}"#, #"{"data":"Authorization: Bearer s3cr3t"}"#,
    #"{"data":"Accept: a\r\nCookie: s3cr3t"}"#, #"{"data":"a: 1\npin: s3cr3t"}"#,
    #"{"data":"<token>s3cr3t</token>"}"#, #"{"data":"{to\u006ben: 's3cr3t'}"}"#,
    #"{"data":"{\"to\\u006ben\":\"s3cr3t\"}"}"#, #"{"site":"http://h:port/?token=s3cr3t"}"#,
    #"{"word":"{'my token': 's3cr3t'}"}"#,
    #"{"list":{"a":"{\"token\":\"s3cr3t\"}"}}"#, "token=s3cr3t", "{token: \"s3cr3t\"}",
    "{'token': 's3cr3t'}", "<token>s3cr3t</token>", #"{"data" "token" : "s3cr3t"}"#,
    #"{"data":1,"pass phrase of mine":"s3cr3t""#,
    #"{"data":"a=%7B%22token%22%3A%22s3cr3t%22%7D"}"#,
    #"{"data":"100%&a=%257B%2522token%2522%253A%2522s3cr3t"}"#,
  ])
  func noErrorShowsTheSecretOfATextInABody(body: String) async throws {
    let texts = try await texts(decoding: body)
    #expect(!texts.contains("s3cr3t"), "\(texts)")
  }

  @Test func theNamesOfTheRequestCountInTextsToo() async throws {
    let body = #"{"data":"{\"phone\":\"s3cr3t\"}"}"#
    #expect(try await texts(decoding: body, secrets: ["phone"]).contains("s3cr3t") == false)
    #expect(try await texts(decoding: body).contains("s3cr3t"))
  }

  @Test(arguments: [
    #"{"data":"open: yes"}"#, #"{"data":"a=b&c=d open"}"#, #"{"data":"the author is open"}"#,
    #"{"data":"{\"page\":\"open\"}"}"#, #"{"data":"<p>open</p>"}"#, #"{"data":"a \"key open"}"#,
  ])
  func aTextWithoutSecretsIsShown(body: String) async throws {
    #expect(try await texts(decoding: body).contains("open"))
  }

  /// JSON at random with a secret in a random place, as a text of a text of a text.
  @Test func randomDocumentsInTextsShowNoSecret() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed \(seed)")
    var random = SeededRandom(seed: seed)
    let names = ["token", "apiKey", "password", "X-Auth", "client_secret", "otp 2"]
    for _ in 0..<300 {
      let name = names.randomElement(using: &random) ?? ""
      var text =
        ["a=1&\(name)=s3cr3t", "http://h/?\(name)=s3cr3t&b=2"].randomElement(using: &random) ?? ""
      if Bool.random(using: &random) || name.contains(" ") {
        let space = ["", " ", "\n"].randomElement(using: &random) ?? ""
        text = "{\"a\":[1],\"\(name)\"\(space):\(space)\"s3cr3t\"}"
      }
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        text = try ModelEncoder().text(["b": "x", "c": text])
      }
      let body = try ModelEncoder().text(["data": text])
      let shown = try await texts(decoding: body)
      #expect(!shown.contains("s3cr3t"), "\(body)")
      let item = URLQueryItem(name: "state", value: text)
      let redactor = Redactor()
      let request = Request(.get, "/x", query: [item])
      for shown in ["\(redactor.query([item]))", request.summary] {
        #expect(!shown.contains("s3cr3t"), "\(text)")
      }
    }
  }

  @Test(arguments: [
    ("http://h/?next=%2Fa%3Ftoken%3Ds3cr3t&b=1", "http://h/?next=REDACTED&b=1"),
    ("http://h/?next=%252Fa%253Ftoken%253Ds3cr3t", "http://h/?next=REDACTED"),
    ("http://h/?state=%7B%22token%22%3A%22s3cr3t%22%7D#a", "http://h/?state=REDACTED#a"),
    ("http://h/?q=100%,%2Fa%3Ftoken%3Ds3cr3t", "http://h/?q=REDACTED"),
    ("http://h/?q=%FF%7B%22token%22+%3A+%22s3cr3t%22%7D", "http://h/?q=REDACTED"),
    ("http://h/?%7B%22token%22%3A%22s3cr3t%22%7D&a=1", "http://h/?REDACTED&a=1"),
    (#"http://h/?{"token":"s3cr3t","a":"b=c"}"#, "http://h/?REDACTED"),
    (#"http://h/#{"token":"s3cr3t"}"#, "http://h/#REDACTED"),
    ("http://h/?next=/a%3Fpage%3D2&filter=key:1", "http://h/?next=/a%3Fpage%3D2&filter=key:1"),
    ("http://h/?at=10:30&q=a=b", "http://h/?at=10:30&q=a=b"),
  ])
  func anAddressInAnAddressShowsNoSecret(address: String, shown: String) async throws {
    #expect(Redactor().url(address) == shown)
    let fixture = try FixtureClient { $0.retry = .never }
    _ = await networkError { try await fixture.client.send(Request(.get, address)) }
    #expect(!fixture.client.log.entries.map(\.description).joined().contains("s3cr3t"))
  }

  @Test func headersOfAResponseShowNoSecretOfAnAddress() {
    let headers: HTTPFields = [
      .location: "http://h/?token=s3cr3t&a=1", "X-State": #"{"token":"s3cr3t"}"#,
      "Link": "<http://h/?page=2>; rel=\"next\"", .cacheControl: "max-age=60",
      "X-A": #"{"token":"s3cr3t","next":"http://h/?sid=1"}"#,
      "X-B": #"{"token":"s3cr3t","next":"http://ann:pass@h/"}"#,
    ]
    let shown = Redactor().headers(headers)
    #expect(shown[.location] == "http://h/?token=REDACTED&a=1")
    for name in ["X-State", "X-A", "X-B"] {
      #expect(HTTPField.Name(name).map { shown[$0] } == "REDACTED")
    }
    let item = URLQueryItem(name: #"{"token":"s3cr3t"}"#, value: "s3cr3t")
    #expect(Redactor().query([item]) == [URLQueryItem(name: "REDACTED", value: nil)])
    #expect(shown["Link"] == headers["Link"] && shown[.cacheControl] == "max-age=60")
  }

  /// Another encoding hides a text from whoever reads names.
  @Test func aTextInBase64IsNotLookedInto() async throws {
    let text = Data(#"{"token":"s3cr3t"}"#.utf8).base64EncodedString()
    #expect(try await texts(decoding: #"{"data":"\#(text)"}"#).contains(text))
  }
}
