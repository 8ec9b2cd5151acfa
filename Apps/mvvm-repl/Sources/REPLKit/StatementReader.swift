/// Splits a stream of bytes into texts that can be run, each as soon as it is complete.
///
/// A text is one line, or several when a bracket, comment or operator is open at the end of a line.
///
/// ```swift
/// var reader = StatementReader()
/// for text in try reader.read(bytes) { await session.run(text) }
/// if let text = try reader.end() { await session.run(text) }
/// ```
public struct StatementReader: Sendable {
  /// The error for bytes that are not UTF-8.
  public struct NotText: Error, Sendable {
    /// The line of the bytes, counted from 1.
    public let line: Int

    /// Creates the error.
    public init(line: Int) { self.line = line }
  }

  private var pending: [UInt8] = []
  /// The number of pending bytes whose lines were taken.
  private var taken = 0
  /// The number of pending bytes that were searched for the end of a line.
  private var scanned = 0
  private var entry = ""
  private var entryLine = 1
  private var line = 1
  private var nextCheck = 0
  private var nesting = Nesting()

  /// The size in bytes below which an incomplete text is parsed again after each line.
  private static let shortEntry = 4_096
  private var failure: NotText?

  /// Whether an incomplete statement waits for more bytes.
  public var isInsideStatement: Bool { !entry.isEmpty || taken < pending.count }

  /// The missing part of the incomplete statement, if it is known.
  public var awaited: Message? { ParsedText(entry).awaited }

  /// Creates a reader at the start of a stream.
  public init() {}

  /// Adds bytes, and returns the texts that they complete.
  ///
  /// Texts before invalid bytes are returned first. The next call throws, and so do all further calls until ``skip()``.
  ///
  /// - Complexity: O(*n*) in all the bytes of the stream, independent of their division.
  public mutating func read(_ bytes: some Sequence<UInt8>) throws(NotText) -> [ParsedText] {
    if let failure { throw failure }
    pending += bytes
    var texts: [ParsedText] = []
    while let end = pending[scanned...].firstIndex(of: UInt8(ascii: "\n")) {
      let line = pending[taken...end]
      (taken, scanned) = (end + 1, end + 1)
      do throws(NotText) {
        if let text = try take(line) { texts.append(text) }
      } catch {
        failure = error
        guard !texts.isEmpty else { throw error }
        return texts
      }
    }
    pending.removeFirst(taken)
    (taken, scanned) = (0, pending.count)
    return texts
  }

  /// Whether bytes were not UTF-8, so that the next call throws.
  public var hasFailed: Bool { failure != nil }

  /// Continues after the line that was not UTF-8; an incomplete text before it is dropped.
  public mutating func skip() {
    guard failure != nil else { return }
    failure = nil
    entry = ""
    line += 1
    entryLine = line
    nextCheck = 0
    nesting = Nesting()
  }

  /// Returns the text that is left at the end of the stream, complete or not.
  public mutating func end() throws(NotText) -> ParsedText? {
    if let failure { throw failure }
    defer { (pending, taken, scanned) = ([], 0, 0) }
    let last = try take(pending[taken...])
    if let last { return last.source.text.isEmpty ? nil : last }
    return entry.isEmpty ? nil : ParsedText(SourceText(entry, firstLine: entryLine))
  }

  private mutating func take(_ bytes: ArraySlice<UInt8>) throws(NotText) -> ParsedText? {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw NotText(line: line) }
    entry += text
    line += 1
    // A long incomplete text is parsed again only if its brackets seem to be closed, or if it has grown by a quarter.
    // Therefore the total time is linear.
    let size = entry.utf8.count
    let seemsClosed = nesting.closes(with: bytes)
    guard size < Self.shortEntry || seemsClosed || size >= nextCheck else { return nil }
    let parsed = ParsedText(SourceText(entry, firstLine: entryLine))
    guard parsed.isComplete else {
      nextCheck = size + size / 4
      return nil
    }
    defer {
      entry = ""
      entryLine = line
      nextCheck = 0
      nesting = Nesting()
    }
    return parsed
  }
}

extension StatementReader {
  /// A count of open brackets and comments without parsing, as a hint of when to parse.
  ///
  /// Brackets in strings do not count. If the hint is wrong, the text is parsed a little later.
  private struct Nesting {
    private var depth = 0
    private var comments = 0

    /// Reads the next line, and returns whether the line may close what was open.
    ///
    /// - Complexity: O(*n*) in the length of the line.
    mutating func closes(with line: ArraySlice<UInt8>) -> Bool {
      let wasOpen = depth > 0 || comments > 0
      var isInText = false
      var quotes = 0
      var last: UInt8 = 0
      scan: for byte in line {
        defer { last = byte }
        quotes = byte == UInt8(ascii: "\"") ? quotes + 1 : 0
        if quotes == 3 { return true }
        switch byte {
        case UInt8(ascii: "/") where last == UInt8(ascii: "*") && comments > 0: comments -= 1
        case UInt8(ascii: "*") where last == UInt8(ascii: "/") && !isInText: comments += 1
        case _ where comments > 0: break
        case UInt8(ascii: "\"") where !isInText || last != UInt8(ascii: "\\"): isInText.toggle()
        case _ where isInText: break
        case UInt8(ascii: "/") where last == byte: break scan
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
        default: break
        }
      }
      return wasOpen && depth <= 0 && comments <= 0
    }
  }
}
