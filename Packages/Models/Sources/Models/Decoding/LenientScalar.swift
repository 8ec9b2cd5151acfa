#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The conversions that a lenient read allows, in one place.
enum LenientScalar {
  static func integer<Integer: FixedWidthInteger>(_ type: Integer.Type, _ value: JSONValue)
    -> Integer?
  {
    switch value {
    case .bool(let value): value ? 1 : 0
    case .string(let text):
      number(text).flatMap { $0.int.flatMap(Integer.init(exactly:)) ?? Integer($0.description) }
    case .number(let number):
      number.int.flatMap(Integer.init(exactly:)) ?? Integer(number.description)
    default: nil
    }
  }

  static func double(_ value: JSONValue) -> Double? {
    switch value {
    case .bool(let value): value ? 1 : 0
    case .string(let text): number(text).map(\.double).flatMap { $0.isFinite ? $0 : nil }
    case .number(let number): number.double.isFinite ? number.double : nil
    default: nil
    }
  }

  static func decimal(_ value: JSONValue) -> Decimal? {
    switch value {
    case .string(let text): number(text)?.decimal
    case .number(let number): number.decimal
    default: nil
    }
  }

  static func bool(_ value: JSONValue) -> Bool? {
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

  static func string(_ value: JSONValue) -> String? {
    switch value {
    case .string(let text): text
    case .number(let number):
      // In one form, whatever zeros and exponent it was sent with.
      number.int.map(String.init)
        ?? JSONNumber(number.double).flatMap { $0 == number ? $0 : nil }?.description
        ?? number.description
    case .bool(let value): value ? "true" : "false"
    default: nil
    }
  }

  private static func number(_ text: String) -> JSONNumber? {
    // A long text is no number that a server writes, and must not be parsed for nothing.
    text.utf8.count <= 1000 ? try? JSONValue(parsing: text).number : nil
  }
}
