import Foundation
import TerminalTestSupport

/// A person's place at the prompt: a folder of their own, in which the program is started.
struct PromptFixture {
  static let prompt = "❯"

  let folder: TemporaryFolder
  /// Where the program keeps what it remembers.
  var data: URL { folder.url.appending(path: "data", directoryHint: .isDirectory) }

  init() throws { folder = try TemporaryFolder() }

  /// Starts the program in the folder and waits for the screen to end in `last`.
  ///
  /// Neither the settings nor the startup file of the person who runs the tests are read.
  func start(
    _ arguments: [String] = [], environment: [String: String] = [:], columns: Int = 100,
    rows: Int = 30, until last: String = prompt
  ) throws -> PseudoTerminal {
    let words = [BuildProducts.executable("mvvm-repl")] + arguments + ["--data", "data"]
    let variables = ["XDG_CONFIG_HOME": folder.url.path + "/config"]
    let terminal = try PseudoTerminal(
      running: "/bin/sh",
      arguments: ["-c", "cd \"$0\" && exec \"$@\"", folder.url.path] + words,
      environment: variables.merging(environment) { $1 }, columns: columns, rows: rows)
    try terminal.wait("first prompt") { $0.text.last == last }
    return terminal
  }
}

extension PseudoTerminal {
  /// Types an entry and waits until the prompt is back.
  func enter(_ entry: String) throws {
    let line = "\(PromptFixture.prompt) \(entry)"
    let before = screen.transcript.joined().ranges(of: line).count
    type(entry + "\r")
    try wait("prompt after \(entry)") { screen in
      screen.text.last == PromptFixture.prompt
        && screen.transcript.joined().ranges(of: line).count > before
    }
  }
}
