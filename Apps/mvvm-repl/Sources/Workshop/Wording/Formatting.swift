import Foundation
import Models

/// Values as people read them in the workshop's apps, without a locale or a clock.
///
/// ```swift
/// Formatting.dateTime(order.date, utcOffset: 8 * 3600)  // "2026-03-05 18:26:26"
/// Formatting.price(48.5)  // "￥48.50"
/// Formatting.replies(12, in: .chinese)  // "12 条评论"
/// Formatting.maskedPhone("18612345678")  // "186****5678"
/// ```
enum Formatting {
  /// A day as `2026-03-05`, at an offset from UTC in seconds.
  static func day(_ date: Date, utcOffset: Int = 0) -> String {
    String(stamp(date, utcOffset).prefix(10))
  }

  /// A day and a time as `2026-03-05 10:26:26`, at an offset from UTC in seconds.
  static func dateTime(_ date: Date, utcOffset: Int = 0) -> String {
    stamp(date, utcOffset).replacing("T", with: " ")
  }

  /// The time as `2026-03-05T10:26:26`; dates outside of the years 0 to 9999 are limited to that range.
  private static func stamp(_ date: Date, _ utcOffset: Int) -> String {
    let seconds = (date.timeIntervalSince1970 + Double(utcOffset)).rounded(.down)
    let shown = seconds.isNaN ? 0 : min(max(seconds, -62_167_219_200), 253_402_300_799)
    let text = try? ModelEncoder().text(Date(timeIntervalSince1970: shown))
    return String((text ?? "").dropFirst().prefix(19))
  }
}
