import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Synchronization
import Testing

/// A `206` is checked and continued until the file is whole, or refused.
@Suite struct PartialContentTests {
  private static let whole = String(repeating: "0123456789abcdef", count: 384)  // 6144 bytes

  private func client(_ server: HeadServer, _ interceptors: [any Interceptor] = []) throws -> Client
  {
    var configuration = Client.Configuration()
    configuration.retry = .never
    configuration.interceptors = interceptors
    return try Client(server.baseURL, configuration: configuration)
  }

  /// A server whose first answer breaks off after `cut` bytes and whose later ones are `rest`'s.
  private func server(
    cut: Int = 1000, _ rest: @escaping @Sendable (_ start: Int?, _ head: String) -> String
  ) throws -> (HeadServer, Counter) {
    let count = Counter()
    let server = try HeadServer { head in
      guard count.add() > 1 else { return nil }
      let range = head.field("Range")?.dropFirst("bytes=".count).split(separator: "-").first
      return rest(range.flatMap { Int($0) }, head)
    }
    return (server, count)
  }

  private static func part(
    _ start: Int, _ end: Int, total: String = "6144", _ fields: String...
  ) -> String {
    let body = String(whole.dropFirst(start).prefix(end - start + 1))
    var answer = body.answer("206 Partial", "Content-Range: bytes \(start)-\(end)/\(total)")
    for field in fields {
      answer = answer.replacing("\r\n\r\n", with: "\r\n\(field)\r\n\r\n", maxReplacements: 1)
    }
    return answer
  }

  /// Leaves a part of 1,000 bytes, then downloads from a server that answers with `rest`.
  private func continued(
    interceptors: [any Interceptor] = [],
    _ rest: @escaping @Sendable (_ start: Int, _ head: String) -> String
  ) async throws -> Result<(Data, Download), NetworkError> {
    let isFirst = Mutex(true)
    let server = try SocketServer { connection in
      while let head = connection.readHead() {
        let wasFirst = isFirst.withLock { first in
          defer { first = false }
          return first
        }
        guard !wasFirst else {
          connection.write("HTTP/1.1 200 OK\r\nETag: \"v1\"\r\nContent-Length: 6144\r\n\r\n")
          connection.write(String(Self.whole.prefix(1000)))
          return
        }
        let range = head.field("Range")?.dropFirst("bytes=".count).split(separator: "-").first
        connection.write(rest(range.flatMap { Int($0) } ?? 0, head))
      }
    }
    defer { server.stop() }
    var configuration = Client.Configuration()
    configuration.retry = .never
    configuration.interceptors = interceptors
    let client = try Client(server.baseURL, configuration: configuration)
    return try await withTemporaryFolder { folder in
      let file = folder.appending(path: "f")
      let broken = await networkError {
        try await client.download(Request(.get, "/f"), to: file).value
      }
      #expect(broken?.code == .connectionLost)
      do throws(NetworkError) {
        let download = try await client.download(Request(.get, "/f"), to: file).value
        return .success(((try? Data(contentsOf: file)) ?? Data(), download))
      } catch {
        #expect(!FileManager.default.fileExists(atPath: file.path))
        return .failure(error)
      }
    }
  }

  private func code(
    _ rest: @escaping @Sendable (_ start: Int, _ head: String) -> String
  ) async throws -> NetworkError.Code? {
    guard case .failure(let error) = try await continued(rest) else { return nil }
    return error.code
  }

  @Test func shortPartsAreContinuedUntilTheEnd() async throws {
    let (data, download) = try await continued { start, _ in
      Self.part(start, min(start + 1999, 6143))
    }.get()
    #expect(String(decoding: data, as: UTF8.self) == Self.whole)
    #expect(download.resumedFrom == 1000)
    #expect(download.size == 6144)
  }

  @Test func holeIsRefused() async throws {
    #expect(try await code { _, _ in Self.part(5000, 6143) } == .malformedResponse)
  }

  @Test func overlapIsRefused() async throws {
    #expect(try await code { _, _ in Self.part(500, 6143) } == .malformedResponse)
  }

