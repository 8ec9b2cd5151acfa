import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Testing

/// A request as a cold sequence, from which a view-model makes a signal.
@Suite struct ColdResponsesTests {
  @Test func eachIterationAsksAnew() async throws {
    let fixture = try FixtureClient()
    let count = Counter()
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      try .answer(request, "\(count.add())")
    }
    let responses = fixture.client.responses(to: Request(.get, "/x"))
    #expect(count.value == 0)
    for number in 1...2 {
      var texts: [String] = []
      for try await response in responses { texts.append(response.text) }
      #expect(texts == ["\(number)"])
    }
  }

  /// Also when looking at what is stored fails, as here for the sake of an interceptor.
  @Test func afterAnErrorThereAreNoMoreAnswers() async throws {
    struct Refusing: Interceptor {
      let count = Counter()
      func adapt(_ request: Request) async throws(NetworkError) -> Request {
        guard count.add() > 1 else { throw NetworkError(.invalidRequest, "Not the first.") }
        return request
      }
    }
    for policy in [CachePolicy.returnCacheDataThenLoad, .useProtocolCachePolicy] {
      let fixture = try FixtureClient {
        $0.cache = ResponseCache()
        $0.interceptors = [Refusing()]
      }
      fixture.transport.answer(.get, "/x", json: "{}")
      let request = Request(.get, "/x").with { $0.cachePolicy = policy }
      var answers = fixture.client.responses(to: request).makeAsyncIterator()
      let failure = await error(of: &answers) as? NetworkError
      #expect(failure?.code == .invalidRequest)
      for _ in 0..<3 { #expect(try await next(of: &answers) == nil) }
      #expect(fixture.transport.requests.isEmpty)
    }
  }

  @Test func cancellingTheIterationEndsItsRequest() async throws {
    let asked = Latch()
    let server = try SocketServer { connection in
      guard connection.readHead() != nil else { return }
      Task { await asked.wait() }
      // The client goes away, and sends nothing before.
      #expect(connection.read(1).isEmpty)
    }
    defer { server.stop() }
    let client = try Client(server.baseURL)
    let task = Task {
      for try await _ in client.responses(to: Request(.get, "/x")) {}
    }
    await asked.arrivals(1)
    task.cancel()
    #expect(await networkError { try await task.value }?.code == .cancelled)
    #expect(client.activeCalls == 0)
    await asked.open()
  }

  @Test func anotherEnvironmentHoldsFromTheNextRequestOn() async throws {
    func server(_ name: String) throws -> SocketServer {
      try SocketServer { connection in
        while let head = connection.readHead() {
          let key = head.field("X-Api-Key") ?? "none"
          let text = "\(name) \(key)"
          connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)")
        }
      }
    }
    let alpha = try server("alpha")
    defer { alpha.stop() }
    let produce = try server("produce")
    defer { produce.stop() }
    let client = try Client(alpha.baseURL)
    client.environment = try ServerEnvironment(
      named: "alpha", alpha.baseURL, headers: ["X-Api-Key": "a"])
    #expect(try await client.send(Request(.get, "/")).text == "alpha a")
    client.environment = try ServerEnvironment(
      named: "produce", produce.baseURL, headers: ["X-Api-Key": "p"])
    #expect(try await client.send(Request(.get, "/")).text == "produce p")
    // The credentials of the one in use go to its origin alone.
    #expect(try await client.send(Request(.get, alpha.baseURL)).text == "alpha none")
    #expect(client.environment.name == "produce")
  }
}
