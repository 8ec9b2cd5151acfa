import Foundation

extension Date {
  /// Parses a date as typed by a person: a day, which begins at midnight UTC, or a day and a time with a
  /// zone, in ISO 8601 format: `2026-01-02`, `2026-01-02T10:00:00Z`, `2026-01-02T10:00:00.5+08:00`.
  ///
  /// The result is `nil` for any other text, and for a day or a time that does not exist.
  init?(written text: String) {
    // Foundation accepts 25 o'clock, a zone of 60 minutes, and any text after the zone.
    let time = #/T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]\d\d:?[0-5]\d)/#
    let (written, rest) = (String(text.prefix(10)), text.dropFirst(10))
    let day = Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day()
    guard let midnight = try? day.parse(written), midnight.formatted(day) == written else {
      return nil
    }
    if rest.isEmpty {
      self = midnight
      return
    }
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: rest.contains("."))
    guard (try? time.wholeMatch(in: rest)) != nil, let date = try? style.parse(text) else {
      return nil
    }
    self = date
  }
}
