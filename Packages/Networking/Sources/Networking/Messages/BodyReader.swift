import Foundation

/// Reads a request body piece by piece; used by one thread at a time.
///
/// The sizes of files are taken once. A file that has become shorter since ends in an error; what a
/// file has gained is not sent.
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
  private var file: FileHandle?
  private var feed: BodyFeed?

  /// - Throws: ``NetworkError/Code/file`` when a file is missing or is not a regular file.
  init(_ body: RequestBody) throws(NetworkError) {
    self.body = body
    sizes = try body.sizes
    length = RequestBody.sum(sizes)
  }

  /// Fills `buffer` from where the last call stopped; 0 at the end, `nil` while a stream has nothing.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(NetworkError) -> Int? {
    while index < body.pieces.count {
      if case .stream(let stream) = body.pieces[index] {
        guard let count = try unsafe readStream(stream, into: buffer) else { return nil }
        guard count == 0 else { return count }
        index += 1
        offset = 0
        continue
      }
      let wanted = Int(Swift.min((sizes[index] ?? 0) - offset, Int64(buffer.count)))
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
    feed?.cancel()
    feed = nil
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
      offset += Int64(count)
      total += Int64(count)
      if let length = stream.length, offset > length { throw Self.wrongLength(length) }
      body.observer?.report(total)
      return count
    case .end:
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

  private func readPiece(
    _ piece: RequestBody.Piece, into buffer: UnsafeMutableRawBufferPointer
  ) throws(NetworkError) -> Int {
    switch piece {
    case .data(let data):
      let start = data.startIndex + Int(offset)
      unsafe data.copyBytes(
        to: buffer.bindMemory(to: UInt8.self), from: start..<(start + buffer.count))
      return buffer.count
    // Read apart, since it may have nothing at the moment.
    case .stream: return 0
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
      return unsafe try file.read(upToCount: buffer.count)?.copyBytes(to: buffer) ?? 0
    } catch {
      throw .unreadable(url, error)
    }
  }
}
