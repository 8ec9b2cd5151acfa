import Bindings
import Foundation
import Testing
import ViewModels

@testable import REPLKit

/// A rack with values that the log keeps in different forms.
@MainActor
private final class Rack: ViewModel {
  enum Light: String, Codable, Sendable, CaseIterable { case red, green }

  struct Size: Codable, Equatable, Sendable { var width: Int }

  let tags = Property(["a"], label: "tags")
  let ratios = Property([1.0], label: "ratios")
  let lights = Property([Light.red], label: "lights")
  let note = Property<String?>("x", label: "note")
  let light = Property(Light.red, label: "light")
  let day = Property<Date?>(nil, label: "day")
  let days = Property<[Date?]>([], label: "days")
  let size = Property(Size(width: 1), label: "size")
  let lid = Property<Size?>(Size(width: 1), label: "lid")
  let shine = Command<Void, Light>(label: "shine") { .green }
  let measure = Command<Void, Size>(label: "measure") { Size(width: 3) }

  static let schema = ViewModelSchema(
    Rack.self, "A rack.",
    members: [
      .property("tags", { $0.tags }), .property("ratios", { $0.ratios }),
      .property("lights", { $0.lights }), .property("note", { $0.note }),
      .property("light", { $0.light }), .property("day", { $0.day }),
      .property("days", { $0.days }),
      .property("size", { $0.size }), .property("lid", { $0.lid }),
      .command("shine", { $0.shine }), .command("measure", { $0.measure }),
    ])
}

private let long = String(repeating: "x", count: 200)

/// `expect … emits` compares what was typed with what the log has kept of the values.
@MainActor
@Suite(.ownGraph) struct EmittedValueTests {
  private let conversation = Conversation { catalog, _ in catalog.add(Rack.self) { Rack() } }

  @Test(arguments: [
    ("f.name = \"1…\"", "f.name emits [\"1…\"]"),
    ("f.name = \"\(long)\"", "f.name emits [\"\(long)\"]"),
    ("var t = \"\"; t = \"\(long)\"", "t emits [\"\(long)\"]"),
    ("var b = false; b = true", "b emits [true]"),
    ("var d = 1.0; d = 2", "d emits [2]"), ("var d = 1.0; d = 2", "d emits [2.0]"),
    ("var a = [1.5]; a = [2]", "a emits [[2]]"), ("f.age = 2", "f.age emits [2.0]"),
    ("var e = 1.5; let x = { e * 2 }; watch x; e = 2", "x emits [4]"),
    ("var a = [1]; a = 1...100", "a emits [1...100]"),
    (
      "s.tags = [\"a\", \"b\\\"\", \"c\", \"d\", \"e\"]",
      "s.tags emits [[\"a\", \"b\\\"\", \"c\", \"d\", \"e\"]]"
    ),
    ("s.tags = [\"a\", \"b\\\"\"]", "s.tags emits [[\"a\", \"b\\\"\"]]"),
    ("s.tags = []", "s.tags emits [[]]"),
    ("s.ratios = [1, 2, 3, 4, 5]", "s.ratios emits [[1, 2, 3, 4, 5]]"),
    (
      "s.lights = [.red, .red, .red, .red, .green]",
      "s.lights emits [[.red, .red, .red, .red, .green]]"
    ),
    ("s.note = nil; s.note = \"nil\"", "s.note emits [nil, \"nil\"]"),
    ("s.lights = [.green, .red]", "s.lights emits [[.green, .red]]"),
    ("s.light = .green", "s.light emits [.green]"), ("s.shine()", "s.shine emits [.green]"),
    ("var c: Light = .red; c = .green", "c emits [.green]"),
    (
      "s.day = \"2026-01-02\"; s.day = \"2026-01-02T10:00:00Z\"; s.day = nil",
      "s.day emits [\"2026-01-02\", \"2026-01-02T18:00:00+08:00\", nil]"
    ),
    ("s.day = \"2026-01-02\"; let d = s.day", "s.day emits [d]"),
    (
      "s.days = [\"2026-01-02\", nil]; s.days = [nil, nil, nil, nil, \"2026-01-02\"]",
      "s.days emits [[\"2026-01-02T08:00:00+08:00\", nil], [nil, nil, nil, nil, \"2026-01-02\"]]"
    ),
    ("f.save()", "f.save emits [\"saved ann\"]"),
    ("f.clear(); f.clear()", "f.clear emits [nil, nil]"),
    ("f.fail()", "f.fail emits []"),
  ])
  func whatWasEmittedIsExpected(statements: String, expectation: String) async {
    await conversation.say("let f = Form(); let s = Rack()")
    await conversation.say(statements)
    let said = await conversation.say("expect \(expectation)")
    #expect(said.status == .ok, "\(said.lines)")
  }

