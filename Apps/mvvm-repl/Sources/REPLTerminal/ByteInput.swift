import Foundation
import REPLKit

/// A file or standard input, read on a thread of its own, one piece for each request.
struct ByteInput: ~Copyable {
  private let descriptor: Int32
  private let isOwned: Bool
  private let queue = DispatchQueue(label: "input")

  /// Standard input, which is left open.
  static var standard: ByteInput { ByteInput(descriptor: STDIN_FILENO, isOwned: false) }

  /// Opens a file on a thread of its own, because a named pipe opens only when it has a writer.
  static func open(_ path: String) async throws(SystemError) -> ByteInput {
    let opened: Result<Int32, SystemError> = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let descriptor = unsafe Foundation.open(path, O_RDONLY | O_CLOEXEC)
        continuation.resume(
          returning: descriptor < 0 ? .failure(SystemError(code: errno)) : .success(descriptor))
      }
    }
    return ByteInput(descriptor: try opened.get(), isOwned: true)
  }

  deinit { if isOwned { close(descriptor) } }

  /// The next bytes; empty at the end.
  func next() async throws(SystemError) -> [UInt8] {
    let descriptor = descriptor
    let queue = queue
    return try await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: Self.read(descriptor)) }
    }.get()
  }

  /// Waits for bytes or the end of the input; returns `false` when the other descriptor is readable first.
  func isThere(or other: Int32) async -> Bool {
    let descriptor = descriptor
    let queue = queue
    return await withCheckedContinuation { continuation in
      queue.async {
        var polled = [
          pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
          pollfd(fd: other, events: Int16(POLLIN), revents: 0),
        ]
        var count: Int32
        repeat {
          count = unsafe poll(&polled, nfds_t(polled.count), -1)
        } while count < 0 && errno == EINTR
        continuation.resume(returning: polled[0].revents != 0 || polled[1].revents == 0)
      }
    }
  }

  /// Reads everything up to the end.
  func all() async throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let piece = try await next()
      if piece.isEmpty { return bytes }
      bytes += piece
    }
  }

  private static func read(_ descriptor: Int32) -> Result<[UInt8], SystemError> {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe Foundation.read(descriptor, bytes.baseAddress, bytes.count)
      }
      if count >= 0 { return .success(Array(buffer.prefix(count))) }
      if errno != EINTR { return .failure(SystemError(code: errno)) }
    }
  }
}

/// An error of the system with its own text.
struct SystemError: Error {
  let code: Int32

  var reason: Message { .system(code) }
}
