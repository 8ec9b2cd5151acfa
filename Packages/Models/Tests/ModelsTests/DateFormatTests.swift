import Foundation
import Models
import Testing

@Suite struct DateFormatTests {
  private func read(_ text: String) -> Date? {
    DateFormat.iso8601.date(from: text)
  }

  /// The byte parser against Foundation's decoder, over days of all years, offsets and fractions.
  @Test func isoDatesEqualFoundations() throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    var generator = Seeded(1964)
    for _ in 0..<1500 {
      let seconds = Int.random(in: -62_135_769_600...253_402_300_799, using: &generator)
      let date = Date(timeIntervalSince1970: Double(seconds))
      var text = try ModelEncoder().text(date)
      #expect(read(String(text.dropFirst().dropLast())) == date)
      #expect(try decoder.decode(Date.self, from: Data(text.utf8)) == date, "\(text), seed 1964")
      let offset = ["+08:00", "-03:30", "+00:00", "+1400"][Int.random(in: 0..<4, using: &generator)]
      text = text.replacingOccurrences(of: "Z", with: offset)
      let foundation = try decoder.decode(Date.self, from: Data(text.utf8))
      #expect(read(String(text.dropFirst().dropLast())) == foundation, "\(text), seed 1964")
    }
  }

  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0.0), ("2000-02-29T23:59:59Z", 951_868_799),
    ("2024-02-29T00:00:00+08:00", 1_709_136_000),
    ("2026-03-05t10:26:26z", 1_772_706_386), ("2026-03-05 10:26:26Z", 1_772_706_386),
    ("2026-03-05T10:26:26.5Z", 1_772_706_386.5),
    ("2026-03-05T10:26:26.123456789Z", 1_772_706_386.123456789),
    ("0001-01-01T00:00:00Z", -62_135_769_600), ("1582-10-04T00:00:00Z", -12_219_379_200),
    ("1582-10-15T00:00:00Z", -12_219_292_800), ("1500-02-29T00:00:00Z", -14_825_894_400),
    ("9999-12-31T23:59:59Z", 253_402_300_799), ("2026-03-05T10:26:26+0530", 1_772_686_586),
  ])
  func isoDatesAreRead(_ text: String, seconds: Double) throws {
    let date = try #require(read(text))
    #expect(abs(date.timeIntervalSince1970 - seconds) < 1e-6)
  }

  @Test(arguments: [
    "", "2026", "2026-03-05", "2026-03-05T10:26:26", "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z",
    "1582-10-10T00:00:00Z", "2026-13-01T00:00:00Z",
    "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z", "2026-04-31T00:00:00Z", "2026-01-01T24:00:00Z",
    "2026-01-01T23:60:00Z",
    "2026-01-01T23:59:60Z", "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00Zx",
    "2026-01-01T00:00:00+1", "2026-01-01T00:00:00+25:00", "2026-01-01\u{0}00:00:00Z",
    "2026-01-01T00:00:00\u{1A}Z", "2026-01-01T00:00:00:", "2026-01-01T00:00:00\u{D}08:00",
    "2026-01-01T00:00:00+08:0", "2026/01/01T00:00:00Z", "2026-01-01X00:00:00Z",
    "２０２６-01-01T00:00:00Z", "-026-01-01T00:00:00Z",
  ])
  func datesThatAreNoneAreRefused(_ text: String) {
    #expect(read(text) == nil)
  }

  @Test(arguments: [
    (DateFormat.dateTime, "2026-03-05 10:26:26", true), (.dateTime, "2026-03-05T10:26:26", false),
    (.dateTime, "2026-02-30 10:26:26", false),
    (.day, "2026-03-05", true), (.day, "2026-3-5", false),
    (.unixSeconds, "1772706386", false),
  ])
  func otherFormatsTakeTheirOwnShapeOnly(_ format: DateFormat, text: String, isDate: Bool) {
    #expect((format.date(from: text) != nil) == isDate)
  }

  @Test func datesAreWrittenWithMillisecondsWhenThereAreAny() throws {
    for (seconds, text) in [
      (0.0, "1970-01-01T00:00:00Z"), (-0.25, "1969-12-31T23:59:59.750Z"),
      (1_772_706_386.1234, "2026-03-05T10:26:26.123Z"),
      (0.9999, "1970-01-01T00:00:01Z"),
    ] {
      #expect(try ModelEncoder().text(Date(timeIntervalSince1970: seconds)) == "\"\(text)\"")
      struct Box: Codable { var date: Date }
      #expect(
        try ModelEncoder().text(Box(date: Date(timeIntervalSince1970: seconds)))
          == "{\"date\":\"\(text)\"}")
    }
  }
}
