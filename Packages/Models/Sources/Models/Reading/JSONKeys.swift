#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The keys that a model reads, prepared once for `JSONReader.nextKey(of:)`.
///
/// Keep it in a `static let`. An object whose keys come in the order of the cases is the quickest.
///
/// ```swift
/// enum CodingKeys: String, CodingKey, CaseIterable { case id, cityID = "cityId" }
/// static let keys = JSONKeys(CodingKeys.self)
/// ```
public struct JSONKeys<Key: CaseIterable & RawRepresentable<String> & Sendable>: Sendable {
  @usableFromInline let cases: [Key]
  @usableFromInline let table: JSONKeyTable

  /// Takes every case of the enum, with its raw value as the key in the document.
  public init(_ type: Key.Type) {
    cases = Array(Key.allCases)
    table = JSONKeyTable(cases.map(\.rawValue))
  }
}

/// Key names in one block of memory, compared by their first eight bytes and length.
///
/// Immutable after `init`, so it may be shared; the pointers are freed with the last reference.
@safe @usableFromInline final class JSONKeyTable: @unchecked Sendable {
  struct Entry {
    var prefix: UInt64
    var length: Int
    var rest: Int
  }

  let entries: UnsafeMutablePointer<Entry>
  let names: UnsafeMutablePointer<UInt8>
  let count: Int

  init(_ keys: [String]) {
    count = keys.count
    let total = keys.reduce(0) { $0 + $1.utf8.count + 8 }
    unsafe entries = .allocate(capacity: max(1, keys.count))
    unsafe names = .allocate(capacity: total + 8)
    unsafe names.initialize(repeating: 0, count: total + 8)
    var offset = 0
    for (index, key) in keys.enumerated() {
      for (place, byte) in key.utf8.enumerated() { unsafe names[offset + place] = byte }
      let length = key.utf8.count
      let prefix = unsafe JSONKeyTable.prefix(names + offset, length)
      unsafe (entries + index).initialize(to: Entry(prefix: prefix, length: length, rest: offset))
      offset += length + 8
    }
  }

  deinit {
    unsafe entries.deallocate()
    unsafe names.deallocate()
  }

  /// The first eight bytes, those past `length` as zero; eight bytes must be readable.
  @inline(__always)
  static func prefix(_ start: UnsafePointer<UInt8>, _ length: Int) -> UInt64 {
    let word = unsafe UInt64(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt64.self))
    return length >= 8 ? word : word & ((1 &<< (UInt64(truncatingIfNeeded: length) &* 8)) &- 1)
  }

  /// The index of the key, looked for from `hint` on and then from the start; -1 when unknown.
  @inline(__always)
  func index(of start: UnsafePointer<UInt8>, _ length: Int, hint: Int) -> Int {
    let prefix = unsafe JSONKeyTable.prefix(start, length)
    var index = hint < count ? hint : 0
    var left = count
    while left > 0 {
      let entry = unsafe entries + index
      if unsafe entry.pointee.prefix == prefix && entry.pointee.length == length {
        if length <= 8 { return index }
        if unsafe memcmp(names + entry.pointee.rest, start, length) == 0 { return index }
      }
      index &+= 1
      if index == count { index = 0 }
      left &-= 1
    }
    return -1
  }
}
