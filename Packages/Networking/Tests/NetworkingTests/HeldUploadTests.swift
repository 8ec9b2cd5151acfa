import CCurl
import Dispatch
import Foundation
import HTTPTypes
import NetworkingTestSupport
import Synchronization
import Testing

@testable import Networking

/// Uploads that are suspended: the server gets no more of the body.
@Suite struct HeldUploadTests {
  @Test func heldBodyIsNotReadAndItsTransferIsPaused() throws {
    let gate = TransferGate()
    var request = Request(.put, "http://127.0.0.1:1/x", body: .data(Data([1, 2, 3])))
    request.gate = gate
    let transfer = try CurlTransfer(request, configuration: CurlTransport.Configuration())
    var bytes = [UInt8](repeating: 0, count: 2)
    func read() -> Int {
      unsafe bytes.withUnsafeMutableBytes { unsafe transfer.readBody(into: $0) }
    }
    #expect(read() == 2)
    gate.close()
    #expect(read() == Int(CURL_READFUNC_PAUSE))
    #expect(transfer.isSendingHeld)
    gate.open()
    #expect(read() == 1)
    #expect(bytes[0] == 3)
  }

  @Test func heldUploadGoesOnOnceItsGateOpens() async throws {
    let content = Data(repeating: 7, count: 3 << 20)
    let hasHead = Latch()
    let server = try SocketServer { connection in
      guard connection.readHead() != nil else { return }
      Task { await hasHead.wait() }
      let body = connection.read(3 << 20)
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n\(body.count)")
    }
    defer { server.stop() }
    let gate = TransferGate()
    gate.close()
    let sent = Counter()
    var request = Request(.put, "\(server.baseURL)/x")
    request.body = RequestBody.data(content).observed { _ in sent.add() }
    request.gate = gate
    let held = request
    let transport = CurlTransport()
    let answer = Task { try await transport.send(held) }
    await hasHead.arrivals(1)
    #expect(sent.value == 0)
    gate.open()
    #expect(try await answer.value.text == "3145728")
    await hasHead.open()
  }

  @Test func heldUploadCanBeCancelled() async throws {
    let hasHead = Latch()
    let server = try SocketServer { connection in
      guard connection.readHead() != nil else { return }
      Task { await hasHead.wait() }
      #expect(connection.read(10).isEmpty)
    }
    defer { server.stop() }
    let gate = TransferGate()
    gate.close()
    var request = Request(.put, "\(server.baseURL)/x", body: .data(Data(count: 10)))
    request.gate = gate
    let held = request
    let transport = CurlTransport()
    let answer = Task { try await transport.send(held) }
    await hasHead.arrivals(1)
    answer.cancel()
    let error = await networkError { try await answer.value }
    #expect(error?.code == .cancelled)
    #expect(transport.activeTransfers == 0)
    // Nobody listens any more.
    gate.open()
    await hasHead.open()
  }

  /// Nothing is paused before there is a connection, so there is nothing to resume.
  @Test(.timeLimit(.minutes(10)), arguments: [true, false])
  func resumingATransferInTheQueueChangesNothing(isSuspended: Bool) async throws {
    let (hasHead, mayAnswer) = (Latch(), DispatchSemaphore(value: 0))
    let server = try SocketServer { connection in
      while let head = connection.readHead() {
        if head.target == "/first" {
          Task { await hasHead.wait() }
          mayAnswer.wait()
        }
        connection.write("ok".answer())
      }
    }
    defer { server.stop() }
    var configuration = CurlTransport.Configuration()
    configuration.connectionsPerHost = 1
    let transport = CurlTransport(configuration: configuration)
    let client = try Client(server.baseURL, transport: transport)
    let first = Task { try await client.send(Request(.get, "/first")).text }
    await hasHead.arrivals(1)
    let waiting = client.upload(Request(.get, "/second"))
    while transport.activeTransfers < 2 { await Task.yield() }
    if isSuspended { waiting.suspend() }
    waiting.resume()
    mayAnswer.signal()
    #expect(try await waiting.value.text == "ok")
    #expect(try await first.value == "ok")
    await hasHead.open()
  }

  /// What a server says to an upload that is suspended counts, once it is here.
  @Test(arguments: ["413 Too Large", "200 OK"])
  func heldUploadEndsWithAnAnswer(status: String) async throws {
    let server = try SocketServer { connection in
      guard connection.readHead() != nil else { return }
      connection.write("HTTP/1.1 \(status)\r\nContent-Length: 0\r\n\r\n")
      while !connection.read(1).isEmpty {}
    }
    defer { server.stop() }
    let gate = TransferGate()
    gate.close()
    var request = Request(.put, "\(server.baseURL)/x", body: .data(Data(count: 10)))
    request.gate = gate
    let transport = CurlTransport()
    #expect(status.hasPrefix("\(try await transport.send(request).status.code)"))
    #expect(transport.activeTransfers == 0)
  }

  /// A body that is wanted whole is taken however slow its reader, unless the transfer is suspended.
  @Test func collectedAnswerIsHeldByItsGateAlone() throws {
    let gate = TransferGate()
    var request = Request(.get, "http://127.0.0.1:1/x")
    request.gate = gate
    request.isCollected = true
    let transfer = try CurlTransfer(request, configuration: CurlTransport.Configuration())
    func receive(_ count: Int) -> Int {
      let bytes = [UInt8](repeating: 1, count: count)
      return unsafe bytes.withUnsafeBytes { unsafe transfer.receiveBody($0) }
    }
    #expect(receive(3 << 20) == 3 << 20)
    #expect(receive(10) == 10)
    gate.close()
    #expect(receive(10) == Int(CURL_WRITEFUNC_PAUSE))
    #expect(transfer.isHeldBack)
    gate.open()
    #expect(receive(10) == 10)
    #expect(transfer.received == Int64((3 << 20) + 20))
  }

  /// The answer to a transfer that is suspended meanwhile goes on from where it was.
  @Test func suspendedAnswerGoesOn() async throws {
    let size = 8 << 20
    let server = try SocketServer { connection in
      connection.readHead()
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
      connection.write([UInt8](repeating: 7, count: size))
    }
    defer { server.stop() }
    let transfer = try Client(server.baseURL).upload(Request(.get, "/x"))
    for await progress in transfer.progress where progress.completed < size {
      transfer.suspend()
      await Task.yield()
      transfer.resume()
    }
    #expect(try await transfer.value.data.count == size)
  }
}
