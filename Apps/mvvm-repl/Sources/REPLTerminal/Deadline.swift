import Foundation
import REPLKit

/// A limit on the time of a whole run.
///
/// When the time is up the session is finished and what runs is cancelled; what does not end then is left behind.
@MainActor
final class Deadline {
  /// Whether the time is up.
  var isOver: Bool { session.interruption.isOver }
  private let session: Session
  private let limit: Duration
  private let end: @MainActor (Message) -> Void
  private var isTold = false
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
    (self.session, self.limit, self.end) = (session, limit, end)
    // Not on the main actor, which a long computation keeps to itself.
    task = Task.detached { [weak self, interruption = session.interruption] in
      guard (try? await Task.sleep(for: limit)) != nil else { return }
      interruption.end()
      Task { @MainActor in self?.stop() }
      guard (try? await Task.sleep(for: .seconds(2))) != nil else { return }
      Foundation.exit(Program.Exit.timeUp)
    }
  }

  /// Ends the limit: the run has ended, by itself or since a computation was cut.
  func cancel() {
    task.cancel()
    if isOver { tell() }
  }

  private func stop() {
    session.finish()
    session.cancelRunning()
    tell()
  }

  private func tell() {
    guard !isTold else { return }
    isTold = true
    end(.timeIsUp("\(limit)"))
  }
}
