public import Foundation
public import HTTPTypes
public import Networking

/// The contract of every ``Transport``, as checks to run against one.
///
/// The transport under test must answer as ``ContractServer`` does: point it there, or give it the
/// answers of ``answers``.
///
/// ```swift
/// let server = try ContractServer()
/// defer { server.stop() }
/// let problems = await TransportContract(baseURL: server.baseURL).problems(of: CurlTransport())
/// #expect(problems.isEmpty)
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

/// The loopback server that the contract's checks are about.
public final class ContractServer: Sendable {
  private let server: SocketServer

  /// Starts the server on a port of the system's choice.
  ///
  /// - Throws: `POSIXError`.
  public init() throws {
    server = try SocketServer { connection in
      while let head = connection.readHead() {
        let parts = head.split(separator: " ", maxSplits: 2)
        guard parts.count == 3 else { return }
        if parts[0] == "POST", parts[1] == "/echo" {
          let length = head.split(whereSeparator: \.isNewline)
            .first { $0.lowercased().hasPrefix("content-length:") }
            .flatMap { Int($0.split(separator: " ").last ?? "") }
          Self.respond(connection, 200, [:], connection.read(length ?? 0), isHead: false)
          continue
        }
        let answer = TransportContract.answers.first {
          $0.method.rawValue == parts[0] && $0.path == parts[1]
        }
        Self.respond(
          connection, answer?.status ?? 500, answer?.headers ?? [:], answer?.data ?? Data(),
          isHead: parts[0] == "HEAD")
      }
    }
  }

  /// The server's base URL.
  public var baseURL: String { server.baseURL }

  /// Stops the server.
  public func stop() {
    server.stop()
  }

  private static func respond(
    _ connection: SocketServer.Connection, _ status: HTTPResponse.Status, _ headers: HTTPFields,
    _ data: Data,
    isHead: Bool
  ) {
    var head = "HTTP/1.1 \(status.code) Status\r\n"
    for field in headers { head += "\(field.name): \(field.value)\r\n" }
    if status != 204 { head += "Content-Length: \(data.count)\r\n" }
    connection.write(head + "\r\n")
    if !isHead { connection.write(data) }
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
