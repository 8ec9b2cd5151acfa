import Foundation
import Models
import Testing

@Suite struct JSONReaderTests {
  struct Stop: Codable, Equatable, JSONReadable, JSONWritable {
    var id: Int
    var name: String
    var price = 0.0
    var isOpen = false
    var tags: [String] = []
    var opened: Date?
    var aRatherLongKeyName: Int?

    enum CodingKeys: String, CodingKey, CaseIterable {
      case id, name, price, isOpen, tags, opened, aRatherLongKeyName
    }
    static let keys = JSONKeys(CodingKeys.self)

    init(id: Int, name: String) {
      self.id = id
      self.name = name
    }

    init(from reader: inout JSONReader) throws(ModelError) {
      var id: Int?
      var name: String?
      self.init(id: 0, name: "")
      try reader.openObject()
      while let key = try reader.nextKey(of: Self.keys) {
        switch key {
        case .id: id = try reader.readInt()
        case .name: name = try reader.readString()
        case .price: price = try reader.readDouble()
        case .isOpen: isOpen = try reader.readBool()
        case .tags: tags = try reader.readArray()
        case .opened: opened = try reader.readIfPresent()
        case .aRatherLongKeyName: aRatherLongKeyName = try reader.readIfPresent()
        }
      }
      self.id = try reader.require(id, CodingKeys.id)
      self.name = try reader.require(name, CodingKeys.name)
    }

    func write(to writer: inout JSONWriter) throws(ModelError) {
      writer.openObject()
      writer.write(id, for: "id")
      writer.write(name, for: "name")
      try writer.write(price, for: "price")
      writer.write(isOpen, for: "isOpen")
      try writer.write(tags, for: "tags")
      try writer.write(opened, for: "opened")
      try writer.write(aRatherLongKeyName, for: "aRatherLongKeyName")
      writer.closeObject()
    }
  }

  static let text = """
    {"id": 7, "skipped": {"a": [1, {"b": null}], "c": "\\"}"}, "name": "码头 \\u0041\\n", "price": 12.5,
     "isOpen": true, "tags": ["a", "b"], "opened": "2026-03-05T10:26:26Z", "aRatherLongKeyName": null,
     "aRatherLongKeyNamf": 3}
    """

  static var stop: Stop {
    var stop = Stop(id: 7, name: "码头 A\n")
    stop.price = 12.5
    stop.isOpen = true
    stop.tags = ["a", "b"]
    stop.opened = Date(timeIntervalSince1970: 1_772_706_386)
    return stop
  }

  @Test func readsAnObjectAndSkipsWhatItDoesNotKnow() throws {
    #expect(try ModelDecoder().decode(Stop.self, from: Self.text) == Self.stop)
    #expect(
      try ModelDecoder().decode([Stop].self, from: "[\(Self.text),\(Self.text)]") == [
        Self.stop, Self.stop,
      ])
    #expect(
      try ModelDecoder().decode([String: Stop].self, from: "{\"x\":\(Self.text)}") == [
        "x": Self.stop
      ])
    #expect(try ModelDecoder().decode([Stop?].self, from: "[null]") == [nil])
  }

  @Test func readerAndCodableAgree() throws {
    var options = DecodingOptions()
    options.duplicateKeys = .keepLast  // takes the Codable way
    #expect(try ModelDecoder(options).decode(Stop.self, from: Self.text) == Self.stop)
  }

  @Test func writesWhatItReads() throws {
    let data = try ModelEncoder().encode([Self.stop])
    #expect(
      String(decoding: data, as: UTF8.self)
        == #"[{"id":7,"name":"码头 A\n","price":12.5,"isOpen":true,"tags":["a","b"],"opened":"2026-03-05T10:26:26Z"}]"#
    )
    #expect(try ModelDecoder().decode([Stop].self, from: data) == [Self.stop])
  }

  @Test func valuesNotAskedForAreSkipped() throws {
    struct Sum: Codable, JSONReadable {
      var count = 0
      init(from reader: inout JSONReader) throws(ModelError) {
        try reader.openArray()
        while try reader.nextElement() { count += 1 }
      }
    }
    #expect(
      try ModelDecoder().decode(
        Sum.self, from: #"[1, [2, [3]], {"a": {"b": []}}, "x", null, -1.5e3]"#
      ).count == 6)
  }

  @Test func escapedKeysAreFound() throws {
    let stop = try ModelDecoder().decode(
      Stop.self, from: #"{"\u0069d": 1, "na\u006De": "x", "other\u0000": 0}"#)
    #expect(stop == Stop(id: 1, name: "x"))
  }

  @Test func aFailedReadListsEveryProblem() {
    let text =
      #"[{"id": "x", "name": null}, {"name": "b"}, {"id": 1, "name": "c", "tags": ["a", 2], "opened": "noon"}]"#
    let error = #expect(throws: ModelError.self) {
      try ModelDecoder().decode([Stop].self, from: text)
    }
    let found = error?.problems.map { "\($0.kind.rawValue) \($0.pointer)" } ?? []
    #expect(found.contains("wrongType /0/id"))
    #expect(found.contains("null /0/name"))
    #expect(found.contains("missing /1/id"))
    #expect(found.contains("wrongType /2/tags/1"))
    #expect(found.contains("invalidValue /2/opened"))
  }

  @Test(arguments: [
    ("9223372036854775807", Int.max), ("-9223372036854775808", .min),
    ("9007199254740993", 9_007_199_254_740_993),
    ("-0", 0), ("1e3", 1000), ("12.0", 12), ("1.5e1", 15), ("100e-2", 1), ("0e1", 0), ("0.0", 0),
    ("-120e-1", -12),
  ])
  func integersAreExact(_ text: String, value: Int) throws {
    #expect(try ModelDecoder().decode(Int.self, from: text) == value)
    #expect(try ModelDecoder(.lossy).decode(Int.self, from: text) == value)
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
