import Foundation
import REPLKit
import Testing
import ViewModels
import Workshop

/// Types statements at random: every word of the tool, verb, filter, member and command of every type in
/// the catalog, with arguments at the ends of their ranges and of wrong kinds, names given again, in any
/// order, on both clocks.
struct StatementMaker {
  var random: FuzzGenerator
  let catalog: Catalog
  private var names: [String: ViewModelSchema]

  init(seed: UInt64, catalog: Catalog, hosts: [String: ViewModelSchema]) {
    (random, self.catalog, names) = (FuzzGenerator(state: seed), catalog, hosts)
  }

  private mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int.random(in: 0..<choices.count, using: &random)]
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  private static let ends = [
    "0", "1", "-1", "2", "9223372036854775807", "-9223372036854775807 - 1", "1e308", "-1e308",
    "0.5",
    "1e-300", "true", "false", "nil", "\"\"", "\"a\"", "\"手机 👩‍👩‍👧\"", "\"\\u{1B}[2J\\u{202E}\\0\\n\"",
    "\"18612345678\"", "\"/posts/1\"", "[]", "[:]", "[1, \"a\", nil]", "[[\"a\": 1], [\"b\": [2]]]",
    "_",
    "$1", "$9223372036854775807", "1...5", "250ms", ".red", ".nothing", "[\"k\": [\"l\": 1]]",
  ]

  private mutating func value(_ depth: Int = 2) -> String {
    switch Int.random(in: 0..<10, using: &random) {
    case 0 where depth > 0: "(\(value(depth - 1)))"
    case 1 where depth > 0: "\(value(depth - 1)) \(pick(Self.operators)) \(value(depth - 1))"
    case 2 where depth > 0: "[\(value(depth - 1)), \(value(depth - 1))]"
    case 3 where depth > 0: "\"\\(\(value(depth - 1)))\""
    case 4: path()
    case 5 where depth > 0: "\(path())[\(value(depth - 1))]"
    case 6 where depth > 0: "\(value(depth - 1)) ? \(value(depth - 1)) : \(path())"
    case 7: path() + pick([".count", ".first", ".isEmpty", ".uppercased()", "?.x", "!", ".0"])
    default: pick(Self.ends)
    }
  }

  private static let operators = [
    "+", "-", "*", "/", "%", "==", "!=", "<", ">=", "&&", "||", "??", "...", "..<", "~=",
  ]

  /// A path to a member of something that has a name.
  private mutating func path() -> String {
    guard let (name, schema) = names.randomElement(using: &random) else { return "nobody" }
    guard chance(90), let member = schema.members.randomElement(using: &random) else { return name }
    return "\(name).\(member.name)"
      + (chance(10) ? pick([".isEnabled", ".count", "[0]", ".x"]) : "")
  }

  private mutating func call() -> String {
    let commands = names.flatMap { name, schema in
      schema.members.filter { $0.kind == .command }.map { (name, $0) }
    }.sorted { ($0.0, $0.1.name) < ($1.0, $1.1.name) }
    guard let (name, member) = commands.randomElement(using: &random) else {
      return "nobody.call()"
    }
    var arguments = member.parameters.filter { chance($0.defaultValue == nil ? 95 : 50) }
      .map { ($0.label.map { "\($0): " } ?? "") + value(1) }
    if chance(5) { arguments.append(value(1)) }
    return "\(name).\(member.name)(\(arguments.joined(separator: ", ")))"
  }

  private mutating func create() -> String {
    let entry = pick(catalog.entries)
    let name = pick(["a", "b", "c", "名"])
    names[name] = entry.schema
    return "let \(name) = \(entry.schema.typeName)()"
  }

  private static let words = [
    "help", "types", "vars", "results", "inspect", "explain", "keys", "lang", "clock", "jobs",
    "cancel", "timeline", "goto", "snapshot", "restore", "graph", "marbles", "report", "log", "set",
    "record", "replay", "export", "network", "server", "stub", "show", "hide", "nothing", "lesson",
    "hint", "check", "solution", "reset", "load",
  ]

  private mutating func word() -> String {
    let word = pick(Self.words)
    let argument =
      switch Int.random(in: 0..<8, using: &random) {
      case 0: ""
      case 1: pick(Self.ends)
      case 2: path()
      case 3: "#\(pick(["0", "1", "-1", "9223372036854775807", "99999999999999999999"]))"
      case 4:
        pick(["all", "stop", "clear", "en", "zh", "manual", "real", "md", "test", "lesson", "next"])
      case 5: "\(path()) every \(pick(["1ms", "0ms", "1h", "0.000001ms"]))"
      case 6:
        pick(["text", "dot", "mermaid", "E104", "watch", "first", "clock manual", "1", "start"])
      default:
        pick(["online", "offline", "delay 1ms", "fail 100%", "GET /posts/1 -> 200", "off", "log"])
      }
    return ":\(word) \(argument)"
  }

  mutating func statement() -> String {
    switch Int.random(in: 0..<24, using: &random) {
    case 0, 1: create()
    case 2: "let \(pick(["a", "b", "n", "d"])) = \(value())"
    case 3:
      "var \(pick(["n", "m", "c"])): \(pick(["Int", "String?", "[Any]", "Any", "[String: Double]"])) = \(value())"
    case 4: "let d = { \(value()) }"
    case 5, 6, 7: "\(path()) \(pick(["=", "=", "+=", "-=", "*=", "/="])) \(value())"
    case 8, 9: call() + " &"
    case 10: call()
    case 11:
      "watch \(path())"
        + pick([
          "", " as table", " as marbles", " as spark", " every 1ms", " when \(value(1))",
          ", \(path()) as table",
        ])
    case 12:
      pick(["unwatch", "unbind"]) + " " + pick(["all", "#1", "#9223372036854775807", path()])
    case 13:
      "bind \(path()) \(pick(["->", "<->"])) \(path())"
        + pick(["", " via text", " via negated", " via count"])
    case 14:
      "expect \(value())"
        + pick(["", " within 1ms", " emits \(value(1))", " marbles \"a-b\" every 1ms"])
    case 15: pick(["undo", "redo", "undo 9223372036854775807", "redo 3", "undo -1", "undo 0"])
    case 16:
      pick([
        "advance 1s", "advance 1h", "wait 1ms", "wait until \(value(1)) within 1ms",
        "wait all within 1ms", "wait #1 within 1ms",
      ])
    case 17: "whatif " + (chance(50) ? "\(path()) = \(value())" : call())
    case 18: "why \(path())" + pick(["", " at #1", " at #9223372036854775807"])
    case 19, 20: word()
    case 21:
      "\(value()) | \(pick(["copy", "count", "csv", "first", "grep", "json", "last", "page", "reversed", "sort", "table", "tree"])) \(pick(["", "0", "-1", "9223372036854775807", "\"a\"", "name"]))"
    case 22:
      pick([
        "decode CarHome from \(value(1))", "\(path())?", "print(\(value()))", "help", "lesson 1",
      ])
    default: value(3)
    }
  }
}

