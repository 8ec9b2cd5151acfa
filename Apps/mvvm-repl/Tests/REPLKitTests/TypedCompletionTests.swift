import Bindings
import Foundation
import Testing
import ViewModels

@testable import REPLKit

/// How a parcel goes.
enum Way: String, Codable, CaseIterable { case air, ship }

/// A view-model that takes arguments everywhere.
@MainActor
@ViewModel
final class Parcel {
  /// Where it goes.
  var city = "Paris"
  /// What it weighs, in kilograms.
  var weight = 1.5
  /// How many pieces.
  var pieces = 3
  var note: String?
  var isHeavy: Bool { weight > 20 }
  var way: Way { isHeavy ? .ship : .air }

  init(city: String, weight: Double = 1) {
    self.city = city
    self.weight = weight
  }

  /// Sends it.
  @Command func send(to street: String, number: Int, express: Bool = false) -> String {
    "\(street) \(number)"
  }
}

/// A session with two parcels, and places in texts marked by `^`.
@MainActor
private struct Desk {
  let session: Session

  init() async {
    var catalog = Catalog()
    catalog.add(Parcel.self)
    session = Session(catalog: catalog) { _ in }
    await session.run(SourceText("let a = Parcel(city: \"Oslo\"); let b = Parcel(city: \"Rome\")"))
    await session.run(SourceText("let count = 7; let isLate = true"))
  }

  static func split(_ text: String) -> (text: String, cursor: Int) {
    let cursor = text.utf8.firstIndex(of: UInt8(ascii: "^")) ?? text.utf8.endIndex
    return (
      text.replacing("^", with: "", maxReplacements: 1),
      text.utf8.distance(from: text.utf8.startIndex, to: cursor)
    )
  }

  func candidates(_ marked: String) -> [String] {
    let (text, cursor) = Self.split(marked)
    return Completer.complete(text, cursor: cursor, symbols: session.symbols).candidates.map(\.text)
  }

  func signature(_ marked: String) -> String? {
    let (text, cursor) = Self.split(marked)
    guard let found = CallSignature.at(cursor, in: text, symbols: session.symbols) else {
      return nil
    }
    guard let current = found.current else { return found.text }
    let bytes = Array(found.text.utf8)
    let parts = [bytes[..<current.lowerBound], bytes[current], bytes[current.upperBound...]]
    let words = parts.map { String(decoding: $0, as: UTF8.self) }
    return "\(words[0])<\(words[1])>\(words[2])"
  }
}

@MainActor
@Suite(.ownGraph) struct TypedCompletionTests {
  @Test func aValueStandsBesideItsNameAsItIsShown() async throws {
    let symbols = await Desk().session.symbols
    let found = Completer.complete("a.", cursor: 2, symbols: symbols).candidates
    let weight = try #require(found.first { $0.text == "weight" })
    #expect(weight.detail.hasPrefix("Double = 1"))
    // Nothing is computed for a menu.
    let way = try #require(found.first { $0.text == "way" })
    #expect(way.detail.hasPrefix("Way  "))
  }

  @Test func anEnumerationIsOfferedItsCases() async {
    let desk = await Desk()
    #expect(desk.candidates("expect a.way == ^") == [".air", ".ship", "a.way", "b.way"])
    #expect(desk.candidates("expect a.way == .^") == ["air", "ship"])
    #expect(desk.candidates("expect a.way == .s^") == ["ship"])
    #expect(desk.candidates("a.way.^").isEmpty)
  }

