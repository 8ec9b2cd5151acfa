#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension DecodingPass {
  /// Returns a stand-in value after a reported failure: an earlier value of the type, an empty value or the first case.
  func standIn<Value: Decodable>(for type: Value.Type) throws -> Value {
    if let sample = samples[ObjectIdentifier(type)] as? Value { return sample }
    if let cases = type as? any CaseIterable.Type, let first = cases.firstCase as? Value {
      return first
    }
    if let empty = type as? any ExpressibleByNilLiteral.Type, let none = empty.none as? Value {
      return none
    }
    if type is any DecodableCollection.Type, let empty = [] as? Value { return empty }
    if type == Date.self, let date = Date(timeIntervalSince1970: 0) as? Value { return date }
    throw Abandoned()
  }

  /// Decodes the types that Foundation's decoder also handles specially; returns `nil` for other types.
  func decodeKnown<Value: Decodable>(
    _ type: Value.Type, _ entry: Int, _ path: PathNode
  ) throws -> Value? {
    switch type {
    case is Date.Type: try date(entry, path) as? Value
    case is URL.Type: try url(entry, path) as? Value
    case is Data.Type: try base64(entry, path) as? Value
    case is Decimal.Type: try decimal(entry, path) as? Value
    case is JSONValue.Type: try value(entry, path) as? Value
    case is JSONNumber.Type where document.kind(of: entry) == .number:
      document.scalar(entry)?.number as? Value
    default: nil
    }
  }

  func bool(_ entry: Int, _ path: PathNode) throws -> Bool {
    if document.kind(of: entry) == .bool { return document.scalar(entry) == true }
    return try converted(Bool.converted, .bool, "true or false", entry, path) ?? false
  }

  func string(_ entry: Int, _ path: PathNode) throws -> String {
    if document.kind(of: entry) == .string { return document.string(entry) }
    return try converted(String.converted, .string, "a string", entry, path) ?? ""
  }

  func integer<Integer: FixedWidthInteger>(_ type: Integer.Type, _ entry: Int, _ path: PathNode)
    throws -> Integer
  {
    if document.kind(of: entry) == .number {
      var reader = document.reader(at: entry)
      if let value = try? reader.exactInteger(type) { return value }
      try fail(
        .invalidValue, entry, path, expected: "an integer from \(Integer.min) to \(Integer.max)",
        remedy: "Send a whole number in that range.")
      return 0
    }
    return try converted(Integer.converted, .number, "an integer", entry, path) ?? 0
  }

  func double(_ entry: Int, _ path: PathNode) throws -> Double {
    if document.kind(of: entry) == .number {
      var reader = document.reader(at: entry)
      if let value = try? reader.finiteDouble() { return value }
      try fail(
        .invalidValue, entry, path, expected: "a number that fits a Double",
        remedy: "Send a smaller number.")
      return 0
    }
    return try converted(Double.converted, .number, "a number", entry, path) ?? 0
  }

  func float(_ entry: Int, _ path: PathNode) throws -> Float {
    if document.kind(of: entry) == .number {
      var reader = document.reader(at: entry)
      if let value = try? reader.finiteFloat() { return value }
    } else if case let value = Float(try double(entry, path)), value.isFinite {
      return value
    }
    try fail(
      .invalidValue, entry, path, expected: "a number that fits a Float",
      remedy: "Send a smaller number.")
    return 0
  }

  /// Converts a scalar of another type, if conversions are enabled; otherwise reports the wrong type.
  func converted<Value>(
    _ convert: (JSONValue) -> Value?, _ kind: JSONDocument.Kind, _ expected: String, _ entry: Int,
    _ path: PathNode
  ) throws -> Value? {
    guard options.convertsScalars, let value = document.scalar(entry).flatMap(convert) else {
      _ = try expect(kind, expected, entry, path)
      return nil
    }
    note(
      .wrongType, entry, path, expected: expected, remedy: "Correct the value: it was converted.",
      effect: .converted)
    return value
  }
}

