import Foundation
import Models
import Testing

/// The ways through the decoder take the same documents and give the same values.
@Suite struct EnginesTests {
  private struct Event: Codable, Equatable {
    var at: Date
  }

  private struct Amount: Codable, Equatable {
    var value: Decimal
  }

  /// Every way that a `Codable` type can take.
  private static let decoders: [ModelDecoder] = {
    var exact = DecodingOptions()
    exact.duplicateKeys = .keepFirst
    var shallow = DecodingOptions()
    shallow.depthLimit = 100
    var mapped = DecodingOptions()
    mapped.keys = .mapped([:])
    var dates = DecodingOptions()
    dates.dates = [.iso8601, .day]
    return [
      ModelDecoder(), .init(exact), .init(shallow), .init(.strict), .init(mapped), .init(dates),
    ]
  }()

  @Test(arguments: [
    "2026-02-30T00:00:00Z", "2025-02-29T12:00:00Z", "2026-01-01T99:99:99Z",
    "2026-01-01T24:00:00Z", "2026-01-01T00:00:60Z", "2026-01-01T00:60:00Z",
    "2026-01-01T00:00:00Zx", "2026-01-01T00:00:00Z ", "2026-01-01T00:00:00Z2026",
    " 2026-01-01T00:00:00Z",
    "2026-13-01T00:00:00Z", "2026-00-10T00:00:00Z", "2026-01-00T00:00:00Z",
    "2026-01-01T00:00:00+24:00", "", "soon",
  ]) func aDateThatDoesNotExistIsRefusedOnEveryWay(_ text: String) throws {
    for decoder in Self.decoders {
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

  @Test(arguments: [DateFormat.dateTime, .day, .slashed]) func noFormatTakesADayThatDoesNotExist(
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
      for decoder in Self.decoders {
        let back = try decoder.decode(Event.self, from: data)
        #expect(abs(back.at.timeIntervalSince(event.at)) <= 0.000_55, "\(seconds)")
        #expect(try ModelEncoder().encode(back) == data, "\(seconds)")
      }
    }
  }

  @Test(arguments: [
    "0e99999999999999999999", "0e-99999999999999999999", "-0e999", "0.000e999", "1e-200", "1e200",
    "1e127", "1e-127", "1e-128", "12345678901234567890123456789012345678",
    "1234567890123456789012345678901234567890123", "0.1", "-1.50", "1E+2", "0",
  ]) func aDecimalIsTheSameOnEveryWay(_ text: String) throws {
    let results = Self.decoders.map { decoder in
      try? decoder.decode(Amount.self, from: "{\"value\": \(text)}").value
    }
    let read = try? ModelDecoder().decode([Decimal].self, from: "[\(text)]")
    #expect(results.allSatisfy { $0 == results[0] }, "\(text): \(results)")
    #expect(read?.first == results[0], "\(text): the pull reader reads \(String(describing: read))")
    if text.hasPrefix("0") || text.hasPrefix("-0"), text != "0.1" { #expect(results[0] == 0) }
  }

  @Test func keysOfTheSameLookAreTwoKeysOnEveryWay() throws {
    struct Accented: Decodable {
      var composed: Int
      enum CodingKeys: String, CodingKey { case composed = "\u{E9}" }
    }
    let text = "{\"e\u{301}\": 1, \"\u{E9}\": 2}"
    for decoder in Self.decoders where decoder.options.unknownKeys == .ignore {
      #expect(try decoder.decode(Accented.self, from: text).composed == 2)
      #expect(throws: ModelError.self) {
        try decoder.decode(Accented.self, from: "{\"e\u{301}\": 1}")
      }
      let escaped = #"{"e\u0301": 1, "\u00e9": 2}"#
      #expect(try decoder.decode(Accented.self, from: escaped).composed == 2)
    }
    let unknown = #expect(throws: ModelError.self) {
      try ModelDecoder(.strict).decode(Accented.self, from: text)
    }
    #expect(unknown?.problems.map(\.kind) == [.unknown])
    var options = DecodingOptions()
    options.duplicateKeys = .reject
    #expect(try ModelDecoder(options).decode(Accented.self, from: text).composed == 2)
    options.keys = .dottedPaths
    #expect(try ModelDecoder(options).decode(Accented.self, from: text).composed == 2)
  }

  @Test(arguments: [
    #""zz":[-3e]"#, #""zz":01"#, #""zz":1."#, #""zz":tru"#, #""zz":[1,]"#, #""zz":{"a":1,}"#,
    #""zz":"\x""#, #""zz":"\u12""#, "\"zz\":\"\u{1}\"", #""zz":{"a" 1}"#, #""zz":{a:1}"#,
    #""zz":+1"#, #""zz":NaN"#, #""zz":[1 2]"#, #""zz":"\ud800""#,
  ]) func whatIsNotAskedForMustBeJSON(_ member: String) {
    for decoder in Self.decoders where decoder.options.unknownKeys == .ignore {
      let error = #expect(throws: ModelError.self, "\(member)") {
        try decoder.decode(Event.self, from: "{\"at\":\"2026-01-01T00:00:00Z\",\(member)}")
      }
      #expect(error?.code == .malformed)
    }
  }

  @Test func whatIsNotAskedForMustBeUTF8() {
    var data = Data(#"{"at":"2026-01-01T00:00:00Z","zz":""#.utf8)
    data.append(contentsOf: [0xC3, 0x28, 0x22, 0x7D])
    for decoder in Self.decoders {
      let error = #expect(throws: ModelError.self) { try decoder.decode(Event.self, from: data) }
      #expect(error?.code == .malformed)
    }
  }

  /// RFC 6901, section 4: digits, without leading zeros.
  @Test(arguments: [
    "/a/b/01", "/a/b/+1", "/a/b/-0", "/a/b/00", "/a/b/-", "/a/b/１", "/a/b/1 ", "/a/b/",
  ])
  func anIndexOfAPointerHasNoSignAndNoLeadingZero(_ text: String) throws {
    let pointer = try #require(JSONPointer(parsing: text))
    let document = #"{"a": {"b": [1, 2]}}"#
    #expect(try JSONValue(parsing: document)[at: pointer] == nil)
    #expect(throws: ModelError.self) {
      try ModelDecoder().decode(Int.self, from: document, at: pointer)
    }
    #expect(try ModelDecoder().decode(Int.self, from: document, at: "/a/b/1") == 2)
    #expect(try ModelDecoder().decode(Int.self, from: document, at: "/a/b/0") == 1)
  }
}
