import Foundation
import Models
import Testing

@Suite struct FormattingTests {
  static let now = Date(timeIntervalSince1970: 1_772_706_386)  // 2026-03-05T10:26:26Z

  @Test func datesTakeAnOffsetAndNoLocale() {
    #expect(Formatting.day(Self.now) == "2026-03-05")
    #expect(Formatting.dateTime(Self.now, utcOffset: 8 * 3600) == "2026-03-05 18:26:26")
    #expect(Formatting.day(Self.now, utcOffset: 14 * 3600) == "2026-03-06")
    #expect(Formatting.httpDate(Self.now) == "Thu, 05 Mar 2026 10:26:26 GMT")
    #expect(Formatting.httpDate(Date(timeIntervalSince1970: -1)) == "Wed, 31 Dec 1969 23:59:59 GMT")
  }

  @Test(arguments: [
    (0, "2026-03-05 00:00:00", "2026-03-06 00:00:00"),
    (14 * 3600, "2026-03-06 00:00:00", "2026-03-07 00:00:00"),
    (-12 * 3600, "2026-03-04 00:00:00", "2026-03-05 00:00:00"),
  ])
  func aWholeDayGoesFromMidnightToMidnight(_ offset: Int, begin: String, end: String) {
    let day = Self.now.wholeDay(utcOffset: offset)
    #expect(Formatting.dateTime(day.lowerBound, utcOffset: offset) == begin)
    #expect(Formatting.dateTime(day.upperBound, utcOffset: offset) == end)
    #expect(day.contains(Self.now) && day.contains(day.lowerBound))
    #expect(!day.contains(day.upperBound))
  }

  @Test func aDayBeforeTheEpochIsWholeToo() {
    let day = Date(timeIntervalSince1970: -1).wholeDay()
    #expect(day.lowerBound == Date(timeIntervalSince1970: -86400))
    #expect(day.upperBound == Date(timeIntervalSince1970: 0))
  }

  @Test(arguments: [
    ("https://img.example/park.jpg", "[img park.jpg]"),
    ("https://img.example", "[img https://img.example]"), ("star", "[img star]"),
    ("", "[no img]"), ("  ", "[no img]"),
  ])
  func imagesHaveAPlaceholder(_ text: String, placeholder: String) throws {
    let image = ImageReference(text)
    #expect(image.placeholder == placeholder)
    #expect(
      try ModelDecoder().decode(ImageReference.self, from: try ModelEncoder().encode(image))
        == image)
  }
}