struct FuzzGenerator: RandomNumberGenerator {
  var state: UInt64

  /// splitmix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}

@MainActor
@Suite struct TypedFuzzTests {
  /// `REPL_FUZZ` sets how many statements are typed; `REPL_FUZZ_LOG` names a file for them, of which the
  /// last line is the one that ended the program, and `REPL_FUZZ_SEED` the run to begin with.
  @Test(.timeLimit(.minutes(60))) func nothingThatIsTypedEndsOrHangsTheProgram() async throws {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["REPL_FUZZ"].flatMap(Int.init) ?? 2_000
    let log = environment["REPL_FUZZ_LOG"].flatMap { FileHandle(forWritingAtPath: $0) }
    var seed = environment["REPL_FUZZ_SEED"].flatMap(UInt64.init) ?? 1
    var typed = 0
    while typed < count {
      let number = min(200, count - typed)
      await run(number, seed: seed, log)
      typed += number
      seed += 1
    }
  }

  private func run(_ count: Int, seed: UInt64, _ log: FileHandle?) async {
    let clock = SessionClock(seed.isMultiple(of: 2) ? .manual : .real)
    let workshop = Workshop(data: nil, clock: clock, seed: seed)
    var hosts: [String: ViewModelSchema] = [:]
    let session = Session(catalog: workshop.catalog, models: workshop.models, clock: clock) {
      record in
      for style in [TextRenderer.Style.coloured, .plain] {
        _ = TextRenderer(style: style).text(record)
      }
    }
    await workshop.furnish(session)
    if let course = try? Course.workshop() { session.offer(course) }
    for entry in workshop.catalog.entries { hosts["host\(entry.schema.typeName)"] = entry.schema }
    for (name, schema) in hosts {
      await session.run(SourceText("let \(name) = \(schema.typeName)()"))
    }
    var maker = StatementMaker(seed: seed, catalog: workshop.catalog, hosts: hosts)
    for index in 0..<count {
      let text = maker.statement()
      log?.write(Data("\(seed) \(index) \(text)\n".utf8))
      let watchdog = Task { @MainActor in
        try await Task.sleep(for: .seconds(60))
        session.cancelRunning()
        session.cancelRunning()
        Issue.record("seed \(seed), statement \(index) hung: \(text)")
      }
      // What waits for the world outside is interrupted, as a person would.
      let person = Task { @MainActor in
        while true {
          try await Task.sleep(for: .milliseconds(5))
          session.cancelRunning()
        }
      }
      await session.run(SourceText(text))
      watchdog.cancel()
      person.cancel()
      if index.isMultiple(of: 100) { _ = Highlighter.parts(of: text, symbols: session.symbols) }
    }
    _ = session.symbols
    session.cancelJobs()
    await session.close()
    await workshop.close()
  }
}
