import Foundation
import REPLKit
import Testing
import ViewModels

@testable import REPLKit
@testable import Workshop

/// Types statements at random: every word of the tool, verb, filter, converter, member and command of every
/// type in the catalog, with arguments at the ends of their ranges and of wrong kinds, closures, names given
/// again, in any order and depth, on both clocks.
///
/// The words are those that completion offers, so that one that is added is typed, too.
struct StatementMaker {
  var random: FuzzGenerator
  let catalog: Catalog
  private var names: [String: ViewModelSchema]
  /// The names and commands in an order that depends on nothing but the seed.
  private var order: [String] = []
  private var commands: [(String, Member)] = []
  private let words: [String]
  private let filters: [String]
  private let converters: [String]
  private let methods: [String]
  private let folder: String

  init(
    seed: UInt64, catalog: Catalog, hosts: [String: ViewModelSchema], symbols: Symbols,
    folder: String
  ) {
    (random, self.catalog, names) = (FuzzGenerator(state: seed), catalog, hosts)
    self.folder = folder
    func offered(_ text: String) -> [String] {
      Completer.complete(text, cursor: text.utf8.count, symbols: symbols).candidates.map(\.text)
    }
    // What ends the session ends the run.
    words = offered(":").filter { ![":quit", ":load", ":save", ":export"].contains($0) }
    filters = offered("1 | ")
    converters = offered("bind net.log -> net.log via ") + ["text", "count", "negated", "number"]
    methods = offered("\"\".") + offered("[1].") + offered("[\"a\": 1].")
    sortNames()
  }

  private mutating func sortNames() {
    order = names.keys.sorted()
    commands = order.flatMap { name in
      (names[name]?.members ?? []).filter { $0.kind == .command }.map { (name, $0) }
    }
  }

