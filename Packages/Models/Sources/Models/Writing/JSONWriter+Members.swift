#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension JSONWriter {
  /// Writes a member with an integer.
  public mutating func write(_ value: Int, for key: StaticString) {
    writeKey(key)
    write(value)
  }

  /// Writes a member with a number.
  public mutating func write(_ value: Double, for key: StaticString) throws(ModelError) {
    writeKey(key)
    try write(value)
  }

  /// Writes a member with a Boolean.
  public mutating func write(_ value: Bool, for key: StaticString) {
    writeKey(key)
    write(value)
  }

  /// Writes a member with a string.
  public mutating func write(_ value: String, for key: StaticString) {
    writeKey(key)
    write(value)
  }

  /// Writes a member with a date by ISO 8601.
  public mutating func write(_ value: Date, for key: StaticString) throws(ModelError) {
    writeKey(key)
    try write(value)
  }

  /// Writes a member with any writable value; an optional that is `nil` is left out.
  @inlinable
  @_disfavoredOverload
  public mutating func write<Value: JSONWritable>(
    _ value: Value?, for key: StaticString
  ) throws(ModelError) {
    guard let value else { return }
    writeKey(key)
    try value.write(to: &self)
  }
}

extension Int: JSONWritable {
  /// Writes the integer.
  public func write(to writer: inout JSONWriter) throws(ModelError) { writer.write(self) }
}

extension Double: JSONWritable {
  /// Writes the number.
  public func write(to writer: inout JSONWriter) throws(ModelError) { try writer.write(self) }
}

extension Bool: JSONWritable {
  /// Writes the Boolean.
  public func write(to writer: inout JSONWriter) throws(ModelError) { writer.write(self) }
}

extension String: JSONWritable {
  /// Writes the string.
  public func write(to writer: inout JSONWriter) throws(ModelError) { writer.write(self) }
}

extension Date: JSONWritable {
  /// Writes the date by ISO 8601.
  public func write(to writer: inout JSONWriter) throws(ModelError) { try writer.write(self) }
}

extension Optional: JSONWritable where Wrapped: JSONWritable {
  /// Writes the value, or `null`.
  @inlinable
  public func write(to writer: inout JSONWriter) throws(ModelError) {
    if let self { try self.write(to: &writer) } else { writer.writeNull() }
  }
}

extension Array: JSONWritable where Element: JSONWritable {
  /// Writes the array.
  @inlinable
  public func write(to writer: inout JSONWriter) throws(ModelError) {
    writer.openArray()
    for element in self { try element.write(to: &writer) }
    writer.closeArray()
  }
}

extension Dictionary: JSONWritable where Key == String, Value: JSONWritable {
  /// Writes an object with sorted keys, so that equal dictionaries are written equally.
  public func write(to writer: inout JSONWriter) throws(ModelError) {
    writer.openObject()
    for (key, value) in sorted(by: { $0.key < $1.key }) {
      writer.writeKey(key)
      try value.write(to: &writer)
    }
    writer.closeObject()
  }
}
