import Foundation
import Synchronization

/// A loopback server that does byte for byte what a test tells it to, right or wrong.
///
/// Each connection runs its script on a thread of its own; stopping closes what is open.
///
/// ```swift
/// let server = try SocketServer { connection in
///   connection.readHead()
///   connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
/// }
/// defer { server.stop() }
/// ```
final class SocketServer: Sendable {
  private struct State {
    var isStopped = false
    var open: [ObjectIdentifier: Connection] = [:]
    var accepted = 0
  }

  /// The port the system chose.
  let port: Int
  private let listener: Int32
  private let state = Mutex(State())
  private let script: @Sendable (Connection) -> Void

  /// Listens on a port of the system's choice and runs `script` for each connection.
  ///
  /// - Throws: `POSIXError` when the system gives no socket.
  init(script: @escaping @Sendable (Connection) -> Void) throws {
    self.script = script
    #if canImport(Darwin)
      let listener = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let listener = socket(
        AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    #endif
    self.listener = listener
    guard listener >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { socket in
        unsafe bind(listener, socket, length) == 0 && listen(listener, 1024) == 0
          && getsockname(listener, socket, &length) == 0
      }
    }
    guard isListening else {
      close(listener)
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    port = Int(UInt16(bigEndian: address.sin_port))
    let thread = Thread { [self] in accept() }
    thread.name = "SocketServer"
    thread.start()
  }

  /// The server's base URL, such as `http://127.0.0.1:40123`.
  var baseURL: String { "http://127.0.0.1:\(port)" }

  /// The number of connections accepted so far.
  var acceptedConnections: Int { state.withLock { $0.accepted } }

  /// Stops listening and closes every connection.
  func stop() {
    let connections: [Connection]? = state.withLock { state in
      guard !state.isStopped else { return nil }
      state.isStopped = true
      return Array(state.open.values)
    }
    guard let connections else { return }
    // Wakes the blocked `accept`, which then closes the listener.
    shutdown(listener, Int32(SHUT_RDWR))
    for connection in connections { connection.shutdownBoth() }
  }

  private func accept() {
    while true {
      let descriptor = Foundation.accept(listener, nil, nil)
      let isStopped = state.withLock { $0.isStopped }
      guard descriptor >= 0, !isStopped else {
        if descriptor >= 0 { close(descriptor) }
        if !isStopped, errno == EINTR || errno == ECONNABORTED { continue }
        break
      }
      let connection = Connection(descriptor)
      state.withLock { state in
        state.accepted += 1
        state.open[ObjectIdentifier(connection)] = connection
      }
      let thread = Thread { [self] in
        script(connection)
        _ = state.withLock { $0.open.removeValue(forKey: ObjectIdentifier(connection)) }
        connection.close()
      }
      thread.stackSize = 256 << 10
      thread.start()
    }
    close(listener)
  }

  /// One accepted connection; used by its script's thread.
  final class Connection: Sendable {
    private let descriptor: Mutex<Int32>
    /// The descriptor.
    let number: Int32
    private let pending = Mutex<[UInt8]>([])

    fileprivate init(_ descriptor: Int32) {
      self.descriptor = Mutex(descriptor)
      number = descriptor
      var on: Int32 = 1
      unsafe setsockopt(
        descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
      #if canImport(Darwin)
        unsafe setsockopt(
          descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
      #endif
    }

    /// Reads up to the blank line of a request; `nil` when the client closed before.
    @discardableResult
    func readHead() -> String? {
      while true {
        let head: String? = pending.withLock { bytes in
          guard let end = bytes.firstRange(of: "\r\n\r\n".utf8)?.upperBound else { return nil }
          defer { bytes.removeFirst(end) }
          return String(decoding: bytes[..<end], as: UTF8.self)
        }
        if let head { return head }
        guard readMore() else { return nil }
      }
    }

    /// Reads `count` bytes, or fewer when the client closes.
    func read(_ count: Int) -> Data {
      while pending.withLock({ $0.count < count }), readMore() {}
      return pending.withLock { bytes in
        let part = Data(bytes.prefix(count))
        bytes.removeFirst(part.count)
        return part
      }
    }

    /// Waits until the client closes its side.
    func readToEnd() {
      while readMore() { pending.withLock { $0.removeAll() } }
    }

    /// Writes all bytes; false when the client is gone.
    @discardableResult
    func write(_ bytes: some Sequence<UInt8>) -> Bool {
      let bytes = Array(bytes)
      var offset = 0
      while offset < bytes.count {
        let count = unsafe bytes.withUnsafeBytes { buffer in
          unsafe sendWithoutSignal(number, UnsafeRawBufferPointer(rebasing: buffer[offset...]))
        }
        guard count > 0 else { return false }
        offset += count
      }
      return true
    }

    /// Writes a text's UTF-8; false when the client is gone.
    @discardableResult
    func write(_ text: String) -> Bool {
      write(text.utf8)
    }

    /// Waits until the client closes or sends, at most so long; true when it did.
    func waitForClient(milliseconds: Int32) -> Bool {
      var entry = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
      return unsafe poll(&entry, 1, milliseconds) > 0
    }

    /// Ends the connection with a reset instead of an orderly close.
    func reset() {
      var option = linger(l_onoff: 1, l_linger: 0)
      unsafe setsockopt(
        number, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
      close()
    }

    /// Sends the end of stream and keeps reading.
    func finishWriting() {
      shutdown(number, Int32(SHUT_WR))
    }

    /// Closes the connection.
    func close() {
      descriptor.withLock { descriptor in
        guard descriptor >= 0 else { return }
        _ = Foundation.close(descriptor)
        descriptor = -1
      }
    }

    fileprivate func shutdownBoth() {
      descriptor.withLock { descriptor in
        if descriptor >= 0 { shutdown(descriptor, Int32(SHUT_RDWR)) }
      }
    }

    private func readMore() -> Bool {
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe recv(number, bytes.baseAddress, bytes.count, 0)
      }
      guard count > 0 else { return false }
      pending.withLock { $0.append(contentsOf: buffer[..<count]) }
      return true
    }
  }
}
