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

  /// A date as HTTP writes it (RFC 9110, 5.6.7): `Thu, 05 Mar 2026 10:26:26 GMT`.
  public static func httpDate(_ date: Date) -> String {
    let days = parts(date, 0).days
    let (year, month, day) = ISO8601.civil(days)
    let weekday = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][(days % 7 + 7) % 7]
    let names = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    return "\(weekday), \(ISO8601.padded(day, 2)) \(names[month - 1]) \(ISO8601.padded(year, 4))"
      + " \(dateTime(date).suffix(8)) GMT"
  }

  static func parts(_ date: Date, _ utcOffset: Int) -> (days: Int, seconds: Int) {
    let seconds = whole(date.timeIntervalSince1970.rounded(.down)) + utcOffset
    let days = seconds >= 0 ? seconds / 86400 : (seconds - 86399) / 86400
    return (days, seconds - days * 86400)
  }

  /// Seconds as `Int`, at most thirty million years: documents can hold any number for a date.
  private static func whole(_ seconds: Double) -> Int {
    seconds.isNaN ? 0 : Int(min(max(seconds, -1e15), 1e15))
  }
}

extension Date {
  /// The day that a date falls in: from midnight up to, and without, the next one.
  ///
  /// ```swift
  /// let today = now.wholeDay(utcOffset: 8 * 3600)
  /// today.lowerBound  // midnight in Shanghai
  /// today.contains(order.date)
  /// ```
  ///
  /// - Parameter utcOffset: Offset from UTC in seconds; no daylight saving, so a day has 86 400 seconds.
  /// - Returns: A half-open range: the next midnight belongs to the next day.
  public func wholeDay(utcOffset: Int = 0) -> Range<Date> {
    let days = Formatting.parts(self, utcOffset).days
    let midnight = Date(timeIntervalSince1970: Double(days * 86400 - utcOffset))
    return midnight..<midnight.addingTimeInterval(86400)
  }
}
