import FlyingSocks
import Foundation

@testable import REPLStudio

/// A connection to a port of this machine that sends whatever bytes it is told to.
struct RawConnection {
  private let socket: AsyncSocket

  /// Connects over the loopback interface.
  init(port: UInt16, isIPv6: Bool = false) async throws {
    socket =
      isIPv6
      ? try await .connected(to: try sockaddr_in6.inet6(ip6: "::1", port: port), timeout: 60)
      : try await .connected(to: try sockaddr_in.inet(ip4: "127.0.0.1", port: port), timeout: 60)
  }

  func send(_ bytes: some Sequence<UInt8>) async throws { try await socket.write(Data(bytes)) }

  func send(_ text: String) async throws { try await send(text.utf8) }

  /// Sends a frame with a mask, as a browser does.
  func send(frame text: String, opcode: UInt8 = 1) async throws {
    let bytes = Array(text.utf8)
    let mask: [UInt8] = [1, 2, 3, 4]
    // The head of a frame without a mask, but for the bit that says that there is one.
    var head = Data([StudioFrame(.text, bytes)]).dropLast(bytes.count)
    head[0] = 0x80 | opcode
    head[1] |= 0x80
    try await send(head + mask + bytes.enumerated().map { $1 ^ mask[$0 % 4] })
  }

  /// Reads to the end of the head of an answer.
  func head() async throws -> String {
    var bytes: [UInt8] = []
    while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) { bytes.append(try await socket.read()) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads a frame of the server.
  func frame() async throws -> (opcode: UInt8, bytes: [UInt8]) {
    let start = try await socket.read(bytes: 2)
    var count = Int(start[1])
    if count >= 126 {
      let digits = try await socket.read(bytes: count == 126 ? 2 : 8)
      count = digits.reduce(0) { $0 << 8 | Int($1) }
    }
    return (start[0] & 0x0F, try await socket.read(bytes: count))
  }

  /// Reads until the other side has closed.
  @discardableResult
  func readToEnd() async -> String {
    var bytes: [UInt8] = []
    while let more = try? await socket.read(atMost: 4_096) { bytes += more }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Takes as little as can be from the other side until it is read.
  func takeLittle() throws { try socket.socket.setValue(4_096, for: .receiveBufferSize) }

  func close() { try? socket.close() }
}
