#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// JSON as validated bytes, unchanged except that white space around tokens is removed.
///
/// Use it to keep or pass on a document without loss of digits, escapes, the order of members or duplicate keys.
///
/// ```swift
/// let text = try JSONText(parsing: Data(#"{ "id": 1.50 }"#.utf8))
/// text.description  // {"id":1.50}
/// text[at: "/id"]?.description  // 1.50
/// ```
public struct JSONText: Hashable, Sendable {
  /// The document as UTF-8 on one line.
  public let data: Data

  /// Validates a document and removes the white space around its tokens.
  ///
  /// - Parameters:
  ///   - data: The document.
  ///   - depthLimit: The maximum nesting depth of arrays and objects, 512 by default; at most 2,000.
  /// - Throws: `ModelError` with the position of the error if the data is not UTF-8 JSON (RFC 8259) or nests deeper.
  /// - Complexity: O(size of the document).
  public init(parsing data: Data, depthLimit: Int = 512) throws(ModelError) {
    _ = try JSONDocument(
      PaddedBytes(data), depthLimit: min(max(1, depthLimit), DecodingOptions.greatestDepth))
    var compact = Data(capacity: data.count)
    var isInString = false
    var isEscaped = false
    for byte in data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data {
      if byte == ASCII.quote, !isEscaped { isInString.toggle() }
      isEscaped = isInString && byte == ASCII.backslash && !isEscaped
      if isInString || byte > 0x20 { compact.append(byte) }
    }
    self.data = compact
  }

  private init(checked data: Data) { self.data = data }

  /// Returns the value at a pointer as it was written, or `nil` if there is none.
  ///
  /// - Complexity: O(size of the document).
  public subscript(at pointer: JSONPointer) -> JSONText? {
    // The document was validated when it was made, so parsing cannot fail.
    guard
      let document = try? JSONDocument(
        PaddedBytes(data), depthLimit: DecodingOptions.greatestDepth),
      let entry = document.entry(at: pointer)
    else { return nil }
    var reader = document.reader(at: entry)
    guard (try? JSONDocument(valueAt: &reader)) != nil else { return nil }
    let start = data.startIndex + document.start(of: entry)
    return JSONText(checked: Data(data[start..<data.startIndex + reader.offset]))
  }
}

extension JSONText: CustomStringConvertible {
  /// The document as text.
  public var description: String { String(decoding: data, as: UTF8.self) }
}
