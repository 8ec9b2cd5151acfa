import Foundation
import HTTPTypes
import Measuring
import Networking

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Cases of transfers that wait.
@MainActor let networkCases: [GrowthCase] = [
  // A request costs the same however many others wait, for an answer or for a connection, but for the heap of their
  // deadlines. With larger sizes, what libcurl does with each of its transfers at each turn would count, too.
  GrowthCase("network.waiting", size: 100, .logarithmicEach) { count in
    var configuration = CurlTransport.Configuration()
    configuration.connectionsPerHost = 4
    configuration.proxy = .none
    let transport = CurlTransport(configuration: configuration)
    let waiting = (0..<count).map { _ in
      Task { try await transport.send(Request(.get, Listener.silent.address)) }
    }
    while transport.activeTransfers < count { try? await Task.sleep(for: .milliseconds(1)) }
    for _ in 0..<count / 5 {
      blackHole(try? await transport.send(Request(.get, Listener.answering.address)))
    }
    for task in waiting { task.cancel() }
    for task in waiting { _ = await task.result }
  }
]

/// A server in this process that gives every request the same answer, or none.
private final class Listener: Sendable {
  static let answering = Listener(answer: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
  static let silent = Listener(answer: nil)

  let address: String

  private init(answer: String?) {
    #if canImport(Darwin)
      let listener = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 1024) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    precondition(isListening, "No port for the benchmark's server.")
    address = "http://127.0.0.1:\(UInt16(bigEndian: place.sin_port))/"
    signal(SIGPIPE, SIG_IGN)
    Thread.detachNewThread {
      while true {
        let connection = accept(listener, nil, nil)
        if connection >= 0 { Thread.detachNewThread { Self.serve(connection, answer) } }
      }
    }
  }

  /// Reads until the client closes; a small request arrives in one piece here.
  private static func serve(_ connection: Int32, _ answer: String?) {
    let answer = answer.map { Array($0.utf8) } ?? []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while recv(connection, &buffer, buffer.count, 0) > 0 {
      send(connection, answer, answer.count, 0)
    }
    close(connection)
  }
}
