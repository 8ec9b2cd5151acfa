import Bindings
import Testing
import ViewModels

@testable import REPLKit

private enum Delivery: String, CaseIterable { case pickUp, post, courier }
private enum Colour: CaseIterable { case red, green }
private enum Size: Int, CaseIterable {
  case small = 10
  case large = 20
}
private enum Unit: String { case gram = "g" }
private enum Encoded: String, Codable, CaseIterable { case first = "1st" }
private enum Plain: Codable, CaseIterable { case one, two }
private enum Numbered: Codable, CaseIterable {
  case number(Int)
  static var allCases: [Numbered] { [.number(1), .number(2)] }
}
private enum Partly: Codable, CaseIterable {
  case plain
  case number(Int)
  static var allCases: [Partly] { [.plain] }
}
private enum Described: CaseIterable, CustomStringConvertible {
  case one, two
  var description: String { "The \(self == .one ? 1 : 2)" }
}
private enum Shape { case circle(Double) }
private struct Pair: Codable, Equatable {
  var first: Plain
  var others: [Plain?]
}

/// Cases within other values; those of `Plain` and `Partly` encode themselves, the others do not.
@MainActor
@ViewModel
private final class Boxes {
  var plain: [Plain] = [.one, .two]
  var plainByName: [String: Plain] = ["a": .two]
  var plainSet: Set<Plain> = [.two]
  var pair = Pair(first: .two, others: [.one, nil])
  var colours: [Colour] = [.green, .red]
  var maybeColours: [Colour?]? = [.green, nil]
  var twice: Colour?? = .some(.some(.green))
  var byName: [String: [Colour]] = ["a": [.red], "b": []]
  var units: [Unit] = [.gram]
  var encoded: [Encoded] = [.first]
  var partly: [Partly] = [.plain, .number(3)]
  var numbers: [Numbered] = [.number(2)]
}

@MainActor
@ViewModel
private final class Packet {
  var delivery = Delivery.post
  var colour: Colour?
  var size = Size.small
  var unit: Unit = .gram
  var encoded: Encoded = .first
  var plain: Plain = .one
  var shape = Shape.circle(1)
  private(set) var sent: Delivery?

  @Command func send(by delivery: Delivery, in colour: Colour? = nil) {
    sent = delivery
    self.colour = colour
  }
}

@MainActor
@ViewModel
private final class Unnamed {
  var numbered: Numbered = .number(1)
  var partly: Partly = .plain
  var described: Described = .one
}

@MainActor
@Suite(.ownGraph) struct NamedCasesTests {
  private let parcel = Packet()

  private func set(_ name: String, _ value: DynamicValue) throws {
    try #require(Packet.schema[name]).set(value, in: parcel)
  }

  @Test func anEnumerationWithCasesIsSetByTheirNames() throws {
    try set("delivery", "pickUp")
    try set("colour", "green")
    try set("size", "large")
    try set("unit", "g")
    try set("plain", "two")
    #expect(parcel.delivery == .pickUp)
    #expect(parcel.colour == .green)
    #expect(parcel.size == .large)
    #expect(parcel.plain == .two)
    try set("colour", nil)
    #expect(parcel.colour == nil)
  }

  @Test func whatIsReadCanBeSet() throws {
    parcel.colour = .red
    for member in Packet.schema.members where member.isSettable {
      let value = try member.value(in: parcel)
      try member.set(value, in: parcel)
      #expect(try member.value(in: parcel) == value)
    }
    #expect(Packet.schema.members.count(where: \.isSettable) == 6)
  }

