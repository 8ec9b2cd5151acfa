import Foundation
import HTTPTypes
import Networking
import NetworkingSimulation
import NetworkingTestSupport
import Testing

@Suite(.serialized) struct CancellationStormTests {
  /// Ten thousand requests, each cancelled at a random phase, and no transfer left behind.
  @Test func tenThousandCancelledRequestsLeaveNoTransferBehind() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed \(seed)")
    var random = SeededRandom(seed: seed)
    let server = try SocketServer { connection in
      while let head = connection.readHead() {
        if head.contains("/hang") {
          connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
        } else {
          connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        }
      }
    }
    let transport = CurlTransport()
    for _ in 0..<100 {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<100 {
          let path = Bool.random(using: &random) ? "/hang" : "/ok"
          let yields = Int.random(in: 0..<20, using: &random)
          let address = server.baseURL + path
          group.addTask {
            var request = Request(.get, address)
            // It must not give up by itself while other tests keep this one waiting.
            request.timeouts = Timeouts(
              queue: .seconds(3600), connect: .seconds(3600), idle: .seconds(3600))
            let task = Task { [request] in try await transport.send(request) }
            for _ in 0..<yields { await Task.yield() }
            task.cancel()
            if case .failure(let error) = await task.result {
              #expect((error as? NetworkError)?.code == .cancelled)
            }
          }
        }
      }
    }
    #expect(try await transport.send(Request(.get, server.baseURL)).text == "ok")
    #expect(transport.activeTransfers == 0)
    server.stop()
  }

  @Test func droppedTransportClosesEverything() async throws {
    let server = try SocketServer { connection in
      while connection.readHead() != nil {
        connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
      }
    }
    let ended = AsyncStream.makeStream(of: Void.self)
    do {
      let closing = try SocketServer { connection in
        connection.readHead()
        connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        connection.readToEnd()
        ended.continuation.yield()
      }
      let transport = CurlTransport()
      _ = try await transport.send(Request(.get, closing.baseURL))
    }
    // The server sees the end of the connection, so the loop's handles are gone.
    var iterator = ended.stream.makeAsyncIterator()
    await iterator.next()
    server.stop()
  }
}
