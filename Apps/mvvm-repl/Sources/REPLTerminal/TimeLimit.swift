import Foundation
import REPLKit

/// The limit that `--timeout` sets for a subcommand without a session of its own to end.
@MainActor
struct TimeLimit {
  private let options: Options

  init(_ options: Options) { self.options = options }

  /// Runs `work`; ends the process when the time is up before.
  func during(_ work: () async -> Int32) async -> Int32 {
    guard let limit = options.timeout else { return await work() }
    let output = Output(options)
    let deadline = Task {
      guard (try? await Task.sleep(for: limit)) != nil else { return }
      output.complain(Message.timeIsUp(limit).text(in: options.helpLanguage))
      Foundation.exit(Program.Exit.timeUp)
    }
    defer { deadline.cancel() }
    return await work()
  }
}
