import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Testing

/// The transport's thread sleeps when there is nothing to do, and every request wakes it.
@Suite struct LoopTests {
  private static func echoingServer() throws -> SocketServer {
    try SocketServer { connection in
      while let head = connection.readHead() {
        guard !head.contains("/never") else {
          connection.readToEnd()
          return
        }
        let name = head.split(separator: " ").dropFirst().first ?? ""
        connection.write(
          "HTTP/1.1 200 OK\r\nContent-Length: \(name.utf8.count)\r\n\r\n\(name)")
      }
    }
  }

  /// The thread sleeps without a limit once everything is answered.
  @Test(arguments: [false, true])
  func meetsItsTimeLimitWhileTheThreadSleeps(isFirst: Bool) async throws {
    let server = try Self.echoingServer()
    defer { server.stop() }
    let transport = CurlTransport()
    if !isFirst { _ = try await transport.send(Request(.get, server.baseURL)) }
    var request = Request(.get, "\(server.baseURL)/never")
    request.timeouts.total = .milliseconds(50)
    let error = await networkError { try await transport.send(request) }
    #expect(error?.code == .timedOut)
    #expect(transport.activeTransfers == 0)
  }

  @Test func shortBodiesAreSent() async throws {
    let server = try SocketServer { connection in
      while let head = connection.readHead() {
        let length = head.contains("Content-Length: 3\r\n") ? 3 : 0
        let body = String(decoding: connection.read(length), as: UTF8.self)
        connection.write("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n\(body)")
      }
    }
    defer { server.stop() }
    let transport = CurlTransport()
    for word in ["one", "two", "six"] {
      let request = Request(.post, server.baseURL, body: .data(Data(word.utf8)))
      #expect(try await transport.send(request).text == word)
    }
    #expect(server.acceptedConnections == 1)
  }

  /// Requests and cancellations meet in the inbox; everyone gets their own answer.
  @Test func manyCallersGetTheirOwnAnswers() async throws {
    let server = try Self.echoingServer()
    defer { server.stop() }
    let transport = CurlTransport()
    await withTaskGroup(of: Void.self) { group in
      for caller in 0..<6 {
        group.addTask {
          for number in 0..<100 {
            let path = "/\(caller)-\(number)"
            let task = Task { try await transport.send(Request(.get, server.baseURL + path)).text }
            if number % 7 == caller { task.cancel() }
            switch await task.result {
            case .success(let text): #expect(text == path)
            case .failure(let error): #expect((error as? NetworkError)?.code == .cancelled)
            }
            // Now and then nobody else is under way.
            if number % 10 == 0 { await Task.yield() }
          }
        }
      }
    }
    #expect(transport.activeTransfers == 0)
    #expect(try await transport.send(Request(.get, "\(server.baseURL)/end")).text == "/end")
  }
}
