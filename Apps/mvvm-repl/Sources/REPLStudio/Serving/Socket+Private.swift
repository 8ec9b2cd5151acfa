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
        if let socket = try? Self.made(file, by: "Accept") { return socket }
      case EWOULDBLOCK: return nil
      // Whoever wanted to connect has hung up, or a signal came.
      case ECONNABORTED, EINTR, EPROTO: continue
      default: _ = try Self.made(file, by: "Accept")
      }
    }
  }

  /// Tells the other side that nothing more comes.
  func endWriting() { _ = shutdown(file.rawValue, Int32(SHUT_WR)) }

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
