import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reads a request body piece by piece; used by one thread at a time.
///
/// The sizes of files are taken once. A file that has become shorter since ends in an error; what a
/// file has gained is not sent.
final class BodyReader {
  /// The length of the whole body in bytes.
  let length: Int64
  private let body: RequestBody
  private let sizes: [Int64]
  private var index = 0
  /// Bytes read of the present piece.
  private var offset: Int64 = 0
  private var total: Int64 = 0
  private var file: FileHandle?

  /// - Throws: ``NetworkError/Code/file`` when a file is missing or is not a regular file.
  init(_ body: RequestBody) throws(NetworkError) {
    self.body = body
    sizes = try body.sizes
    length = sizes.reduce(0, +)
  }

  /// Whether nothing may be read at the moment.
  var isHeld: Bool { body.gate?.isClosed ?? false }

  /// Fills `buffer` from where the last call stopped; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(NetworkError) -> Int {
    while index < body.pieces.count {
      let wanted = Int(Swift.min(sizes[index] - offset, Int64(buffer.count)))
      if wanted > 0 {
        let part = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted])
        let count = try unsafe readPiece(body.pieces[index], into: part)
        offset += Int64(count)
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

  private func readPiece(
    _ piece: RequestBody.Piece, into buffer: UnsafeMutableRawBufferPointer
  ) throws(NetworkError) -> Int {
    switch piece {
    case .data(let data):
      let start = data.startIndex + Int(offset)
      unsafe data.copyBytes(
        to: buffer.bindMemory(to: UInt8.self), from: start..<(start + buffer.count))
      return buffer.count
    case .file(let url):
      let count = try unsafe readFile(url, into: buffer)
      guard count > 0 else {
        throw NetworkError(
          .file, "‘\(url.path)’ became shorter while it was sent; send it again once it is whole.")
      }
      return count
    }
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
