import Foundation

/// The release program at a terminal: from start to prompt, from key to paint, and at rest.
@MainActor
struct PromptMeasurement {
  let isQuick: Bool
  /// The program, which is built together with this one.
  private let program = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "mvvm-repl").path

  func run(into table: Table) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let arguments = ["--data", folder.path, "--no-startup"]

    var starts: [Double] = []
    for _ in 0..<(isQuick ? 5 : 21) {
      let start = ContinuousClock.now
      let terminal = try TerminalProgram(program, arguments: arguments)
      try terminal.waitForPaint(of: "❯ ")
      starts.append((ContinuousClock.now - start) / .milliseconds(1))
    }
    table.add("start to prompt, median", starts.quantile(0.5), "ms", goal: .atMost(100))

    let terminal = try TerminalProgram(program, arguments: arguments)
    try terminal.waitForPaint(of: "❯ ")
    terminal.type("let form = LoginForm()\r")
    try terminal.waitForPaint(of: "signIn()")
    try settle(terminal)
    let keys = try keyToPaint(terminal)
    table.add("key to paint, median", keys.quantile(0.5), "ms", goal: .atMost(1))
    table.add("key to paint, 95 of 100 within", keys.quantile(0.95), "ms")

    try settle(terminal)
    let seconds = isQuick ? 2 : 5
    if let before = Self.processorTimes(of: terminal.process) {
      Thread.sleep(forTimeInterval: Double(seconds))
      // Dispatch ends its idle threads meanwhile; their earlier time is not subtracted from the time of the others.
      let used = (Self.processorTimes(of: terminal.process) ?? [:])
        .map { $1 - before[$0, default: 0] }.reduce(0, +)
      // The goal of 1 ms in 5 s is one part in 5000.
      table.add("processor time at rest in \(seconds) s", used, "ms", goal: .atMost(1))
    }
  }

  /// Waits for the paint of a unique text, so that all work before it is done.
  private func settle(_ terminal: TerminalProgram) throws {
    terminal.type("\u{15}settled")
    try terminal.waitForPaint(of: "settled")
    terminal.type("\u{15}")
    try terminal.waitForPaint(of: "❯ ")
  }

  /// Returns the time from each key to the complete screen: names, colours and a string in Chinese.
  private func keyToPaint(_ terminal: TerminalProgram) throws -> [Double] {
    var times: [Double] = []
    for _ in 0..<(isQuick ? 5 : 25) {
      for key in "form.phone = \"手机号 18612345678\" + form.output" {
        let start = ContinuousClock.now
        terminal.type(String(key))
        try terminal.waitForPaint()
        times.append((ContinuousClock.now - start) / .milliseconds(1))
      }
      terminal.type("\u{15}")
      try terminal.waitForPaint()
    }
    return times
  }

  /// Returns the milliseconds of processor time of each thread of a process; nil if the system does not provide them.
  private static func processorTimes(of process: pid_t) -> [String: Double]? {
    let tasks = "/proc/\(process)/task"
    guard let threads = try? FileManager.default.contentsOfDirectory(atPath: tasks) else {
      return nil
    }
    return Dictionary(
      uniqueKeysWithValues: threads.map { thread in
        let text = try? String(contentsOfFile: "\(tasks)/\(thread)/schedstat", encoding: .utf8)
        let time = text?.split(separator: " ").first.flatMap { Double($0) } ?? 0
        return (thread, time / 1_000_000)
      })
  }
}

extension [Double] {
  fileprivate func quantile(_ part: Double) -> Double {
    let sorted = sorted()
    return sorted.isEmpty ? .nan : sorted[Int(part * Double(sorted.count - 1))]
  }
}
