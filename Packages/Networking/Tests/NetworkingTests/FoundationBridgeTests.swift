import Foundation
import HTTPTypes
import Networking
import NetworkingFoundation
import NetworkingTestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct FoundationBridgeTests {
  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  @Test func requestOfFoundationIsSentByTheClient() async throws {
    let server = try HeadServer { head in
      head.target == "/missing"
        ? "nothing".answer("404 No") : "hello".answer("200 OK", "X-A: 1", "X-A: 2")
    }
    defer { server.stop() }
    let client = Client(try ServerEnvironment(server.baseURL, headers: ["X-Key": "home"]))
    var request = URLRequest(url: try url("\(server.baseURL)/x?q=a+b%2B"))
    request.httpMethod = "PUT"
    request.httpBody = Data("body".utf8)
    request.setValue("text/plain", forHTTPHeaderField: "Content-Type")
    let (data, response) = try await client.data(for: request)
    #expect(String(decoding: data, as: UTF8.self) == "hello")
    #expect(response.statusCode == 200)
    #expect(response.value(forHTTPHeaderField: "x-a") == "1, 2")
    #expect(response.url?.absoluteString == "\(server.baseURL)/x?q=a+b%2B")
    let head = try #require(server.heads.first)
    #expect(head.hasPrefix("PUT /x?q=a+b%2B "))
    #expect(head.field("Content-Type") == "text/plain")
    #expect(head.field("Content-Length") == "4")
    #expect(head.field("X-Key") == "home")
    let missing = URLRequest(url: try url("\(server.baseURL)/missing"))
    #expect(try await client.data(for: missing).1.statusCode == 404)
  }

  @Test func theSampleOfTheArticle() async throws {
    let transport = FixtureTransport()
    transport.answer(.get, "/posts/7", json: "{}")
    let client = try Client("http://fixture", transport: transport)
    let url = try self.url("http://fixture/posts/7")
    let (data, response) = try await client.data(for: URLRequest(url: url))
    #expect(String(decoding: data, as: UTF8.self) == "{}" && response.statusCode == 200)
  }

  @Test func aRequestOfFoundationsIsTakenWhole() throws {
    var foundation = URLRequest(url: try url("http://h:8080/a%2Fb?x=1&y=%C3%BC"))
    foundation.httpMethod = "POST"
    foundation.httpBody = Data("{}".utf8)
    foundation.setValue("1", forHTTPHeaderField: "X-A")
    foundation.setValue("application/json", forHTTPHeaderField: "Content-Type")
    foundation.setValue("a=1; b=2", forHTTPHeaderField: "Cookie")
    let back = try Request(foundation)
    #expect(try back.urlText == "http://h:8080/a%2Fb?x=1&y=%C3%BC")
    #expect(back.method == .post)
    #expect(back.headers["X-A"] == "1" && back.headers["Cookie"] == "a=1; b=2")
    #expect(back.headers["Content-Type"] == "application/json")
    #expect(try back.body.data() == Data("{}".utf8))
    #expect(back.timeouts == Timeouts())
  }

  @Test func policiesAndTimeoutsAreTakenOver() throws {
    var request = URLRequest(url: try url("http://h/"), timeoutInterval: 5)
    request.cachePolicy = .returnCacheDataDontLoad
    let ours = try Request(request)
    #expect(ours.timeouts.idle == .seconds(5))
    #expect(ours.cachePolicy == .returnCacheDataDontLoad)
    request.cachePolicy = .reloadRevalidatingCacheData
    #expect(try Request(request).headers["Cache-Control"] == "no-cache")
  }

  @Test func whatCannotBeSentIsRefused() throws {
    var request = URLRequest(url: try url("http://h/"))
    request.httpBodyStream = InputStream(data: Data("x".utf8))
    var broken = URLRequest(url: try url("http://h/"))
    broken.setValue("1\r\nX-B: 2", forHTTPHeaderField: "X-A")
    var named = URLRequest(url: try url("http://h/"))
    named.setValue("1", forHTTPHeaderField: "X A")
    var method = URLRequest(url: try url("http://h/"))
    method.httpMethod = "GET / HTTP/1.1\r\nX:"
    // Foundation drops some of these by itself.
    for request in [broken, named, method] {
      if let taken = try? Request(request) {
        #expect(taken.headers.isEmpty && taken.method == .get)
      }
    }
    for request in [request, URLRequest(url: try url("/relative"))] {
      let error = #expect(throws: NetworkError.self) { try Request(request) }
      #expect(error?.code == .invalidRequest)
    }
  }
}
