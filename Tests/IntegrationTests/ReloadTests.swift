import Foundation
import TerminalTestSupport
import Testing

/// A program that `new Shop` has written and that was built, and goes on in what its source becomes.
///
/// `Scripts/check-consumer` makes the package and names its folder; without one there is nothing to build.
@Suite(
  .ownThread, .serialized,
  .enabled(if: ProcessInfo.processInfo.environment["MVVM_NEW_PACKAGE"] != nil))
struct ReloadTests {
  let fixture: PromptFixture
  let source: URL
  let program: URL
  let original: String

  init() throws {
    fixture = try PromptFixture()
    let folder = try #require(ProcessInfo.processInfo.environment["MVVM_NEW_PACKAGE"])
    source = URL(filePath: folder).appending(path: "Sources/Shop/ShopCounter.swift")
    program = URL(filePath: folder).appending(path: ".build/debug/shop-repl")
    original = try String(contentsOf: source, encoding: .utf8)
  }

  private func start() throws -> PseudoTerminal {
    let terminal = try fixture.shell(
      "exec \"$SHOP\" --data data", environment: ["SHOP": program.path], rows: 40)
    try terminal.wait("first prompt") { $0.text.last?.hasPrefix(PromptFixture.prompt) == true }
    return terminal
  }

  /// Saves the source with one text in place of another.
  private func edit(_ old: String, _ new: String) throws {
    #expect(original.contains(old))
    try original.replacing(old, with: new).write(to: source, atomically: true, encoding: .utf8)
  }

  private func restore() throws {
    try original.write(to: source, atomically: true, encoding: .utf8)
  }

  private func count(_ line: String, in terminal: PseudoTerminal) -> Int {
    terminal.screen.transcript.count { $0.hasPrefix(line) }
  }

  private func waitForReload(_ number: Int, _ terminal: PseudoTerminal) throws {
    try terminal.wait("reload \(number)") { screen in
      screen.transcript.count { $0.hasPrefix("Reloaded in ") } == number
        && screen.text.last?.hasPrefix(PromptFixture.prompt) == true
    }
  }

  private func descriptors(of terminal: PseudoTerminal) throws -> Int {
    #if os(Linux)
      try FileManager.default.contentsOfDirectory(atPath: "/proc/\(terminal.process)/fd").count
    #else
      0
    #endif
  }

  @Test func whatOneWorksWithGoesOnInTheNewProgram() throws {
    defer { try? restore() }
    let terminal = try start()
    try terminal.enter(":clock manual")
    try terminal.enter("let counter = ShopCounter()")
    try terminal.enter("counter.step = 3; counter.add()")
    try terminal.enter("let six = { counter.step * 2 }")
    try terminal.enter("var word = \"tea\"")
    try terminal.enter("watch six; watch counter.count; unwatch #1; watch counter.isChanged")
    try terminal.enter(":set timing on")
    let before = try descriptors(of: terminal)

    // While it is built, one goes on; a half of a line stays.
    try edit("var step = 1", "var step = 1\n  /// A remark.\n  var remark = \"new\"")
    terminal.type(":reload\r")
    try terminal.wait("building") { $0.text.contains("Building; you can keep typing.") }
    try terminal.enter("word = \"rice\"")
    terminal.type("counter.re")
    try waitForReload(1, terminal)
    try terminal.wait("the half line") { $0.text.last?.hasPrefix("❯ counter.re") == true }
    terminal.type("mark\r")
    try terminal.wait("the new member") { $0.text.contains("\"new\"") }
    try terminal.enter("counter.step; six; word")
    #expect(terminal.screen.text.contains("6"))
    #expect(terminal.screen.text.contains("\"rice\""))
    try terminal.enter("watch")
    #expect(terminal.screen.text.contains { $0.hasSuffix("#2  counter.count") })
    #expect(terminal.screen.text.contains { $0.hasSuffix("#3  counter.isChanged") })
    #expect(!terminal.screen.transcript.contains("Not carried over"))
    try terminal.enter("counter.count * 100; undo 2; counter.count")
    #expect(terminal.screen.text.contains("300"))
    // How long a statement took is told when that can be measured.
    let told = terminal.screen.text.last {
      !$0.hasPrefix(PromptFixture.prompt) && !$0.hasPrefix("took ")
    }
    #expect(told == "0")
    #expect(terminal.screen.transcript.count { $0.hasPrefix("took ") } > 0)
    terminal.type(":set\r")
    try terminal.wait("the clock") {
      $0.text.contains { $0.contains("clock") && $0.contains("manual") }
    }
    #expect(try descriptors(of: terminal) <= before)

    // A mistake is shown once, with its place, and nothing ends.
    try edit("count += step", "count += stepp")
    terminal.type(":reload\r")
    try terminal.wait("the mistake") {
      $0.text.contains("The build failed; nothing has changed.")
    }
    #expect(count("error: cannot find 'stepp' in scope", in: terminal) == 1)
    #expect(
      terminal.screen.transcript.contains { $0.contains(" --> Sources/Shop/ShopCounter.swift:") })
    #expect(
      terminal.screen.transcript.contains { $0.hasSuffix("@Command func add() { count += stepp }") }
    )
    try terminal.enter("counter.remark + \"!\"")
    #expect(terminal.screen.text.contains("\"new!\""))

    // Saved is enough; the watch tells that a rule is another one.
    try terminal.enter(":reload on")
    try edit("saved != count", "saved == count")
    try waitForReload(2, terminal)
    #expect(terminal.screen.transcript.contains("◉ counter.isChanged  false  ⟵ true"))
    try terminal.enter("counter.remark")
    #expect(terminal.screen.text.contains { $0.contains("has no member 'remark'") })
    // It goes on watching.
    try restore()
    try waitForReload(3, terminal)
    try terminal.enter(":history word")
    #expect(terminal.screen.text.contains { $0.hasSuffix("word = \"rice\"") })
    #expect(try descriptors(of: terminal) <= before + 1)
    terminal.type("\u{4}")
    #expect(try terminal.waitForExit() == .status(0))
  }

  @Test func aProgramThatIsAsItWasGoesOn() throws {
    let terminal = try start()
    terminal.type(":reload\r")
    try terminal.wait("nothing new") { $0.text.contains("Built; the program has not changed.") }
    try terminal.enter("1 + 1")
    #expect(count("Reloaded in", in: terminal) == 0)
  }
}
