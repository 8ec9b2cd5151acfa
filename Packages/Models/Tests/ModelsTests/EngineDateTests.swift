import Foundation
import Models
import Testing

/// Dates are the same on every way through the decoder.
@Suite struct EngineDateTests {
  private struct Event: Codable, Equatable {
    var at: Date
  }

  @Test(arguments: [
    "2026-02-30T00:00:00Z", "2025-02-29T12:00:00Z", "2026-01-01T99:99:99Z",
    "2026-01-01T24:00:00Z", "2026-01-01T00:00:60Z", "2026-01-01T00:60:00Z",
    "2026-01-01T00:00:00Zx", "2026-01-01T00:00:00Z ", "2026-01-01T00:00:00Z2026",
    " 2026-01-01T00:00:00Z",
    "2026-13-01T00:00:00Z", "2026-00-10T00:00:00Z", "2026-01-00T00:00:00Z",
    "2026-01-01T00:00:00+24:00", "", "soon",
  ]) func aDateThatDoesNotExistIsRefusedOnEveryWay(_ text: String) throws {
    for decoder in ModelDecoder.everyWay {
      let error = #expect(throws: ModelError.self, "\(text)") {
        try decoder.decode(Event.self, from: "{\"at\": \"\(text)\"}")
      }
      #expect(error?.problems.first?.kind == .invalidValue)
      #expect(error?.problems.first?.pointer == "/at")
      #expect(throws: ModelError.self) { try decoder.decode([Date].self, from: "[\"\(text)\"]") }
      #expect(throws: ModelError.self) {
        try decoder.decode([String: Date?].self, from: "{\"at\": \"\(text)\"}")
      }
    }
    let lossy = try ModelDecoder(.lossy).decodeReporting(
      [Date].self, from: Data("[\"\(text)\"]".utf8))
    #expect(lossy.value.isEmpty && lossy.problemCount == 1)
  }

  @Test(arguments: [DateFormat.dateTime, .day]) func noFormatTakesADayThatDoesNotExist(
    _ format: DateFormat
  ) {
    var options = DecodingOptions()
    options.dates = [format]
    for text in [
      "2026-02-30 10:00:00", "2026-02-30", "2026/2/30 10:00:00", "2026-01-01 24:00:00",
      "2026-01-01 00:00:60", "2026-01-01 00:00:00x", "2026-01-01x", "2026/1/1 24:00:00",
      "2026/1/1 00:00:60", "2026/1/1 00:00:00x",
    ] {
      #expect(throws: ModelError.self, "\(text)") {
        try ModelDecoder(options).decode(Event.self, from: "{\"at\": \"\(text)\"}")
      }
    }
  }

  @Test(arguments: [DateFormat.unixSeconds, .unixMilliseconds])
  func aNumberOfSecondsIsReadOnEveryWay(_ format: DateFormat) throws {
    for keys in [DecodingOptions.Keys.asWritten, .mapped([:])] {
      var options = DecodingOptions()
      options.dates = [format]
      options.keys = keys
      let event = try ModelDecoder(options).decode(Event.self, from: #"{"at": 1500}"#)
      #expect(event.at == Date(timeIntervalSince1970: format == .unixSeconds ? 1500 : 1.5))
    }
  }

  /// A `Date` holds less than a microsecond; what is written holds milliseconds.
  @Test func aDateSurvivesEncodingAndDecodingToTheMillisecond() throws {
    var generator = Seeded(1970)
    for _ in 0..<500 {
      let seconds = Double.random(in: -60_000_000_000...250_000_000_000, using: &generator)
      let event = Event(at: Date(timeIntervalSince1970: seconds))
      let data = try ModelEncoder().encode(event)
      for decoder in ModelDecoder.everyWay {
        let back = try decoder.decode(Event.self, from: data)
        #expect(abs(back.at.timeIntervalSince(event.at)) <= 0.000_55, "\(seconds)")
        #expect(try ModelEncoder().encode(back) == data, "\(seconds)")
      }
    }
  }

  /// There is no date at the end of all numbers.
  @Test(arguments: ["1e400", "-1e400", "1e999999999999"])
  func aDateIsNeverInfinite(_ text: String) {
    for format in [DateFormat.unixSeconds, .unixMilliseconds] {
      for keys in [DecodingOptions.Keys.asWritten, .mapped([:])] {
        var options = DecodingOptions()
        options.dates = [format]
        options.keys = keys
        let decoder = ModelDecoder(options)
        #expect(throws: ModelError.self) {
          try decoder.decode(Event.self, from: "{\"at\": \(text)}")
        }
        #expect(throws: ModelError.self) { try decoder.decode([Date].self, from: "[\(text)]") }
      }
    }
  }
}
