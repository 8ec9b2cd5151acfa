/// A half-open range of UTF-8 offsets into a piece of source text.
public struct Span: Sendable, Hashable {
  /// The start offset.
  public let start: Int
  /// The end offset, which is not before `start`.
  public let end: Int

  /// Creates a span; an `end` before `start` becomes an empty span at `start`.
  public init(_ start: Int, _ end: Int) {
    self.start = start
    self.end = max(start, end)
  }

  /// Returns the smallest span that contains both spans.
  func joined(_ other: Span) -> Span { Span(min(start, other.start), max(end, other.end)) }
}

/// Source text with the name under which it is shown, such as a file's.
public struct SourceText: Sendable, Hashable {
  /// The name shown in diagnostics; `nil` for typed text.
  public let name: String?
  /// The text.
  public let text: String
  /// The number of the first line; greater than 1 for a part of a longer text.
  public let firstLine: Int

  /// Creates source text.
  public init(_ text: String, name: String? = nil, firstLine: Int = 1) {
    self.text = text
    self.name = name
    self.firstLine = firstLine
  }

  /// Returns the line that contains a UTF-8 offset: its number, its text without the line break, and the UTF-8 offset
  /// of its start.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public func line(at offset: Int) -> (number: Int, text: Substring, start: Int) {
    let bytes = text.utf8
    let offset = min(max(0, offset), bytes.count)
    let position = bytes.index(bytes.startIndex, offsetBy: offset)
    let newline = UInt8(ascii: "\n")
    let before = bytes[..<position]
    let start = before.lastIndex(of: newline).map { bytes.index(after: $0) } ?? bytes.startIndex
    var end = bytes[position...].firstIndex(of: newline) ?? bytes.endIndex
    if end > start, bytes[bytes.index(before: end)] == UInt8(ascii: "\r") {
      end = bytes.index(before: end)
    }
    return (
      before.count { $0 == newline } + firstLine, text[start..<end],
      bytes.distance(from: bytes.startIndex, to: start)
    )
  }

  /// The text of a span; offsets inside a character are moved to its start.
  func slice(_ span: Span) -> Substring {
    let bytes = text.utf8
    let start = bytes.index(bytes.startIndex, offsetBy: min(span.start, bytes.count))
    let end = bytes.index(bytes.startIndex, offsetBy: min(span.end, bytes.count))
    return text[start..<end]
  }
}
