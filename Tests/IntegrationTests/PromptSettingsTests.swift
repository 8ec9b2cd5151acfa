import Foundation
import TerminalTestSupport
import Testing

/// The panel, the plain mode and the startup files, at a real terminal.
@Suite(.ownThread) struct PromptSettingsTests {
  static let prompt = "❯"
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Starts the program in the test's folder.
  private func start(
    _ arguments: [String] = [], until last: String = prompt
  ) throws -> PseudoTerminal {
    let program = BuildProducts.executable("mvvm-repl")
    let words = ([program] + arguments + ["--data", "data"]).joined(separator: " ")
    let terminal = try PseudoTerminal(
      running: "/bin/sh", arguments: ["-c", "cd \(folder.url.path) && exec \(words)"],
      environment: ["XDG_CONFIG_HOME": folder.url.path + "/config"], columns: 72, rows: 24)
    try terminal.wait("first prompt") { $0.text.last == last }
    return terminal
  }

  private func enter(_ entry: String, _ terminal: PseudoTerminal) throws {
    terminal.type(entry + "\r")
    try terminal.wait("prompt after \(entry)") { screen in
      screen.text.contains { $0.hasSuffix(entry) } && screen.text.last == Self.prompt
    }
  }

  @Test func thePanelChangesInPlaceAboveThePrompt() throws {
    let terminal = try start()
    try enter("let form = LoginForm()", terminal)
    try enter("watch form.output", terminal)
    try enter(":panel on", terminal)
    try enter("form.phone = \"187\"", terminal)
    try enter("form.phone = \"188\"", terminal)
    try terminal.wait("the row") { screen in
      screen.text.suffix(2).first?.hasPrefix("◉ form.output  \"手机号：188，密码：\"") == true
    }
    // Neither change was printed among the entries.
    let rows = terminal.screen.text.filter { $0.hasPrefix("◉ form.output  \"手机号：18") }
    #expect(rows.count == 2)
    try enter("unwatch all", terminal)
    try terminal.wait("no row") { $0.text.suffix(2).first?.hasPrefix("◉") == false }
  }

  @Test func thePlainModePaintsNothing() throws {
    let terminal = try start(["--plain"], until: ">")
    terminal.type("1 +\r")
    try terminal.wait("the continuation") { $0.text.last == "." }
    terminal.type("2\r")
    try terminal.wait("the sum") { $0.text.suffix(2) == ["3", ">"] }
    terminal.type("nothing\r")
    try terminal.wait("the mistake") { screen in
      screen.text.contains { $0.hasPrefix("error E") } && screen.text.last == ">"
    }
    terminal.type("\u{4}")
    #expect(try terminal.waitForExit() == .status(0))
    #expect(!terminal.output.contains(0x1B))
  }

  @Test func onesOwnStartupFileRunsBeforeThePrompt() throws {
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "config/mvvm-repl"), withIntermediateDirectories: true)
    _ = try folder.write(Data("let answer = 42\n".utf8), as: "config/mvvm-repl/startup.mvvm")
    let terminal = try start()
    try enter("answer", terminal)
    try terminal.wait("the value") { $0.text.contains("42") }
    let other = try start(["--no-startup"])
    try enter("answer", other)
    try other.wait("the mistake") { $0.text.contains { $0.hasPrefix("error E") } }
  }

  @Test func aFoldersFileRunsOnlyWhenThisTextOfItIsTrusted() throws {
    _ = try folder.write(Data("let answer = 42\n".utf8), as: ".mvvm-repl")
    let first = try start()
    try first.wait("the hint") { $0.text.contains { $0.contains("type :trust") } }
    try enter("answer", first)
    try first.wait("not run") { $0.text.contains { $0.hasPrefix("error E") } }
    try enter(":trust", first)
    try enter("answer + 1", first)
    try first.wait("run") { $0.text.contains("43") }

    let second = try start()
    try enter("answer + 2", second)
    try second.wait("run at the start") { $0.text.contains("44") }

    _ = try folder.write(Data("let answer = 666\n".utf8), as: ".mvvm-repl")
    let third = try start()
    try third.wait("the hint again") { $0.text.contains { $0.contains("type :trust") } }
  }

  @Test func aMistakeInAStartupFileIsToldWithItsPlace() throws {
    _ = try folder.write(Data("let a = 1\na.b\n".utf8), as: ".mvvm-repl")
    let terminal = try start()
    try enter(":trust", terminal)
    try terminal.wait("the mistake") { screen in
      screen.text.contains { $0.contains("2 | a.b") }
    }
    try enter("a", terminal)
  }
}