  @Test func anAssignmentIsOfferedWhatFitsItsType() async {
    let desk = await Desk()
    #expect(
      desk.candidates("a.pieces = ^") == ["count", "b.pieces", "a.city.count", "b.city.count"])
    #expect(desk.candidates("a.city = ^") == ["b.city"])
    #expect(desk.candidates("a.note = ^") == ["a.city", "b.city", "b.note", "nil"])
    #expect(desk.candidates("whatif a.pieces = b.^") == ["pieces", "city"])
    #expect(desk.candidates("let n: Bool = is^") == ["isLate"])
  }

  @Test func whatFitsNothingIsStillFound() async {
    let desk = await Desk()
    #expect(desk.candidates("a.city = b.pie^") == ["pieces"])
    #expect(desk.candidates("a.city = cou^") == ["count"])
  }

  @Test func lettersMayBeLeftOutWhereNothingBeginsWithWhatIsTyped() async {
    let desk = await Desk()
    #expect(desk.candidates("expect b.pcs^") == ["b.pieces"])
    #expect(desk.candidates("bpcs^") == ["b.pieces"])
    #expect(desk.candidates("whatif a.wht^") == ["a.weight"])
    #expect(desk.candidates("a.pieces = bp^") == ["b.pieces"])
    #expect(desk.candidates("bind count -> apc^") == ["a.pieces"])
    #expect(desk.candidates("let bpcs^") == [])
    #expect(desk.candidates("expect xpcs^") == [])
  }

  @Test func wordsOfTheToolTakePaths() async {
    let desk = await Desk()
    #expect(desk.candidates(":help a.pi^") == ["pieces"])
    #expect(desk.candidates(":marbles a.city, b.wei^") == ["weight"])
    #expect(desk.candidates(":marbles cou^") == ["count"])
    #expect(desk.candidates(":graph a.se^") == ["send"])
  }

  @Test func literalsHaveMembers() async {
    let desk = await Desk()
    #expect(desk.candidates("\"abc\".up^") == ["uppercased()"])
    #expect(desk.candidates("print([1, 2].fir^") == ["first"])
    #expect(desk.candidates("[1].cou^") == ["count"])
    #expect(desk.candidates("[\"a\": 1].ke^") == ["keys"])
  }

  @Test(
    arguments: [
      ":load no^", ":save no^", ":export md no^", "a | csv > \"no^", "a.city >> \"no^",
      "decode Post from \"no^",
    ])
  func filesAreOfferedWhereOneIsWanted(marked: String) async {
    let (text, cursor) = Desk.split(marked)
    let symbols = await Desk().session.symbols
    let found = Completer.complete(text, cursor: cursor, symbols: symbols) { ["\($0)tes.mvvm"] }
    #expect(found.candidates.map(\.text) == ["notes.mvvm"])
    #expect(found.replaced == cursor - 2..<cursor)
  }

  @Test func aComparisonWantsNoFile() async {
    let symbols = await Desk().session.symbols
    #expect(
      Completer.complete("a.city > \"no", cursor: 12, symbols: symbols) { [$0] }.candidates.isEmpty)
  }

  @Test func filesAreListedByTheirFolder() async throws {
    try await withFolder { folder in
      for name in ["notes.mvvm", "north.md", ".hidden", "other"] {
        try "".write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
      }
      try FileManager.default.createDirectory(
        atPath: "\(folder)/nodes", withIntermediateDirectories: false)
      #expect(
        TextFile.names(startingWith: "\(folder)/no").map { $0.dropFirst(folder.count + 1) }
          == ["nodes/", "north.md", "notes.mvvm"])
      #expect(TextFile.names(startingWith: "\(folder)/").count == 4)
      #expect(TextFile.names(startingWith: "\(folder)/.").count == 1)
      #expect(TextFile.names(startingWith: "\(folder)/nowhere/").isEmpty)
    }
  }

  @Test func comparisonsAndConditionsAreTyped() async {
    let desk = await Desk()
    #expect(
      desk.candidates("a.isHeavy == ^").starts(
        with: ["true", "false", "isLate", "a.isHeavy", "b.isHeavy"]))
    #expect(desk.candidates("watch a.city when b.is^") == ["isHeavy"])
  }

  @Test func aBindingIsOfferedOnlyTargetsOfItsType() async {
    let desk = await Desk()
    #expect(desk.candidates("bind a.city <-> ^") == ["b.city"])
    #expect(desk.candidates("bind a.city -> b.^") == ["city"])
    #expect(desk.candidates("bind count -> ^") == ["a.pieces", "b.pieces"])
  }

  @Test func aBindingGoesOnWithTheConvertersThatLeadToItsTarget() async {
    let desk = await Desk()
    #expect(desk.candidates("bind a.city -> b.city ^") == ["via "])
    #expect(
      desk.candidates("bind a.city -> b.city via ^") == [
        "uppercased", "lowercased", "trimmed", "text",
      ])
    #expect(desk.candidates("bind a.city -> b.pieces via ^") == ["count", "number"])
    #expect(desk.candidates("bind a.pieces <-> b.city via ^") == ["text"])
    #expect(desk.candidates("bind a.isHeavy -> b.no^") == ["note"])
    #expect(desk.candidates("bind a.city -> b.city via text ^") == [])
  }

  @Test func methodsOfValuesAreTypedAndHaveASignature() async {
    let desk = await Desk()
    #expect(desk.candidates("a.city.up^") == ["uppercased()"])
    #expect(
      desk.candidates("a.city = b.city.^") == [
        "uppercased()", "lowercased()", "reversed()", "prefix(", "suffix(",
      ])
    #expect(
      desk.candidates("watch a.city when b.city.^") == [
        "isEmpty", "contains(", "hasPrefix(", "hasSuffix(",
      ])
    #expect(desk.candidates("a.city.hasPrefix(^") == ["a.city", "b.city"])
    #expect(desk.signature("a.city.hasPrefix(^") == "a.city.hasPrefix(<String>) -> Bool")
  }

  @Test func labelsAreOfferedInTheirOrderAndOnce() async {
    let desk = await Desk()
    #expect(desk.candidates("let c = Parcel(^") == ["city: "])
    #expect(desk.candidates("let c = Parcel(city: \"x\", ^") == ["weight: "])
    #expect(desk.candidates("a.send(^") == ["to: "])
    #expect(desk.candidates("a.send(to: \"x\", n^") == ["number: "])
    #expect(desk.candidates("a.send(to: \"x\", number: 1, ^") == ["express: "])
    #expect(desk.candidates("a.send(to: b.ci^") == ["city"])
    #expect(desk.candidates("a.send(to: \"x\", number: ^").first == "count")
  }

  @Test func aPipeIsFollowedByExplainedFilters() async {
    let desk = await Desk()
    #expect(desk.candidates("a | so^") == ["sorted"])
    let filters = Completer.complete("a | ", cursor: 4, symbols: desk.session.symbols).candidates
    #expect(filters.map(\.text) == Filter.names)
    #expect(filters.allSatisfy { !$0.detail.isEmpty })
  }

  @Test func statementsGoOnWithTheirWords() async {
    let desk = await Desk()
    #expect(desk.candidates("watch a.city ^").starts(with: ["when "]))
    #expect(desk.candidates("expect a.isHeavy w^") == ["within "])
    #expect(desk.candidates("bind a.city ^") == ["-> ", "<-> "])
    #expect(desk.candidates("let x: ^") == ["String", "Int", "Double", "Bool"])
  }

  @Test func commandsAreWatchedByTheirStates() async {
    let desk = await Desk()
    #expect(desk.candidates("watch a.se^") == ["send"])
    #expect(desk.candidates("watch a.send.^") == ["isEnabled", "isExecuting"])
  }

  @Test func watchesAndBindingsCanBeEnded() async {
    let desk = await Desk()
    await desk.session.run(SourceText("watch a.city; bind a.city <-> b.city"))
    #expect(desk.candidates("unwatch ^") == ["a.city", "all"])
    #expect(desk.candidates("unbind ^") == ["#1", "all"])
  }

  @Test func capitalsNeedNotBeTyped() async {
    #expect(await Desk().candidates("let c = par^") == ["Parcel("])
  }

  @Test func aCallOverSeveralLinesIsOneStatement() async {
    #expect(await Desk().candidates("a.send(\n  to: b.ci^") == ["city"])
  }

  @Test func settingsAreOfferedWithTheirValues() async {
    let desk = await Desk()
    #expect(desk.candidates(":set cl^") == ["clock"])
    #expect(desk.candidates(":set clock ^") == ["real", "manual"])
  }
}

