import Foundation

/// A reader of a request body in pieces; only one thread at a time may use it.
///
/// File sizes are read once: a file that shrinks later causes an error, and bytes appended later are not sent.
final class BodyReader {
  /// The length of the whole body in bytes, or `nil` if it is unknown.
  let length: Int64?
  /// Called on any thread when a stream has more bytes after ``read(into:)`` returned `nil`.
  var onMore: @Sendable () -> Void = {}
  private let body: RequestBody
  private let sizes: [Int64?]
  private var index = 0
  /// The number of bytes read of the current piece.
  private var offset: Int64 = 0
  private var total: Int64 = 0
  /// The open file, or -1; on Darwin, a `FileHandle` would keep its data in memory until the loop's thread ends.
  private var descriptor: Int32 = -1
  private var feed: BodyFeed?
  /// The held-back last byte of a stream of known length; otherwise a server would accept a body that is too long.
  private var lastByte: UInt8?

  /// - Throws: ``NetworkError/Code/file`` when a file is missing or is not a regular file, or a stream is spent or has
  ///   a negative length.
  init(_ body: RequestBody) throws(NetworkError) {
    guard !body.isSpent else { throw .spentStream }
    self.body = body
    sizes = try body.sizes
    length = RequestBody.sum(sizes)
    if let length, length < 0 { throw Self.wrongLength(length) }
  }

  deinit { endPiece() }

  /// Fills `buffer` from the current position; returns 0 at the end, or `nil` if a stream has no bytes yet.
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

  /// Whether the current piece is a stream of length 0; a response is then not early, but the stream may be too long.
  var awaitsEnd: Bool {
    guard index < body.pieces.count, case .stream(let stream) = body.pieces[index] else {
      return false
    }
    return stream.length == 0
  }

  /// Restarts from the beginning, for a transfer that must send its body again.
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

  /// Returns the number of bytes read from a stream, 0 at its end, or `nil` if it has no bytes yet.
  private func readStream(
    _ stream: StreamedBody, into buffer: UnsafeMutableRawBufferPointer
  ) throws(NetworkError) -> Int? {
    guard feed != nil || stream.mayBegin() else { throw .spentStream }
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

  /// Returns the number of bytes read, up to the file's initial size.
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

extension NetworkError {
  fileprivate static let spentStream = NetworkError(
    .file,
    "The stream of the request's body was sent before; make a new one, or say that it is repeatable."
  )
}
