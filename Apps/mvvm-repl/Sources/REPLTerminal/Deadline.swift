import Foundation
import REPLKit
import Synchronization

/// A time limit for a whole run, in which one program may take over from another.
///
/// At the limit, the session is finished and running work is cancelled. If the work does not end within two seconds,
/// the process exits. In both cases the person sees the reason.
@MainActor
final class Deadline {
  /// Whether the limit has passed.
  var isOver: Bool { session.interruption.isOver }
  private let session: Session
  private let limit: Duration
  /// The time at which the limit passes.
  let end: ContinuousClock.Instant
  private let tellEnd: @MainActor (Message) -> Void
  /// The program that the limit belongs to, because a detached task does not inherit it.
  private let identity = Identity.current
  private let isTold = Atomic(false)
  private var task = Task {}

  /// Starts a limit, or continues that of the previous program; `nil` without one.
  ///
  /// At the limit, `tell` reports it and ends what waits for a person.
  init?(
    _ limit: Duration?, of session: Session, after handover: Handover.Received,
    tell: @escaping @MainActor (Message) -> Void
  ) {
    guard let limit else { return nil }
    let end = handover.end ?? .now + limit
    (self.session, self.limit, self.end, tellEnd) = (session, limit, end, tell)
    let reason = Message.timeIsUp(limit).text(in: session.language)
    let lastWords = "\(Identity.current.name): \(reason)\n"
    // Not on the main actor, which a long computation blocks.
    task = Task.detached { [weak self, interruption = session.interruption] in
      guard (try? await Task.sleep(until: end, clock: .continuous)) != nil else { return }
      interruption.end()
      Task { @MainActor in self?.stop() }
      guard (try? await Task.sleep(for: .seconds(2))) != nil else { return }
      if self?.isFirstToTell() == true { Self.write(lastWords) }
      Foundation.exit(Program.Exit.timeUp)
    }
  }

  /// Stops the limit after the run has ended, by itself or because a computation was cut short.
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
    Identity.$current.withValue(identity) { tellEnd(.timeIsUp(limit)) }
  }

  private nonisolated func isFirstToTell() -> Bool { !isTold.exchange(true, ordering: .relaxed) }

  /// Writes to standard error while the main actor, which owns ``Output``, is busy; does nothing if a write would
  /// block.
  private nonisolated static func write(_ text: String) {
    var errors = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    guard unsafe poll(&errors, 1, 0) > 0, errors.revents & Int16(POLLOUT) != 0 else { return }
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
