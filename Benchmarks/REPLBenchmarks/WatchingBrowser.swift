import Foundation
import Synchronization

/// A browser that watches a session: it requests the news, reads them, and requests again after a pause.
final class WatchingBrowser: Sendable {
  /// The error that the system provides no connection.
  struct Failure: Error {}

  /// The pause before the next request after a turn has been read.
  enum Pace: Sendable {
    /// Thirty requests a second, like the page of a studio.
    case drawing
    /// One request a second.
    case slow
    /// No further request, like the page of a hidden tab.
    case hidden
  }

  private let connection: Int32
  private let request: [UInt8]
  private let pace: Pace
  private let pictures = Mutex(0)
  private let ended = DispatchSemaphore(value: 0)

  /// Connects to a studio, and watches a screen and its graph on its own thread.
  init(at address: String, screen: String, _ pace: Pace) throws {
    self.pace = pace
    guard let url = URL(string: address), let port = url.port else { throw Failure() }
    let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = in_port_t(port).bigEndian
    place.sin_addr.s_addr = inet_addr("127.0.0.1")
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    self.connection = connection
    let isThere = withUnsafePointer(to: &place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(connection, $0, size) == 0 }
    }
    let text = #"{"kind":"pull","seen":0,"screen":"\#(screen)","graph":"\#(screen)"}"#
    // A text of less than 126 bytes in one frame; its mask of zeros changes nothing.
    request = [0x81, 0x80 | UInt8(text.utf8.count), 0, 0, 0, 0] + Array(text.utf8)
    guard isThere else { throw Failure() }
    send(
      Array(
        """
        GET \(url.path)/socket HTTP/1.1\r
        Host: 127.0.0.1:\(port)\r
        Origin: http://127.0.0.1:\(port)\r
        Upgrade: websocket\r
        Connection: Upgrade\r
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
        Sec-WebSocket-Version: 13\r
        \r

        """.utf8))
    Thread.detachNewThread { [self] in
      look()
      ended.signal()
    }
  }

  /// Closes the connection, and returns the number of received pictures.
  func close() -> Int {
    shutdown(connection, Int32(SHUT_RDWR))
    ended.wait()
    Foundation.close(connection)
    return pictures.withLock(\.self)
  }

  private func send(_ bytes: [UInt8]) { _ = write(connection, bytes, bytes.count) }

  private func look() {
    // The head of the response and the first message after it arrive in arbitrary pieces.
    var head: [UInt8] = []
    while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      guard let byte = read(1)?.first else { return }
      head.append(byte)
    }
    send(request)
    while let message = message() {
      if Self.has(Self.picture, message) { pictures.withLock { $0 += 1 } }
      guard Self.has(Self.turn, message) else { continue }
      switch pace {
      case .drawing: usleep(33_000)
      case .slow: usleep(1_000_000)
      case .hidden: continue
      }
      send(request)
    }
  }

  private static let picture = Array(#""kind":"picture""#.utf8)
  private static let turn = Array(#""kind":"turn""#.utf8)

  /// Whether a message contains a part; this search counts as the browser's time, most of which `contains` takes.
  private static func has(_ part: [UInt8], _ message: [UInt8]) -> Bool {
    guard message.count >= part.count else { return false }
    return message.withUnsafeBufferPointer { bytes in
      (0...(bytes.count - part.count)).contains { start in
        bytes[start + 2] == part[2] && bytes[start...].starts(with: part)
      }
    }
  }

  /// Reads the bytes of the next message.
  private func message() -> [UInt8]? {
    guard let start = read(2) else { return nil }
    var count = Int(start[1])
    if count >= 126 {
      guard let digits = read(count == 126 ? 2 : 8) else { return nil }
      count = digits.reduce(0) { $0 << 8 | Int($1) }
    }
    return read(count)
  }

  /// Reads a number of bytes; `nil` at the end.
  private func read(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let more = bytes.withUnsafeMutableBytes { bytes in
        bytes.baseAddress.map { recv(connection, $0 + filled, count - filled, 0) } ?? 0
      }
      guard more > 0 else { return nil }
      filled += more
    }
    return bytes
  }
}
