import Foundation
import Models
import Testing

@Suite struct JSONReaderTests {
  struct Stop: Codable, Equatable {
    var id: Int
    var name: String
    var price: Double
    var tags: [String]
    var opened: Date?
  }

  @Test func writesWhatItReads() throws {
    let text =
      #"{"id":7,"name":"码头 A\n","opened":"2026-03-05T10:26:26Z","price":12.5,"tags":["a","b"]}"#
    let stop = try ModelDecoder().decode(Stop.self, from: text)
    #expect(stop.name == "码头 A\n" && stop.opened == Date(timeIntervalSince1970: 1_772_706_386))
    #expect(try ModelEncoder().text(stop) == text)
  }

  @Test func escapedKeysAreFound() throws {
    let stop = try ModelDecoder().decode(
      Stop.self,
      from: #"{"\u0069d": 1, "na\u006De": "x", "price": 1, "tags": [], "other\u0000": 0}"#)
    #expect(stop == Stop(id: 1, name: "x", price: 1, tags: []))
  }

  @Test(arguments: [
    ("9223372036854775807", Int.max), ("-9223372036854775808", .min),
    ("9007199254740993", 9_007_199_254_740_993),
    ("-0", 0), ("1e3", 1000), ("12.0", 12), ("1.5e1", 15), ("100e-2", 1), ("0e1", 0), ("0.0", 0),
    ("-120e-1", -12), ("9007199254740993.0", 9_007_199_254_740_993),
    ("9007199254740993e0", 9_007_199_254_740_993), ("922337203685477580.7e1", .max),
  ])
  func integersAreExact(_ text: String, value: Int) throws {
    for decoder in [ModelDecoder(), ModelDecoder(.lossy), ModelDecoder(.own)] {
      #expect(try decoder.decode(Int.self, from: text) == value)
      #expect(
        try decoder.decode([String: [Int]].self, from: "{\"a\": [\(text)]}") == ["a": [value]])
    }
  }

  @Test(arguments: [
    "9223372036854775808", "-9223372036854775809", "1.5", "1e30", "1e-1", "1e99999999999",
    "99999999999999999999.5",
  ])
  func integersThatDoNotFitAreRefused(_ text: String) {
    let error = #expect(throws: ModelError.self) { try ModelDecoder().decode(Int.self, from: text) }
    #expect(error?.problems.first?.kind == .invalidValue)
  }

  @Test func unsignedAndDecimalKeepTheirDigits() throws {
    #expect(try ModelDecoder().decode(UInt64.self, from: "18446744073709551615") == .max)
    let text = "12345678901234567890.123456789012345678"
    #expect(try ModelDecoder().decode(Decimal.self, from: text) == Decimal(string: text))
    #expect(try JSONValue(parsing: text).description == text)
  }

  @Test func doublesEqualTheStandardLibrarys() throws {
    var generator = Seeded(20_261_121)
    var texts = [
      "0.1", "1e22", "1e23", "9007199254740993", "5e-324", "1.7976931348623157e308",
      "2.2250738585072011e-308", "-0.0",
    ]
    for _ in 0..<3000 {
      texts.append("\(Double(bitPattern: generator.next()))")
      texts.append(
        "\(Int.random(in: 0...999_999_999, using: &generator)).\(Int.random(in: 0...99_999_999, using: &generator))"
      )
    }
    for text in texts where !text.contains("n") {
      let value = try ModelDecoder().decode(Double.self, from: text)
      #expect(value.bitPattern == Double(text)?.bitPattern, "\(text), seed 20261121")
    }
  }

  @Test func stringsWithEscapesAtEveryOffsetOfAWord() throws {
    for length in 0..<40 {
      for tail in ["", "\\n", "中", "\\u4e2d", "\u{7F}"] {
        let text =
          "\"" + String(repeating: "a", count: length) + tail + String(repeating: "b", count: 9)
          + "\""
        let foundation = try JSONDecoder().decode(String.self, from: Data(text.utf8))
        #expect(try ModelDecoder().decode(String.self, from: text) == foundation)
      }
    }
  }

  @Test func writerEscapesOnlyWhatItMust() throws {
    let text = String(decoding: (0..<128).map(UInt8.init), as: UTF8.self) + "/中😀\u{2028}"
    let written = try ModelEncoder().text(text)
    #expect(try JSONDecoder().decode(String.self, from: Data(written.utf8)) == text)
    #expect(written.hasSuffix("/中😀\u{2028}\""))
    #expect(written.contains(#"\u0000\u0001"#) && written.contains(#"\b\t\n\u000b\f\r"#))
  }

  @Test(arguments: [
    0, 1, -1, 9, 10, 99, 100, Int.max, Int.min, 999_999_999_999_999_999, 1_000_000_000_000_000_000,
  ])
  func integersAreWrittenInFull(_ value: Int) throws {
    #expect(try ModelEncoder().text(value) == String(value))
  }

  @Test(arguments: [0.1, 1.0, -1.5, 1e22, .leastNonzeroMagnitude, 1e300, 123456.789, -0.0])
  func doublesRoundTrip(_ value: Double) throws {
    let text = try ModelEncoder().text(value)
    #expect(
      try ModelDecoder().decode(Double.self, from: text).bitPattern == value.bitPattern, "\(text)")
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan])
  func numbersWithoutJSONAreRefused(_ value: Double) {
    #expect(throws: ModelError.self) { try ModelEncoder().encode(value) }
    struct Box: Encodable { var x: Double }
    let error = #expect(throws: ModelError.self) { try ModelEncoder().encode(Box(x: value)) }
    #expect(error?.code == .unwritable)
    #expect(error?.message.contains("/x") == true)
  }
}

/// A generator whose runs can be repeated from the printed seed (SplitMix64).
struct Seeded: RandomNumberGenerator {
  var state: UInt64
  init(_ seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
