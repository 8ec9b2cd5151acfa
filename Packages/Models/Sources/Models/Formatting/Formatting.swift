#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Dates as text; pure functions without locale, clock or shared formatter.
///
/// They take the offset from UTC in seconds, so that the same call prints the same everywhere. Dates beyond thirty
/// million years are shown as if they were then.
///
/// ```swift
/// Formatting.dateTime(order.date, utcOffset: 8 * 3600)  // "2026-03-05 18:26:26"
/// ```
public enum Formatting {
  /// A day as `2026-03-05`.
  public static func day(_ date: Date, utcOffset: Int = 0) -> String {
    let (year, month, day) = ISO8601.civil(parts(date, utcOffset).days)
    return "\(ISO8601.padded(year, 4))-\(ISO8601.padded(month, 2))-\(ISO8601.padded(day, 2))"
  }

  /// A day and a time as `2026-03-05 10:26:26`.
  public static func dateTime(_ date: Date, utcOffset: Int = 0) -> String {
    let seconds = parts(date, utcOffset).seconds
    let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { ISO8601.padded($0, 2) }
    return "\(day(date, utcOffset: utcOffset)) \(clock.joined(separator: ":"))"
  }

  static func parts(_ date: Date, _ utcOffset: Int) -> (days: Int, seconds: Int) {
    let seconds = whole(date.timeIntervalSince1970.rounded(.down)) + whole(Double(utcOffset))
    let days = seconds >= 0 ? seconds / 86400 : (seconds - 86399) / 86400
    return (days, seconds - days * 86400)
  }

  /// Seconds as `Int`, at most thirty million years: documents can hold any number for a date.
  private static func whole(_ seconds: Double) -> Int {
    seconds.isNaN ? 0 : Int(min(max(seconds, -1e15), 1e15))
  }
}
