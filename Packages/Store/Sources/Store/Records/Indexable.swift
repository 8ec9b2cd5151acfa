public import Foundation

/// A type whose values can be indexed: they have a place in an order that SQLite knows.
///
/// Text is ordered by the bytes of its UTF-8, nil comes before everything.
public protocol Indexable: SendableMetatype {
  /// The value as the index holds it.
  var indexValue: IndexValue { get }
}

/// A value in an index.
public enum IndexValue: Sendable, Hashable {
  /// No value; before all others.
  case null
  /// A whole number, a truth value (0 or 1).
  case integer(Int64)
  /// A number with a fraction, a time in seconds since 1970.
  case real(Double)
  /// Text, ordered by its bytes.
  case text(String)
}

extension Indexable where Self: BinaryInteger {
  /// The number; unsigned numbers beyond the signed range count as the largest.
  public var indexValue: IndexValue { .integer(Int64(clamping: self)) }
}

extension Int: Indexable {}
extension Int64: Indexable {}
extension Int32: Indexable {}
extension UInt8: Indexable {}
extension UInt32: Indexable {}

extension Bool: Indexable {
  /// 1 for true, 0 for false.
  public var indexValue: IndexValue { .integer(self ? 1 : 0) }
}

extension Double: Indexable {
  /// The number; nil for what is not a number.
  public var indexValue: IndexValue { isNaN ? .null : .real(self) }
}

extension String: Indexable {
  /// The text.
  public var indexValue: IndexValue { .text(self) }
}

extension Date: Indexable {
  /// The seconds since 1970.
  public var indexValue: IndexValue { .real(timeIntervalSince1970) }
}

extension UUID: Indexable {
  /// The text in upper case.
  public var indexValue: IndexValue { .text(uuidString) }
}

extension Optional: Indexable where Wrapped: Indexable {
  /// The value or nil.
  public var indexValue: IndexValue { self?.indexValue ?? .null }
}

extension RawRepresentable where RawValue: Indexable {
  /// The raw value; declare the conformance to `Indexable` to use it.
  public var indexValue: IndexValue { rawValue.indexValue }
}

extension IndexValue {
  /// Whether this comes before `other`, as SQLite orders values; numbers of both kinds compare.
  func precedes(_ other: IndexValue) -> Bool {
    switch (self, other) {
    case (_, .null): false
    case (.null, _): true
    case (.text(let left), .text(let right)):
      left.utf8.lexicographicallyPrecedes(right.utf8)
    case (.text, _): false
    case (_, .text): true
    case (.integer(let left), .integer(let right)): left < right
    case (.integer(let left), .real(let right)): Double(left) < right
    case (.real(let left), .integer(let right)): left < Double(right)
    case (.real(let left), .real(let right)): left < right
    }
  }
}
