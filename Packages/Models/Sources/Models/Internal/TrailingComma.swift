#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A quick look for the one thing that Foundation's parser takes and RFC 8259 does not.
enum TrailingComma {
  /// Whether a comma stands before a closing bracket, perhaps inside a string.
  static func mayOccur(in data: Data) -> Bool {
    unsafe data.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return false }
      return unsafe mayOccur(from: start, count: bytes.count, closer: ASCII.closeBrace)
        || mayOccur(from: start, count: bytes.count, closer: ASCII.closeBracket)
    }
  }

  private static func mayOccur(from start: UnsafeRawPointer, count: Int, closer: UInt8) -> Bool {
    var offset = 0
    while offset < count, let found = unsafe memchr(start + offset, Int32(closer), count - offset) {
      let index = unsafe UnsafeRawPointer(found) - start
      var before = index - 1
      while before >= 0 {
        let byte = unsafe start.load(fromByteOffset: before, as: UInt8.self)
        if byte == ASCII.comma { return true }
        if byte > 0x20 { break }
        before -= 1
      }
      offset = index + 1
    }
    return false
  }
}
