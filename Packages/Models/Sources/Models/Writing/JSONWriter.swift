#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Writes JSON into one growing block of bytes; commas and colons come by themselves.
///
/// Slashes, Chinese and emoji are written as they are. One task uses a writer at a time.
///
/// ```swift
/// writer.openArray()
/// for id in ids { writer.write(id) }
/// writer.closeArray()
/// ```
@safe public struct JSONWriter: ~Copyable {
  private var base: UnsafeMutablePointer<UInt8>
  private var count = 0
  private var capacity: Int
  private var depth = 0
  private var needsComma = false
  private let isPretty: Bool

  init(isPretty: Bool = false, capacity: Int = 1024) {
    unsafe base = .allocate(capacity: capacity)
    self.capacity = capacity
    self.isPretty = isPretty
  }

  deinit {
    unsafe base.deallocate()
  }

  var data: Data { unsafe Data(bytes: base, count: count) }
  var text: String {
    unsafe String(decoding: UnsafeBufferPointer(start: base, count: count), as: UTF8.self)
  }

  // MARK: Containers

  /// Begins an object.
  public mutating func openObject() { open(ASCII.openBrace) }
  /// Ends an object.
  public mutating func closeObject() { close(ASCII.closeBrace, opener: ASCII.openBrace) }
  /// Begins an array.
  public mutating func openArray() { open(ASCII.openBracket) }
  /// Ends an array.
  public mutating func closeArray() { close(ASCII.closeBracket, opener: ASCII.openBracket) }

