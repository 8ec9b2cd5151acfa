#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A JSON number exactly as written: all digits, trailing zeros and the exponent are kept.
///
/// Equality compares the numbers, so `1.0` equals `1`; powers of ten with more than fifteen digits must be written alike.
///
/// ```swift
/// let big = try JSONValue(parsing: "12345678901234567890123")
/// big.number?.description  // "12345678901234567890123"
/// big.number?.int  // nil: it does not fit
/// ```
public struct JSONNumber: Sendable {
  private enum Storage: Sendable {
    case int(Int)
    /// Any other number, as JSON text.
    case text(String)
  }

  private let storage: Storage

  private init(storage: Storage) {
    self.storage = storage
  }

  /// Makes a number from an integer.
  public init(_ value: Int) {
    storage = .int(value)
  }

  /// Makes a number from a finite `Double`; returns `nil` for infinity and NaN, which JSON cannot represent.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    let isNegativeZero = value == 0 && value.sign == .minus
    storage =
      Int(exactly: value).flatMap { isNegativeZero ? nil : .int($0) }
      ?? .text(isNegativeZero ? "-0" : "\(value)")
  }

  /// Makes a number from a decimal; returns `nil` for NaN.
  public init?(_ value: Decimal) {
    guard value.isFinite else { return nil }
    let text = value.description
    storage = Int(text).map(Storage.int) ?? .text(text)
  }

  init(_ span: JSONReader.NumberSpan, text: @autoclosure () -> String) {
    if span.isInteger, let value = JSONReader.integer(Int.self, span, text: text),
      !(value == 0 && span.isNegative)
    {
      storage = .int(value)
    } else {
      storage = .text(text())
    }
  }

  /// The number as `Int`; `nil` if it is not whole or does not fit.
  public var int: Int? {
    switch storage {
    case .int(let value): return value
    case .text(let text):
      var reader = JSONReader(PaddedBytes(text), depthLimit: 1)
      return try? reader.exactInteger(Int.self)
    }
  }

  /// The nearest `Double`, which may be infinite for a number beyond its range.
  public var double: Double {
    switch storage {
    case .int(let value): Double(value)
    case .text(let text): Double(text) ?? .nan
    }
  }

  /// The number as `Decimal`, with up to 38 digits, or 39 if they fit; `nil` if out of range.
  public var decimal: Decimal? {
    let parts = parts
    guard !parts.digits.isEmpty else { return 0 }
    // Foundation rounds longer numbers; its powers of ten range from -128 to 127, including zeros at either end.
    let zeros = max(0, parts.exponent - 127)
    guard parts.digits.count + zeros <= 39, parts.exponent >= -128, parts.power.isEmpty else {
      return nil
    }
    let digits = String(
      decoding: parts.digits + [UInt8](repeating: ASCII.zero, count: zeros), as: UTF8.self)
    let sign = parts.isNegative ? "-" : ""
    let value = Decimal(string: "\(sign)\(digits)e\(parts.exponent - zeros)")
    guard let value, value.isFinite else { return nil }
    // A `Decimal` can hold the 39-digit numbers below 2^128, such as the result of a division.
    return digits.count < 39 || JSONNumber(value) == self ? value : nil
  }
}

extension JSONNumber: CustomStringConvertible {
  /// The number in JSON notation.
  public var description: String {
    switch storage {
    case .int(let value): String(value)
    case .text(let text): text
    }
  }
}

extension JSONNumber: Hashable {
  /// Whether both are numerically equal.
  public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    switch (left.storage, right.storage) {
    case (.int(let left), .int(let right)): left == right
    case (.text(let left), .text(let right)) where left == right: true
    default: left.parts == right.parts
    }
  }

  /// Hashes all digits, because numbers with the same nearest `Double` would otherwise collide.
  public func hash(into hasher: inout Hasher) {
    let parts = parts
    hasher.combine(parts.isNegative)
    hasher.combine(parts.digits)
    hasher.combine(parts.exponent)
    hasher.combine(parts.power)
  }

  /// The number without an exponent and without trailing zeros, so that equal numbers have the same text; a number that
  /// would need more than a thousand digits stays as written.
  var plainText: String {
    if case .int(let value) = storage { return String(value) }
    let parts = parts
    guard !parts.digits.isEmpty else { return "0" }
    let figures = String(decoding: parts.digits, as: UTF8.self)
    let (count, exponent) = (parts.digits.count, parts.exponent)
    guard parts.power.isEmpty, count <= 1000, abs(exponent) <= 1000 else { return description }
    let point = count + exponent
    let text =
      if exponent >= 0 {
        figures + String(repeating: "0", count: exponent)
      } else if point > 0 {
        "\(figures.prefix(point)).\(figures.dropFirst(point))"
      } else {
        "0." + String(repeating: "0", count: -point) + figures
      }
    return parts.isNegative ? "-\(text)" : text
  }

  /// The normalized parts, the same for equal numbers: no zeros at either end, and a separate power of ten.
  ///
  /// A power with more than fifteen digits exceeds integer arithmetic and is kept as text.
  private var parts: (isNegative: Bool, digits: [UInt8], exponent: Int, power: String) {
    var digits: [UInt8] = []
    var exponent = 0
    var power = ""
    var text = description.utf8[...]
    let isNegative = text.first == ASCII.minus
    if isNegative { text.removeFirst() }
    if let mark = text.firstIndex(where: { $0 | 0x20 == ASCII.e }) {
      let written = text[text.index(after: mark)...]
      let figures = written.filter(\.isASCIIDigit).drop { $0 == ASCII.zero }
      let sign = written.first == ASCII.minus ? "-" : ""
      power = sign + String(decoding: figures, as: UTF8.self)
      if figures.count <= 15 {
        exponent = Int(power) ?? 0
        power = ""
      }
      text = text[..<mark]
    }
    if let point = text.firstIndex(of: ASCII.point) {
      exponent -= text.distance(from: point, to: text.endIndex) - 1
    }
    digits = text.filter { $0 != ASCII.point }.drop { $0 == ASCII.zero }.map { $0 }
    while digits.last == ASCII.zero {
      digits.removeLast()
      exponent += 1
    }
    return digits.isEmpty ? (false, [], 0, "") : (isNegative, digits, exponent, power)
  }
}

extension JSONNumber: Codable {
  /// Decodes a number; with another coder than this package's, it has only the digits that the coder keeps.
  public init(from decoder: any Decoder) throws {
    if NodeDecoder(decoder) == nil { try ProblemLog.refuseLoss(in: decoder) }
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(Int.self) {
      self.init(value)
    } else if let value = try? container.decode(UInt64.self) {
      self.init(storage: .text(String(value)))
    } else {
      let value = try container.decode(Double.self)
      guard let number = JSONNumber(value) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "The number is not finite.")
      }
      self = number
    }
  }

  /// Encodes the number; with another coder than this package's, only with the digits of a `Double` or a `Decimal`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch storage {
    case .int(let value): try container.encode(value)
    case .text(let text):
      // Foundation writes such a number in the same form, except a zero after the point.
      if "\(double)" == text, !text.hasSuffix(".0") {
        try container.encode(double)
      } else if let literals = encoder.userInfo[Literals.key] as? Literals {
        try container.encode(literals.name(of: text))
      } else if JSONNumber(double) != self, let decimal {
        try container.encode(decimal)
      } else {
        try container.encode(double)
      }
    }
  }
}
