import Testing
import ViewModels

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

  @Test func enumerationsTravelAsTheirRawValue() throws {
    #expect(try DynamicValue(encoding: Colour.red) == "red")
    #expect(try DynamicValue.string("black").decode(as: Colour.self) == .black)
  }

  @Test func optionalsTakeNilAndTheWrappedValue() throws {
    #expect(try DynamicValue.null.decode(as: String?.self) == nil)
    #expect(try DynamicValue.string("a").decode(as: String?.self) == "a")
    #expect(try DynamicValue(encoding: Int?.none) == .null)
  }

  @Test func aWholeNumberIsAcceptedWhereADoubleIsWanted() throws {
    #expect(try DynamicValue.int(3).decode(as: Double.self) == 3)
  }

  @Test(
    arguments: [
      (DynamicValue.int(186), "String is wanted here; 186 is an Int. Write \"186\"."),
      (.bool(true), "String is wanted here; true is a Bool. Write \"true\"."),
      (.null, "String is wanted here, not nil."),
    ])
  func aMismatchNamesBothTypesAndTheMend(value: DynamicValue, message: String) throws {
    let error = try #require(throws: ViewModelError.self) { try value.decode(as: String.self) }
    #expect(error.code == .typeMismatch)
    #expect(error.message == message)
  }

  @Test func quotesAroundANumberAreNamedAsTheMistake() throws {
    let error = try #require(throws: ViewModelError.self) {
      try DynamicValue.string("30").decode(as: Int.self)
    }
    #expect(error.message == "Int is wanted here; \"30\" is a String. Write 30 without quotes.")
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
}