  /// Writes a key; its value must follow.
  public mutating func writeKey(_ key: StaticString) {
    separate()
    if key.hasPointerRepresentation {
      unsafe quote(UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
    } else {
      quote(key.description)
    }
    colon()
  }

  /// Writes a key known only at run time; its value must follow.
  @_disfavoredOverload
  public mutating func writeKey(_ key: String) {
    separate()
    quote(key)
    colon()
  }

  // MARK: Values

  /// Writes an integer.
  public mutating func write(_ value: Int) {
    separate()
    reserve(20)
    var magnitude = value.magnitude
    if value < 0 { put(ASCII.minus) }
    var length = 1
    var bound: UInt = 10
    while length < 19 && magnitude >= bound {
      length += 1
      bound &*= 10
    }
    if length == 19 && magnitude >= bound {
      length = magnitude >= 10_000_000_000_000_000_000 ? 20 : 19
    }
    var place = unsafe base + count + length
    repeat {
      unsafe place -= 1
      let (quotient, digit) = magnitude.quotientAndRemainder(dividingBy: 10)
      unsafe place.pointee = 0x30 &+ UInt8(truncatingIfNeeded: digit)
      magnitude = quotient
    } while magnitude != 0
    count += length
  }

  /// Writes a `Double` with the fewest digits that give it back.
  ///
  /// - Throws: `ModelError` for infinity and NaN, which JSON has no words for.
  public mutating func write(_ value: Double) throws(ModelError) {
    if value.magnitude < 1e15, let whole = Int(exactly: value), whole != 0 || value.sign == .plus {
      write(whole)
      return
    }
    guard value.isFinite else {
      throw ModelError(
        .unwritable, message: "\(value) is no JSON number. Write null, or a string, in its place.")
    }
    writeRaw(value.description)
  }

  /// Writes `true` or `false`.
  public mutating func write(_ value: Bool) { writeRaw(value ? "true" : "false") }

  /// Writes `null`.
  public mutating func writeNull() { writeRaw("null") }

  /// Writes a string.
  public mutating func write(_ value: String) {
    separate()
    quote(value)
  }

  /// Writes a date by ISO 8601 in UTC, with milliseconds when it has a fraction.
  ///
  /// - Throws: `ModelError` for a date outside the years 0000 to 9999.
  public mutating func write(_ value: Date) throws(ModelError) {
    guard let text = ISO8601.text(value.timeIntervalSince1970) else {
      throw ModelError(
        .unwritable,
        message:
          "A date \(value.timeIntervalSince1970) seconds from 1970 is outside the years 0000 to 9999. "
          + "Write null, or a number, in its place.")
    }
    separate()
    quote(text)
  }

  /// Writes any writable value.
  @inlinable
  @_disfavoredOverload
  public mutating func write(_ value: some JSONWritable) throws(ModelError) {
    try value.write(to: &self)
  }

  mutating func writeRaw(_ text: String) {
    separate()
    append(text)
  }

  // MARK: Bytes

  private mutating func open(_ byte: UInt8) {
    separate()
    reserve(1)
    put(byte)
    depth += 1
    needsComma = false
  }

  private mutating func close(_ byte: UInt8, opener: UInt8) {
    depth -= 1
    if isPretty, unsafe base[count - 1] != opener { newLine() }
    reserve(1)
    put(byte)
    needsComma = true
  }

  private mutating func colon() {
    reserve(2)
    put(ASCII.colon)
    if isPretty { put(0x20) }
    needsComma = false
    afterKey = true
  }

  private var afterKey = false

  @inline(__always)
  private mutating func separate() {
    if needsComma {
      reserve(1)
      put(ASCII.comma)
    }
    if isPretty {
      if depth > 0 && !afterKey { newLine() }
      afterKey = false
    }
    needsComma = true
  }

  private mutating func newLine() {
    reserve(1 + depth * 2)
    put(0x0A)
    for _ in 0..<(depth * 2) { put(0x20) }
  }

  @inline(__always)
  private mutating func put(_ byte: UInt8) {
    unsafe base[count] = byte
    count += 1
  }

  private mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      guard let source = bytes.baseAddress else { return }
      reserve(bytes.count)
      unsafe (base + count).update(from: source, count: bytes.count)
      count += bytes.count
    }
  }

  private mutating func quote(_ text: String) {
    var text = text
    text.withUTF8 { unsafe quote($0) }
  }

  private mutating func quote(_ bytes: UnsafeBufferPointer<UInt8>) {
    reserve(bytes.count * 6 + 2)
    put(ASCII.quote)
    if let source = bytes.baseAddress {
      var index = 0
      let length = bytes.count
      while index < length {
        // Eight bytes at a time while none needs an escape.
        if index + 8 <= length {
          let word = unsafe UnsafeRawPointer(source + index).loadUnaligned(as: UInt64.self)
          let quote = word ^ 0x2222_2222_2222_2222
          let slash = word ^ 0x5C5C_5C5C_5C5C_5C5C
          let special =
            ((quote &- 0x0101_0101_0101_0101) & ~quote | (slash &- 0x0101_0101_0101_0101) & ~slash
              | (word &- 0x2020_2020_2020_2020) & ~word) & 0x8080_8080_8080_8080
          if special == 0 {
            unsafe UnsafeMutableRawPointer(base + count).storeBytes(of: word, as: UInt64.self)
            count += 8
            index += 8
            continue
          }
        }
        unsafe escape(source[index])
        index += 1
      }
    }
    put(ASCII.quote)
  }

  @inline(__always)
  private mutating func escape(_ byte: UInt8) {
    if byte >= 0x20 && byte != ASCII.quote && byte != ASCII.backslash {
      put(byte)
      return
    }
    put(ASCII.backslash)
    switch byte {
    case 0x08: put(ASCII.b)
    case 0x09: put(ASCII.t)
    case 0x0A: put(ASCII.n)
    case 0x0C: put(ASCII.f)
    case 0x0D: put(ASCII.r)
    case 0x00..<0x20:
      put(ASCII.u)
      put(0x30)
      put(0x30)
      put(0x30 + byte >> 4)
      let low = byte & 0xF
      put(low < 10 ? 0x30 + low : 0x57 + low)
    default: put(byte)
    }
  }

  @inline(__always)
  private mutating func reserve(_ extra: Int) {
    if count + extra > capacity { grow(extra) }
  }

  private mutating func grow(_ extra: Int) {
    let larger = max(capacity * 2, count + extra)
    let block = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    unsafe block.update(from: base, count: count)
    unsafe base.deallocate()
    unsafe base = block
    capacity = larger
  }
}
