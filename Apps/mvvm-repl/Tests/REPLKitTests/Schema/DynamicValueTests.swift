import Foundation
import Testing
import ViewModels

@testable import REPLKit

@Suite(.ownGraph) struct DynamicValueTests {
  struct Place: Codable, Hashable {
    var name: String
    var size: Int?
    var tags: [String]
    var height: Double
  }

  enum Colour: String, Codable { case red, black }

  @Test func codableValuesSurviveTheRoundTrip() throws {
    let place = Place(name: "Glasshouse \"Park\" 公园", size: nil, tags: ["a", ""], height: 1.5)
    let value = try DynamicValue(encoding: place)
    #expect(value == ["name": "Glasshouse \"Park\" 公园", "tags": ["a", ""], "height": 1.5])
    #expect(try value.decode(as: Place.self) == place)
  }

  @Test(arguments: [Double.infinity, -.infinity, 0.1, -0.0])
  func numbersThatJSONCannotHoldSurvive(number: Double) throws {
    #expect(try DynamicValue(encoding: [number]).decode(as: [Double].self) == [number])
    #expect(try DynamicValue(encoding: number).decode(as: Double.self) == number)
  }

  struct Shelf: Encodable {
    var url = URL(string: "https://example.com/a?b=c")
    var data = Data([1, 2, 3])
    var price = Decimal(string: "12.5")
    var share: Float = 0.1
    var whole = 3.0
    var large = UInt64.max
    var counts = [1: "a"]
    var colours: [Colour?] = [.red, nil]
    var nested: [[String: [Double]]] = [["k": [0.5, 2]], [:]]
    var nothing = Nothing()
    var limit = Double.infinity
  }

  struct Nothing: Encodable { func encode(to encoder: any Encoder) {} }

  class Base: Encodable { var a = 1 }

