#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A private copy of a document, followed by zero bytes.
///
/// The zeros let scanners stop without a bounds check (NUL is valid nowhere in JSON) and let them
/// load eight bytes at any offset up to `count`. The copy costs a small part of a per cent of a read.
@safe final class PaddedBytes {
  static let padding = 16

  let base: UnsafeMutablePointer<UInt8>
  let count: Int

  init(_ data: Data) {
    count = data.count
    unsafe base = .allocate(capacity: data.count + PaddedBytes.padding)
    unsafe data.copyBytes(to: base, count: data.count)
    unsafe (base + count).initialize(repeating: 0, count: PaddedBytes.padding)
  }

  init(_ text: String) {
    var text = text
    let (start, length) = text.withUTF8 { utf8 in
      let start = UnsafeMutablePointer<UInt8>.allocate(capacity: utf8.count + PaddedBytes.padding)
      if let source = utf8.baseAddress { unsafe start.update(from: source, count: utf8.count) }
      return (unsafe start, utf8.count)
    }
    unsafe base = start
    count = length
    unsafe (base + count).initialize(repeating: 0, count: PaddedBytes.padding)
  }

  deinit {
    unsafe base.deallocate()
  }
}
