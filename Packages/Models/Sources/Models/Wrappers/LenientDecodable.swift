#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The types that `Lenient` can decode: `Int`, `Double`, `Decimal`, `Bool`, `String` and optionals of them.
public protocol LenientDecodable: Decodable {
  /// The value that another JSON type stands for, or `nil` when it stands for none.
  static func converted(from value: JSONValue) -> Self?
}

extension Int: LenientDecodable {
  /// A whole number from a string, a number or a Boolean.
  public static func converted(from value: JSONValue) -> Int? { integer(from: value) }
}

extension FixedWidthInteger {
  /// A whole number from a string, a number or a Boolean.
  static func integer(from value: JSONValue) -> Self? {
    if case .bool(let value) = value { return value ? 1 : 0 }
    guard let number = value.convertible else { return nil }
    return number.int.flatMap(Self.init(exactly:)) ?? Self(number.plainText)
  }
}

extension Double: LenientDecodable {
  /// A finite number from a string or a Boolean.
  public static func converted(from value: JSONValue) -> Double? {
    if case .bool(let value) = value { return value ? 1 : 0 }
    return value.convertible.map(\.double).flatMap { $0.isFinite ? $0 : nil }
  }
}

extension Decimal: LenientDecodable {
  /// A number from a string.
  public static func converted(from value: JSONValue) -> Decimal? { value.convertible?.decimal }
}

extension Bool: LenientDecodable {
  /// A Boolean from 0, 1, "true", "false", "yes", "no", "0" and "1".
  public static func converted(from value: JSONValue) -> Bool? {
    switch value {
    case .bool(let value): value
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

extension String: LenientDecodable {
  /// A string from a number or a Boolean.
  public static func converted(from value: JSONValue) -> String? {
    switch value {
    case .string(let text): text
    // In one form, whatever zeros and exponent it was sent with.
    case .number(let number): number.plainText
    case .bool(let value): value ? "true" : "false"
    default: nil
    }
  }
}

extension Optional: LenientDecodable where Wrapped: LenientDecodable {
  /// `nil` from `null`, else what the wrapped type makes of it.
  public static func converted(from value: JSONValue) -> Wrapped?? {
    value.isNull ? .some(nil) : Wrapped.converted(from: value).map(Optional.some)
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