extension DecodingPass {
  func date(_ entry: Int, _ path: PathNode) throws -> Date {
    switch document.kind(of: entry) {
    case .string:
      let text = document.string(entry)
      for format in options.dates { if let date = format.date(from: text) { return date } }
    case .number:
      let number = document.scalar(entry)?.double ?? 0
      for format in options.dates { if let date = format.date(from: number) { return date } }
    default: break
    }
    let examples = options.dates.map(\.example).joined(separator: " or ")
    if try expect(.string, "a date as \(examples)", entry, path) {
      try fail(
        .invalidValue, entry, path, expected: "a date as \(examples)",
        remedy: "Write a day that exists, as \(examples).")
    }
    return Date(timeIntervalSince1970: 0)
  }

  func url(_ entry: Int, _ path: PathNode) throws -> URL {
    guard try expect(.string, "a URL as a string", entry, path) else { throw Abandoned() }
    let text = document.string(entry)
    if let url = URL(string: text), !text.isEmpty { return url }
    let trimmed = text.filter { !$0.isWhitespace }
    if options.convertsScalars, !trimmed.isEmpty, let url = URL(string: trimmed) {
      note(
        .invalidValue, entry, path, expected: "a URL", remedy: "Remove the white space.",
        effect: .converted)
      return url
    }
    try fail(
      .invalidValue, entry, path, expected: "a URL",
      remedy: "Write a whole URL, or leave the key out.")
    throw Abandoned()
  }

  func base64(_ entry: Int, _ path: PathNode) throws -> Data {
    guard try expect(.string, "base64 as a string", entry, path) else { return Data() }
    if let data = Data(base64Encoded: document.string(entry)) { return data }
    try fail(
      .invalidValue, entry, path, expected: "base64",
      remedy: "Encode the bytes by RFC 4648, with padding.")
    return Data()
  }

  func decimal(_ entry: Int, _ path: PathNode) throws -> Decimal {
    guard document.kind(of: entry) == .number else {
      return try converted(Decimal.converted, .number, "a number", entry, path) ?? 0
    }
    if let value = document.scalar(entry)?.number?.decimal { return value }
    try fail(
      .invalidValue, entry, path, expected: "a decimal number",
      remedy: "Send at most 38 digits, and a power of ten from -128 to 127.")
    return 0
  }
}

// Each method converts a scalar of another JSON type, or returns `nil` if that is impossible.

extension FixedWidthInteger {
  /// Returns a whole number from a string, a number or a Boolean.
  static func converted(from value: JSONValue) -> Self? {
    if case .bool(let value) = value { return value ? 1 : 0 }
    guard let number = value.convertible else { return nil }
    return number.int.flatMap(Self.init(exactly:)) ?? Self(number.plainText)
  }
}

extension Double {
  /// Returns a finite number from a string or a Boolean.
  static func converted(from value: JSONValue) -> Double? {
    if case .bool(let value) = value { return value ? 1 : 0 }
    return value.convertible.map(\.double).flatMap { $0.isFinite ? $0 : nil }
  }
}

extension Decimal {
  static func converted(from value: JSONValue) -> Decimal? { value.convertible?.decimal }
}

extension Bool {
  /// Returns a Boolean from 0, 1, "true", "false", "yes", "no", "0" and "1".
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
  /// Returns a string from a number, in a normalized form without trailing zeros and exponent, or from a Boolean.
  static func converted(from value: JSONValue) -> String? {
    switch value {
    case .number(let number): number.plainText
    case .bool(let value): value ? "true" : "false"
    default: nil
    }
  }
}

extension JSONValue {
  /// The number that this value is or whose text it is.
  fileprivate var convertible: JSONNumber? {
    switch self {
    case .number(let number): number
    // Servers do not write such long numbers, so parsing a long text would be a waste.
    case .string(let text) where text.utf8.count <= 1000: try? JSONValue(parsing: text).number
    default: nil
    }
  }
}

extension ExpressibleByNilLiteral {
  fileprivate static var none: Any { Self(nilLiteral: ()) }
}

extension CaseIterable {
  fileprivate static var firstCase: Any? { allCases.first }
}
