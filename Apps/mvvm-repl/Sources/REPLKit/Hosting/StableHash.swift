extension Sequence<UInt8> {
  /// The 64-bit FNV-1a hash of the bytes in hexadecimal digits: the same in every run, unlike `Hasher`'s.
  ///
  /// - Complexity: O(*n*).
  public var stableHash: String {
    let hash = reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }
}
