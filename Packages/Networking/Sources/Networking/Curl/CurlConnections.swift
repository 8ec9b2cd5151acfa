import CCurl
import CCurlShim
import Foundation

/// The sockets that libcurl has open; used by the loop's thread alone.
///
/// A server may send bytes on an idle connection that nobody asked for, such as `408` before it
/// closes. libcurl would take them for the answer to the next request.
final class CurlConnections {
  /// Each socket with its local port, or 0 while that is not known.
  private var ports: [curl_socket_t: Int] = [:]
  /// The local ports of connections that carry several requests at a time.
  private var multiplexed: Set<Int> = []

  func opened(_ socket: curl_socket_t) { ports[socket] = 0 }

  func closing(_ socket: curl_socket_t) {
    if let port = ports.removeValue(forKey: socket) { multiplexed.remove(port) }
  }

  /// Notes that a connection speaks HTTP/2, whose frames say which request they belong to.
  func multiplexes(_ port: Int) { multiplexed.insert(port) }

  /// Whether bytes, or an end, wait on a connection before anything was asked.
  ///
  /// - Complexity: O(*n*) in the number of open sockets.
  func hasUnreadBytes(localPort port: Int) -> Bool {
    guard !multiplexed.contains(port) else { return false }
    return sockets(localPort: port).contains { socket in
      var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      return unsafe poll(&entry, 1, 0) > 0
    }
  }

  /// The sockets with a local port: one, unless connections to several hosts share it.
  func sockets(localPort port: Int) -> [curl_socket_t] {
    for (socket, known) in ports where known == 0 { ports[socket] = Self.localPort(of: socket) }
    return ports.filter { $0.value == port }.map(\.key)
  }

  private static func localPort(of socket: curl_socket_t) -> Int {
    // An address of IPv4 has its port at the same place.
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