  @Test(arguments: [
    ("f.name = \"1…\"", "f.name emits [\"123\"]", "[\"1…\"]"),
    ("f.name = \"\(long)\"", "f.name emits [\"xxx\"]", "[\"\(long.prefix(120))…\"]"),
    ("var b = false; b = true", "b emits [\"true\"]", "[true]"),
    ("var d = 1.0; d = 2", "d emits [\"2.0\"]", "[2.0]"),
    ("s.note = nil", "s.note emits [\"nil\"]", "[nil]"),
    (
      "s.tags = [\"a\", \"b\", \"c\", \"d\", \"e\"]", "s.tags emits [[\"a\", \"b\", \"c\", \"d\"]]",
      "[[\"a\", \"b\", \"c\", \"d\", … 5 in all]]"
    ),
    ("s.light = .green", "s.light emits [.red]", "[.green]"),
    ("s.day = \"2026-01-02\"", "s.day emits [1]", "[\"2026-01-02T00:00:00Z\"]"),
    (
      "s.days = [\"2026-01-02\", nil]", "s.days emits [[\"2026-01-02T00:00:01Z\", nil]]",
      "[[\"2026-01-02T00:00:00Z\", nil]]"
    ),
    ("s.lid = nil", "s.lid emits [[\"width\": 2]]", "[nil]"),
    ("s.tags = [\"b\"]", "s.tags emits [[[\"a\": 1]]]", "[[\"b\"]]"),
    (#"s.tags = ["a\", \"b"]"#, #"s.tags emits [["a", "b"]]"#, #"[["a\", \"b"]]"#),
    ("f.age = 2", "f.age emits [[\"a\": 1]]", "[2]"),
    ("f.clear()", "f.clear emits []", "[nil]"), ("f.clear()", "f.clear emits [1]", "[nil]"),
    ("f.save()", "f.save emits [nil]", "[\"saved ann\"]"),
  ])
  func whatWasNotEmittedIsNotExpected(statements: String, expectation: String, told: String) async {
    await conversation.say("let f = Form(); let s = Rack()")
    await conversation.say(statements)
    let said = await conversation.say("expect \(expectation)")
    #expect(said.status == .expectationFailed)
    #expect(said.lines.last == "  help: It has emitted \(told).")
  }

  @Test func anObjectIsNotComparedAndAPartOfItIs() async {
    await conversation.say("let s = Rack(); let w = { s.size.width }; watch w")
    await conversation.say("s.size = [\"width\": 2]")
    let said = await conversation.say("expect s.size emits [[\"width\": 2]]").lines
    #expect(said.first?.hasPrefix("error E203: objects cannot be compared here") == true, "\(said)")
    #expect(said.last?.contains("let part = { s.size … }") == true, "\(said)")
    #expect(await conversation.say("expect w emits [2]").status == .ok)
  }

  @Test func aResultThatIsAnObjectIsNotComparedAndAPartOfItIs() async {
    await conversation.say("let s = Rack(); s.measure()")
    let said = await conversation.say("expect s.measure emits [[\"width\": 3]]").lines
    #expect(said.first?.hasPrefix("error E203: objects cannot be compared here") == true, "\(said)")
    #expect(said.last?.contains("let result = s.measure(…)") == true, "\(said)")
    let result = await conversation.say("let result = s.measure(); expect result.width == 3")
    #expect(result.status == .ok, "\(result.lines)")
  }

  /// The advice to name an expression misled, because the value had a name.
  @Test(arguments: ["f.pin", "n"])
  func aSecretIsTheReasonWhyNothingIsCompared(target: String) async {
    await conversation.say("let f = Form(); f.pin = \"hunter2\"; let n = { f.pin.count }")
    let said = await conversation.say("expect \(target) emits [7]")
    #expect(
      said.lines.first
        == "error E203: the values of a secret are not told, not even its earlier ones")
  }
}