  final class Derived: Base {
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(2, forKey: .b)
      try super.encode(to: container.superEncoder())
      var list = container.nestedUnkeyedContainer(forKey: .list)
      try list.encode("x")
      try list.encodeNil()
      var inner = list.nestedContainer(keyedBy: Keys.self)
      try inner.encode(true, forKey: .b)
    }
    enum Keys: String, CodingKey { case b, list }
  }

  @Test func valuesHaveTheShapeOfTheirJSON() throws {
    #expect(
      try DynamicValue(encoding: Shelf()) == [
        "url": "https://example.com/a?b=c", "data": "AQID", "price": 12.5, "share": 0.1, "whole": 3,
        "large": "18446744073709551615", "counts": ["1": "a"], "colours": ["red", nil],
        "nested": [["k": [0.5, 2]], [:]], "nothing": [:], "limit": .double(.infinity),
      ])
    #expect(
      try DynamicValue(encoding: Derived()) == [
        "b": 2, "super": ["a": 1], "list": ["x", nil, ["b": true]],
      ])
  }

  @Test func whatEncodesNothingIsAMistake() throws {
    let error = try #require(throws: ViewModelError.self) {
      try DynamicValue(encoding: Nothing())
    }
    #expect(error.code == .notEncodable)
  }

  @Test func enumerationsTravelAsTheirRawValue() throws {
    #expect(try DynamicValue(encoding: Colour.red) == "red")
    #expect(try DynamicValue.string("black").decode(as: Colour.self) == .black)
  }

  @Test func optionalsTakeNilAndTheWrappedValue() throws {
    #expect(try DynamicValue.null.decode(as: String?.self) == nil)
    #expect(try DynamicValue.string("a").decode(as: String?.self) == "a")
    #expect(try DynamicValue(encoding: Int?.none) == .null)
    #expect(try DynamicValue.null.decode(as: DynamicValue?.self) == DynamicValue?.none)
    #expect(try DynamicValue.array([1]).decode(as: DynamicValue?.self) == .array([1]))
    #expect(try DynamicValue.object(["a": nil]).decode(as: DynamicValue.self) == ["a": nil])
  }

  @Test func aWholeNumberIsAcceptedWhereADoubleIsWanted() throws {
    #expect(try DynamicValue.int(3).decode(as: Double.self) == 3)
  }

  @Test(
    arguments: [
      (DynamicValue.int(186), "String is expected here; 186 is an Int. Write \"186\"."),
      (.bool(true), "String is expected here; true is a Bool. Write \"true\"."),
      (.null, "String is expected here, not nil."),
    ])
  func aMismatchNamesBothTypesAndTheMend(value: DynamicValue, message: String) throws {
    let error = try #require(throws: ViewModelError.self) { try value.decode(as: String.self) }
    #expect(error.code == .typeMismatch)
    #expect(error.message == message)
  }

  @Test(arguments: [
    ("30", " Write 30 without quotes.", " Write 30 without quotes."),
    ("1.5", "", " Write 1.5 without quotes."), ("nan", "", ""), ("much", "", ""),
  ])
  func quotesAroundANumberAreNamedAsTheMistake(text: String, whole: String, real: String) throws {
    let value = DynamicValue.string(text)
    let error = try #require(throws: ViewModelError.self) { try value.decode(as: Int.self) }
    #expect(error.message == "Int is expected here; \(value) is a String.\(whole)")
    let other = try #require(throws: ViewModelError.self) { try value.decode(as: Double.self) }
    #expect(other.message == "Double is expected here; \(value) is a String.\(real)")
  }

  @Test func descriptionsAreSwiftLiteralsInAStableOrder() {
    let value: DynamicValue = ["b": [1, 2.5, nil], "a": "x\n\"y\"", "c": [:]]
    #expect(value.description == #"["a": "x\n\"y\"", "b": [1, 2.5, nil], "c": [:]]"#)
  }

  @Test(
    arguments: [
      (ValueType(String?.self), "String?"), (ValueType([[Int]].self), "[[Int]]"),
      (ValueType([String: Double].self), "[String: Double]"), (ValueType(Colour.self), "Colour"),
    ])
  func typesAreWrittenAsInSwift(type: ValueType, text: String) { #expect("\(type)" == text) }

  @Test func nothingElseIsConvertedInsideOptionalsAndCollections() throws {
    let cases: [(DynamicValue, any Decodable.Type)] = [
      (.double(5), Int?.self), ([.double(5)], [Int].self), ("nan", Double?.self),
      (["inf"], [Double].self), (["a": 1], [String: String].self), (1, [Int].self),
      (.null, [Int].self), ([.null], [Int].self), (["1": 1], [Int?].self),
    ]
    for (value, type) in cases {
      #expect(throws: ViewModelError.self, "\(value) as \(type)") { _ = try value.decode(as: type) }
    }
    #expect(try DynamicValue.double(.infinity).decode(as: Double?.self) == .infinity)
    #expect(try DynamicValue.array([.null, 1]).decode(as: [Double?].self) == [nil, 1])
    #expect(try DynamicValue.null.decode(as: [Int]?.self) == nil)
  }

  private class Named: Encodable {
    enum Keys: CodingKey { case about, list, name, age }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      var about = container.nestedContainer(keyedBy: Keys.self, forKey: .about)
      try about.encode("Ada", forKey: .name)
      var list = container.nestedUnkeyedContainer(forKey: .list)
      try list.encode(1)
    }
  }

  private final class Aged: Named {
    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: Keys.self)
      var about = container.nestedContainer(keyedBy: Keys.self, forKey: .about)
      try about.encode(36, forKey: .age)
      var list = container.nestedUnkeyedContainer(forKey: .list)
      try list.encode(2)
    }
  }

  @Test func aSubclassAddsToTheContainersOfItsSuperclass() throws {
    let value = try DynamicValue(encoding: Aged())
    #expect(value == ["about": ["name": "Ada", "age": 36], "list": [1, 2]])
  }

  @Test func aNumberThatIsNoneIsTheSameAsItself() {
    let values: [DynamicValue] = [.double(.nan), [.double(-.nan)], ["a": .double(.nan)]]
    #expect(values == [.double(.signalingNaN), [.double(.nan)], ["a": .double(.nan)]])
    #expect(Set(values).union([.double(-.nan)]).count == 3)
    #expect(DynamicValue.double(0) == .double(-0.0) && DynamicValue.double(1) != .int(1))
  }
}
