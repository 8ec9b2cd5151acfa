import Foundation
import ProcessTestSupport

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// A loopback server in its own process, so that clients and server do not share a runtime.
///
/// It responds to `/N` with N bytes, with a thread for each connection.
final class BenchmarkServer {
  /// The path of this program.
  static var program: String {
    let own = "/proc/self/exe"
    return FileManager.default.fileExists(atPath: own)
      ? URL(filePath: own).resolvingSymlinksInPath().path : CommandLine.arguments[0]
  }

  let port: Int
  /// The server's process, which ends with this one: however this process ends, the system closes the server's input.
  private let process: ChildProcess

  /// Starts this program again as the server.
  init() throws {
    process = try ChildProcess(running: Self.program, ["--serve"])
    port = process.line().flatMap { Int($0) } ?? 0
    precondition(port > 0, "The benchmark's server did not start.")
  }

  /// Listens, prints the port and serves until its standard input is closed.
  static func serve() -> Never {
    signal(SIGPIPE, SIG_IGN)
    let listener = RawSocket.listen()
    print(RawSocket.port(of: listener))
    fflush(nil)
    Thread.detachNewThread {
      _ = FileHandle.standardInput.availableData
      exit(0)
    }
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { continue }
      let thread = Thread { answer(connection) }
      thread.stackSize = 512 << 10
      thread.start()
    }
  }

  private static func answer(_ connection: Int32) {
    RawSocket.disableDelay(connection)
    var answers: [Int: [UInt8]] = [:]
    var buffer = [UInt8](repeating: 0, count: 8192)
    while true {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      // A request such as "GET /1954 HTTP/1.1" arrives in one piece here.
      var size = 0
      for byte in buffer[5..<count] {
        guard (48...57).contains(byte) else { break }
        size = size * 10 + Int(byte - 48)
      }
      let head =
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(size)\r\n\r\n"
      if size > 64 << 20 {
        guard RawSocket.write(Array(head.utf8), to: connection) else { break }
        let piece = [UInt8](repeating: 120, count: 1 << 20)
        var rest = size
        while rest > 0, RawSocket.write(piece[..<min(rest, piece.count)], to: connection) {
          rest -= min(rest, piece.count)
        }
        continue
      }
      if answers[size] == nil {
        answers[size] = Array(head.utf8) + [UInt8](repeating: 120, count: size)
      }
      guard RawSocket.write(answers[size, default: []], to: connection) else { break }
    }
    close(connection)
  }
}