  @Test(arguments: [
    "bytes 9223372036854775800-9223372036854775806/*", "bytes 1000-99999999999999999999999/6144",
    "bytes 1000-6143/99999999999999999999999999", "bytes 6143-1000/6144", "bytes 1000-6144/6144",
    "bytes -1-5/6", "lines 1000-6143/6144", "bytes 1000-6143", "bytes */6144", "",
  ])
  func rangeThatIsNoneIsRefused(range: String) async throws {
    #expect(
      try await code { _, _ in
        "HTTP/1.1 206 Partial\r\nContent-Range: \(range)\r\nContent-Length: 5\r\n\r\nabcde"
      } == .malformedResponse)
  }

  @Test func hugeLengthDoesNotTrap() async throws {
    let code = try await code { _, _ in
      "HTTP/1.1 206 Partial\r\nContent-Range: bytes 9223372036854775800-9223372036854775806/*\r\n"
        + "Content-Length: 999999999999999999\r\n\r\n"
    }
    #expect(code == .malformedResponse)
  }

  @Test func partOfAnotherVersionIsRefused() async throws {
    #expect(
      try await code { start, _ in Self.part(start, 6143, total: "6144", "ETag: \"v2\"") }
        == .malformedResponse)
  }

  @Test func partThatEndsEarlyIsRefused() async throws {
    #expect(
      try await code { start, _ in
        "abc".answer("206 Partial", "Content-Range: bytes \(start)-6143/6144")
      } == .malformedResponse)
  }

  @Test func unaskedPartIsAnErrorForEveryone() async throws {
    let server = try HeadServer { _ in Self.part(0, 999) }
    defer { server.stop() }
    let client = try client(server)
    let error = await networkError { try await client.send(Request(.get, "/f")) }
    #expect(error?.code == .malformedResponse)
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "f")
      let error = await networkError {
        try await client.download(Request(.get, "/f"), to: file).value
      }
      #expect(error?.code == .malformedResponse)
      #expect(!FileManager.default.fileExists(atPath: file.path))
    }
    let asked = Request(.get, "/f", headers: ["Range": "bytes=0-999"])
    #expect(try await client.send(asked).data.count == 1000)
  }

  @Test func queryOfAnInterceptorDoesNotKeepADownloadFromResuming() async throws {
    struct Stamp: Interceptor {
      let count = Counter()
      func adapt(_ request: Request) async throws(NetworkError) -> Request {
        request.with { $0.query.append(URLQueryItem(name: "t", value: "\(count.add())")) }
      }
    }
    let (data, download) = try await continued(interceptors: [Stamp()]) { start, _ in
      Self.part(start, 6143)
    }.get()
    #expect(download.resumedFrom == 1000)
    #expect(String(decoding: data, as: UTF8.self) == Self.whole)
  }

  @Test func downloadBehindARedirectResumes() async throws {
    let isFirst = Mutex(true)
    let server = try SocketServer { connection in
      while let head = connection.readHead() {
        guard head.target == "/real" else {
          connection.write("".answer("302 Found", "Location: /real"))
          continue
        }
        guard let range = head.field("Range")?.dropFirst(6).split(separator: "-").first else {
          let wasFirst = isFirst.withLock { first in
            defer { first = false }
            return first
          }
          connection.write("HTTP/1.1 200 OK\r\nETag: \"v1\"\r\nContent-Length: 6144\r\n\r\n")
          connection.write(wasFirst ? String(Self.whole.prefix(1000)) : Self.whole)
          return
        }
        connection.write(Self.part(Int(range) ?? 0, 6143))
      }
    }
    defer { server.stop() }
    var configuration = Client.Configuration()
    configuration.retry = .never
    let client = try Client(server.baseURL, configuration: configuration)
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "f")
      _ = await networkError { try await client.download(Request(.get, "/f"), to: file).value }
      let download = try await client.download(Request(.get, "/f"), to: file).value
      #expect(download.resumedFrom == 1000)
      #expect(try String(contentsOf: file, encoding: .utf8) == Self.whole)
    }
  }

  @Test func twoDownloadsToOnePlaceShareNoPart() async throws {
    let latch = Latch()
    let fixture = try FixtureClient()
    fixture.transport.answer(.get, "/{id}") { (request) throws(NetworkError) in
      try .answer(request, request.path)
    }
    let (reached, signal) = AsyncStream.makeStream(of: Void.self)
    let server = try SocketServer { connection in
      while let head = connection.readHead() {
        if head.target == "/slow" {
          connection.write("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nslow")
          signal.yield()
          connection.readToEnd()
          return
        }
        connection.write("fast".answer())
      }
    }
    defer { server.stop() }
    await latch.open()
    var configuration = Client.Configuration()
    configuration.retry = .never
    let client = try Client(server.baseURL, configuration: configuration)
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "f")
      let slow = client.download(Request(.get, "/slow"), to: file)
      var iterator = reached.makeAsyncIterator()
      await iterator.next()
      for await progress in slow.progress where progress.completed == 4 { break }
      let error = await networkError {
        try await client.download(Request(.get, "/fast"), to: file).value
      }
      #expect(error?.code == .file)
      slow.cancel()
      _ = await networkError { try await slow.value }
      _ = try await client.download(Request(.get, "/fast"), to: file).value
      #expect(try String(contentsOf: file, encoding: .utf8) == "fast")
    }
  }

  @Test(arguments: [true, false])
  func partThatIsALinkIsNotFollowed(isSymbolic: Bool) async throws {
    let server = try HeadServer { _ in "new".answer("200 OK", "ETag: \"v1\"") }
    defer { server.stop() }
    let client = try client(server)
    try await withTemporaryFolder { folder in
      let victim = folder.appending(path: "victim")
      try Data("precious".utf8).write(to: victim)
      let file = folder.appending(path: "f")
      let part = file.appendingPathExtension("part")
      if isSymbolic {
        try FileManager.default.createSymbolicLink(at: part, withDestinationURL: victim)
      } else {
        try FileManager.default.linkItem(at: victim, to: part)
      }
      _ = try? await client.download(Request(.get, "/f"), to: file).value
      #expect(try String(contentsOf: victim, encoding: .utf8) == "precious")
      let type = try? FileManager.default.attributesOfItem(atPath: file.path)[.type]
      #expect(type as? FileAttributeType != .typeSymbolicLink)
    }
  }

  /// A version that no header may hold cannot be asked by: the part begins anew, and nothing is locked out.
  @Test(arguments: ["ETag: \"a\u{1}b\"", "Last-Modified: Thu\u{1}"])
  func brokenDownloadOfAVersionThatCannotBeSentBeginsAnew(field: String) async throws {
    let count = Counter()
    let server = try SocketServer { connection in
      while let head = connection.readHead() {
        #expect(head.field("Range") == nil && head.field("If-Range") == nil)
        connection.write("HTTP/1.1 200 OK\r\n\(field)\r\nContent-Length: 6144\r\n\r\n")
        guard count.add() > 2 else {
          connection.write(String(Self.whole.prefix(1000)))
          return
        }
        connection.write(Self.whole)
      }
    }
    defer { server.stop() }
    var configuration = Client.Configuration()
    configuration.retry = .never
    let client = try Client(server.baseURL, configuration: configuration)
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "f")
      for _ in 0..<2 {
        let broken = await networkError {
          try await client.download(Request(.get, "/f"), to: file).value
        }
        #expect(broken?.code == .connectionLost)
      }
      // A note that an earlier version of this package has left says no more.
      let note = #"{"address":"\#(server.baseURL)/f","version":"\"a\u0001b\""}"#
      try Data(note.utf8).write(to: folder.appending(path: "f.part-version"))
      try Data(Self.whole.utf8.prefix(1000)).write(to: folder.appending(path: "f.part"))
      let download = try await client.download(Request(.get, "/f"), to: file).value
      #expect(download.resumedFrom == 0)
      #expect(try String(contentsOf: file, encoding: .utf8) == Self.whole)
    }
  }
}
