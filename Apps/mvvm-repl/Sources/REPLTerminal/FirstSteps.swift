import REPLKit

/// The line that a person is offered behind the first view-model, if they have never typed anything here before.
///
/// The greeting offers the line that makes the view-model; this one is the only other.
@MainActor
final class FirstSteps {
  private var isOpen: Bool

  /// Begins with a session; only the first one has such a line.
  init(isFirstTime: Bool) { isOpen = isFirstTime }

  /// The line that comes next, once; `nil` where nothing was made yet, something is watched, or a lesson or talk says
  /// what comes next.
  func next(in session: Session) -> String? {
    guard isOpen, session.lessonRow == nil, session.talkRow == nil else { return nil }
    let line = session.firstWatch
    isOpen = line == nil && session.watchNumbers.isEmpty
    return line
  }
}
