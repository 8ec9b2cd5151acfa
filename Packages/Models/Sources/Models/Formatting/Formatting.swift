#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Values as people read them in the workshop's apps; pure functions without locale, clock or shared formatter.
///
/// Dates take the offset from UTC in seconds, so that the same call prints the same everywhere. Dates beyond thirty
/// million years are shown as if they were then.
///
/// ```swift
/// Formatting.price(48.5)  // "￥48.50"
/// Formatting.replies(12)  // "12评论"
/// Formatting.maskedPhone("18612345678")  // "186****5678"
/// ```
public enum Formatting {
  /// An amount in yuan with two decimals, rounded half up: `￥48.50`.
  public static func price(_ amount: Decimal) -> String {
    let (isNegative, cents) = hundredths(amount)
    let digits = ISO8601.padded(cents, 3)
    return (isNegative ? "-" : "") + "￥\(digits.dropLast(2)).\(digits.suffix(2))"
  }

  /// The lowest price of a place, `￥48.50起`, its last character as something to overlook.
  public static func startingPrice(_ amount: Decimal) -> StyledText {
    StyledText(price(amount), .emphasis) + StyledText("起", .secondary)
  }

  /// A number of replies: `12评论`.
  public static func replies(_ count: Int) -> String {
    "\(count)评论"
  }

  /// A mobile number with its middle hidden: `186****5678`, and `****` for a text shorter than eight.
  public static func maskedPhone(_ phone: String) -> String {
    guard phone.count >= 8 else { return "****" }
    return phone.prefix(3) + "****" + phone.dropFirst(7)
  }

  /// A duration in hours, minutes and seconds: `45秒`, `1分5秒`, `2时0分5秒`; negative ones count as 0.
  public static func duration(seconds: Int) -> String {
    let seconds = max(0, seconds)
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
    if hours > 0 { return "\(hours)时\(minutes)分\(rest)秒" }
    return minutes > 0 ? "\(minutes)分\(rest)秒" : "\(rest)秒"
  }

  /// Amount in hundredths, rounded half away from zero, as far as `Int` holds them.
  static func hundredths(_ amount: Decimal) -> (isNegative: Bool, cents: Int) {
    let text = (amount.magnitude * 1000).description
    let thousandths = Int(text.prefix { $0 != "." }) ?? Int.max
    let cents = thousandths / 10 + (thousandths % 10 >= 5 ? 1 : 0)
    return (amount < 0 && cents > 0, cents)
  }
}
