import Foundation
import Models
import Testing

/// The two engines agree about numbers, keys and problems, whatever way a model asks.
@Suite struct AgreementTests {
  private static let decoders = [ModelDecoder(), ModelDecoder(.own)]

  /// A number as each type takes it, when the model itself catches the errors.
  private struct Tried: Decodable, Equatable {
    var int: Int?
    var unsigned: UInt64?
    var small: Int8?
    var wide: Int128?
    var widest: UInt128?
    var double: Double?
    var float: Float?
    var decimal: Decimal?

    private enum Keys: CodingKey { case n }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      int = try? container.decode(Int.self, forKey: .n)
      unsigned = try? container.decodeIfPresent(UInt64.self, forKey: .n)
      small = try? container.decode(Int8.self, forKey: .n)
      wide = try? container.decode(Int128.self, forKey: .n)
      widest = try? container.decodeIfPresent(UInt128.self, forKey: .n)
      double = try? container.decode(Double.self, forKey: .n)
      float = try? container.decode(Float.self, forKey: .n)
      decimal = try? container.decode(Decimal.self, forKey: .n)
    }
  }

  private static func number(_ generator: inout SystemRandomNumberGenerator) -> String {
    func digits(_ count: ClosedRange<Int>) -> String {
      let kinds = ["0123456789", "0", "9", "05"]
      let kind = kinds[Int.random(in: 0..<kinds.count, using: &generator)]
      return String(
        (0..<Int.random(in: count, using: &generator)).map { _ in kind.randomElement() ?? "0" })
    }
    var text = Bool.random(using: &generator) ? "-" : ""
    text += Bool.random(using: &generator) ? "0" : "1" + digits(0...45)
    if Bool.random(using: &generator) { text += "." + digits(1...45) }
    if Int.random(in: 0..<4, using: &generator) == 0 {
      text += "e" + (Bool.random(using: &generator) ? "-" : "") + digits(1...3)
    }
    return text
  }

  @Test func bothEnginesTakeTheSameNumbers() throws {
    var generator = SystemRandomNumberGenerator()
    let chosen = [
      "9007199254740993.0", "1e18", "9223372036854775807.0", "1.0000000000000001",
      "1.00000000000000000000", "10000000000000000000e-1", "-0", "-0.0", "1e2", "1e30", "1e127",
      "12345678901234567.0", "-9223372036854775808.0", "0.99999999999999999999", "1e-200",
      "170141183460469231731687303715884105727", "170141183460469231731687303715884105728",
      "-170141183460469231731687303715884105728", "340282366920938463463374607431768211455",
      "99999999999999999999999999999999999999", "999999999999999999999999999999999999999",
      "12345678901234567890123456789012345678901234567890", "0.10", "100e-2", "3.5",
      "39.904211123456789",
    ]
    let random = (0..<2000).map { _ in Self.number(&generator) }
    for text in chosen + random {
      let values = try Self.decoders.map { try $0.decode(Tried.self, from: "{\"n\":\(text)}") }
      #expect(values[0] == values[1], "\(text)")
    }
  }

  @Test func wholeNumbersAreTakenHoweverTheyAreWritten() throws {
    for decoder in Self.decoders {
      #expect(
        try decoder.decode([Int].self, from: "[1.00000000000000000000, 1e18]") == [1, Int(1e18)])
      #expect(try decoder.decode([Int128].self, from: "[1e30, -5]") == [Int128(10).power(30), -5])
      #expect(
        try decoder.decode([UInt128?].self, from: "[null, 18446744073709551616]") == [nil, 1 << 64])
      #expect(throws: ModelError.self) {
        try decoder.decode([Int].self, from: "[1.0000000000000001]")
      }
      #expect(throws: ModelError.self) { try decoder.decode([UInt128].self, from: "[-1]") }
    }
  }

  @Test func aDecimalIsExactOrRefused() throws {
    let exact = "-12345678901234567890.123456789012345678"
    // Of the numbers with 39 digits a Decimal holds those below 2^128.
    let greatest = "340282366920938463463374607431768211455"
    let beyond = "340282366920938463463374607431768211456"
    for decoder in Self.decoders {
      for text in [exact, exact + "9", greatest, "-0.\(greatest)"] {
        #expect(try decoder.decode([Decimal].self, from: "[\(text)]")[0].description == text)
      }
      for text in ["-9\(exact.dropFirst(2))9", exact + "91", beyond, "0.\(beyond)"] {
        let error = #expect(throws: ModelError.self) {
          try decoder.decode([Decimal].self, from: "[\(text)]")
        }
        #expect(error?.problems.first?.remedy.contains("38 digits") == true)
        #expect(try JSONValue(parsing: text).number?.decimal == nil)
      }
    }
    #expect(try JSONValue(parsing: exact + "9").number?.decimal?.description == exact + "9")
    #expect(try JSONValue(parsing: exact + "00").number?.decimal?.description == exact)
  }

  /// A quotient has as many digits as a Decimal holds.
  @Test func whateverADecimalHoldsIsReadAsItWasWritten() throws {
    for dividend in 1...40 {
      for divisor in 1...60 {
        let value = ["q": Decimal(dividend) / Decimal(divisor)]
        for decoder in Self.decoders {
          #expect(
            try decoder.decode([String: Decimal].self, from: ModelEncoder().encode(value)) == value)
        }
        #expect(JSONNumber(Decimal(dividend) / Decimal(divisor))?.decimal == value["q"])
      }
    }
  }

  /// A power of ten is as good as the zeros it stands for, up to both ends of what a Decimal holds.
  @Test(arguments: [
    ("1e-128", ["1.0e-128", "10e-129", "0.00100e-125", "1000000e-134"]),
    ("-12.3e-127", ["-1.23e-126", "-123.000e-128", "-0.1230e-125"]),
    ("1e127", ["10e126", "0.1e128", "1.000e127", "100000e122"]),
    ("-12e131", ["-12000e128", "-120000e127", "-1.2e132"]),
    ("1e165", ["10e164", "0.100e166"]),
    (
      "340282366920938463463374607431768211455e-128",
      [
        "340282366920938463463374607431768211455.0e-128",
        "3.4028236692093846346337460743176821145500e-90",
      ]
    ),
  ]) func aDecimalMayBeWrittenWithAnyPowerOfTen(_ text: String, _ others: [String]) throws {
    let value = try #require(try JSONValue(parsing: text).number?.decimal)
    #expect(JSONNumber(value) == (try JSONValue(parsing: text).number))
    for other in others {
      #expect(try JSONValue(parsing: other).number?.decimal == value, "\(other)")
      for decoder in Self.decoders {
        #expect(try decoder.decode([Decimal].self, from: "[\(other)]") == [value], "\(other)")
      }
    }
  }

  @Test(arguments: ["1e-129", "12e-129", "1.0e-129", "1e166", "4e165", "35e164", "0.1e-128"])
  func aPowerOfTenBeyondADecimalIsRefused(_ text: String) throws {
    #expect(try JSONValue(parsing: text).number?.decimal == nil)
    for decoder in Self.decoders {
      #expect(throws: ModelError.self) { try decoder.decode([Decimal].self, from: "[\(text)]") }
    }
  }

  @Test func aDecimalThatIsNoNumberIsNotWritten() throws {
    let encoder = ModelEncoder()
    #expect(throws: ModelError.self) { try encoder.encode(Decimal.nan) }
    #expect(throws: ModelError.self) { try encoder.encode(["NaN": Decimal(1) / Decimal(0)]) }
    #expect(throws: ModelError.self) { try encoder.encodeValue([Decimal.nan]) }
    #expect(try encoder.text(["NaN": "\"NaN\" NaN"]) == #"{"NaN":"\"NaN\" NaN"}"#)
  }

  /// Foundation's decoder tells a missing key from null, and so does this package's, which runs when a key is beyond
  /// ASCII.
  @Test func whatIsMissingIsNoNullThroughEitherEngine() throws {
    enum Keys: String, CodingKey { case x }
    struct Patch: Decodable {
      var state: String
      var parent: String
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        do {
          state = try container.decodeNil(forKey: .x) ? "cleared" : "set"
        } catch DecodingError.keyNotFound {
          state = "missing"
        }
        let of = try container.superDecoder(forKey: .x)
        parent = "\(try of.singleValueContainer().decodeNil()) \(try Int?(from: of) as Any)"
        _ = try container.superDecoder()
        #expect(throws: DecodingError.self) { try container.superDecoder().unkeyedContainer() }
        #expect(throws: DecodingError.self) {
          try container.superDecoder().container(keyedBy: Keys.self)
        }
        #expect(throws: DecodingError.self) { try Int(from: container.superDecoder()) }
      }
    }
    for (text, state, parent) in [
      ("{}", "missing", "true nil"), (#"{"x":null}"#, "cleared", "true nil"),
      (#"{"x":7}"#, "set", "false Optional(7)"),
    ] {
      let texts = [text, text.replacing("}", with: text == "{}" ? #""é":1}"# : #","é":1}"#)]
      for text in texts {
        for decoder in [ModelDecoder(), ModelDecoder(.lossy)] {
          let patch = try decoder.decode(Patch.self, from: text)
          #expect(patch.state == state, "\(text)")
          #expect(patch.parent == parent, "\(text)")
        }
      }
    }
  }

  @Test func theEndOfAnArrayIsAMissingValueThroughEitherEngine() throws {
    struct Pair: Decodable {
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        _ = try container.decode(Int.self)
        do { _ = try container.decode(Int.self) } catch DecodingError.valueNotFound {}
      }
    }
    for text in [#"{"a":[1]}"#, #"{"a":[1],"é":1}"#] {
      #expect(try ModelDecoder().decode([String: Pair?].self, from: #"{"a":[1]}"#)["a"] != nil)
      struct Holder: Decodable { var a: Pair }
      #expect(throws: Never.self) { try ModelDecoder().decode(Holder.self, from: text) }
    }
  }

  private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private struct Keys: Decodable {
    var keys: [String]
    var values: [Int]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyKey.self)
      keys = container.allKeys.map(\.stringValue).sorted()
      values = try keys.map { try container.decode(Int.self, forKey: AnyKey(stringValue: $0)) }
    }
  }

  @Test func eachKeyIsListedOnce() throws {
    let text = #"{"a":1,"a":2,"b":3,"a":4}"#
    let values = try Self.decoders.map { try $0.decode(Keys.self, from: text) }
    #expect(values.map(\.keys) == [["a", "b"], ["a", "b"]])
    #expect(values.map(\.values) == [[1, 3], [1, 3]])
    var snake = DecodingOptions()
    snake.keys = .snakeCase
    let mixed = #"{"user_name":1,"userName":2}"#
    #expect(try ModelDecoder(snake).decode(Keys.self, from: mixed).keys == ["userName"])
    #expect(try ModelDecoder(snake).decode(Keys.self, from: mixed).values == [1])
  }

  private struct Counted: Decodable {
    @Lossy var x: Int?
    @Lossy var list: [Int]
    var y: Int
  }

  private enum Guess: Decodable {
    case counted
    case words

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      self = (try? container.decode(Counted.self)) == nil ? .words : .counted
    }
  }

  @Test func anAttemptThatAModelGivesUpIsNoProblem() throws {
    let text = Data(#"[{"x":"1","list":[1,"a"]},{"x":"1","list":["a"],"y":2}]"#.utf8)
    for decoder in Self.decoders {
      let decoded = try decoder.decodeReporting([Guess].self, from: text)
      #expect(decoded.value == [.words, .counted])
      #expect(decoded.problems.map(\.pointer.description) == ["/1/x", "/1/list/0"])
    }
  }
}

extension Int128 {
  fileprivate func power(_ count: Int) -> Int128 {
    (0..<count).reduce(1) { value, _ in value * self }
  }
}
