import Foundation
import REPLKit
import Synchronization

/// A limit on the time of a whole run.
///
/// When the time is up the session is finished and what runs is cancelled. What does not end within two seconds then
/// is left behind: the process ends. Either way the person is told why.
@MainActor
final class Deadline {
  /// Whether the time is up.
  var isOver: Bool { session.interruption.isOver }
  private let session: Session
  private let limit: Duration
  private let end: @MainActor (Message) -> Void
  /// The program that it belongs to: the task that waits knows none.
  private let identity = Identity.current
  private let isTold = Atomic(false)
  private var task = Task {}

  /// Starts a limit, `nil` without one, at which `end` tells that, and ends what waits for a person.
  init?(
    _ limit: Duration?, of session: Session, end: @escaping @MainActor (Message) -> Void
  ) {
    guard let limit else { return nil }
    (self.session, self.limit, self.end) = (session, limit, end)
    let reason = Message.timeIsUp(limit).text(in: session.language)
    let lastWords = "\(Identity.current.name): \(reason)\n"
    // Not on the main actor, which a long computation keeps to itself.
    task = Task.detached { [weak self, interruption = session.interruption] in
      guard (try? await Task.sleep(for: limit)) != nil else { return }
      interruption.end()
      Task { @MainActor in self?.stop() }
      guard (try? await Task.sleep(for: .seconds(2))) != nil else { return }
      if self?.isFirstToTell() == true { Self.write(lastWords) }
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
    guard isFirstToTell() else { return }
    Identity.$current.withValue(identity) { end(.timeIsUp(limit)) }
  }

  private nonisolated func isFirstToTell() -> Bool { !isTold.exchange(true, ordering: .relaxed) }

  /// Writes to standard error while the main actor, which owns ``Output``, is busy; not if that would wait for a reader.
  private nonisolated static func write(_ text: String) {
    var errors = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    guard unsafe poll(&errors, 1, 0) > 0, errors.revents & Int16(POLLOUT) != 0 else { return }
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
