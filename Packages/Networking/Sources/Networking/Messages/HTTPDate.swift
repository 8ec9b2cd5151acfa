import Foundation
import Models

/// Dates as HTTP and cookies have them: `Sun, 06 Nov 1994 08:49:37 GMT`, and the older forms.
///
/// By the rules of RFC 6265, 5.1.1, which read all three forms of RFC 9110, 5.6.7, and what servers make of them.
enum HTTPDate {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// The date, or `nil` when a part is missing or there is no such day.
  static func parse(_ text: String) -> Date? {
    var (time, day, month, year): ([Int]?, Int?, Int?, Int?)
    for part in text.split(whereSeparator: { !$0.isLetter && !$0.isDigit && $0 != ":" }) {
      let number = part.isDecimal ? Int(part) : nil
      if time == nil, let clock = clock(part) {
        time = clock
      } else if day == nil, let number, part.count <= 2 {
        day = number
      } else if month == nil, let index = months.firstIndex(of: part.prefix(3).lowercased()) {
        month = index + 1
      } else if year == nil, let number, (2...4).contains(part.count) {
        year = number + (number < 70 ? 2000 : number < 100 ? 1900 : 0)
      }
    }
    guard let time, let day, let month, let year, year > 1600 else { return nil }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return DateFormat.iso8601.date(
      from: "\(year)-\(two(month))-\(two(day))T\(time.map(two).joined(separator: ":"))Z")
  }

  /// Hours, minutes and seconds, each of one or two digits.
  private static func clock(_ text: Substring) -> [Int]? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.allSatisfy({ (1...2).contains($0.count) }) else { return nil }
    let numbers = parts.compactMap { $0.isDecimal ? Int($0) : nil }
    return numbers.count == 3 ? numbers : nil
  }
}

extension Character {
  fileprivate var isDigit: Bool { isASCII && isWholeNumber }
}
