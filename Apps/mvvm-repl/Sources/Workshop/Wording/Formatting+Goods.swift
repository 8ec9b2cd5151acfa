import Foundation
import Models
import REPLKit

extension Formatting {
  /// An amount in yuan with two decimals, rounded half up: `￥48.50`.
  static func price(_ amount: Decimal) -> String {
    let (isNegative, cents) = hundredths(amount)
    return (isNegative ? "-" : "") + "￥\(cents / 100).\(cents / 10 % 10)\(cents % 10)"
  }

  /// The lowest price of a place, `from ￥48.50` or `￥48.50起`; the word has the quiet style.
  static func startingPrice(_ amount: Decimal, in language: PageLanguage) -> ScreenText {
    let price = ScreenText(price(amount), .strong)
    return switch language {
    case .english: ScreenText("from ", .quiet) + price
    case .chinese: price + ScreenText("起", .quiet)
    }
  }

  /// A number of replies: `12 replies`, `12 条评论`.
  static func replies(_ count: Int, in language: PageLanguage) -> String {
    language.text(count == 1 ? "1 reply" : "\(count) replies", "\(count) 条评论")
  }

  /// A mobile number with its middle hidden: `186****5678`, and `****` for a text shorter than eight.
  static func maskedPhone(_ phone: String) -> String {
    guard phone.count >= 8 else { return "****" }
    return phone.prefix(3) + "****" + phone.dropFirst(7)
  }

  /// A duration in hours, minutes and seconds: `45秒`, `1分5秒`, `2时0分5秒`; negative ones count as 0.
  static func duration(seconds: Int) -> String {
    let seconds = max(0, seconds)
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
    if hours > 0 { return "\(hours)时\(minutes)分\(rest)秒" }
    return minutes > 0 ? "\(minutes)分\(rest)秒" : "\(rest)秒"
  }

  /// A relative time: `刚刚` to ten minutes, then minutes, hours, days to a week, then `3-5` and `2025-3-5`.
  ///
  /// A date in the future is `刚刚` up to ten minutes ahead, and a day if it is later.
  static func relative(_ date: Date, to now: Date, utcOffset: Int = 0) -> String {
    let elapsed = now.timeIntervalSince(date)
    let seconds = elapsed.isNaN ? 0 : Int(min(max(elapsed, -1e15), 1e15))
    switch seconds {
    case -600...600: return "刚刚"
    case 601..<3600: return "\(seconds / 60)分钟前"
    case 3600..<86400: return "\(seconds / 3600)小时前"
    case 86400..<(7 * 86400): return "\(seconds / 86400)天前"
    default:
      let parts = day(date, utcOffset: utcOffset).split(separator: "-").map { Int($0) ?? 0 }
      let isThisYear = Int(day(now, utcOffset: utcOffset).prefix { $0 != "-" }) == parts[0]
      return (isThisYear ? parts.dropFirst() : parts[...]).map(String.init).joined(separator: "-")
    }
  }

  /// The day of a stamp such as `2024/3/5 10:26:26`, as `2024-3-5`; any other text unchanged.
  static func day(ofStamp stamp: String) -> String {
    let parts = stamp.prefix { $0 != " " }.split(separator: "/", omittingEmptySubsequences: false)
    let day = parts.map { $0.count == 1 ? "0\($0)" : String($0) }.joined(separator: "-")
    guard parts.count == 3, DateFormat.day.date(from: day) != nil else { return stamp }
    return parts.joined(separator: "-")
  }

  /// The amount in hundredths, rounded half away from zero, limited to the range of `Int`.
  static func hundredths(_ amount: Decimal) -> (isNegative: Bool, cents: Int) {
    let parts = amount.magnitude.description.split(separator: ".")
    let digits = ((parts.count > 1 ? parts[1] : "") + "000").prefix(3)
    let thousandths = Int(digits) ?? 0
    let (whole, isTooMuch) = (Int(parts[0]) ?? .max).multipliedReportingOverflow(by: 100)
    let rest = thousandths / 10 + (thousandths % 10 >= 5 ? 1 : 0)
    let (sum, isMore) = whole.addingReportingOverflow(rest)
    let cents = isTooMuch || isMore ? .max : sum
    return (amount < 0 && cents > 0, cents)
  }
}
