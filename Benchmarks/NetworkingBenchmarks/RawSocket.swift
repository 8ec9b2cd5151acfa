import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// The minimal client: one blocking socket that knows the length of the response.
final class RawSocket {
  private let descriptor: Int32
  private let request: [UInt8]
  private var buffer: [UInt8]
  private let size: Int

  init(port: Int, size: Int) {
    self.size = size
    request = Array("GET /\(size) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAccept: */*\r\n\r\n".utf8)
    buffer = [UInt8](repeating: 0, count: max(size + 1024, 8192))
    descriptor = Self.makeSocket()
    var address = Self.loopback(port: port)
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    precondition(isConnected, "The benchmark's server takes no connection.")
    Self.disableDelay(descriptor)
  }

  deinit {
    close(descriptor)
  }

  /// Sends one GET, and reads the response into memory.
  func get() {
    precondition(Self.write(request, to: descriptor), "The server is gone.")
    var count = 0
    var end = Int.max
    while count < end {
      let received = buffer.withUnsafeMutableBytes {
        recv(descriptor, $0.baseAddress.map { $0 + count }, $0.count - count, 0)
      }
      precondition(received > 0, "The server is gone.")
      if end == Int.max, let head = Self.endOfHead(buffer[..<(count + received)]) {
        end = head + size
      }
      count += received
    }
  }

  private static func endOfHead(_ bytes: ArraySlice<UInt8>) -> Int? {
    for index in 3..<bytes.count
    where bytes[index] == 10 && bytes[index - 1] == 13 && bytes[index - 2] == 10 {
      return index + 1
    }
    return nil
  }

  // MARK: Both sides

  static func listen() -> Int32 {
    let listener = makeSocket()
    var address = loopback(port: 0)
    let isListening = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
          && systemListen(listener, 1024) == 0
      }
    }
    precondition(isListening, "No port for the benchmark's server.")
    return listener
  }

  static func port(of listener: Int32) -> Int {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = getsockname(listener, $0, &length)
      }
    }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  static func disableDelay(_ descriptor: Int32) {
    var on: Int32 = 1
    setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  static func write(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Bool {
    let bytes = ContiguousArray(bytes)
    var offset = 0
    while offset < bytes.count {
      let count = bytes.withUnsafeBytes {
        send(descriptor, $0.baseAddress.map { $0 + offset }, $0.count - offset, 0)
      }
      guard count > 0 else { return false }
      offset += count
    }
    return true
  }

  private static func makeSocket() -> Int32 {
    #if canImport(Darwin)
      socket(AF_INET, SOCK_STREAM, 0)
    #else
      socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
  }

  private static func loopback(port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }
}

private func systemListen(_ descriptor: Int32, _ backlog: Int32) -> Int32 {
  listen(descriptor, backlog)
}
