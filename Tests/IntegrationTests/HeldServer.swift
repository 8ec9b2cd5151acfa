import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A server on the loopback interface that takes one request and answers when it is told to.
final class HeldServer: Sendable {
  let address: URL
  private let descriptor: Int32
  private let mayAnswer = DispatchSemaphore(value: 0)

  struct Unavailable: Error { let code: Int32 }

  /// Starts listening on a port that the system chooses.
  init(answering body: String) throws {
    #if canImport(Darwin)
      let kind = SOCK_STREAM
    #else
      let kind = Int32(SOCK_STREAM.rawValue)
    #endif
    let descriptor = socket(AF_INET, kind, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = unsafe inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(descriptor, address, size) == 0 && listen(descriptor, 4) == 0
          && getsockname(descriptor, address, &size) == 0
      }
    }
    guard isListening,
      let url = URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))")
    else { throw Unavailable(code: errno) }
    self.address = url
    self.descriptor = descriptor
    let response = """
      HTTP/1.1 200 OK\r
      Content-Type: application/json\r
      Content-Length: \(body.utf8.count)\r
      Connection: close\r
      \r
      \(body)
      """
    let mayAnswer = mayAnswer
    Thread.detachNewThread { Self.serve(descriptor, Array(response.utf8), after: mayAnswer) }
  }

  deinit {
    mayAnswer.signal()
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
  }

  /// Lets the answer go.
  func answer() { mayAnswer.signal() }

  private static func serve(
    _ descriptor: Int32, _ response: [UInt8], after mayAnswer: DispatchSemaphore
  ) {
    let connection = accept(descriptor, nil, nil)
    guard connection >= 0 else { return }
    defer { close(connection) }
    mayAnswer.wait()
    _ = unsafe write(connection, response, response.count)
    // Until the client closes: a reset could overtake the answer.
    shutdown(connection, Int32(SHUT_WR))
    var rest = [UInt8](repeating: 0, count: 4_096)
    while unsafe read(connection, &rest, rest.count) > 0 {}
  }
}
