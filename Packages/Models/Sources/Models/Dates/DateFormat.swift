#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A format of dates in JSON; the parser works on bytes, without a formatter.
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
  /// A number: seconds since 1970.
  case unixSeconds
  /// A number: milliseconds since 1970.
  case unixMilliseconds

  /// Returns the date of a text in this format, or `nil` if the text does not match or the day does not exist.
  public func date(from text: String) -> Date? {
    var text = text
    let seconds: Double? = text.withUTF8 { text in
      switch self {
      case .iso8601: return unsafe ISO8601.seconds(text)
      case .dateTime:
        guard text.count == 19, unsafe text[10] == 0x20, let day = unsafe ISO8601.day(text),
          let clock = unsafe ISO8601.clock(text, at: 11)
        else { return nil }
        return Double(day * 86400 + clock)
      case .day: return text.count == 10 ? unsafe ISO8601.day(text).map { Double($0 * 86400) } : nil
      case .unixSeconds, .unixMilliseconds: return nil
      }
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

  /// An example of the format, or a description, for a message.
  var example: String {
    switch self {
    case .iso8601: "2026-03-05T10:26:26Z"
    case .dateTime: "2026-03-05 10:26:26"
    case .day: "2026-03-05"
    case .unixSeconds: "seconds since 1970"
    case .unixMilliseconds: "milliseconds since 1970"
    }
  }
}

extension DateFormat {
  /// Decodes a date from a decoder with the first matching format.
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
