/// A key that is compared by its UTF-8 bytes, as JSON and SQLite do.
///
/// Swift treats "é" and "e" with a combining accent as equal, unlike RFC 8259, so one of two members would be lost.
///
/// ```swift
/// var counts: [ExactKey: Int] = [:]
/// counts[ExactKey("é")] = 1
/// ```
public struct ExactKey: Hashable, Sendable {
  /// The key.
  public let text: String

  /// Makes a key from a text.
  public init(_ text: String) {
    self.text = text
  }

  /// Whether both have the same bytes.
  public static func == (left: ExactKey, right: ExactKey) -> Bool {
    // Equal bytes imply equal text, so the fast comparison excludes nearly all unequal keys.
    left.text == right.text && left.text.utf8.elementsEqual(right.text.utf8)
  }

  /// Hashes the bytes and an end mark, so that the boundary between two consecutive keys matters.
  public func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    // UTF-8 never contains this byte.
    hasher.combine(0xFF as UInt8)
  }
}
