import Bindings
import Testing

@testable import REPLKit

/// Makes texts by the grammar of the language, and damages some of them.
struct TextMaker {
  var random: SeededGenerator

  private mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int.random(in: 0..<choices.count, using: &random)]
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  mutating func program() -> String {
    var text = statement()
    while chance(30) { text += pick(["; ", "\n", ";\n\n"]) + statement() }
    return text
  }

  mutating func statement() -> String {
    switch Int.random(in: 0..<22, using: &random) {
    case 0: "let \(pick(["a", "b", "名"])) = \(expression(3))"
    case 1: "var n: \(type(2)) = \(expression(2))"
    case 2: "let d = { \(expression(3)) }"
    case 3: "\(path()) \(pick(["=", "+=", "-=", "*=", "/=", "%="])) \(expression(3))"
    case 4: "watch \(path()), \(path())" + pick(["", " when \(expression(1))", " every 1s"])
    case 5: "unwatch \(pick(["all", "#1", path()]))"
    case 6: "bind \(path()) \(pick(["<->", "->"])) \(path())"
    case 7: "unbind \(pick(["all", "#2", path()]))"
    case 8: "expect \(expression(2))" + pick(["", " within 1ms"])
    case 9: "why \(path())"
    case 10: "whatif \(path()) = \(expression(1))"
    case 11: pick(["undo", "redo", "undo 2", "redo 3"])
    case 12: "advance \(pick(["1ms", "2s", "0.5m"]))"
    case 13: "wait until \(expression(1)) within 1ms"
    case 14: ":\(pick(["help", "vars", "results", "timeline", "report", "types", "graph f.age"]))"
    case 15: "\(path())?"
    case 16: "\(expression(2)) | \(filter())"
    case 17: "let f = Form()"
    case 18: "f.\(pick(["clear", "save", "fail"]))()" + pick(["", " &"])
    default: expression(3)
    }
  }

  private mutating func filter() -> String {
    let filter = pick(Filter.allCases)
    let argument = filter.takesArgument ? pick(["", "2", "\"a\"", "age"]) : ""
    return "\(filter) \(argument)"
  }

  private mutating func path() -> String {
    pick([
      "f", "f.age", "f.name", "f.save.isEnabled", "n", "d", "x.y?.z", "f.name.count", "a[0]", "_",
    ])
  }

  private mutating func type(_ depth: Int) -> String {
    guard depth > 0 else { return pick(["Int", "String", "Any", "Double?", "Other"]) }
    return pick(["[\(type(depth - 1))]", "[String: \(type(depth - 1))]", type(depth - 1)])
  }

  mutating func expression(_ depth: Int) -> String {
    guard depth > 0 else { return leaf() }
    if chance(1) { return chain(expression(depth - 1)) }
    return switch Int.random(in: 0..<12, using: &random) {
    case 0: "(\(expression(depth - 1)))"
    case 1: "[\(expression(depth - 1)), \(leaf())]"
    case 2: "[\"k\": \(expression(depth - 1))]"
    case 3: "\(leaf()) ? \(expression(depth - 1)) : \(leaf())"
    case 4: "\"a\\(\(expression(depth - 1)))b\""
    case 5: "\(pick(["!", "-", "await "]))\(expression(depth - 1))"
    case 6: "\(leaf())[\(expression(depth - 1))]"
    case 7: "\(path()).\(pick(["count", "contains(\(leaf()))", "uppercased()"]))"
    case 8: "\"\"\"\n  \\(\(leaf()))\n  \"\"\""
    case 9: leaf()
    default:
      expression(depth - 1)
        + pick([" + ", " - ", " * ", " / ", " == ", " < ", " && ", " || ", " ?? ", "...", " ~= "])
        + expression(depth - 1)
    }
  }

  /// Links behind each other, which make it higher than it looks.
  private mutating func chain(_ start: String) -> String {
    let link = pick([
      " + 1", ".uppercased()", ".name", " ?? 1", "[0]", "!", " && true", ".map { $0 }",
    ])
    return start + String(repeating: link, count: pick([2, 90, 245]))
  }

  private mutating func leaf() -> String {
    pick([
      "1", "2.5", "0", "9223372036854775807", "\"a\"", "\"值🙂\"", "true", "nil", "250ms", "$1", "_",
      "f.age", "f.name", "n", "[]", "[:]", "1...3", ".red",
    ])
  }

  /// The text with a few bytes removed, doubled, changed or moved.
  mutating func damaged(_ text: String) -> String {
    var bytes = Array(text.utf8)
    for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
      let index = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes.remove(at: index)
      case 1: bytes.insert(bytes[index], at: index)
      case 2: bytes[index] = pick(Array("\"\\(){}[]?!.$#|:\n;&_0a\t~".utf8))
      case 3: bytes.removeSubrange(index...)
      default: bytes[index] = UInt8.random(in: 0...255, using: &random)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

@MainActor
@Suite(.ownGraph) struct LanguageFuzzTests {
  nonisolated static let seed = UInt64.random(in: 0...UInt64.max)

  /// 200 000 texts, split so that the parts run beside each other.
  @Test(arguments: 0..<8)
  nonisolated func everyTextIsParsedOrRefusedWithAPlace(part: Int) async {
    let seed = Self.seed &+ UInt64(part)
    var maker = TextMaker(random: SeededGenerator(seed: seed))
    for round in 0..<12_500 {
      if round % 64 == 0 { await Task.yield() }
      let text = maker.statement()
      for text in [text, maker.damaged(text)] {
        do throws(Diagnostic) { _ = try Parser.parse(text) } catch {
          let isInside =
            error.span.map { $0.start >= 0 && $0.end <= text.utf8.count } ?? false
          #expect(isInside, "seed \(seed), round \(round): \(text.debugDescription)")
        }
      }
    }
  }

  @Test func everyTextOfTheGrammarIsInTheLanguage() {
    var maker = TextMaker(random: SeededGenerator(seed: Self.seed))
    for round in 0..<2_000 {
      let text = maker.statement()
      // `_` is no expression to be followed by a name, and `.red` no statement.
      guard !text.hasPrefix(".") else { continue }
      var mistake: Diagnostic?
      do throws(Diagnostic) { _ = try Parser.parse(text) } catch { mistake = error }
      #expect(
        mistake == nil || mistake?.code == .tooDeep,
        "seed \(Self.seed), round \(round): \(text.debugDescription)")
    }
  }

  @Test func randomConversationsLeaveNothingBehind() async {
    let conversation = Conversation()
    conversation.session.clock.set(.manual)
    await conversation.say("let f = Form()")
    var maker = TextMaker(random: SeededGenerator(seed: Self.seed))
    for round in 0..<3_000 {
      let text = round.isMultiple(of: 4) ? maker.damaged(maker.program()) : maker.program()
      // A `.save()` that loses its dot would save; nothing is written into the folder of the tests.
      let writes = [":save", ":export", "> \""].contains { text.contains($0) }
      guard !writes, !text.contains("wait()") else { continue }
      await conversation.say(text)
      for diagnostic in conversation.diagnostics where diagnostic.code != .graph {
        #expect(diagnostic.span != nil, "seed \(Self.seed), round \(round): \(text)")
      }
      if round.isMultiple(of: 100) { await conversation.say("unwatch all; unbind all") }
    }
    await conversation.session.close()
  }

  @Test func aLongSessionDoesNotGrow() async {
    let conversation = Conversation()
    await conversation.say("let f = Form(); watch f.isAdult; let next = { f.age + 1 }")
    let text = SourceText((0..<1_000).map { "f.age = \($0 + 20)" }.joined(separator: "\n"))
    await conversation.session.run(text)
    let session = conversation.session
    let ignored = session.chronicle.timeline.ignored.count
    for _ in 0..<99 { await session.run(text) }
    #expect(session.chronicle.timeline.entries.count < 2 * Timeline.limit)
    #expect(session.chronicle.timeline.known.count == 3)
    #expect(session.chronicle.timeline.ignored.count == ignored)
    #expect(SessionTracer.of(.current).log.records.count <= SessionTracer.limit)
    #expect(await conversation.say("f.age").lines == ["1019"])
  }
}
