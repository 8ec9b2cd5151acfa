import Foundation
import Models
import Testing

@Suite struct FormattingTests {
  static let now = Date(timeIntervalSince1970: 1_772_706_386)  // 2026-03-05T10:26:26Z

  @Test func datesTakeAnOffsetAndNoLocale() {
    #expect(Formatting.day(Self.now) == "2026-03-05")
    #expect(Formatting.dateTime(Self.now, utcOffset: 8 * 3600) == "2026-03-05 18:26:26")
    #expect(Formatting.day(Self.now, utcOffset: 14 * 3600) == "2026-03-06")
  }
}
