#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A quick look for the one thing that Foundation's parser takes and RFC 8259 does not.
enum TrailingComma {
  /// Whether a comma stands before a closing bracket, perhaps inside a string.
  static func mayOccur(in data: Data) -> Bool {
    unsafe data.withUnsafeBytes { bytes in
      for closer in [UInt8(ascii: "}"), UInt8(ascii: "]")] {
        var rest = unsafe bytes[...]
        while let index = unsafe rest.firstIndex(of: closer) {
          var before = index - 1
          while before >= 0, unsafe bytes[before] <= 0x20 { before -= 1 }
          if before >= 0, unsafe bytes[before] == UInt8(ascii: ",") { return true }
          unsafe rest = rest[(index + 1)...]
        }
      }
      return false
    }
  }
}
