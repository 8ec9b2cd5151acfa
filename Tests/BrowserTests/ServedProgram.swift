import Foundation
import ProcessTestSupport
import TerminalTestSupport

/// The program at a terminal, its session served.
final class ServedProgram {
  let terminal: PseudoTerminal
  /// The address of the page for those who may do everything.
  private(set) var address = ""
  /// The address of the page for those who only look.
  private(set) var readOnlyAddress = ""
  private let driver: WebDriver
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "studio-\(UUID().uuidString)")

  /// Runs a body beside a served program and a driver of browsers, and ends both, however the body ends.
  static func run(_ body: (ServedProgram) async throws -> Void) async throws {
    try await WebDriver.run { try await body(ServedProgram($0)) }
  }

  private init(_ driver: WebDriver) throws {
    self.driver = driver
    terminal = try PseudoTerminal(
      running: BuildProducts.executable("mvvm-repl"),
      arguments: ["--serve", "--no-startup", "--data", folder.path],
      environment: [
        "XDG_CONFIG_HOME": folder.path + "/config", "XDG_STATE_HOME": folder.path + "/state",
        "XDG_DATA_HOME": folder.path + "/share",
      ], columns: 150, rows: 40)
    try terminal.wait("the addresses") { screen in
      Self.addresses(in: screen.text).count == 2 && screen.text.last?.hasPrefix("❯") == true
    }
    let addresses = Self.addresses(in: terminal.screen.text)
    (address, readOnlyAddress) = (addresses[0], addresses[1])
  }

  private static func addresses(in lines: [String]) -> [String] {
    lines.filter { $0.hasPrefix("http://127.0.0.1:") }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Opens a window at the address, or at another one, and waits until its state is as told.
  func open(
    _ look: BrowserWindow.Look = .init(), at other: String? = nil, until state: String = "connected"
  ) async throws -> BrowserWindow {
    let window = try await BrowserWindow(driver, at: other ?? address, look) { [terminal] in
      while terminal.read(for: 0) {}
    }
    try await window.wait(for: state, in: "state")
    return window
  }

  /// Waits until the terminal has shown an entry behind its prompt, and can take another one.
  ///
  /// What stands in the last row may be typed, or offered, and not entered yet.
  func wait(for entry: String) throws {
    try terminal.wait(entry) { screen in
      screen.transcript.dropLast().joined().contains("❯ \(entry)")
        && screen.text.last?.hasPrefix("❯") == true
    }
  }

  /// Enters a statement at the terminal, and waits for its end.
  func type(_ entry: String) throws {
    terminal.type(entry + "\r")
    try wait(for: entry)
  }

  /// Enters a statement at the prompt of a window, and waits for it at the terminal and in the conversation.
  func enter(_ statement: String, in window: BrowserWindow) async throws {
    try await window.type(statement + Key.enter, into: "#line")
    try wait(for: statement)
    try await window.wait(for: "❯ " + statement, in: "log")
  }
}
