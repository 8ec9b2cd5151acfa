public import Foundation
public import HTTPTypes
public import Networking

/// The contract of every ``Transport``, as checks to run against one.
///
/// The transport under test must bring the ``answers``: from a server that gives them, or prepared.
///
/// ```swift
/// fixture.answerContract()
/// let contract = TransportContract(baseURL: "http://fixture")
/// #expect(await contract.problems(of: SimulatedNetwork(fixture)) == [])
/// ```
public struct TransportContract: Sendable {
  /// One answer that the checks rely on.
  public struct Answer: Sendable {
    /// The method it answers.
    public let method: HTTPRequest.Method
    /// The path it answers.
    public let path: String
    /// The status.
    public let status: HTTPResponse.Status
    /// The header fields, without the length.
    public let headers: HTTPFields
    /// The body.
    public let data: Data
  }

  /// The answers of the server or fixture; `POST /echo` answers with the body it got.
  public static let answers: [Answer] = [
    Answer(
      method: .get, path: "/text", status: 200,
      headers: [.contentType: "text/plain; charset=utf-8", .via: "1 a", .via: "1 b"],
      data: Data("hello, 世界".utf8)),
    Answer(
      method: .head, path: "/text", status: 200, headers: [.contentType: "text/plain"],
      data: Data()),
    Answer(
      method: .get, path: "/binary", status: 200, headers: [:],
      data: Data((0...255).map { UInt8($0) })),
    Answer(method: .get, path: "/empty", status: 204, headers: [:], data: Data()),
    Answer(
      method: .get, path: "/missing", status: 404, headers: [:], data: Data("nothing".utf8)),
    Answer(
      method: .get, path: "/redirect", status: 302, headers: [.location: "/text"], data: Data()),
    Answer(
      method: .get, path: "/large", status: 200, headers: [:],
      data: Data(repeating: 42, count: 3 << 20)),
  ]

  private let baseURL: String

  /// Makes the checks for transports that reach the answers under a base URL.
  public init(baseURL: String) {
    self.baseURL = baseURL
  }

  /// The promises that a transport breaks, in words; none when it keeps all.
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

  private func get(_ path: String) -> Request { Request(.get, baseURL + path) }

  private static let checks: KeyValuePairs<String, Check> = [
    "a response arrives with status, headers and body": { contract, transport in
      let response = try await transport.send(contract.get("/text"))
      guard response.status == 200, response.text == "hello, 世界" else {
        return "\(response.status.code) \(response.text)"
      }
      let isRight =
        response.headers[.contentType] == "text/plain; charset=utf-8"
        && response.headers[values: .via] == ["1 a", "1 b"]
      return isRight ? nil : "\(response.headers)"
    },
    "a bad status is a response, not an error": { contract, transport in
      let response = try await transport.send(contract.get("/missing"))
      return response.status == 404 && response.text == "nothing" ? nil : "\(response.status.code)"
    },
    "a redirect is not followed": { contract, transport in
      let response = try await transport.send(contract.get("/redirect"))
      return response.status == 302 && response.headers[.location] == "/text"
        ? nil : "\(response.status.code)"
    },
    "HEAD brings no body": { contract, transport in
      let response = try await transport.send(contract.get("/text").with { $0.method = .head })
      return response.status == 200 && response.data.isEmpty ? nil : "\(response.data.count) bytes"
    },
    "204 brings no body": { contract, transport in
      let response = try await transport.send(contract.get("/empty"))
      return response.status == 204 && response.data.isEmpty ? nil : "\(response.status.code)"
    },
    "bytes stay as they are": { contract, transport in
      let response = try await transport.send(contract.get("/binary"))
      return Array(response.data) == Array(0...255) ? nil : "\(response.data.count) bytes"
    },
    "a sent body arrives": { contract, transport in
      let body = RequestBody.data(Data("ping".utf8), contentType: "text/plain")
      let response = try await transport.send(
        Request(.post, contract.baseURL + "/echo", body: body))
      return response.text == "ping" ? nil : response.text
    },
    "chunks make up the body": { contract, transport in
      let stream = try await transport.stream(contract.get("/large"))
      var whole = Data()
      for try await chunk in stream.body {
        if chunk.isEmpty { return "an empty chunk" }
        whole.append(chunk)
      }
      return whole == Data(repeating: 42, count: 3 << 20) ? nil : "\(whole.count) bytes"
    },
    "a dropped body does no harm to the next request": { contract, transport in
      _ = try await transport.stream(contract.get("/large"))
      return try await transport.send(contract.get("/missing")).status == 404 ? nil : "no 404"
    },
    "a body beyond the limit is refused": { contract, transport in
      await error(.tooLarge) {
        try await transport.send(contract.get("/large").with { $0.limits.body = 1000 })
      }
    },
    "a control character in a header is refused": { contract, transport in
      await error(.invalidRequest) {
        try await transport.send(
          contract.get("/text").with {
            $0.headers.append(HTTPField(name: .from, lenientValue: [0x61, 0x07, 0x62]))
          })
      }
    },
    "a request without a host is refused": { _, transport in
      await error(.invalidRequest) { try await transport.send(Request(.get, "/text")) }
    },
    "a missing file is an error of its own": { contract, transport in
      let body = RequestBody.file(URL(filePath: "/nonexistent/file"))
      return await error(.file) {
        try await transport.send(Request(.post, contract.baseURL + "/echo", body: body))
      }
    },
    "a cancelled task gets a cancelled error that names the request": {
      contract, transport in
      let task = Task { () throws(NetworkError) -> Response in
        unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
        return try await transport.send(contract.get("/text"))
      }
      return await error(.cancelled) { try await task.value }
    },
  ]

  /// Nothing when the work fails with the code, else what it did.
  private static func error(
    _ code: NetworkError.Code, _ work: () async throws -> Response
  ) async -> String? {
    do {
      return "it answered \(try await work().status.code)"
    } catch let error as NetworkError where error.code == code {
      return nil
    } catch {
      return "it failed with \(error)"
    }
  }
}

extension FixtureTransport {
  /// Prepares the contract's answers.
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
