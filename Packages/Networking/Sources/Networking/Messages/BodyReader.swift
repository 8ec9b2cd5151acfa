import Foundation

/// Reads a request body piece by piece; used by one thread at a time.
///
/// The sizes of files are taken once: one that shrinks ends in an error, and what one gains is not sent.
final class BodyReader {
  /// The length of the whole body in bytes, if it is known.
  let length: Int64?
  /// Told, on any thread, when a stream has more after ``read(into:)`` has found nothing.
  var onMore: @Sendable () -> Void = {}
  private let body: RequestBody
  private let sizes: [Int64?]
  private var index = 0
  /// Bytes read of the present piece.
  private var offset: Int64 = 0
  private var total: Int64 = 0
  /// The open file, or -1; not a `FileHandle`, whose data Darwin would keep until the loop's thread ends.
  private var descriptor: Int32 = -1
  private var feed: BodyFeed?
  /// The last byte of a stream of a promised length, held back: a server takes a body that is too long for whole.
  private var lastByte: UInt8?

  /// - Throws: ``NetworkError/Code/file`` when a file is missing or is not a regular file.
  init(_ body: RequestBody) throws(NetworkError) {
    self.body = body
    sizes = try body.sizes
    length = RequestBody.sum(sizes)
  }

  deinit { endPiece() }

  /// Fills `buffer` from where the last call stopped; 0 at the end, `nil` while a stream has nothing.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(NetworkError) -> Int? {
    while index < body.pieces.count {
      let count: Int?
      switch body.pieces[index] {
      case .data(let data):
        unsafe count = data[(data.startIndex + Int(offset))...].copyBytes(to: buffer)
      case .file(let url): count = try unsafe readFile(url, into: buffer)
      case .stream(let stream): count = try unsafe readStream(stream, into: buffer)
      }
      guard let count else { return nil }
      if count > 0 {
        offset += Int64(count)
        total += Int64(count)
        body.observer?.report(total)
        return count
      }
      index += 1
      offset = 0
      endPiece()
    }
    return 0
  }

  /// Whether it is at a stream that is to be empty: the answer is not early then, but the stream may be too long.
  var awaitsEnd: Bool {
    guard index < body.pieces.count, case .stream(let stream) = body.pieces[index] else {
      return false
    }
    return stream.length == 0
  }

  /// Starts over, for a transfer that has to send its body again.
  func rewind() {
    index = 0
    offset = 0
    total = 0
    endPiece()
  }

  private func endPiece() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
    feed?.cancel()
    feed = nil
    lastByte = nil
  }

  /// The number of bytes that a stream has brought; 0 at its end, `nil` while it has nothing.
  private func readStream(
    _ stream: StreamedBody, into buffer: UnsafeMutableRawBufferPointer
  ) throws(NetworkError) -> Int? {
    let feed = self.feed ?? BodyFeed(stream, onMore: onMore)
    self.feed = feed
    switch unsafe feed.take(into: buffer) {
    case .later: return nil
    case .bytes(let count):
      guard let length = stream.length else { return count }
      guard lastByte == nil, offset + Int64(count) <= length else { throw Self.wrongLength(length) }
      guard offset + Int64(count) == length else { return count }
      lastByte = unsafe buffer[count - 1]
      return count > 1 ? count - 1 : try unsafe readStream(stream, into: buffer)
    case .end:
      if let byte = lastByte.take() {
        unsafe buffer[0] = byte
        return 1
      }
      if let length = stream.length, offset != length { throw Self.wrongLength(length) }
      return 0
    case .failure(let error):
      throw NetworkError(
        .file, "The stream of the request's body has failed; see the cause.", cause: error)
    }
  }

  private static func wrongLength(_ length: Int64) -> NetworkError {
    NetworkError(
      .file,
      "The stream of the request's body does not have \(length) bytes; say its true length, or none."
    )
  }

  /// The number of bytes read, up to the size that the file had at first.
  private func readFile(
    _ url: URL, into buffer: UnsafeMutableRawBufferPointer
  ) throws(NetworkError) -> Int {
    let wanted = Int(min((sizes[index] ?? 0) - offset, Int64(buffer.count)))
    guard wanted > 0 else { return 0 }
    if descriptor < 0 { descriptor = unsafe open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    var count = -1
    if descriptor >= 0 {
      repeat {
        count = unsafe pread(descriptor, buffer.baseAddress, wanted, off_t(offset))
      } while count < 0 && errno == EINTR
    }
    guard count != 0 else {
      throw NetworkError(
        .file, "'\(url.path)' became shorter while it was sent; send it again once it is whole.")
    }
    guard count > 0 else { throw .unreadable(url, POSIXError.last) }
    return count
  }
}
