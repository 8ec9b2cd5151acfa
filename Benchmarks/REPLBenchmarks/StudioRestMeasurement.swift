import Foundation

/// The wake-ups of an idle program: not served, served without a browser, and served with a browser.
@MainActor
struct StudioRestMeasurement {
  let isQuick: Bool
  private let program = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "mvvm-repl").path

  /// Measures the three cases one after the other; each contains Dispatch's own wake-up, once a second.
  func run(into table: Table) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func start(_ arguments: String...) throws -> (TerminalProgram, shown: String) {
      let terminal = try TerminalProgram(
        program, arguments: ["--data", folder.path, "--no-startup"] + arguments)
      let shown = try terminal.waitForPaint(of: "❯ ")
      terminal.type("let form = LoginForm()\r")
      try terminal.waitForPaint(of: "signIn()")
      return (terminal, shown)
    }
    let alone = try start().0
    let before = try wakeUps(of: alone)
    table.add("wake-ups a second at rest, not served", before, "")
    let (terminal, shown) = try start("--serve")
    guard let address = shown.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+\/\w+\//) else {
      throw TerminalProgram.Failure(description: "no address in \(shown)")
    }
    table.add("more of them, served", try wakeUps(of: terminal) - before, "", goal: .atMost(0.1))
    let browser = try WatchingBrowser(at: String(address.output), screen: "form", .drawing)
    let watched = try wakeUps(of: terminal)
    table.add("more of them, with a browser", watched - before, "", goal: .atMost(0.1))
    guard browser.close() > 0 else {
      throw TerminalProgram.Failure(description: "the browser has no picture")
    }
  }

  /// Returns the wake-ups of a program per second, after earlier work and Dispatch's idle threads have ended.
  ///
  /// The system wakes up once for each 10 s limit that a connection had for its request, even if the limit was met.
  private func wakeUps(of terminal: TerminalProgram) throws -> Double {
    let seconds = isQuick ? 5 : 20
    Thread.sleep(forTimeInterval: 12)
    let before = try Self.wakeUps(of: terminal.process)
    Thread.sleep(forTimeInterval: Double(seconds))
    let after = try Self.wakeUps(of: terminal.process)
    let count = after.reduce(0) { $0 + $1.value - (before[$1.key] ?? 0) }
    return Double(count) / Double(seconds)
  }

  /// Returns how often each thread of a process has waited and was woken.
  private static func wakeUps(of process: pid_t) throws -> [String: Int] {
    let tasks = "/proc/\(process)/task"
    var counts: [String: Int] = [:]
    for thread in try FileManager.default.contentsOfDirectory(atPath: tasks) {
      // A thread may end while its status is read.
      let status = try? String(contentsOfFile: "\(tasks)/\(thread)/status", encoding: .utf8)
      let line = status?.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
      counts[thread] = line?.split(separator: "\t").last.flatMap { Int($0) }
    }
    return counts
  }
}
