/// The checksum of a row: XXH64, the 64-bit hash of the xxHash specification (https://xxhash.com/doc).
///
/// It detects accidental damage, not forgery.
enum Checksum {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  /// Returns the hash of `bytes`.
  ///
  /// - Complexity: O(n), eight bytes per step.
  static func hash(_ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0) -> UInt64 {
    var offset = 0
    let count = bytes.count
    var hash: UInt64
    if count >= 32 {
      var lane1 = seed &+ prime1 &+ prime2
      var lane2 = seed &+ prime2
      var lane3 = seed
      var lane4 = seed &- prime1
      while offset &+ 32 <= count {
        lane1 = round(lane1, unsafe word(bytes, offset))
        lane2 = round(lane2, unsafe word(bytes, offset &+ 8))
        lane3 = round(lane3, unsafe word(bytes, offset &+ 16))
        lane4 = round(lane4, unsafe word(bytes, offset &+ 24))
        offset &+= 32
      }
      hash =
        rotate(lane1, 1) &+ rotate(lane2, 7) &+ rotate(lane3, 12) &+ rotate(lane4, 18)
      hash = merge(hash, lane1)
      hash = merge(hash, lane2)
      hash = merge(hash, lane3)
      hash = merge(hash, lane4)
    } else {
      hash = seed &+ prime5
    }
    hash &+= UInt64(truncatingIfNeeded: count)
    while offset &+ 8 <= count {
      hash ^= round(0, unsafe word(bytes, offset))
      hash = rotate(hash, 27) &* prime1 &+ prime4
      offset &+= 8
    }
    if offset &+ 4 <= count {
      let value = unsafe UInt32(
        littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
      hash ^= UInt64(value) &* prime1
      hash = rotate(hash, 23) &* prime2 &+ prime3
      offset &+= 4
    }
    while offset < count {
      hash ^= unsafe UInt64(bytes[offset]) &* prime5
      hash = rotate(hash, 11) &* prime1
      offset &+= 1
    }
    return avalanche(hash)
  }

  /// Mixes a number into a hash that seeds the next step.
  static func fold(_ value: Int64, into seed: UInt64) -> UInt64 {
    avalanche(rotate(seed ^ round(0, UInt64(bitPattern: value)), 27) &* prime1 &+ prime4)
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  private static func round(_ lane: UInt64, _ input: UInt64) -> UInt64 {
    rotate(lane &+ input &* prime2, 31) &* prime1
  }

  private static func merge(_ hash: UInt64, _ lane: UInt64) -> UInt64 {
    (hash ^ round(0, lane)) &* prime1 &+ prime4
  }

  private static func rotate(_ value: UInt64, _ bits: UInt64) -> UInt64 {
    value &<< bits | value &>> (64 &- bits)
  }

  private static func avalanche(_ value: UInt64) -> UInt64 {
    var hash = value
    hash ^= hash &>> 33
    hash = hash &* prime2
    hash ^= hash &>> 29
    hash = hash &* prime3
    return hash ^ hash &>> 32
  }
}
