#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A way to write a date in JSON, read by bytes and without a formatter.
///
/// ```swift
/// var options = DecodingOptions()
/// options.dates = [.iso8601, .dateTime, .unixSeconds]
/// DateFormat.day.date(from: "2026-02-29")  // nil: there is no such day
/// ```
public enum DateFormat: Hashable, Sendable, CaseIterable {
  /// `2026-03-05T10:26:26Z`, with any offset and fraction.
  case iso8601
  /// `2026-03-05 10:26:26`, in UTC.
  case dateTime
  /// `2026-03-05`, midnight in UTC.
  case day
  /// `2026/3/5 10:26:26` with or without zeros, in UTC: what the car lesson's server sends.
  case slashed
  /// A number: seconds since 1970.
  case unixSeconds
  /// A number: milliseconds since 1970.
  case unixMilliseconds

  /// The date of a text in this format; `nil` when it is not, or when there is no such day.
  public func date(from text: String) -> Date? {
    var text = text
    return text.withUTF8 { unsafe date(from: $0) }
  }

  func date(from text: UnsafeBufferPointer<UInt8>) -> Date? {
    let seconds: Double? =
      switch self {
      case .iso8601: unsafe ISO8601.seconds(text)
      case .dateTime:
        if text.count == 19, unsafe text[10] == 0x20,
          let day = unsafe ISO8601.day(text, separator: ASCII.minus),
          let clock = unsafe ISO8601.clock(text, at: 11)
        {
          Double(day * 86400 + clock)
        } else {
          nil
        }
      case .day:
        text.count == 10
          ? unsafe ISO8601.day(text, separator: ASCII.minus).map { Double($0 * 86400) } : nil
      case .slashed: unsafe DateFormat.slashedSeconds(text)
      case .unixSeconds, .unixMilliseconds: nil
      }
    return seconds.map(Date.init(timeIntervalSince1970:))
  }

  func date(from number: Double) -> Date? {
    guard number.isFinite else { return nil }
    return switch self {
    case .unixSeconds: Date(timeIntervalSince1970: number)
    case .unixMilliseconds: Date(timeIntervalSince1970: number / 1000)
    default: nil
    }
  }

  private static func slashedSeconds(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    var numbers = [0]
    var digits = 0
    var separators: [UInt8] = []
    for index in 0..<text.count {
      let byte = unsafe text[index]
      if byte.isASCIIDigit, digits < 4 {
        numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int(byte - 0x30)
        digits += 1
      } else {
        guard digits > 0, separators.count < 5 else { return nil }
        separators.append(byte)
        numbers.append(0)
        digits = 0
      }
    }
    guard digits > 0, separators == Array("// ::".utf8),
      let days = ISO8601.days(year: numbers[0], month: numbers[1], day: numbers[2]),
      numbers[3] < 24,
      numbers[4] < 60, numbers[5] < 60
    else { return nil }
    return Double(days * 86400 + numbers[3] * 3600 + numbers[4] * 60 + numbers[5])
  }

  /// An example of the format, as words for a message.
  var example: String {
    switch self {
    case .iso8601: "2026-03-05T10:26:26Z"
    case .dateTime: "2026-03-05 10:26:26"
    case .day: "2026-03-05"
    case .slashed: "2026/3/5 10:26:26"
    case .unixSeconds: "seconds since 1970"
    case .unixMilliseconds: "milliseconds since 1970"
    }
  }
}

extension DateFormat {
  /// The date at a decoder, by the first format that fits.
  static func date(from decoder: any Decoder, _ formats: [DateFormat]) throws -> Date {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      for format in formats { if let date = format.date(from: text) { return date } }
    } else if let number = try? container.decode(Double.self) {
      for format in formats { if let date = format.date(from: number) { return date } }
    }
    throw DecodingError.dataCorruptedError(
      in: container,
      debugDescription: "Write the date as \(formats.map(\.example).joined(separator: " or ")).")
  }
}
