import Foundation
import Models

/// A parser of the dates in HTTP and cookies, such as `Sun, 06 Nov 1994 08:49:37 GMT`, and of the older forms.
///
/// It follows RFC 6265, 5.1.1, which reads all three forms of RFC 9110, 5.6.7, and the variants that servers send.
enum HTTPDate {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Returns the date, or `nil` if a part is missing or the day does not exist.
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

  /// Returns hours, minutes and seconds, each written with one or two digits.
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
