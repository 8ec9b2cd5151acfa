public import Foundation
public import HTTPTypes
public import Networking

/// The contract of every ``Transport``, as checks that can run against any transport.
///
/// The transport under test must return the ``answers``, from a server or from prepared responses.
///
/// ```swift
/// fixture.answerContract()
/// let contract = TransportContract(baseURL: "http://fixture")
/// #expect(await contract.problems(of: SimulatedNetwork(fixture)) == [])
/// ```
public struct TransportContract: Sendable {
  /// A response that the checks rely on.
  public struct Answer: Sendable {
    /// The method of the request.
    public var method = HTTPRequest.Method.get
    /// The path of the request.
    public let path: String
    /// The status.
    public var status: HTTPResponse.Status = 200
    /// The header fields, without `Content-Length`.
    public var headers: HTTPFields = [:]
    /// The body.
    public var data = Data()
  }

  /// The responses of the server or fixture; in addition, `POST /echo` returns the received body.
  public static let answers: [Answer] = [
    Answer(
      path: "/text",
      headers: [.contentType: "text/plain; charset=utf-8", .via: "1 a", .via: "1 b"],
      data: Data("hello, 世界".utf8)),
    Answer(method: .head, path: "/text", headers: [.contentType: "text/plain"]),
    Answer(path: "/binary", data: Data((0...255).map { UInt8($0) })),
    Answer(path: "/empty", status: 204),
    Answer(path: "/missing", status: 404, data: Data("nothing".utf8)),
    Answer(path: "/redirect", status: 302, headers: [.location: "/text"]),
    Answer(path: "/large", data: Data(repeating: 42, count: 3 << 20)),
  ]

  private let baseURL: String

  /// Makes the checks for transports that reach the responses under a base URL.
  public init(baseURL: String) {
    self.baseURL = baseURL
  }

  /// Returns descriptions of the broken rules; empty if the transport obeys all of them.
  public func problems(of transport: any Transport) async -> [String] {
    var problems: [String] = []
    for (name, check) in Self.checks {
      do {
        if let problem = try await check(self, transport) { problems.append("\(name): \(problem)") }
      } catch {
        problems.append("\(name): \(error)")
      }
    }
    return problems
  }

  private typealias Check = @Sendable (TransportContract, any Transport) async throws -> String?
  private typealias Change = @Sendable (inout Request) -> Void

  private static let checks: KeyValuePairs<String, Check> = [
    "a response arrives with status, headers and body": answer("/text") {
      $0.status == 200 && $0.text == "hello, 世界"
        && $0.headers[.contentType] == "text/plain; charset=utf-8"
        && $0.headers[values: .via] == ["1 a", "1 b"]
    },
    "a bad status is a response, not an error": answer("/missing") {
      $0.status == 404 && $0.text == "nothing"
    },
    "a redirect is not followed": answer("/redirect") {
      $0.status == 302 && $0.headers[.location] == "/text"
    },
    "HEAD brings no body": answer("/text", { $0.method = .head }) {
      $0.status == 200 && $0.data.isEmpty
    },
    "204 brings no body": answer("/empty") { $0.status == 204 && $0.data.isEmpty },
    "bytes stay as they are": answer("/binary") { Array($0.data) == Array(0...255) },
    "a sent body arrives": answer("/echo", send(.data(Data("ping".utf8)))) { $0.text == "ping" },
    "chunks make up the body": { contract, transport in
      var whole = Data()
      for try await chunk in try await transport.stream(contract.get("/large")).body {
        if chunk.isEmpty { return "an empty chunk" }
        whole.append(chunk)
      }
      return whole == Data(repeating: 42, count: 3 << 20) ? nil : "\(whole.count) bytes"
    },
    "a dropped body does no harm to the next request": { contract, transport in
      _ = try await transport.stream(contract.get("/large"))
      return try await transport.send(contract.get("/missing")).status == 404 ? nil : "no 404"
    },
    "a body beyond the limit is refused": refusal(.tooLarge, "/large") { $0.limits.body = 1000 },
    "a control character in a header is refused": refusal(.invalidRequest, "/text") {
      $0.headers.append(HTTPField(name: .from, lenientValue: [0x61, 0x07, 0x62]))
    },
    "a request without a host is refused": refusal(.invalidRequest, "/text") { $0.host = nil },
    "a missing file is an error of its own": refusal(
      .file, "/echo", send(.file(URL(filePath: "/nonexistent/file")))),
    "a cancelled task gets a cancelled error": refusal(.cancelled, "/text") { _ in
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
    },
  ]

  private func get(_ path: String) -> Request { Request(.get, baseURL + path) }

  private static func send(_ body: RequestBody) -> Change {
    { request in
      request.method = .post
      request.body = body
    }
  }

  /// Makes a check that the response to a request is right.
  private static func answer(
    _ path: String, _ change: @escaping Change = { _ in },
    _ isRight: @escaping @Sendable (Response) -> Bool
  ) -> Check {
    { contract, transport in
      let response = try await transport.send(contract.get(path).with(change))
      guard !isRight(response) else { return nil }
      return "\(response.status.code) \(response.headers) \(response.data.count) bytes"
    }
  }

  /// Makes a check that a request, sent in its own task, fails with an error code.
  private static func refusal(
    _ code: NetworkError.Code, _ path: String, _ change: @escaping Change
  ) -> Check {
    { contract, transport in
      let sending = Task { try await transport.send(contract.get(path).with(change)) }
      do {
        return "it answered \(try await sending.value.status.code)"
      } catch let error as NetworkError where error.code == code {
        return nil
      } catch {
        return "it failed with \(error)"
      }
    }
  }
}

extension FixtureTransport {
  /// Prepares the contract's responses.
  public func answerContract() {
    for answer in TransportContract.answers {
      self.answer(answer.method, answer.path) { (request) throws(NetworkError) in
        Response(
          head: ResponseHead(status: answer.status, headers: answer.headers, url: try request.url),
          data: answer.data)
      }
    }
    self.answer(.post, "/echo") { (request) throws(NetworkError) in
      Response(
        head: ResponseHead(status: 200, url: try request.url), data: try request.body.data())
    }
  }
}
