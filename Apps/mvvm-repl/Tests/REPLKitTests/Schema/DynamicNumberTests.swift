import Foundation
import Testing
import ViewModels

@testable import REPLKit

/// Values that are read as dynamic ones and set again.
@MainActor
@Suite(.ownGraph) struct DynamicNumberTests {
  private struct Measure: Codable, Hashable {
    var share: Double = 0
    var price: Decimal = 0
    var size: UInt64 = 0
    var text = ""
    var site: URL?
    var data = Data()
    var date = Date(timeIntervalSince1970: 0)
    var counts: [Int: Float] = [:]
    var pairs: [[UInt8]: Bool] = [:]
    var next: [Measure] = []
  }

  private class Named: Codable {
    var name = "a"
  }

  private final class Numbered: Named {
    var number = 1

    override init() { super.init() }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      number = try container.decode(Int.self, forKey: .number)
      var list = try container.nestedUnkeyedContainer(forKey: .list)
      #expect(try list.decodeNil() && !list.isAtEnd)
      #expect(try list.nestedContainer(keyedBy: Keys.self).decode(Int.self, forKey: .number) == 7)
      #expect(list.isAtEnd && list.count == 2)
      try super.init(from: try container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(number, forKey: .number)
      var list = container.nestedUnkeyedContainer(forKey: .list)
      try list.encodeNil()
      var inner = list.nestedContainer(keyedBy: Keys.self)
      try inner.encode(7, forKey: .number)
      try super.encode(to: container.superEncoder())
    }

    enum Keys: CodingKey { case number, list }
  }

  private func survives<Value: Codable & Equatable>(_ value: Value) throws {
    let dynamic = try DynamicValue(encoding: value)
    #expect(try dynamic.decode(as: Value.self) == value)
    #expect(try DynamicValue(encoding: [value]).decode(as: [Value].self) == [value])
    #expect(try dynamic.decode(as: Value?.self) == value)
  }

  @Test func aWholeNumberOfAnOptionalDoubleStaysADouble() throws {
    #expect(try DynamicValue(encoding: Double?(3)) == .double(3))
    #expect(try DynamicValue(encoding: Double?.none) == .null)
  }

  @Test func largeWholeNumbersSurvive() throws {
    for number in [0, 1 << 53, 1 << 53 + 1, 1 << 63, 1 << 63 + 1, UInt64.max] as [UInt64] {
      try survives(number)
    }
    for number in [Int64.min, -1, Int64.max] as [Int64] { try survives(number) }
    try survives(UInt8.max)
    #expect(try DynamicValue(encoding: UInt64.max) == .string("18446744073709551615"))
  }

  @Test func anIntegerWithoutAFixedWidthIsWhatItEncodes() throws {
    for number in [BigNumber(7), BigNumber(-7)] { try survives(number) }
    #expect(try DynamicValue(encoding: BigNumber(-7)) == ["-", 7])
  }

  @Test(arguments: [
    "0", "0.1", "-12.5", "0.12345678901234567890123", "1234567890123456789", "12345678901234567890",
    "99999999999999999999999999999999999999", "-0.00000000000000000000000000001", "NaN",
  ])
  func decimalsSurvive(text: String) throws {
    let number = text == "NaN" ? Decimal.nan : try #require(Decimal(string: text))
    try survives(number)
  }

  @Test func fractionsSurvive() throws {
    for number in [0.1, -0.5, 1e300, .leastNonzeroMagnitude, 1e17, .infinity, -.infinity]
      as [Double]
    {
      try survives(number)
    }
    for number in [0.1, 3.4e38, .leastNonzeroMagnitude, 16_777_216, .infinity] as [Float] {
      try survives(number)
    }
    #expect(try DynamicValue(encoding: [Double.nan]).decode(as: [Double].self)[0].isNaN)
    #expect(try DynamicValue(encoding: Float.nan).decode(as: Float.self).isNaN)
  }

  @Test func whatIsMadeOfThemSurvives() throws {
    var measure = Measure(
      share: .infinity, price: Decimal(string: "12345678901234567890") ?? 0, size: .max,
      text: "nan",
      site: URL(string: "https://example.com/a?b=c"), data: Data([1, 2, 3]),
      date: Date(timeIntervalSince1970: 1.5), counts: [1: 0.1], pairs: [[1]: true])
    measure.next = [measure]
    try survives(measure)
    let numbered = Numbered()
    (numbered.name, numbered.number) = ("b", 2)
    let copy = try DynamicValue(encoding: numbered).decode(as: Numbered.self)
    #expect(copy.name == "b" && copy.number == 2)
  }

  @Test func aFloatIsTheNearestOfAFraction() throws {
    #expect(try DynamicValue.double(1.0 / 3).decode(as: Float.self) == 1.0 / 3)
    #expect(try DynamicValue.double(3).decode(as: Float.self) == 3)
    #expect(try DynamicValue.int(-7).decode(as: Float.self) == -7)
    #expect(try DynamicValue.int(1 << 53).decode(as: Double.self) == 9_007_199_254_740_992)
  }

  @Test func noTextIsANumberAndNoNumberAText() throws {
    let cases: [(DynamicValue, any Decodable.Type)] = [
      ("inf", Float.self), ("nan", Double.self), ("12", UInt64.self), ("0.5", Decimal.self),
      ("12abc", Decimal.self), ("018446744073709551615", UInt64.self), (.double(3), Int64.self),
      (.double(3), UInt8.self), (300, UInt8.self), (-1, UInt64.self),
      (.double(.infinity), Decimal.self),
      (["share": "nan"], Measure.self), (["text": .double(.infinity)], Measure.self),
      (["size": 1.0], Measure.self), (1, URL.self), ("?", Data.self), (.bool(true), Int8.self),
      (1, Bool.self), (.double(1e300), Float.self), (.double(-1e39), Float?.self),
      (16_777_217, Float.self), (.double(16_777_217), Float.self),
      (.int(1 << 53 + 1), Double.self), (.int(1 << 53 + 1), [String: Double].self),
      ([.int(1 << 53 + 1)], [Double].self), (.int(.max), Double?.self),
    ]
    for (value, type) in cases {
      let error = #expect(throws: ViewModelError.self, "\(value) as \(type)") {
        _ = try value.decode(as: type)
      }
      #expect(error?.code == .typeMismatch)
    }
  }

  @Test func wideIntegersAreMembersElementsAndValues() throws {
    struct Wide: Codable, Equatable {
      var one: Int128 = 5
      var other: UInt128? = .max
      var none: Int128?
      var pair = Pair()
    }
    struct Pair: Codable, Equatable {
      var one: Int128 = .min
      var other: UInt128 = 7

      init() {}

      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        one = try list.decode(Int128.self)
        other = try list.decode(UInt128.self)
      }

      func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        try list.encode(one)
        try list.encode(other)
      }
    }
    struct Single: Codable, Equatable {
      var number: UInt128 = 8
      init() {}
      init(from decoder: any Decoder) throws {
        number = try decoder.singleValueContainer().decode(UInt128.self)
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
      }
    }
    let value = try DynamicValue(encoding: Wide())
    #expect(
      value == [
        "one": 5, "other": .string("\(UInt128.max)"), "pair": [.string("\(Int128.min)"), 7],
      ])
    #expect(try value.decode(as: Wide.self) == Wide())
    #expect(try DynamicValue(encoding: Single()) == 8)
    #expect(try DynamicValue.int(8).decode(as: Single.self) == Single())
    let half: DynamicValue = ["one": 0.5]
    #expect(throws: ViewModelError.self) { try half.decode(as: Wide.self) }
  }
}
