import Foundation
import REPLKit

/// The trial of a built program: whether it can take over the state of the running program.
///
/// A takeover by a program that ends at its start would lose everything. So a separate process makes a stage that
/// remembers nothing and a session without output, takes the state, and exits; status 0 means success.
@MainActor
enum Trial {
  /// Does what the program will do, up to its first prompt.
  static func run(_ setup: Setup) async -> Int32 {
    // A plain prompt ignores this signal, and its child processes would inherit that.
    signal(SIGINT, SIG_DFL)
    guard case .state(let handover) = Handover.receive() else {
      let message = Message.handoverIsUnreadable.text(in: setup.options.helpLanguage)
      FileHandle.standardError.write(Data("\(message)\n".utf8))
      return Status.runtimeError.rawValue
    }
    let stages = PassingStages(setup)
    let session = await stages.session { _ in }
    _ = await session.take(handover.session)
    session.cancelJobs()
    await session.close()
    await stages.close()
    return Status.ok.rawValue
  }
}
