public import Foundation
public import Models

/// The body of a request: empty, bytes in memory, a file, or a stream of bytes.
///
/// A body can be read several times, so that a retry or a redirect can send it again; a stream, only if it says so.
///
/// ```swift
/// let body = try RequestBody.json(["phone": "18612345678"])
/// let upload = RequestBody.file(photo, contentType: "image/jpeg")
/// ```
public struct RequestBody: Sendable, Hashable {
  enum Piece: Sendable, Hashable {
    case data(Data)
    case file(URL)
    case stream(StreamedBody)
  }

  /// Receives the number of bytes read so far; all observers compare as equal, because they are not part of the body.
  struct Observer: Sendable, Hashable {
    let report: @Sendable (Int64) -> Void

    static func == (left: Observer, right: Observer) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  let pieces: [Piece]
  var observer: Observer?
  /// The media type; it is sent unless the request has its own `Content-Type`.
  public let contentType: String?

  /// No body.
  public static let empty = RequestBody(pieces: [], contentType: nil)

  /// Bytes in memory.
  public static func data(
    _ data: Data, contentType: String? = "application/octet-stream"
  ) -> RequestBody {
    RequestBody(pieces: [.data(data)], contentType: contentType)
  }

  /// A file that is read while it is sent; its size is determined when sending starts.
  public static func file(
    _ url: URL, contentType: String? = "application/octet-stream"
  ) -> RequestBody {
    RequestBody(pieces: [.file(url)], contentType: contentType)
  }

  /// A stream of bytes that are produced while they are sent, such as an `AsyncStream`.
  ///
  /// The next chunk is requested when the last one was sent. An error of the sequence becomes
  /// ``NetworkError/Code/file``, as does another request with a stream that was begun and is not repeatable.
  ///
  /// - Parameters:
  ///   - chunks: The bytes in order.
  ///   - length: The total number of bytes; with `nil`, HTTP/1.1 sends chunks. A different final number is an error.
  ///   - isRepeatable: Whether each iteration begins anew; that of an `AsyncStream` does not. Without it, a body that was
  ///     begun is never sent again: there is no retry, no redirect that keeps the body, no repetition with a new token.
  ///   - contentType: The media type.
  /// - Returns: The body; each call makes a new body, which equals no other.
  public static func stream<Chunks: AsyncSequence & Sendable>(
    _ chunks: Chunks, length: Int64? = nil, isRepeatable: Bool = false,
    contentType: String? = "application/octet-stream"
  ) -> RequestBody where Chunks.Element == Data {
    let body = StreamedBody(length: length, isRepeatable: isRepeatable) { feed in
      for try await chunk in chunks { try await feed.put(chunk) }
    }
    return RequestBody(pieces: [.stream(body)], contentType: contentType)
  }

  /// A value as JSON with sorted keys, so that equal values make equal requests, and with ISO 8601 dates.
  ///
  /// - Throws: ``NetworkError/Code/invalidRequest`` if the value cannot be encoded.
  public static func json(
    _ value: some Encodable, encoder: ModelEncoder = ModelEncoder()
  ) throws(NetworkError) -> RequestBody {
    do {
      return .data(try encoder.encode(value), contentType: "application/json")
    } catch {
      throw .invalid(
        "The value of type \(type(of: value)) cannot be written as JSON; see the cause.",
        cause: error)
    }
  }

  /// Form fields as `application/x-www-form-urlencoded`, in the given order; a space becomes `%20`.
  public static func form(_ fields: [URLQueryItem]) -> RequestBody {
    let text = fields.map { field in
      "\(PercentEncoding.component(field.name))=\(PercentEncoding.component(field.value ?? ""))"
    }
    return .data(
      Data(text.joined(separator: "&").utf8), contentType: "application/x-www-form-urlencoded")
  }

  /// Returns this body with an observer, called on the transport's thread with the number of bytes read so far.
  ///
  /// The count restarts at zero when the body is sent again.
  public func observed(_ report: @escaping @Sendable (Int64) -> Void) -> RequestBody {
    var copy = self
    copy.observer = Observer(report: report)
    return copy
  }

  /// Reports the number of bytes read to the observer; for transports that read the whole body at once.
  package func report(_ count: Int64) {
    observer?.report(count)
  }

  /// Whether there is no body; a body of zero bytes is not empty.
  public var isEmpty: Bool { pieces.isEmpty }

  /// Whether the body contains a stream, which may have no bytes for a while.
  var hasStream: Bool {
    pieces.contains { if case .stream = $0 { true } else { false } }
  }

  /// Whether the body contains a stream that was begun and cannot be iterated again.
  var isSpent: Bool {
    pieces.contains { if case .stream(let body) = $0 { body.isSpent } else { false } }
  }

  /// The length in bytes; `nil` for a stream of unknown length.
  ///
  /// - Throws: ``NetworkError/Code/file`` if a file is missing or is not a regular file.
  public var length: Int64? {
    get throws(NetworkError) { try Self.sum(sizes) }
  }

  static func sum(_ sizes: [Int64?]) -> Int64? {
    sizes.reduce(0) { sum, size in sum.flatMap { sum in size.map { sum + $0 } } }
  }

  /// The length of each piece in bytes; `nil` for an unknown length.
  var sizes: [Int64?] {
    get throws(NetworkError) {
      try pieces.map { (piece) throws(NetworkError) -> Int64? in
        switch piece {
        case .data(let data): Int64(data.count)
        case .file(let url): try Self.size(of: url)
        // With length 0, the transport would not read the stream and could not detect excess bytes.
        case .stream(let body): body.length == 0 ? nil : body.length
        }
      }
    }
  }

  /// Returns the whole body in memory; for tests and for transports without a network.
  ///
  /// - Throws: ``NetworkError/Code/file``; ``NetworkError/Code/invalidRequest`` for a stream, which is not in memory.
  public func data() throws(NetworkError) -> Data {
    if pieces.count == 1, case .data(let data) = pieces[0] { return data }
    var whole = Data()
    for piece in pieces {
      switch piece {
      case .data(let data): whole.append(data)
      case .file(let url):
        do {
          whole.append(try Data(contentsOf: url))
        } catch {
          throw .unreadable(url, error)
        }
      case .stream:
        throw .invalid("A body that is a stream is not in memory; send it over the network.")
      }
    }
    return whole
  }

  private static func size(of url: URL) throws(NetworkError) -> Int64 {
    var status = stat()
    guard unsafe stat(url.path, &status) == 0 else { throw .unreadable(url, POSIXError.last) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw NetworkError(.file, "'\(url.path)' is not a regular file and cannot be sent.")
    }
    return Int64(status.st_size)
  }
}

extension POSIXError {
  /// The error of the last system call.
  static var last: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}

extension NetworkError {
  static func unreadable(_ url: URL, _ cause: any Error) -> NetworkError {
    NetworkError(
      .file, "'\(url.path)' cannot be read; check that it exists and may be read.", cause: cause)
  }
}
