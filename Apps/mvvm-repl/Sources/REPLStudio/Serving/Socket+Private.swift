import FlyingSocks
import Foundation

// Sockets that never block, and that no other program inherits.

extension Socket {
  /// A socket that listens at an endpoint.
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
    // It closes the socket when it fails.
    try socket.listen()
    return socket
  }

  /// The port that it listens at.
  var port: UInt16 {
    get throws {
      switch try sockname() {
      case .ip4(_, let port), .ip6(_, let port): port
      case .unix: throw SocketError.unsupportedAddress
      }
    }
  }

  /// The machine at the other end: its IPv4 address or its IPv6 network, for in that it can choose any address; empty when
  /// it has hung up.
  var peer: String {
    switch try? remotePeer() {
    case .ip4(let address, _): address
    case .ip6(let address, _): StudioEndpoint.network(of: address)
    case .unix, nil: ""
    }
  }

  /// Takes a connection that waits; `nil` when none does.
  ///
  /// - Throws: The system's error, as when the program has no descriptor left.
  func next() throws -> Socket? {
    while true {
      let file = Foundation.accept(self.file.rawValue, nil, nil)
      switch errno {
      case _ where file >= 0:
        // Some systems set nothing up once the other side has hung up; that concerns this connection alone.
        if let socket = try? Self.made(file, by: "Accept") {
          socket.keepAlive()
          return socket
        }
      case EWOULDBLOCK: return nil
      // Whoever wanted to connect has hung up, or a signal came.
      case ECONNABORTED, EINTR, EPROTO: continue
      default: _ = try Self.made(file, by: "Accept")
      }
    }
  }

  /// Tells the other side that nothing more comes.
  func endWriting() { _ = shutdown(file.rawValue, Int32(SHUT_WR)) }

  /// Lets the system find out when the other machine has vanished without a word, within a minute; the program is not
  /// woken for that.
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
