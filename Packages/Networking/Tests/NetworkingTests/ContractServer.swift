import Foundation
import HTTPTypes
import NetworkingTestSupport

/// The loopback server that the contract's checks are about.
final class ContractServer: Sendable {
  private let server: SocketServer

  /// Starts the server on a port of the system's choice.
  ///
  /// - Throws: `POSIXError`.
  init() throws {
    server = try SocketServer { connection in
      while let head = connection.readHead() {
        let parts = head.split(separator: " ", maxSplits: 2)
        guard parts.count == 3 else { return }
        if parts[0] == "POST", parts[1] == "/echo" {
          let length = head.split(whereSeparator: \.isNewline)
            .first { $0.lowercased().hasPrefix("content-length:") }
            .flatMap { Int($0.split(separator: " ").last ?? "") }
          Self.respond(connection, 200, [:], connection.read(length ?? 0), isHead: false)
          continue
        }
        let answer = TransportContract.answers.first {
          $0.method.rawValue == parts[0] && $0.path == parts[1]
        }
        Self.respond(
          connection, answer?.status ?? 500, answer?.headers ?? [:], answer?.data ?? Data(),
          isHead: parts[0] == "HEAD")
      }
    }
  }

  /// The server's base URL.
  var baseURL: String { server.baseURL }

  /// Stops the server.
  func stop() {
    server.stop()
  }

  private static func respond(
    _ connection: SocketServer.Connection, _ status: HTTPResponse.Status, _ headers: HTTPFields,
    _ data: Data,
    isHead: Bool
  ) {
    var head = "HTTP/1.1 \(status.code) Status\r\n"
    for field in headers { head += "\(field.name): \(field.value)\r\n" }
    if status != 204 { head += "Content-Length: \(data.count)\r\n" }
    connection.write(head + "\r\n")
    if !isHead { connection.write(data) }
  }
}
