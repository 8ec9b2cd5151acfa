import CCurl
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
    request.body.gate = gate
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
    request.body.gate = gate
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
    request.body.gate = gate
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
}
