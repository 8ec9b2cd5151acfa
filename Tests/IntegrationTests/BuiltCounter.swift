import Foundation
import ProcessTestSupport
import TerminalTestSupport
import Testing

/// A package that `counter-repl` seems to have been built in, with a build that takes no time: it only touches the
/// program, which is then a new one.
struct BuiltCounter {
  let fixture: PromptFixture
  /// The folder of the package.
  let root: URL
  let program: URL

  init() throws {
    fixture = try PromptFixture()
    root = fixture.folder.url.appending(path: "Counter")
    program = root.appending(path: ".build/here/debug/counter-repl")
    let manager = FileManager.default
    for folder in [
      program.deletingLastPathComponent(), source.deletingLastPathComponent(), temporary, tools,
    ] {
      try manager.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    // By another process: a program that this one holds open for writing, as each child that it starts
    // meanwhile does, cannot be run.
    try Self.copy(URL(filePath: BuildProducts.executable("counter-repl")), to: program)
    try Data("// swift-tools-version: 6.2\n".utf8).write(to: root.appending(path: "Package.swift"))
    try Data(Self.counter.utf8).write(to: source)
    // A gate that is there holds the build, and no process beside it, until somebody writes a line into it. It is
    // open before the build counts as begun, since nobody can write before. With -c the program is not opened, which
    // would keep it from being run meanwhile.
    try script(
      "swift",
      "if [ -p gate ]; then exec 3<> gate; echo > begun; read line <&3; fi; touch -c \"$PROGRAM\"")
  }

  private var gate: URL { fixture.folder.url.appending(path: "gate") }

  /// Holds builds that begin from now on.
  func holdBuilds() {
    let made = unsafe mkfifo(gate.path, 0o600)
    #expect(made == 0)
  }

  /// Waits until a build is held.
  func waitForHeldBuild(_ terminal: PseudoTerminal) throws {
    try terminal.wait("the build") { _ in
      FileManager.default.fileExists(atPath: fixture.folder.url.appending(path: "begun").path)
    }
  }

  /// Lets the build that is held go on, if it has not been ended.
  func letBuildGoOn() {
    // Open for reading, too: a build that ends now leaves no pipe without a reader, which would end the tests.
    let descriptor = unsafe open(gate.path, O_RDWR | O_NONBLOCK)
    guard descriptor >= 0 else { return }
    let written = unsafe write(descriptor, "\n", 1)
    #expect(written == 1)
    close(descriptor)
  }

  /// Holds no build any more.
  func holdNoBuilds() throws { try FileManager.default.removeItem(at: gate) }

  var source: URL { root.appending(path: "Sources/Counter/Counter.swift") }
  /// Where the program would leave temporary files.
  var temporary: URL { fixture.folder.url.appending(path: "tmp") }
  private var tools: URL { fixture.folder.url.appending(path: "bin") }

  /// Puts a script of the shell before all programs of that name.
  func script(_ name: String, _ text: String) throws {
    let draft = tools.appending(path: "\(name).draft")
    try Data("#!/bin/sh\n\(text)\n".utf8).write(to: draft)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: draft.path)
    try Self.copy(draft, to: tools.appending(path: name))
  }

  private static func copy(_ file: URL, to place: URL) throws {
    let copying = try ChildProcess(running: "/bin/cp", ["-f", file.path, place.path])
    #expect(copying.wait() == .status(0))
  }

  func start(
    _ arguments: [String] = [], environment: [String: String] = [:], until last: String = "❯"
  ) throws -> PseudoTerminal {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let variables = [
      "PROGRAM": program.path, "TMPDIR": temporary.path, "PATH": "\(tools.path):\(path)",
    ]
    let terminal = try fixture.shell(
      "exec \"$PROGRAM\" \"$@\" --data data", arguments,
      environment: variables.merging(environment) { $1 }, rows: 24)
    try terminal.wait("first prompt") { $0.text.last?.hasPrefix(last) == true }
    return terminal
  }

  /// The source as the program was built from it.
  static let counter = """
    import ViewModels

    /// A counter.
    @ViewModel
    final class Counter {
      var count: Int

      /// Adds to the count.
      @Command func add(step: Int = 1) { count += step }
    }

    """
}
