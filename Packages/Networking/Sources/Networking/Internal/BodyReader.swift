import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reads a request body piece by piece; used by one thread at a time.
final class BodyReader {
  private let body: RequestBody
  private var index = 0
  private var offset = 0
  private var total: Int64 = 0
  private var file: FileHandle?

  init(_ body: RequestBody) {
    self.body = body
  }

  /// Fills `buffer` from where the last call stopped; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(NetworkError) -> Int {
    while index < body.pieces.count {
      let count: Int
      switch body.pieces[index] {
      case .data(let data):
        count = Swift.min(data.count - offset, buffer.count)
        let start = data.startIndex + offset
        unsafe data.copyBytes(
          to: buffer.bindMemory(to: UInt8.self), from: start..<(start + count))
      case .file(let url):
        count = try unsafe readFile(url, into: buffer)
      }
      if count > 0 {
        offset += count
        total += Int64(count)
        body.observer?.report(total)
        return count
      }
      index += 1
      offset = 0
      close()
    }
    return 0
  }

  /// Starts over, for a transfer that has to send its body again.
  func rewind() {
    index = 0
    offset = 0
    total = 0
    close()
  }

  private func close() {
    try? file?.close()
    file = nil
  }

  private func readFile(
    _ url: URL, into buffer: UnsafeMutableRawBufferPointer
  ) throws(NetworkError) -> Int {
    do {
      let file = try self.file ?? FileHandle(forReadingFrom: url)
      self.file = file
      // Straight into libcurl's buffer; `FileHandle` would hand out `Data` to be copied.
      var count = 0
      repeat {
        count = unsafe systemRead(file.fileDescriptor, buffer.baseAddress, buffer.count)
      } while count < 0 && errno == EINTR
      guard count >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
      return count
    } catch {
      throw .unreadable(url, error)
    }
  }
}

private func systemRead(
  _ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int
) -> Int {
  unsafe read(descriptor, buffer, count)
}
