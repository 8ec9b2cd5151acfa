#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Int: JSONReadable {
  /// Reads an exact integer.
  public init(from reader: inout JSONReader) throws(ModelError) { self = try reader.readInt() }
}

extension Int64: JSONReadable {
  /// Reads an exact integer.
  public init(from reader: inout JSONReader) throws(ModelError) { self = try reader.readInteger() }
}

extension UInt64: JSONReadable {
  /// Reads an exact integer.
  public init(from reader: inout JSONReader) throws(ModelError) { self = try reader.readInteger() }
}

extension Double: JSONReadable {
  /// Reads a number.
  public init(from reader: inout JSONReader) throws(ModelError) { self = try reader.readDouble() }
}

extension Bool: JSONReadable {
  /// Reads `true` or `false`.
  public init(from reader: inout JSONReader) throws(ModelError) { self = try reader.readBool() }
}

extension String: JSONReadable {
  /// Reads a string.
  public init(from reader: inout JSONReader) throws(ModelError) { self = try reader.readString() }
}

extension Decimal: JSONReadable {
  /// Reads a number with all its digits.
  public init(from reader: inout JSONReader) throws(ModelError) { self = try reader.readDecimal() }
}

extension Date: JSONReadable {
  /// Reads a date by ISO 8601.
  public init(from reader: inout JSONReader) throws(ModelError) { self = try reader.readDate() }
}

extension Optional: JSONReadable where Wrapped: JSONReadable {
  /// Reads a value, or `nil` for `null`.
  @inlinable
  public init(from reader: inout JSONReader) throws(ModelError) {
    self = try reader.readIfPresent()
  }
}

extension Array: JSONReadable where Element: JSONReadable {
  /// Reads an array.
  @inlinable
  public init(from reader: inout JSONReader) throws(ModelError) { self = try reader.readArray() }
}

extension Dictionary: JSONReadable where Key == String, Value: JSONReadable {
  /// Reads an object; of a key that comes twice the last value stays.
  @inlinable
  public init(from reader: inout JSONReader) throws(ModelError) {
    self.init()
    try reader.openObject()
    while let key = try reader.nextKey() { self[key] = try Value(from: &reader) }
  }
}
