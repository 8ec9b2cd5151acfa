import NetworkingTestSupport

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// A bare TCP socket on the loopback address, for what a well-behaved server would not do.
final class LoopbackSocket: Sendable {
  let descriptor: Int32

  /// Makes a socket that is neither bound nor connected.
  init() throws {
    #if canImport(Darwin)
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      descriptor = socket(
        AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    #endif
    guard descriptor >= 0 else { throw SocketError(call: "socket", number: errno) }
  }

  deinit {
    close(descriptor)
  }

  /// Binds to a port of the system's choice, which is nobody else's then; whoever connects is refused until
  /// ``listen(backlog:)``.
  func bind() throws -> Int {
    try call("bind") {
      try unsafe withLoopback(port: 0) { unsafe systemBind(descriptor, $0, $1) }
    }
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    try call("getsockname") {
      unsafe withUnsafeMutablePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe getsockname(descriptor, $0, &length)
        }
      }
    }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  /// Listens on a port of the system's choice and accepts nobody.
  func listen(backlog: Int32) throws -> Int {
    let port = try bind()
    try call("listen") { systemListen(descriptor, backlog) }
    return port
  }

  /// Connects to a local port.
  func connect(port: Int) throws {
    try call("connect") {
      try unsafe withLoopback(port: port) { unsafe systemConnect(descriptor, $0, $1) }
    }
  }

  /// Begins to connect to a local port; true when the connection stood within the time.
  func isConnected(toPort port: Int, milliseconds: Int32) throws -> Bool {
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    let result = try unsafe withLoopback(port: port) { unsafe systemConnect(descriptor, $0, $1) }
    if result == 0 { return true }
    guard errno == EINPROGRESS else { throw SocketError(call: "connect", number: errno) }
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return unsafe poll(&entry, 1, milliseconds) > 0
  }

  private func call(_ name: String, _ body: () throws -> Int32) throws {
    guard try body() == 0 else { throw SocketError(call: name, number: errno) }
  }

  private func withLoopback(
    port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}

extension SocketServer.Connection {
  /// Hands bytes both ways between the client and a local port until one of them closes.
  func tunnel(toPort port: Int) throws {
    let other = try LoopbackSocket()
    try other.connect(port: port)
    var ends = [
      pollfd(fd: number, events: Int16(POLLIN), revents: 0),
      pollfd(fd: other.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while unsafe poll(&ends, 2, -1) > 0 {
      for (index, end) in ends.enumerated() where end.revents != 0 {
        let count = unsafe recv(end.fd, &buffer, buffer.count, 0)
        guard count > 0 else { return }
        let sent = unsafe buffer[..<count].withUnsafeBytes {
          unsafe sendWithoutSignal(ends[1 - index].fd, $0)
        }
        guard sent == count else { return }
      }
    }
  }
}

/// Sends bytes; for a client that is gone this is an error, and no signal that ends all tests.
func sendWithoutSignal(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  #if canImport(Darwin)
    // An option of the socket says so.
    unsafe send(descriptor, bytes.baseAddress, bytes.count, 0)
  #else
    unsafe send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
  #endif
}

private func systemBind(
  _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
) -> Int32 {
  unsafe bind(descriptor, address, length)
}

private func systemListen(_ descriptor: Int32, _ backlog: Int32) -> Int32 {
  listen(descriptor, backlog)
}

private func systemConnect(
  _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
) -> Int32 {
  unsafe connect(descriptor, address, length)
}

/// A system call that failed.
struct SocketError: Error {
  let call: String
  let number: Int32
}
