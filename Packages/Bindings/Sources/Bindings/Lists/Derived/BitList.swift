/// A list of bits with rank and select queries: it counts the set bits before a position.
///
/// A filter holds one bit for each row of its source, and nothing else.
@usableFromInline
struct BitList {
  @inlinable
  init() {}

  @usableFromInline var words: [UInt64] = []
  @usableFromInline var count = 0
  /// The number of set bits before each word.
  @usableFromInline var ranks: [Int32] = []
  /// The total number of set bits, valid after `seal`.
  @usableFromInline var ones = 0

  @inlinable
  subscript(position: Int) -> Bool {
    get { (words[position >> 6] >> UInt64(position & 63)) & 1 != 0 }
    set {
      let bit: UInt64 = 1 << UInt64(position & 63)
      if newValue { words[position >> 6] |= bit } else { words[position >> 6] &= ~bit }
    }
  }

  @inlinable
  mutating func reserve(_ count: Int) { words.reserveCapacity((count + 63) >> 6) }

  @inlinable
  mutating func append(_ bit: Bool) { append(bit ? 1 : 0, count: 1) }

  /// Appends the lowest `added` bits of a word; all other bits of the word must be zero.
  @inlinable
  mutating func append(_ bits: UInt64, count added: Int) {
    let offset = count & 63
    if offset == 0 {
      words.append(bits)
    } else {
      words[words.count - 1] |= bits << UInt64(offset)
      if added > 64 - offset { words.append(bits >> UInt64(64 - offset)) }
    }
    count += added
  }

  /// Returns `count` bits, at most 64, that start at a position.
  @inlinable
  func word(at position: Int, count: Int) -> UInt64 {
    let offset = position & 63
    var bits = words[position >> 6] >> UInt64(offset)
    if offset + count > 64 { bits |= words[(position >> 6) + 1] << UInt64(64 - offset) }
    return count == 64 ? bits : bits & ((1 << UInt64(count)) - 1)
  }

  @inlinable
  mutating func append(contentsOf other: BitList, in range: Range<Int>) {
    var position = range.lowerBound
    while position < range.upperBound {
      let count = min(64, range.upperBound - position)
      append(other.word(at: position, count: count), count: count)
      position += count
    }
  }

  /// Builds the index of set bits; call it once after the last bit was appended.
  @inlinable
  mutating func seal() {
    ranks.removeAll(keepingCapacity: true)
    ranks.reserveCapacity(words.count)
    var sum: Int32 = 0
    for word in words {
      ranks.append(sum)
      sum += Int32(truncatingIfNeeded: word.nonzeroBitCount)
    }
    ones = Int(sum)
  }

  /// The number of set bits before `position`.
  @inlinable
  func rank(_ position: Int) -> Int {
    if position == count { return ones }
    let below = words[position >> 6] & ((1 << UInt64(position & 63)) - 1)
    return Int(ranks[position >> 6]) + below.nonzeroBitCount
  }

  /// The position of the set bit that has `rank` set bits before it.
  @inlinable
  func position(ofRank rank: Int) -> Int {
    let index = ranks.lastIndex(notAbove: Int32(rank))
    var word = words[index]
    for _ in 0..<(rank - Int(ranks[index])) { word &= word - 1 }
    return (index << 6) + word.trailingZeroBitCount
  }

  /// Appends the elements whose bits are set.
  @inlinable
  func appendElements<Element>(of all: [Element], to result: inout [Element]) {
    for (index, bits) in words.enumerated() {
      var word = bits
      while word != 0 {
        result.append(all[(index << 6) + word.trailingZeroBitCount])
        word &= word - 1
      }
    }
  }
}
