#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A pipe with which any thread ends the wait of the loop's thread.
final class WakeUp: Sendable {
  /// The end to watch, or -1 when the system has no descriptor left.
  let descriptor: Int32
  private let writer: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    let isOpen = unsafe pipe(&ends) == 0
    (descriptor, writer) = isOpen ? (ends[0], ends[1]) : (-1, -1)
    for end in ends where isOpen {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    close(writer)
  }

  /// Ends the wait, or the next one.
  func signal() {
    var byte: UInt8 = 1
    // A full pipe has ended the wait already.
    _ = unsafe write(writer, &byte, 1)
  }

  /// Forgets the signals so far.
  func clear() {
    var bytes: (UInt64, UInt64) = (0, 0)
    let size = MemoryLayout.size(ofValue: bytes)
    while unsafe read(descriptor, &bytes, size) == size {}
  }
}
