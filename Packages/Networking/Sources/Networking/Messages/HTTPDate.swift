import Foundation
import Models

/// Dates as HTTP writes them: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7).
enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The date, or `nil` when the text is not the preferred form; the two obsolete ones are not read.
  static func parse(_ text: String) -> Date? {
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[5] == "GMT",
      let month = months.firstIndex(of: String(parts[2])).map({ $0 + 1 })
    else { return nil }
    let digits = month < 10 ? "0\(month)" : "\(month)"
    return DateFormat.iso8601.date(from: "\(parts[3])-\(digits)-\(parts[1])T\(parts[4])Z")
  }
}
