import CCurl
import CCurlShim
import Foundation

/// The open sockets of libcurl; only the loop's thread uses it.
///
/// A server may send unrequested bytes on an idle connection, such as `408` before it closes. libcurl would take them
/// for the response to the next request.
final class CurlConnections {
  /// A connection; connections to several hosts may have the same local port.
  struct ID: Hashable {
    let host: String?
    let port: Int
  }

  /// The open sockets with their local ports; 0 while the port is unknown.
  private var ports: [curl_socket_t: Int] = [:]
  /// The local ports of connections that carry several requests at the same time.
  private var multiplexed: Set<Int> = []
  /// The number of transfers on each connection.
  private var users: [ID: Int] = [:]

  func joined(_ connection: ID) { users[connection, default: 0] += 1 }

  func left(_ connection: ID) {
    users[connection] = users[connection].flatMap { $0 > 1 ? $0 - 1 : nil }
  }

  /// Whether several requests use a connection, as HTTP/2 allows.
  func isShared(_ connection: ID) -> Bool { users[connection, default: 0] > 1 }

  func opened(_ socket: curl_socket_t) { ports[socket] = 0 }

  func closing(_ socket: curl_socket_t) {
    if let port = ports.removeValue(forKey: socket) { multiplexed.remove(port) }
  }

  /// Records that a connection uses HTTP/2, whose frames name the request they belong to.
  func multiplexes(_ port: Int) { multiplexed.insert(port) }

  /// Whether unread bytes, or the end of the connection, are waiting before the next request is sent.
  ///
  /// - Complexity: O(*n*) in the number of open sockets.
  func hasUnreadBytes(localPort port: Int) -> Bool {
    guard !multiplexed.contains(port) else { return false }
    return sockets(localPort: port).contains { socket in
      var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      return unsafe poll(&entry, 1, 0) > 0
    }
  }

  /// Returns the number of written bytes that the server has not confirmed.
  func unconfirmedBytes(localPort port: Int) -> Int {
    sockets(localPort: port).reduce(0) { $0 + Int(curl_shim_unconfirmed($1)) }
  }

  /// Returns the sockets with a local port; usually one, but connections to several hosts may share a port.
  func sockets(localPort port: Int) -> [curl_socket_t] {
    for (socket, known) in ports where known == 0 { ports[socket] = Self.localPort(of: socket) }
    return ports.filter { $0.value == port }.map(\.key)
  }

  private static func localPort(of socket: curl_socket_t) -> Int {
    // `sockaddr_in` has its port at the same offset.
    var address = sockaddr_in6()
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe getsockname(socket, $0, &length)
      }
    }
    let isKnown = result == 0 && [AF_INET, AF_INET6].contains(Int32(address.sin6_family))
    return isKnown ? Int(UInt16(bigEndian: address.sin6_port)) : 0
  }
}
