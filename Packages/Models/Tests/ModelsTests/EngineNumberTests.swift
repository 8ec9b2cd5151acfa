import Foundation
import Models
import Testing

/// Numbers are the same on every way through the decoder, and keep their digits where they are kept whole.
@Suite struct EngineNumberTests {
  private static let converting: ModelDecoder = {
    var options = DecodingOptions()
    options.convertsScalars = true
    return ModelDecoder(options)
  }()

  private struct Amount: Codable, Equatable {
    var value: Decimal
  }

  @Test(arguments: [
    "0e99999999999999999999", "0e-99999999999999999999", "-0e999", "0.000e999", "1e-200", "1e200",
    "1e127", "1e-127", "1e-128", "12345678901234567890123456789012345678",
    "1234567890123456789012345678901234567890123", "0.1", "-1.50", "1E+2", "0",
  ]) func aDecimalIsTheSameOnEveryWay(_ text: String) throws {
    let results = ModelDecoder.everyWay.map { decoder in
      try? decoder.decode(Amount.self, from: "{\"value\": \(text)}").value
    }
    #expect(results.allSatisfy { $0 == results[0] }, "\(text): \(results)")
    if text.hasPrefix("0") || text.hasPrefix("-0"), text != "0.1" { #expect(results[0] == 0) }
  }

  /// A number beyond the range of its type is refused, and never infinite.
  @Test(arguments: ["1e39", "-1e39", "1e308", "3.5e38", "1e400"])
  func aNumberBeyondFloatIsRefusedOnEveryWay(_ text: String) throws {
    struct Single: Codable { var value: Float }
    for decoder in ModelDecoder.everyWay + [ModelDecoder(.lossy)] {
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
    for decoder in ModelDecoder.everyWay {
      #expect(try decoder.decode([Float].self, from: "[\(text)]") == [Float(text)])
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
    for decoder in ModelDecoder.everyWay {
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
      for decoder in ModelDecoder.everyWay {
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
  }

  /// A number that is taken for a text has one form, however it was sent.
  @Test(arguments: [
    ["1.5", "1.50", "15e-1", "0.15E1", "150e-2"], ["1", "1.0", "100e-2", "0.1e1"],
    ["100", "1e2", "1E+2", "100.00"], ["0", "-0", "0.0", "-0e0", "0e5", "0e99999999999999999999"],
    ["10000000000000000000", "10000000000000000000.0", "1e19", "1E+19"],
    ["-20000000000000000000", "-2e19", "-20000000000000000000.00"],
    ["0.1234567890123456789", "0.12345678901234567890", "1234567890123456789e-19"],
    ["0.00001", "1e-5", "0.000010"],
    ["123456789012345678901234567890.5", "1234567890123456789012345678905e-1"],
    [
      "1" + String(repeating: "0", count: 400), "1e400",
      "1" + String(repeating: "0", count: 399) + "0.0",
    ],
  ]) func equalNumbersAreEqualTexts(spellings: [String]) throws {
    struct Row: Codable { var id: String }
    for decoder in [Self.converting, ModelDecoder(.lossy)] {
      for spelling in spellings {
        #expect(try decoder.decode(Row.self, from: #"{"id":\#(spelling)}"#).id == spellings[0])
      }
    }
  }

  @Test(arguments: ["1e5000", "1e-5000", "1e999999999999999999", "-1.5e-400"])
  func aTextOfANumberIsNotLongerThanAThousandFigures(spelling: String) throws {
    struct Row: Codable { var id: String }
    let id = try Self.converting.decode(Row.self, from: #"{"id":\#(spelling)}"#).id
    #expect(id.count < 1010)
    #expect(try JSONValue(parsing: id) == JSONValue(parsing: spelling))
  }

  @Test func anIntegerOfAnySizeIsTakenFromAnySpelling() throws {
    let texts = #"["1e19", "10000000000000000000.0", "10000000000000000000"]"#
    #expect(
      try Set(Self.converting.decode([UInt64].self, from: texts)) == [
        10_000_000_000_000_000_000
      ])
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
}
