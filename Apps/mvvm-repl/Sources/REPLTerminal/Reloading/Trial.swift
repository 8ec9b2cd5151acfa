import Foundation
import REPLKit

/// The trial of a program that was built: whether it can go on with what the one that runs would hand over.
///
/// A person who goes on in a program that ends at its start has lost everything. So a process of its own makes a stage
/// that remembers nothing and a session that says nothing, takes the state, and ends: with 0 when it could.
@MainActor
enum Trial {
  /// Does what the program will do, up to its first prompt.
  static func run(_ setup: Setup) async -> Int32 {
    // A prompt without painting ignores it, and what it starts would, too.
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
