import FlyingSocks
import Foundation

// Sockets that never block, and that child processes do not inherit.

extension Socket {
  /// Creates a socket that listens at an endpoint.
  ///
  /// - Throws: The system's error.
  static func listening(at endpoint: StudioEndpoint) throws -> Socket {
    let domain = endpoint.family == .ip4 ? AF_INET : AF_INET6
    #if os(Linux)
      let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    #else
      let type = SOCK_STREAM
    #endif
    let socket = try made(Foundation.socket(domain, type, 0), by: "CreateSocket")
    do {
      try socket.setValue(true, for: .localAddressReuse)
      switch endpoint.family {
      case .ip4:
        try socket.bind(to: try sockaddr_in.inet(ip4: endpoint.address, port: endpoint.port))
      case .ip6:
        try socket.bind(to: try sockaddr_in6.inet6(ip6: endpoint.address, port: endpoint.port))
      }
    } catch {
      try? socket.close()
      throw error
    }
    // A failing call closes the socket itself.
    try socket.listen()
    return socket
  }

  /// The port at which the socket listens.
  var port: UInt16 {
    get throws {
      switch try sockname() {
      case .ip4(_, let port), .ip6(_, let port): port
      case .unix: throw SocketError.unsupportedAddress
      }
    }
  }

  /// The peer's IPv4 address, or its IPv6 network, in which it can choose any address; empty after it has hung up.
  var peer: String {
    switch try? remotePeer() {
    case .ip4(let address, _): address
    case .ip6(let address, _): StudioEndpoint.network(of: address)
    case .unix, nil: ""
    }
  }

  /// Accepts a waiting connection; `nil` if none waits.
  ///
  /// - Throws: The system's error, for example if the process has no file descriptor left.
  func next() throws -> Socket? {
    while true {
      let file = Foundation.accept(self.file.rawValue, nil, nil)
      switch errno {
      case _ where file >= 0:
        // After the peer has hung up, some systems cannot configure the socket; that affects only this connection.
        if let socket = try? Self.made(file, by: "Accept") {
          socket.keepAlive()
          return socket
        }
      case EWOULDBLOCK: return nil
      // The peer has hung up before it was accepted, or a signal arrived.
      case ECONNABORTED, EINTR, EPROTO: continue
      default: _ = try Self.made(file, by: "Accept")
      }
    }
  }

  /// Tells the peer that no more bytes follow.
  func endWriting() { _ = shutdown(file.rawValue, Int32(SHUT_WR)) }

  /// Enables TCP keep-alive: the system detects within a minute that the peer has vanished, without waking the program.
  private func keepAlive() {
    #if os(Linux)
      let (protocols, idle) = (Int32(IPPROTO_TCP), TCP_KEEPIDLE)
    #else
      let (protocols, idle) = (IPPROTO_TCP, TCP_KEEPALIVE)
    #endif
    let options: [(level: Int32, name: Int32, value: Int32)] = [
      (SOL_SOCKET, SO_KEEPALIVE, 1), (protocols, idle, 30), (protocols, TCP_KEEPINTVL, 10),
      (protocols, TCP_KEEPCNT, 3),
    ]
    for option in options {
      var value = option.value
      _ = unsafe setsockopt(
        file.rawValue, option.level, option.name, &value, socklen_t(MemoryLayout<Int32>.size))
    }
  }

  private static func made(_ file: Int32, by call: String) throws -> Socket {
    guard file >= 0 else {
      let reason = unsafe String(cString: strerror(errno))
      throw SocketError.failed(type: call, errno: errno, message: reason)
    }
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    let socket = Socket(file: FileDescriptor(rawValue: file))
    do {
      try socket.setFlags(.nonBlocking)
      #if !os(Linux)
        try socket.setValue(true, for: .noSIGPIPE)
      #endif
    } catch {
      try? socket.close()
      throw error
    }
    return socket
  }
}