  @Test(
    arguments: [
      ("plain", ["one", "two"]), ("plainByName", ["a": "two"]), ("plainSet", ["two"]),
      ("pair", ["first": "two", "others": ["one", nil]]), ("colours", ["green", "red"]),
      ("maybeColours", ["green", nil]), ("twice", "green"), ("byName", ["a": ["red"], "b": []]),
      ("units", ["g"]), ("encoded", ["1st"]), ("partly", ["plain", ["number": ["_0": 3]]]),
      ("numbers", [["number": ["_0": 2]]]),
    ] as [(String, DynamicValue)])
  func casesInsideOfOtherValuesAreNamed(_ name: String, _ form: DynamicValue) throws {
    let (boxes, other) = (Boxes(), Boxes())
    let member = try #require(Boxes.schema[name])
    #expect(try member.value(in: boxes) == form && member.isSettable && member.isRestorable)
    // Another value first, so that setting the form does something.
    let nothing: DynamicValue =
      switch form {
      case .array: []
      case .object where name != "pair": [:]
      case .object: ["first": "one", "others": []]
      default: nil
      }
    try member.set(nothing, in: other)
    #expect(try member.value(in: other) == nothing)
    try member.set(form, in: other)
    #expect(try member.value(in: other) == form)
    for wrong: DynamicValue in ["nosuch", ["nosuch"], ["a": "nosuch"], 3] {
      let error = #expect(throws: ViewModelError.self) { try member.set(wrong, in: other) }
      #expect(error?.code == .typeMismatch, "\(wrong)")
    }
    #expect(try member.value(in: other) == form)
  }

  @Test func theTypeTellsTheCases() {
    let types = Packet.schema.members.map(\.type)
    #expect(types[0] == .choice("Delivery", of: ["pickUp", "post", "courier"]))
    #expect(types[1] == .optional(.choice("Colour", of: ["red", "green"])))
    #expect(types[2] == .choice("Size", of: ["small", "large"]))
    #expect(types[3] == .named("Unit"))
    #expect(types[4] == .choice("Encoded", of: ["1st"]))
    #expect(types[5] == .choice("Plain", of: ["one", "two"]))
  }

  @Test(arguments: ["delivery", "colour", "size", "unit", "plain"])
  func anotherNameIsRefusedAndChangesNothing(_ name: String) throws {
    for value: DynamicValue in ["nosuch", 3] {
      let error = #expect(throws: ViewModelError.self) { try set(name, value) }
      #expect(error?.code == .typeMismatch)
    }
    #expect(parcel.delivery == .post && parcel.size == .small)
  }

  @Test func casesWithoutNamesArePutBackAsTheyEncodeThemselves() throws {
    let model = Unnamed()
    let numbered = try #require(Unnamed.schema["numbered"])
    #expect(try numbered.value(in: model) == ["number": ["_0": 1]])
    try numbered.set(["number": ["_0": 2]], in: model)
    #expect(try numbered.value(in: model) == ["number": ["_0": 2]])
  }

  @Test func aValueThatIsNoneOfTheCasesIsPutBack() throws {
    let model = Unnamed()
    let partly = try #require(Unnamed.schema["partly"])
    #expect(try partly.value(in: model) == "plain")
    model.partly = .number(3)
    let value = try partly.value(in: model)
    try partly.set("plain", in: model)
    #expect(try partly.value(in: model) == "plain")
    try partly.set(value, in: model)
    #expect(try partly.value(in: model) == value && value == ["number": ["_0": 3]])
  }

  @Test func whatHasNeitherNamesNorACodeIsNotSettable() throws {
    let described = try #require(Unnamed.schema["described"])
    #expect(!described.isSettable && !described.isRestorable)
    #expect(try described.value(in: Unnamed()) == "The 1")
  }

  @Test func aTypeThatCannotBeWrittenSaysHowItCould() {
    let error = #expect(throws: ViewModelError.self) { try set("shape", "circle") }
    #expect(error?.message.contains("an enumeration that is CaseIterable") == true)
  }

  @Test func commandsTakeCases() async throws {
    let send = try #require(Packet.schema["send"]?.command(in: parcel))
    _ = try send.execute([
      LabeledArgument(label: "by", value: "courier"), LabeledArgument(label: "in", value: "red"),
    ])
    await send.settled()
    #expect(parcel.sent == .courier && parcel.colour == .red)
  }
}
