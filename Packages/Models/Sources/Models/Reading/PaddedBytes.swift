#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A private copy of a document, followed by zero bytes.
///
/// The zeros let scanners stop without a bounds check (NUL is never valid in JSON) and load eight bytes at any offset
/// up to `count`. The copy costs far less than one per cent of a read.
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

  convenience init(_ text: String) { self.init(Data(text.utf8)) }

  deinit {
    unsafe base.deallocate()
  }
}
