import Foundation
import HTTPTypes
import NetworkingTestSupport
import Synchronization
import Testing

@testable import Networking

/// An error, a response and the log count the attempts at reaching the server, and no others.
@Suite struct AttemptCountTests {
  /// A transport that answers in turn, or fails without or after trying.
  private final class Scripted: Transport {
    enum Step { case status(Int, HTTPFields = [:]), refused, unconnected }

    private let steps: Mutex<[Step]>
    var left: Int { steps.withLock { $0.count } }

    init(_ steps: [Step]) { self.steps = Mutex(steps) }

    func stream(_ request: Request) async throws(NetworkError) -> ResponseStream {
      switch steps.withLock({ $0.removeFirst() }) {
      case .status(let code, let headers):
        return ResponseStream(
          head: ResponseHead(
            status: .init(code: code), headers: headers, url: try request.url),
          body: ResponseBody(Data("ok".utf8)))
      case .refused: throw NetworkError(.timedOut, "There was no time left.")
      case .unconnected: throw NetworkError(.cannotConnect, "Nobody is there.", attempts: 1)
      }
    }
  }

  private func client(
    _ transport: any Transport, _ configure: (inout Client.Configuration) -> Void = { _ in }
  ) throws -> Client {
    let fixture = try FixtureClient(configure)
    return try Client(
      "http://fixture", transport: transport,
      configuration: fixture.client.exchange.configuration)
  }

  @Test(
    arguments: [
      ([.unconnected, .unconnected, .unconnected], nil, 3),
      ([.refused, .refused, .refused], nil, 0),
      ([.refused, .unconnected, .refused], nil, 1),
      ([.refused, .refused, .status(200)], 200, 1),
      ([.unconnected, .status(503), .status(200)], 200, 3),
      ([.status(503), .refused, .status(500)], 500, 2),
    ] as [([Scripted.Step], Int?, Int)])
  private func whatWasTriedCounts(
    steps: [Scripted.Step], status: Int?, attempts: Int
  ) async throws {
    for isStream in [false, true] {
      let transport = Scripted(steps)
      let client = try client(transport)
      do throws(NetworkError) {
        if isStream {
          _ = try await client.stream(Request(.get, "/x"))
        } else {
          let response = try await client.send(Request(.get, "/x"))
          #expect(response.metrics.attempts == attempts)
        }
        #expect(status == 200)
      } catch {
        #expect(error.attempts == attempts)
        #expect(error.response?.status.code == status)
      }
      #expect(client.log.entries.map(\.attempts) == [attempts])
      #expect(transport.left == 0)
    }
  }

  @Test func aServerThatCannotBeReachedWasTried() async throws {
    // Bound and not listening: nobody else can have the port meanwhile.
    let socket = try LoopbackSocket()
    let address = "http://127.0.0.1:\(try socket.bind())"
    let client = try client(CurlTransport()) { $0.retry = RetryPolicy(maximumAttempts: 2) }
    let error = await networkError { try await client.send(Request(.get, address)) }
    #expect(error?.code == .cannotConnect)
    #expect(error?.attempts == 2)
    #expect(client.log.entries.map(\.attempts) == [2])
    withExtendedLifetime(socket) {}
  }

  @Test func whatTheSettingsRefuseWasNotTried() async throws {
    // The transport refuses the first pin, and libcurl the second.
    for pin in ["md5//x", "sha256//" + String(repeating: "x", count: 9 << 20)] {
      var configuration = CurlTransport.Configuration()
      configuration.pinnedKeys = ["127.0.0.1": [pin]]
      let client = try client(CurlTransport(configuration: configuration))
      let error = await networkError {
        try await client.send(Request(.get, "https://127.0.0.1:1/"))
      }
      #expect(error?.code == .invalidRequest)
      #expect(error?.attempts == 0)
    }
  }

  /// The redirect was an answer, whatever becomes of the request that follows it.
  @Test(arguments: ["/to", "ftp://h/"])
  func aRedirectWasTried(target: String) async throws {
    let redirect = Scripted.Step.status(302, ["Location": target])
    for isStream in [false, true] {
      let client = try client(Scripted([redirect, .refused])) { $0.retry = .never }
      let error = await networkError {
        if isStream {
          _ = try await client.stream(Request(.get, "/x"))
        } else {
          try await client.send(Request(.get, "/x"))
        }
      }
      #expect(error?.attempts == 1)
      #expect(client.log.entries.map(\.attempts) == [1])
    }
  }

  @Test func aDownloadThatCannotBeKeptWasTried() async throws {
    try await withTemporaryFolder { folder in
      // A folder that is not empty gives way to no file.
      let place = folder.appending(path: "place")
      try FileManager.default.createDirectory(
        at: place.appending(path: "in"), withIntermediateDirectories: true)
      let client = try client(Scripted([.status(200)]))
      let download = client.download(Request(.get, "/x"), to: place)
      let error = await networkError { try await download.value }
      #expect(error?.code == .file)
      #expect(error?.attempts == 1)
      #expect(client.log.entries.map(\.attempts) == [1])
    }
  }

  /// A `416` is an answer, after which the download begins again.
  @Test func aDownloadWhosePartWasRefusedWasTried() async throws {
    try await withTemporaryFolder { folder in
      let note = #"{"address":"http://fixture/x","version":"\"v\""}"#
      try Data(note.utf8).write(to: folder.appending(path: "f.part-version"))
      try Data("ab".utf8).write(to: folder.appending(path: "f.part"))
      let transport = Scripted([.status(416), .refused])
      let client = try client(transport) { $0.retry = .never }
      let download = client.download(Request(.get, "/x"), to: folder.appending(path: "f"))
      let error = await networkError { try await download.value }
      #expect(error?.code == .timedOut)
      #expect(error?.attempts == 1)
      #expect(transport.left == 0)
    }
  }
}