  private mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int.random(in: 0..<choices.count, using: &random)]
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  private static let ends = [
    "0", "1", "-1", "2", "9223372036854775807", "-9223372036854775808", "1e308", "-1e308", "1e30",
    "0.5",
    "1e-300", "5e-324", "(0.0/0.0)", "Int(secret.password)", "secret.password", "true", "false",
    "nil", "\"\"", "\"a\"", "\"手机 👩‍👩‍👧\"", "\"\\u{1B}[2J\\u{202E}\\0\\n\"",
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
    case 7: (chance(50) ? path() : pick(Self.ends)) + "." + method()
    case 8 where chance(3): nested()
    default: pick(Self.ends)
    }
  }

  private mutating func method() -> String {
    let name = pick(methods + ["x", "0", "first?.x"])
    guard name.hasSuffix("(") else { return name }
    let arguments = (0..<Int.random(in: 0...2, using: &random)).map { _ in
      chance(50) ? closure() : value(0)
    }
    return chance(30)
      ? "\(name.dropLast()) \(closure())" : "\(name)\(arguments.joined(separator: ", ")))"
  }

  private mutating func closure() -> String {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: "{ $0 }"
    case 1: "{ $0 \(pick(Self.operators)) $1 }"
    case 2: "{ x in x \(pick(Self.operators)) \(value(0)) }"
    case 3: "{ $0.\(pick(methods)) }"
    case 4: "{ a, b in a }"
    default: "{ \(value(1)) }"
    }
  }

  /// Something in itself, many times.
  private mutating func nested() -> String {
    guard chance(60) else {
      // Chains in chains: what counts is how high they are together.
      let links = ["+1", ".a", "[0]", " ?? 1", ".uppercased()", ".map { $0 }", "!"]
      var text = pick(Self.ends)
      for _ in 0..<3 {
        text = "(\(text)\(String(repeating: pick(links), count: pick([10, 80, 240, 900]))))"
      }
      return text
    }
    let depth = pick([10, 100, 2_000])
    let (open, close) = pick([
      ("(", ")"), ("[", "]"), ("[\"a\": ", "]"), ("-", ""), ("!", ""), ("try? ", ""), ("{ ", " }"),
      ("true ? 1 : ", ""), ("nil ?? ", ""), ("print(", ")"), ("\"\\(", ")\""),
    ])
    return String(repeating: open, count: depth) + pick(Self.ends)
      + String(repeating: close, count: depth)
  }

  private static let operators = [
    "+", "-", "*", "/", "%", "==", "!=", "<", ">=", "&&", "||", "??", "...", "..<", "~=",
  ]

  /// A path to a member of something that has a name.
  private mutating func path() -> String {
    let name = pick(order)
    guard chance(90), let member = names[name]?.members.randomElement(using: &random) else {
      return name
    }
    return "\(name).\(member.name)"
      + (chance(10) ? pick([".isEnabled", ".count", "[0]", ".x"]) : "")
  }

  /// A call of a command, of one of these names if any are given.
  private mutating func call(_ names: [String] = []) -> String {
    let (name, member) = pick(names.isEmpty ? commands : commands.filter { names.contains($0.0) })
    var arguments = member.parameters.filter { chance($0.defaultValue == nil ? 95 : 50) }
      .map { ($0.label.map { "\($0): " } ?? "") + argument($0) }
    if chance(5) { arguments.append(value(1)) }
    return "\(name).\(member.name)(\(arguments.joined(separator: ", ")))"
  }

  /// A value for a parameter: mostly one of its kind, and only files of the folder.
  private mutating func argument(_ parameter: Parameter) -> String {
    switch parameter.name {
    case _ where parameter.label == "to", "file":
      "\"\(folder)/\(pick(["a", "b.mvvm", "nowhere/c", ""]))\""
    case "path" where chance(80): pick(Self.addresses)
    case "id" where chance(60), "name" where chance(60), "prefix" where chance(60): pick(Self.keys)
    case "cache" where chance(60):
      pick(["\"cacheOnly\"", "\"cacheThenLoad\"", "\"ignoreCache\"", "\"no\""])
    case "seconds" where chance(60): pick(["0.001", "1", "0", "-1", "1e11", "1e30", "1e308"])
    case "url" where chance(80): "\"\(link())\""
    case _ where parameter.type == .int && chance(60): pick(Self.numbers)
    default: value(1)
    }
  }

  /// Numbers of pages, rows, books and sizes: such as there are, and the ends of all.
  private static let numbers = [
    "0", "1", "2", "3", "10", "-1", "9223372036854775807", "-9223372036854775808",
    "9223372036854775806",
  ]

  /// A link into an app: its pages, with numbers that may be none of theirs.
  private mutating func link() -> String {
    let place = pick([
      "photos", "books", "posts", "orders", "desk", "search", "cache", "shelf", "about", "signals",
      "nowhere",
    ])
    let rest = pick([
      "", "", "/\(pick(Self.numbers))", "/\(pick(Self.numbers))/save", "/a%2Fb", "/手",
    ])
    let end = pick(["", "", "/present", "?page=\(pick(Self.numbers))", "#x"])
    return pick(["demo:///", "demo://", "/", "other:///", ""]) + place + rest + end
  }

  /// Addresses of the workshop's server, and such as nobody serves; none leads out of this machine.
  private static let addresses = [
    "/posts", "/posts/1", "/posts?_limit=2&q=a b", "/departures?count=2",
    "/departures/events?count=2",
    "/departures?count=-1", "/files", "/files/tides.csv", "/files/a", "/nowhere", "posts/%2F", "",
    "//", "/\u{0}",
    "/posts/手机?é=\u{301}", "http://127.0.0.1:1/x", "http://[::1]evil/", "http://u:p@127.0.0.1/",
    "ftp://127.0.0.1/",
    "http://127.0.0.1:99999/", "?token=a", "/posts#f", "http://",
  ].map { "\"\($0)\"" }

  private static let keys = [
    "", "a", "b", "a/1", "default", "a b", "\\u{0}", "é", "e\\u{301}", "👩‍👩‍👧", "\\u{10FFFF}", "%", "_",
    "\\n",
  ].map { "\"\($0)\"" }

  private mutating func create() -> String {
    let entry = pick(catalog.entries)
    let name = pick(["a", "b", "c", "名"])
    names[name] = entry.schema
    sortNames()
    return "let \(name) = \(entry.schema.typeName)()"
  }

  private mutating func word() -> String {
    let word = pick(words)
    let argument =
      switch Int.random(in: 0..<8, using: &random) {
      case 0: ""
      case 1: pick(Self.ends)
      case 2: path()
      case 3: "#\(pick(["0", "1", "-1", "9223372036854775807", "99999999999999999999"]))"
      case 4:
        pick(["all", "stop", "clear", "en", "zh", "manual", "real", "md", "test", "lesson", "next"])
      case 5: "\(path()) every \(pick(["1ms", "0ms", "1h", "0.000001ms"]))"
      case 6 where chance(50):
        pick(["", "1.", "login ", "2 "])
          + pick(Self.numbers + ["login", "app", "01-values", "lesson"])
      case 6:
        pick(["text", "dot", "mermaid", "E104", "watch", "first", "clock manual", "1", "start"])
      default:
        pick(["online", "offline", "delay 1ms", "fail 100%", "GET /posts/1 -> 200", "off", "log"])
      }
    return "\(word) \(argument)"
  }

  /// Writes a file or reads one that was written.
  private mutating func file() -> String {
    let file = "\(folder)/\(pick(["a", "b.mvvm", "nowhere/c"]))"
    return switch Int.random(in: 0..<6, using: &random) {
    case 0: ":load \(file)"
    case 1: ":save \(file)"
    case 2: ":export \(pick(["md", "test", "lesson", "script"])) \(file)"
    case 3: "\(value()) | \(pick(filters)) \(pick([">", ">>"])) \"\(file)\""
    case 4: "decode \(pick(["CarHome", "Posts", "Nobody"])) \(pick(["", "lossy "]))from \"\(file)\""
    default: "\(path()) >> \"\(file)\""
    }
  }

  mutating func statement() -> String {
    switch Int.random(in: 0..<26, using: &random) {
    case 0, 1: create()
    case 2: "let \(pick(["a", "b", "n", "d"])) = \(value())"
    case 3:
      "var \(pick(["n", "m", "c"])): \(pick(["Int", "String?", "[Any]", "Any", "[String: Double]"])) = \(value())"
    case 4: "let d = { \(value()) }"
    case 5, 6, 7: "\(path()) \(pick(["=", "=", "+=", "-=", "*=", "/="])) \(value())"
    case 8, 9: call() + " &"
    case 10: chance(50) ? call() : call(["net", "store"])
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
        + pick([""] + converters.map { " via \($0)" })
    case 14:
      "expect \(value())"
        + pick(["", " within 1ms", " emits \(value(1))", " marbles \"a-b\" every 1ms"])
    case 15: pick(["undo", "redo", "undo 9223372036854775807", "redo 3", "undo -1", "undo 0"])
    case 16:
      pick([
        "advance 1s", "advance 1h", "advance 277777h", "wait 1ms",
        "wait until \(value(1)) within 1ms",
        "wait all within 1ms", "wait #1 within 1ms",
      ])
    case 17: "whatif " + (chance(50) ? "\(path()) = \(value())" : call())
    case 18: "why \(path())" + pick(["", " at #1", " at #9223372036854775807"])
    case 19, 20: word()
    case 21:
      "\(value()) | \(pick(filters)) \(pick(["", "0", "-1", "9223372036854775807", "\"a\"", "name"]))"
    case 22:
      pick([
        "decode CarHome from \(value(1))", "\(path())?", "print(\(value()))", "help", "lesson 1",
      ])
    case 23: chance(30) ? file() : "\(statement()); \(statement())"
    case 24: chance(10) ? nested() : "\(value(1)).\(method())"
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
      let number = min(1_000, count - typed)
      try await run(number, seed: seed, log)
      typed += number
      seed += 1
    }
  }

  /// Gives names to the pages that an app makes, so that their commands are typed, too.
  private func nameTabs(in session: Session, _ hosts: inout [String: ViewModelSchema]) async {
    for app in hosts.keys.sorted() {
      guard let navigator = session.scope[app]?.viewModel as? Navigator else { continue }
      await session.run(SourceText(":show \(app) &"))
      for index in navigator.tabs.indices {
        let name = "\(app)Tab\(index)"
        await session.run(SourceText("\(app).select(\(index)); let \(name) = \(app).visible"))
        guard let page = session.scope[name]?.viewModel else { continue }
        hosts[name] = type(of: page).schema
      }
    }
  }

  private func run(_ count: Int, seed: UInt64, _ log: FileHandle?) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "fuzz-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let clock = SessionClock(seed.isMultiple(of: 2) ? .manual : .real)
    let workshop = Workshop(data: nil, clock: clock, seed: seed)
    var hosts: [String: ViewModelSchema] = [:]
    // What is typed into a secret place is never said, whatever is made of it.
    let secret = "4711471147"
    var typed = ""
    let session = Session(catalog: workshop.catalog, models: workshop.models, clock: clock) {
      record in
      _ = TextRenderer(style: .coloured, columns: 40).text(record)
      let text = TextRenderer(style: .plain).text(record)
      #expect(!text.contains(secret), "seed \(seed): \(typed)")
    }
    await workshop.furnish(session)
    session.offer(Course.workshop())
    session.offer(TalkList.workshop())
    // As text a talk would be played from its beginning to its end.
    session.host.typesTalks = true
    for entry in workshop.catalog.entries { hosts["host\(entry.schema.typeName)"] = entry.schema }
    for (name, schema) in hosts {
      await session.run(SourceText("let \(name) = \(schema.typeName)()"))
    }
    await nameTabs(in: session, &hosts)
    await session.run(SourceText("let secret = LoginForm()"))
    await session.run(SourceText("secret.password = \"\(secret)\""))
    hosts["net"] = NetworkExplorer.schema
    hosts["store"] = StoreExplorer.schema
    var maker = StatementMaker(
      seed: seed, catalog: workshop.catalog, hosts: hosts, symbols: session.symbols,
      folder: folder.path)
    for index in 0..<count {
      let text = maker.statement()
      typed = text
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
          try await Task.sleep(for: .milliseconds(2))
          session.cancelRunning()
        }
      }
      await session.run(SourceText(text))
      watchdog.cancel()
      person.cancel()
      if index.isMultiple(of: 500) { _ = Highlighter.parts(of: text, symbols: session.symbols) }
    }
    session.cancelJobs()
    await session.close()
    await workshop.close()
  }
}
