import REPLKit

/// The lines that are suggested behind a demo that opens, and behind the first view-model of a person who has never typed
/// anything here before.
///
/// The greeting suggests the line that makes the view-model.
@MainActor
final class FirstSteps {
  private var isOpen: Bool

  /// Creates the suggestion for a session; only the first session has one.
  init(isFirstTime: Bool) { isOpen = isFirstTime }

  /// Returns each line once: that of a demo at any time; the other one not before a view-model is made, when something is
  /// watched, or while a lesson or talk says what comes next.
  func next(in session: Session) -> String? {
    if let line = session.takeDemoLine() {
      isOpen = false
      return line
    }
    guard isOpen, session.lessonRow == nil, session.talkRow == nil else { return nil }
    let line = session.firstWatch
    isOpen = line == nil && session.watchNumbers.isEmpty
    return line
  }
}
