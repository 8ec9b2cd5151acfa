import Foundation
import REPLKit

/// A limit on the time of a whole run.
///
/// When the time is up the session is finished and what runs is cancelled; what does not end then is left behind.
@MainActor
final class Deadline {
  /// Whether the time is up.
  private(set) var isOver = false
  private var task = Task {}

  /// Starts a limit; `nil` without one.
  ///
  /// - Parameters:
  ///   - limit: The time.
  ///   - session: The session that it ends.
  ///   - end: Tells it, and ends what waits for a person.
  init?(
    _ limit: Duration?, of session: Session, end: @escaping @MainActor (Message) -> Void
  ) {
    guard let limit else { return nil }
    task = Task { [weak self] in
      guard (try? await Task.sleep(for: limit)) != nil else { return }
      self?.isOver = true
      session.finish()
      session.cancelRunning()
      end(.timeIsUp("\(limit)"))
      guard (try? await Task.sleep(for: .seconds(2))) != nil else { return }
      Foundation.exit(Program.Exit.timeUp)
    }
  }

  /// Ends the limit: the run has ended by itself.
  func cancel() { task.cancel() }
}
