import Foundation
import HTTPTypes
import Models
import Networking
import NetworkingTestSupport
import Synchronization
import Testing

/// Bodies that are made while they are sent.
@Suite struct StreamedUploadTests {
  private struct BrokenStream: Error {}

  /// Counts up to a number of chunks, anew for each iteration.
  private struct Chunks: AsyncSequence {
    let count: Int
    let size: Int
    var failsAtEnd = false
    let made = Counter()

    struct AsyncIterator: AsyncIteratorProtocol {
      let chunks: Chunks
      var number = 0

      mutating func next() async throws -> Data? {
        guard number < chunks.count else {
          if chunks.failsAtEnd { throw BrokenStream() }
          return nil
        }
        number += 1
        chunks.made.add()
        return Data(repeating: UInt8(number & 255), count: chunks.size)
      }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(chunks: self) }
  }

  /// A server that says how a body came, and its length.
  private func server() throws -> SocketServer {
    try SocketServer { connection in
      while let head = connection.readHead() {
        var count = 0
        if let length = head.field("Content-Length").flatMap({ Int($0) }) {
          count = connection.read(length).count
        } else {
          while let size = Int(Self.line(connection), radix: 16) {
            count += connection.read(size).count
            _ = Self.line(connection)
            if size == 0 { break }
          }
        }
        let text = "\(head.field("Transfer-Encoding") ?? "whole") \(count)"
        connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)")
      }
    }
  }

  /// The next line, without its end.
  private static func line(_ connection: SocketServer.Connection) -> String {
    var bytes = Data()
    while true {
      let byte = connection.read(1)
      guard !byte.isEmpty, byte != Data("\n".utf8) else { break }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self).filter { $0 != "\r" }
  }

  @Test(arguments: [HTTPRequest.Method.post, .put])
  func streamIsSentInChunksOrWithItsLength(method: HTTPRequest.Method) async throws {
    let server = try server()
    defer { server.stop() }
    let client = try Client(server.baseURL)
    for _ in 1...2 {
      let chunks = Chunks(count: 40, size: 50_000)
      let answer = try await client.send(Request(method, "/x", body: .stream(chunks)))
      #expect(answer.text == "chunked 2000000")
      let known = RequestBody.stream(chunks, length: 2_000_000)
      #expect(try await client.send(Request(method, "/x", body: known)).text == "whole 2000000")
      let empty = RequestBody.stream(Chunks(count: 0, size: 0))
      #expect(try await client.send(Request(method, "/x", body: empty)).text == "chunked 0")
    }
    #expect(server.acceptedConnections == 1)
  }

  @Test func slowStreamIsWaitedFor() async throws {
    let server = try server()
    defer { server.stop() }
    let (chunks, maker) = AsyncStream.makeStream(of: Data.self)
    let sent = Latch()
    let body = RequestBody.stream(chunks).observed { _ in Task { await sent.wait() } }
    let client = try Client(server.baseURL)
    let answer = Task { try await client.send(Request(.post, "/x", body: body)) }
    for number in 1...3 {
      maker.yield(Data(count: 10))
      await sent.arrivals(number)
    }
    maker.finish()
    #expect(try await answer.value.text == "chunked 30")
    await sent.open()
  }

  @Test(arguments: [9, 11]) func anotherLengthThanAnnouncedIsAnError(length: Int64) async throws {
    let server = try server()
    defer { server.stop() }
    let client = try Client(server.baseURL)
    let body = RequestBody.stream(Chunks(count: 2, size: 5), length: length)
    let error = await networkError { try await client.send(Request(.put, "/x", body: body)) }
    #expect(error?.code == .file)
    #expect(client.activeCalls == 0)
  }

  @Test func errorOfAStreamEndsTheRequest() async throws {
    let server = try server()
    defer { server.stop() }
    let body = RequestBody.stream(Chunks(count: 2, size: 5, failsAtEnd: true))
    let error = await networkError {
      try await Client(server.baseURL).send(Request(.post, "/x", body: body))
    }
    #expect(error?.code == .file)
    #expect(error?.cause is BrokenStream)
  }

  @Test func makerOfACancelledUploadEnds() async throws {
    let server = try SocketServer { connection in
      connection.readHead()
      // The client goes away.
      while !connection.read(1 << 16).isEmpty {}
    }
    defer { server.stop() }
    let (chunks, maker) = AsyncStream.makeStream(of: Data.self)
    let ended = Latch()
    maker.onTermination = { _ in Task { await ended.wait() } }
    let sent = Latch()
    let body = RequestBody.stream(chunks).observed { _ in Task { await sent.wait() } }
    let client = try Client(server.baseURL)
    let answer = Task { try await client.send(Request(.post, "/x", body: body)) }
    maker.yield(Data(count: 10))
    await sent.arrivals(1)
    answer.cancel()
    #expect(await networkError { try await answer.value }?.code == .cancelled)
    await ended.arrivals(1)
    await ended.open()
    await sent.open()
  }

  @Test func streamIsNeverInMemory() {
    let body = RequestBody.stream(Chunks(count: 1, size: 1), length: 1)
    #expect(throws: NetworkError.self) { try body.data() }
    #expect(body == body && body != RequestBody.stream(Chunks(count: 1, size: 1), length: 1))
  }
}
