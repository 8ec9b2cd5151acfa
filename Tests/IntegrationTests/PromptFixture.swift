import Foundation
import ProcessTestSupport
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
  /// Neither the settings nor the startup file of the person who runs the tests are read. Unless they are new here,
  /// they have a history, which may be empty.
  func start(
    _ arguments: [String] = [], environment: [String: String] = [:], columns: Int = 100,
    rows: Int = 30, until last: String = prompt, isNew: Bool = false
  ) throws -> PseudoTerminal {
    let terminal = try shell(
      "exec \"$REPL\" \"$@\"", arguments + ["--data", "data"], environment: environment,
      columns: columns, rows: rows, isNew: isNew)
    // Behind the first prompt stands a first statement in grey.
    try terminal.wait("first prompt") { $0.text.last?.hasPrefix(last) == true }
    return terminal
  }

  /// Gives a person a history in one of their folders, which may be empty: only who is new is led further.
  func haveHistory(in folder: URL) throws {
    let files = FileManager.default
    let history = folder.appending(path: "history").path
    guard !files.fileExists(atPath: history) else { return }
    try files.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    _ = files.createFile(atPath: history, contents: nil, attributes: [.posixPermissions: 0o600])
  }

  /// Runs a command of the shell in the folder; `$REPL` is the program.
  func shell(
    _ command: String, _ arguments: [String] = [], environment: [String: String] = [:],
    columns: Int = 100, rows: Int = 30, isNew: Bool = false
  ) throws -> PseudoTerminal {
    if !isNew { try haveHistory(in: data) }
    let variables = [
      "REPL": BuildProducts.executable("mvvm-repl"),
      "XDG_CONFIG_HOME": folder.url.path + "/config",
      "XDG_STATE_HOME": folder.url.path + "/state",
      "XDG_DATA_HOME": folder.url.path + "/share",
    ]
    return try PseudoTerminal(
      running: "/bin/sh",
      arguments: ["-c", "cd \"$0\" && \(command)", folder.url.path] + arguments,
      environment: variables.merging(environment) { $1 }, columns: columns, rows: rows)
  }
}

extension PseudoTerminal {
  /// Types an entry and waits until the prompt is back.
  func enter(_ entry: String) throws {
    let line = "\(PromptFixture.prompt) \(entry)"
    // What stands behind the prompt in grey is not typed yet.
    let isOffered = screen.text.last == line
    let before = screen.transcript.joined().ranges(of: line).count - (isOffered ? 1 : 0)
    type(entry + "\r")
    try wait("prompt after \(entry)") { screen in
      screen.text.last == PromptFixture.prompt
        && screen.transcript.joined().ranges(of: line).count > before
    }
  }
}