@MainActor
@Suite(.ownGraph) struct CallSignatureTests {
  @Test(arguments: [
    ("a.send(^", "a.send(<to: String>, number: Int, express: Bool = false) -> String"),
    ("a.send(to: \"x^", "a.send(<to: String>, number: Int, express: Bool = false) -> String"),
    ("a.send(to: \"x\", ^", "a.send(to: String, <number: Int>, express: Bool = false) -> String"),
    (
      "a.send(to: f(1, 2), number: 3, express: ^",
      "a.send(to: String, number: Int, <express: Bool = false>) -> String"
    ),
    ("let c = Parcel(\n^", "Parcel(<city: String>, weight: Double = 1)"),
    ("let c = Parcel(city: [1, ^", "Parcel(<city: String>, weight: Double = 1)"),
    (
      "a.send(to: \"\", number: 1, express: true, ^",
      "a.send(to: String, number: Int, express: Bool = false) -> String"
    ),
  ])
  func theCurrentParameterIsNamed(marked: String, signature: String) async {
    #expect(await Desk().signature(marked) == signature)
  }

  @Test(arguments: [
    "a.send^", "a.send(to: \"x\", number: 1)^", "(1 + ^", "nobody(^", "a.send( // ^",
  ])
  func outsideOfCallsThereIsNone(marked: String) async {
    #expect(await Desk().signature(marked) == nil)
  }
}
