#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// The value that a scalar of another JSON type stands for, or `nil` when it stands for none.

extension FixedWidthInteger {
  /// A whole number from a string, a number or a Boolean.
  static func converted(from value: JSONValue) -> Self? {
    if case .bool(let value) = value { return value ? 1 : 0 }
    guard let number = value.convertible else { return nil }
    return number.int.flatMap(Self.init(exactly:)) ?? Self(number.plainText)
  }
}

extension Double {
  /// A finite number from a string or a Boolean.
  static func converted(from value: JSONValue) -> Double? {
    if case .bool(let value) = value { return value ? 1 : 0 }
    return value.convertible.map(\.double).flatMap { $0.isFinite ? $0 : nil }
  }
}

extension Decimal {
  /// A number from a string.
  static func converted(from value: JSONValue) -> Decimal? { value.convertible?.decimal }
}

extension Bool {
  /// A Boolean from 0, 1, "true", "false", "yes", "no", "0" and "1".
  static func converted(from value: JSONValue) -> Bool? {
    switch value {
    case .number(let number): number.int == 1 ? true : number.int == 0 ? false : nil
    case .string(let text):
      switch text.lowercased() {
      case "true", "yes", "1": true
      case "false", "no", "0": false
      default: nil
      }
    default: nil
    }
  }
}

extension String {
  /// A string from a number, in one form whatever zeros and exponent it was sent with, or from a Boolean.
  static func converted(from value: JSONValue) -> String? {
    switch value {
    case .number(let number): number.plainText
    case .bool(let value): value ? "true" : "false"
    default: nil
    }
  }
}

extension JSONValue {
  /// The number that the value is, or is the text of.
  fileprivate var convertible: JSONNumber? {
    switch self {
    case .number(let number): number
    // A long text is no number that a server writes, and must not be parsed for nothing.
    case .string(let text) where text.utf8.count <= 1000: try? JSONValue(parsing: text).number
    default: nil
    }
  }
}
