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
    exact.duplicateKeys = .keepLast
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
    #expect(results.allSatisfy { $0 == results[0] }, "\(text): \(results)")
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

  /// A number beyond the range of its type is refused, and never infinite.
  @Test(arguments: ["1e39", "-1e39", "1e308", "3.5e38", "1e400"])
  func aNumberBeyondFloatIsRefusedOnEveryWay(_ text: String) throws {
    struct Single: Codable { var value: Float }
    for decoder in Self.decoders + [ModelDecoder(.lossy)] {
      let error = #expect(throws: ModelError.self, "\(text)") {
        try decoder.decode(Single.self, from: "{\"value\": \(text)}")
      }
      #expect(error?.problems.first?.pointer == "/value")
      if decoder.options.isLossy {
        #expect(try decoder.decode([String: [Float]].self, from: "{\"a\": [\(text)]}") == ["a": []])
      } else {
        #expect(throws: ModelError.self) {
          try decoder.decode([String: [Float?]].self, from: "{\"a\": [\(text)]}")
        }
      }
    }
  }

  @Test(arguments: ["3.4028234663852886e38", "-3.4e38", "1e-50", "0.1"])
  func aNumberWithinFloatIsReadOnEveryWay(_ text: String) throws {
    for decoder in Self.decoders {
      #expect(try decoder.decode([Float].self, from: "[\(text)]") == [Float(text)])
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

  /// A property for any JSON keeps what JSON has: every digit and the order of members.
  @Test func anyJSONInsideAModelKeepsItsDigitsAndItsOrderOnEveryWay() throws {
    struct Box: Codable, Equatable {
      var any: JSONValue
      var number: JSONNumber?
      var list: [JSONNumber]?
      var object: [String: JSONValue]?
    }
    let members = (0..<20).map { "\"k\($0 * 7 % 20)\":\($0)" }.joined(separator: ",")
    let digits = "1234567890.123456789012345678901234567890123456789"
    let text =
      "{\"any\":{\(members),\"n\":\(digits)},\"number\":\(digits),\"list\":[\(digits)],\"object\":{\"a\":[\(digits)]}}"
    for decoder in Self.decoders {
      let box = try decoder.decode(Box.self, from: text)
      #expect(box.any.description == "{\(members),\"n\":\(digits)}")
      #expect(box.number?.description == digits)
      #expect(box.list?.first?.description == digits)
      #expect(box.object?["a"]?.description == "[\(digits)]")
    }
  }

  /// JSON that is read is written again as it was: digits, zeros at the end, exponents, keys and their order.
  @Test(arguments: [ModelEncoder.Keys.asWritten, .snakeCase])
  func anyJSONInsideAModelIsWrittenAsItWasRead(_ keys: ModelEncoder.Keys) throws {
    struct Box: Codable, Equatable {
      var any: JSONValue
      var number: JSONNumber
      var list: [JSONValue]
      var object: [String: JSONValue]
      var missing: JSONValue?
    }
    let spellings = [
      "1.5000", "1.0", "1e2", "1E+2", "-0", "-0.0", "0.00001", "1e-7", "100e-2", "1.5", "12",
      "1e400",
      "123456789012345678901234567890.10",
    ]
    for spelling in spellings {
      let any = #"{"zEbra":\#(spelling),"aA_b":[{"b":1,"a":\#(spelling)}],"":{}}"#
      let text =
        #"{"any":\#(any),"list":[\#(any),[],"x",\#(spelling)],"number":\#(spelling),"object":{"k":\#(any)}}"#
      for decoder in Self.decoders {
        let box = try decoder.decode(Box.self, from: text)
        #expect(try ModelEncoder(keys: keys).text(box) == text)
        #expect(try ModelEncoder(keys: keys).encodeValue(box).description == text)
      }
      let number = try #require(try JSONValue(parsing: spelling).number)
      #expect(number.description == spelling)
      #expect(number == JSONNumber(number.double) || !number.double.isFinite || spelling.count > 20)
    }
    #expect(try JSONValue(parsing: "1.0").int == 1)
    #expect(try JSONValue(parsing: "100e-2").int == 1)
    #expect(try JSONValue(parsing: "1.5").int == nil)
    // In a model that is indented, too.
    let pretty = try ModelEncoder().text(
      ["k": JSONValue(parsing: #"{"b":1.50,"a":[]}"#)], isPretty: true)
    #expect(try JSONText(parsing: Data(pretty.utf8)).description == #"{"k":{"b":1.50,"a":[]}}"#)
    // A number that another type takes has one form, whatever way it came.
    struct Loose: Codable { @Lenient var text: String }
    for (number, words) in [
      ("1.50", "1.5"), ("1.0", "1"), ("1e2", "100"), ("0.1e1", "1"),
      ("0.12345678901234567890", "0.12345678901234567890"),
    ] {
      for decoder in Self.decoders {
        #expect(try decoder.decode(Loose.self, from: #"{"text":\#(number)}"#).text == words)
      }
    }
  }

  /// Digits beyond those of `Decimal` and powers of ten beyond those of `Double`, wherever they stand.
  @Test(arguments: [
    "1234567890.123456789012345678901234567890123456789", "18446744073709551615",
    "-123456789012345678901234567890123456789012345678901234567890", "1e400", "-1.5e-400",
    "12345678901234567e300", "0.1234567890123456789012345678901234567891", "12345678901234567e-190",
  ]) func aNumberKeepsItsDigitsWhenItIsWritten(_ digits: String) throws {
    struct Box: Codable, Equatable {
      var numbers: [JSONNumber]
      var lineItems: [String: JSONValue]
      var text: String
    }
    let number = try #require(try JSONValue(parsing: digits).number)
    let text = "JSONNumber \"0\" \(digits)"
    let box = Box(
      numbers: [number, JSONNumber(1), number], lineItems: ["a": ["b": .number(number)]], text: text
    )
    for keys in [ModelEncoder.Keys.asWritten, .snakeCase] {
      var options = DecodingOptions()
      if keys == .snakeCase { options.keys = .snakeCase }
      let data = try ModelEncoder(keys: keys).encode(box)
      #expect(try ModelDecoder(options).decode(Box.self, from: data) == box)
      #expect(
        try JSONValue(parsing: data)["numbers"] == .array([.number(number), 1, .number(number)]))
    }
    #expect(try JSONValue(parsing: ModelEncoder().encode(number)).number == number)
    #expect(try ModelEncoder().encodeValue(JSONValue.number(number)).description == digits)
    // A model that goes on after a failure has none to go on after.
    struct Lax: Encodable {
      var number: JSONNumber
      enum Keys: CodingKey { case number }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try? container.encode(number, forKey: .number)
      }
    }
    #expect(try ModelEncoder().text(Lax(number: number)) == "{\"number\":\(number)}")
    // Foundation's own coder has no place for them, but takes the nearest number it has.
    if number.double.isFinite { _ = try JSONEncoder().encode(number) }
  }

  /// An element that is tried as one container is still there for the next try.
  @Test func elementsOfAMixedArrayAreTriedInTurnOnEveryWay() throws {
    struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init?(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    struct Mixed: Decodable {
      var found: [String] = []
      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        while !list.isAtEnd {
          if let object = try? list.nestedContainer(keyedBy: Key.self) {
            found.append("object of \(object.allKeys.count)")
          } else if let array = try? list.nestedUnkeyedContainer() {
            found.append("array of \(array.count ?? 0)")
          } else {
            found.append(try list.decode(String.self))
          }
        }
      }
    }
    let text = #"["a", "b", [1, 2], {"k": 1}, "c", [], {}, [[]]]"#
    for decoder in Self.decoders where decoder.options.unknownKeys == .ignore {
      #expect(
        try decoder.decode(Mixed.self, from: text).found == [
          "a", "b", "array of 2", "object of 1", "c", "array of 0", "object of 0", "array of 1",
        ])
    }
  }

  /// The error of a document in a text is one of the text's place, with those beside it.
  @Test func anErrorOfAModelsOwnDecodingHasItsPlaceOnEveryWay() throws {
    struct Inner: Decodable { var a: Int }
    struct Embedded: Decodable {
      init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        _ = try ModelDecoder().decode(Inner.self, from: text)
      }
    }
    struct Outer: Decodable {
      var n: Int
      var m: Int
      var e: Embedded
    }
    for decoder in Self.decoders {
      let error = #expect(throws: ModelError.self) {
        try decoder.decode(Outer.self, from: "{\n\"n\": 1, \"m\": \"x\", \"e\": \"{}\"}")
      }
      #expect(error?.problems.map(\.pointer) == ["/m", "/e"])
      #expect(error?.problems.map(\.position?.line) == [2, 2])
    }
  }

  /// What a model asks for beside its members: nested containers, a `super`, keys that are numbers.
  @Test func containersOfEveryKindAgree() throws {
    class Base: Decodable {
      var id = 0
      enum Keys: String, CodingKey { case id }
      required init(from decoder: any Decoder) throws {
        id = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .id)
      }
    }
    final class Derived: Base {
      var seen: [String] = []
      enum Keys: String, CodingKey { case rows, nested, missing, null }
      required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        var rows = try container.nestedUnkeyedContainer(forKey: .rows)
        var inner = try rows.nestedUnkeyedContainer()
        while !inner.isAtEnd {
          seen.append(try inner.decodeNil() ? "null" : "\(try inner.decode(Int.self))")
        }
        seen.append("\(rows.currentIndex) \(inner.currentIndex) \(rows.count ?? -1)")
        seen.append("\(try rows.decodeIfPresent(Int.self) as Any)")
        seen.append("\((try? rows.decode(String.self)) as Any) \(rows.currentIndex)")
        seen.append("\(try rows.decode(UInt8.self)) \(rows.isAtEnd)")
        seen.append("\((try? rows.decode(Int.self)) as Any)")
        let nested = try container.nestedContainer(keyedBy: Keys.self, forKey: .nested)
        seen.append(nested.allKeys.map(\.rawValue).joined())
        seen.append("\(nested.codingPath.map(\.stringValue)) \(rows.codingPath.map(\.stringValue))")
        seen.append("\(container.contains(.missing)) \(container.contains(.null))")
        seen.append("\(try container.decodeNil(forKey: .null))")
        seen.append("\(try container.decodeIfPresent(Int.self, forKey: .null) as Any)")
        seen.append("\((try? container.superDecoder(forKey: .nested)) != nil)")
        try super.init(from: container.superDecoder())
      }
    }
    let text =
      #"{"rows": [[1, null, 3], null, 7], "nested": {"null": 1, "x": 2}, "null": null, "super": {"id": 9}}"#
    let all = try Self.decoders.filter { $0.options.unknownKeys == .ignore }.map {
      try $0.decode(Derived.self, from: text)
    }
    for derived in all {
      #expect(derived.seen == all[0].seen)
      #expect(derived.id == 9)
    }
    for decoder in Self.decoders {
      #expect(
        try decoder.decode([Int: String].self, from: #"{"1": "a", "-2": "b"}"#) == [
          1: "a", -2: "b",
        ])
      #expect((try? decoder.decode([Int: String].self, from: #"{"x": "a"}"#)) == nil)
    }
  }
}
