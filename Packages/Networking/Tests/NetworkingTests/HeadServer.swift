import Foundation
import HTTPTypes
import NetworkingTestSupport
import Synchronization

/// A server on the loopback interface that keeps the heads it reads and answers each.
final class HeadServer: Sendable {
  private let kept: HeadList
  private let server: SocketServer

  /// - Parameter answer: The whole answer to a head, byte for byte; `nil` closes the connection.
  /// - Throws: `POSIXError`.
  init(_ answer: @escaping @Sendable (String) -> String?) throws {
    let kept = HeadList()
    self.kept = kept
    server = try SocketServer { connection in
      while let head = connection.readHead() {
        kept.add(head)
        if let length = head.field("Content-Length").flatMap({ Int($0) }) {
          _ = connection.read(length)
        }
        guard let answer = answer(head) else { return }
        connection.write(answer)
      }
    }
  }

  var heads: [String] { kept.all }
  var baseURL: String { server.baseURL }
  var port: Int { server.port }

  func stop() { server.stop() }
}

private final class HeadList: Sendable {
  private let heads = Mutex<[String]>([])
  var all: [String] { heads.withLock { $0 } }
  func add(_ head: String) { heads.withLock { $0.append(head) } }
}

extension String {
  /// The value of a header line of a head.
  func field(_ name: String) -> String? {
    split(whereSeparator: \.isNewline)
      .first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
      .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
  }

  /// The request target of a head.
  var target: String { split(separator: " ").dropFirst().first.map(String.init) ?? "" }

  /// A whole answer with this text as its body.
  func answer(_ status: String = "200 OK", _ fields: String...) -> String {
    var head = "HTTP/1.1 \(status)\r\nContent-Length: \(utf8.count)\r\n"
    for field in fields { head += field + "\r\n" }
    return head + "\r\n" + self
  }
}
