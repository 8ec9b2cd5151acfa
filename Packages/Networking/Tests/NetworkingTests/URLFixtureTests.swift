import Foundation
import HTTPTypes
import Networking
import Testing

/// Addresses and what is sent for them, by RFC 3986 and, where it says more, the WHATWG URL
/// standard's percent-encode sets.
@Suite struct URLFixtureTests {
  struct Fixture: Sendable, CustomTestStringConvertible {
    var path: String
    var query: [URLQueryItem] = []
    var expected: String

    init(_ path: String, _ expected: String) {
      self.path = path
      self.expected = expected
    }

    init(_ path: String, _ query: KeyValuePairs<String, String?>, _ expected: String) {
      self.path = path
      self.query = query.map { URLQueryItem(name: $0.key, value: $0.value) }
      self.expected = expected
    }

    var testDescription: String { expected }
  }

  private static let paths = [
    // Unreserved characters and the marks a segment may hold stay (RFC 3986, 2.3 and 3.3).
    Fixture("/AZaz09-._~", "/AZaz09-._~"),
    Fixture("/!$&'()*+,;=:@", "/!$&'()*+,;=:@"),
    Fixture("/a/b//c/", "/a/b//c/"),
    // Everything else is escaped, in upper case (2.1).
    Fixture("/ \"<>\\^`{|}", "/%20%22%3C%3E%5C%5E%60%7B%7C%7D"),
    Fixture("/[1]", "/%5B1%5D"),
    Fixture("/\u{0}\u{1F}\u{7F}\t\r\n", "/%00%1F%7F%09%0D%0A"),
    // UTF-8, not normalized: a composed and a decomposed é are different resources.
    Fixture("/城市/北京", "/%E5%9F%8E%E5%B8%82/%E5%8C%97%E4%BA%AC"),
    Fixture("/酒店（预订）", "/%E9%85%92%E5%BA%97%EF%BC%88%E9%A2%84%E8%AE%A2%EF%BC%89"),
    Fixture("/caf\u{E9}", "/caf%C3%A9"),
    Fixture("/cafe\u{301}", "/cafe%CC%81"),
    Fixture("/🙂", "/%F0%9F%99%82"),
    Fixture("/𠮷野家", "/%F0%A0%AE%B7%E9%87%8E%E5%AE%B6"),
    Fixture("/\u{202E}x", "/%E2%80%AEx"),
    // Escapes that are there are kept in their own case, half ones are not escapes.
    Fixture("/%2F%2f%e4%BD%a0", "/%2F%2f%e4%BD%a0"),
    Fixture("/100%", "/100%25"),
    Fixture("/%2", "/%252"),
    Fixture("/%zz%2F", "/%25zz%2F"),
    Fixture("/%%20", "/%25%20"),
    // Dots are the server's to resolve.
    Fixture("/a/./b/../c", "/a/./b/../c"),
    Fixture("", "/"),
    Fixture("/", "/"),
    Fixture("relative", "/relative"),
  ]

  private static let queries = [
    Fixture("/", ["q": "北京"], "/?q=%E5%8C%97%E4%BA%AC"),
    Fixture("/", ["城市": "上海 浦东"], "/?%E5%9F%8E%E5%B8%82=%E4%B8%8A%E6%B5%B7%20%E6%B5%A6%E4%B8%9C"),
    // A `+` would be read as a space, the separators as separators.
    Fixture("/", ["q": "1+1=2&x;y"], "/?q=1%2B1%3D2%26x%3By"),
    Fixture("/", ["q": "a b"], "/?q=a%20b"),
    Fixture("/", ["q": "%20"], "/?q=%2520"),
    Fixture("/", ["q": "/?:@!$'()*,"], "/?q=%2F%3F%3A%40%21%24%27%28%29%2A%2C"),
    Fixture("/", ["q": "-._~"], "/?q=-._~"),
    Fixture("/", ["q": "#[]\"<>\\^`{|}"], "/?q=%23%5B%5D%22%3C%3E%5C%5E%60%7B%7C%7D"),
    Fixture("/", ["q": "\r\n\t\u{0}"], "/?q=%0D%0A%09%00"),
    Fixture("/", ["q": "🙂e\u{301}"], "/?q=%F0%9F%99%82e%CC%81"),
    // Empty and missing values are different, names may repeat, the order is the caller's.
    Fixture("/", ["a": "", "b": nil], "/?a=&b"),
    Fixture("/", ["b": "2", "a": "1", "b": "1"], "/?b=2&a=1&b=1"),
    Fixture("/", ["ids[]": "1", "ids[]": "2"], "/?ids%5B%5D=1&ids%5B%5D=2"),
    Fixture("/", ["user[name]": "王"], "/?user%5Bname%5D=%E7%8E%8B"),
    Fixture("/", [:], "/"),
    Fixture("/a?b#c", ["q": "1"], "/a%3Fb%23c?q=1"),
  ]

  @Test(arguments: paths + queries)
  func addressIsSentAs(fixture: Fixture) throws {
    var request = Request(.get)
    request.scheme = "http"
    request.host = "h"
    request.path = fixture.path
    request.query = fixture.query
    #expect(try request.urlText == "http://h\(fixture.expected)")
    // What is sent is an address for Foundation too.
    #expect(try request.url.absoluteString == "http://h\(fixture.expected)")
  }

  @Test(arguments: [
    ("http://h", "http://h/"),
    ("HTTP://H.Example/Path", "http://H.Example/Path"),
    ("http://h:8080", "http://h:8080/"),
    ("http://h:/x", "http://h/x"),
    ("http://[::1]:/x", "http://[::1]/x"),
    ("http://[::ffff:1.2.3.4]", "http://[::ffff:1.2.3.4]/"),
    ("https://[2001:db8::1]:8443/x", "https://[2001:db8::1]:8443/x"),
    ("http://127.0.0.1/x", "http://127.0.0.1/x"),
    ("http://xn--1lq90i.example/", "http://xn--1lq90i.example/"),
    ("http://h?q=1", "http://h/?q=1"),
    ("http://h/?q=北京&sig=a+b%2B", "http://h/?q=%E5%8C%97%E4%BA%AC&sig=a+b%2B"),
    ("http://h/x?a=1?b=2", "http://h/x?a=1?b=2"),
    ("http://h/x?#f", "http://h/x?"),
    ("http://h/x#f?no=query", "http://h/x"),
  ])
  func wholeAddressIsSentAs(text: String, expected: String) throws {
    #expect(try Request(.get, text).urlText == expected)
  }
}
