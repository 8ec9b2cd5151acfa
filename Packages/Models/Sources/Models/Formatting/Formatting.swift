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
    ISO8601.text(ofDay: parts(date, utcOffset).days)
  }

  /// A day and a time as `2026-03-05 10:26:26`.
  public static func dateTime(_ date: Date, utcOffset: Int = 0) -> String {
    let (days, clock) = parts(date, utcOffset)
    return "\(ISO8601.text(ofDay: days)) \(ISO8601.text(ofClock: clock))"
  }

  private static func parts(_ date: Date, _ utcOffset: Int) -> (days: Int, clock: Int) {
    ISO8601.split(whole(date.timeIntervalSince1970.rounded(.down)) + whole(Double(utcOffset)))
  }

  /// Seconds as `Int`, at most thirty million years: documents can hold any number for a date.
  private static func whole(_ seconds: Double) -> Int {
    seconds.isNaN ? 0 : Int(min(max(seconds, -1e15), 1e15))
  }
}
