import Foundation

/// A search for a few texts in many others, byte by byte, so that a text without a match costs little.
struct ByteSearch {
  private let wanted: [[UInt8]]
  /// Whether one of the texts is a number, which may be written in several ways.
  private let hasNumber: Bool
  /// Whether one of the texts has a line break, before which a literal may be indented, or a quote, which csv doubles.
  private let hasBreakOrQuote: Bool

  /// Creates a search for texts in each of their Unicode forms; an empty text is never found.
  init(_ texts: some Collection<String>) {
    hasNumber = texts.contains { Double($0) != nil }
    hasBreakOrQuote = texts.contains { $0.contains { $0.isNewline || $0 == "\"" } }
    wanted = texts.lazy.filter { !$0.isEmpty }.flatMap(\.unicodeForms).map { Array($0.utf8) }
  }

  func isFound(in text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      wanted.contains { unsafe Self.isFound($0, in: bytes) }
    }
  }

  /// Whether a text contains one of the texts, or what may be another form of one that only the parser knows.
  func mayBeFound(in text: String) -> Bool {
    text.utf8.contains(where: TextFinder.isEscape) || isFound(in: text)
      || hasNumber && text.utf8.contains(where: \.isDigit)
      || hasBreakOrQuote && text.contains("\"\"")
  }

  private static func isFound(_ wanted: [UInt8], in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    // The search looks for the last byte, because names often begin alike and so the last byte is rarer.
    guard let start = bytes.baseAddress, let last = wanted.last else { return false }
    let before = wanted.count - 1
    var end = before
    while end < bytes.count,
      let found = unsafe memchr(start + end, Int32(last), bytes.count - end)
    {
      end += unsafe UnsafeRawPointer(found) - UnsafeRawPointer(start + end)
      if unsafe memcmp(start + (end - before), wanted, before) == 0 { return true }
      end += 1
    }
    return false
  }
}

extension String {
  /// The text as it is, with composed and with decomposed characters: equal strings of different bytes.
  var unicodeForms: [String] {
    guard utf8.contains(where: { $0 >= 0x80 }) else { return [self] }
    return [self, precomposedStringWithCanonicalMapping, decomposedStringWithCanonicalMapping]
  }
}
