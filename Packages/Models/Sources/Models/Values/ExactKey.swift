/// A key compared by its UTF-8 bytes, as JSON and SQLite compare: RFC 8259 knows no two spellings of one text.
///
/// Swift's own comparison takes "é" and "e" with an accent for the same, and one of two members would be lost.
///
/// ```swift
/// var counts: [ExactKey: Int] = [:]
/// counts[ExactKey("é")] = 1
/// ```
public struct ExactKey: Hashable, Sendable {
  /// The key.
  public let text: String

  /// Makes a key of a text.
  public init(_ text: String) {
    self.text = text
  }

  /// Whether both have the same bytes.
  public static func == (left: ExactKey, right: ExactKey) -> Bool {
    // Equal bytes are equal text: the quick comparison sorts out nearly everything.
    left.text == right.text && left.text.utf8.elementsEqual(right.text.utf8)
  }

  /// Feeds the bytes, and their end, so that two keys in a row are not taken for others with the same bytes.
  public func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    // No UTF-8 has this byte.
    hasher.combine(0xFF as UInt8)
  }
}
