import Foundation

/// A splitter of arriving bytes into lines; a line ends in LF, CR LF or CR.
///
/// A byte order mark at the start of the text is dropped.
struct LineSplitter {
  private let limit: Int
  private var line = Data()
  private var endsInReturn = false
  private var isFirst = true
  /// The error after which no more bytes are accepted; earlier lines stay valid.
  private(set) var failure: NetworkError?

  init(limit: Int) { self.limit = max(1, limit) }

  /// Returns the lines that a chunk completes; a line above the limit ends the splitting with a ``failure``.
  mutating func lines(in chunk: Data) -> [Data] {
    var lines: [Data] = []
    var rest = chunk[...]
    while let end = rest.firstIndex(where: { $0 == lineFeed || $0 == carriageReturn }) {
      // The LF of a CR LF, maybe split across chunks, does not end another line.
      if !endsInReturn || end > rest.startIndex || rest[end] == carriageReturn {
        append(rest[..<end])
        guard failure == nil else { return lines }
        lines.append(take())
      }
      endsInReturn = rest[end] == carriageReturn
      rest = rest[(end + 1)...]
    }
    endsInReturn = endsInReturn && rest.isEmpty
    append(rest)
    return lines
  }

  /// Returns the last line if it has no line end.
  mutating func end() -> Data? { line.isEmpty ? nil : take() }

  private mutating func append(_ bytes: Data) {
    guard line.count + bytes.count <= limit else {
      failure = .lineTooLong(limit)
      line = Data()
      return
    }
    line.append(bytes)
  }

  private mutating func take() -> Data {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let whole = isFirst && line.starts(with: mark) ? Data(line.dropFirst(3)) : line
    isFirst = false
    line = Data()
    return whole
  }

  private var lineFeed: UInt8 { 0x0A }
  private var carriageReturn: UInt8 { 0x0D }
}

extension NetworkError {
  static func lineTooLong(_ limit: Int) -> NetworkError {
    NetworkError(
      .tooLarge,
      "A line or event of the stream goes beyond \(limit) bytes; raise its limit if this is right.")
  }
}

/// The number of lines after which other work of the reader's actor gets a turn.
private let linesPerTurn = 64

extension ResponseBody {
  /// The lines of a text body as they arrive, without their line ends (LF, CR LF or CR).
  ///
  /// Invalid UTF-8 becomes replacement characters; characters split across chunks are decoded correctly. A cancelled task
  /// gets ``NetworkError/Code/cancelled`` instead of the next line, even if that has arrived.
  ///
  /// - Parameter limit: The maximum bytes of a line, 1 MiB by default; a longer line is ``NetworkError/Code/tooLarge``.
  /// - Returns: The lines, for one reader.
  public func lines(
    limit: Int = 1 << 20
  ) -> some AsyncSequence<String, NetworkError> & Sendable {
    ColdSequence { nextLine(limit: limit) }
  }

  /// Returns a function for the next line; an unterminated last line is included, unless `areWhole` is set.
  func nextLine(limit: Int, areWhole: Bool = false) -> Pull<String> {
    let nextBytes = nextLineBytes(limit: limit, areWhole: areWhole)
    return { () async throws(NetworkError) in
      try await nextBytes().map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Returns a function for the bytes of the next line, which may be invalid UTF-8.
  func nextLineBytes(limit: Int, areWhole: Bool = false) -> Pull<Data> {
    var chunks = makeAsyncIterator()
    var splitter = LineSplitter(limit: limit)
    var lines: ArraySlice<Data> = []
    var hasEnded = false
    var taken = 0
    return { () async throws(NetworkError) in
      while true {
        if hasEnded, lines.isEmpty { return nil }
        // Taking a line that has arrived does not wait. So nothing else looks for a cancellation or lets others run.
        if Task.isCancelled {
          // The body stops its transfer when a cancelled task reads from it.
          _ = try? await chunks.next()
          throw .cancelled
        }
        taken += 1
        if taken.isMultiple(of: linesPerTurn) { await Task.yield() }
        if let line = lines.popFirst() { return line }
        if let failure = splitter.failure { throw failure }
        guard let chunk = try await chunks.next() else {
          hasEnded = true
          return areWhole ? nil : splitter.end()
        }
        lines = splitter.lines(in: chunk)[...]
      }
    }
  }
}
