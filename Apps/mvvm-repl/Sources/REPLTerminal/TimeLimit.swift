import Foundation
import REPLKit

/// The limit that `--timeout` sets to a subcommand that has no session of its own to end.
@MainActor
struct TimeLimit {
  private let options: Options

  init(_ options: Options) { self.options = options }

  /// Does something; ends the process when the time is up before it is done.
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
