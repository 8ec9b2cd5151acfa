import REPLKit

/// The line that is suggested after the first view-model to a person who has never typed anything here before.
///
/// The greeting suggests the line that makes the view-model; this line is the only other suggestion.
@MainActor
final class FirstSteps {
  private var isOpen: Bool

  /// Creates the suggestion for a session; only the first session has one.
  init(isFirstTime: Bool) { isOpen = isFirstTime }

  /// Returns the line once; `nil` before a view-model is made, when something is watched, or while a lesson or talk
  /// says what comes next.
  func next(in session: Session) -> String? {
    guard isOpen, session.lessonRow == nil, session.talkRow == nil else { return nil }
    let line = session.firstWatch
    isOpen = line == nil && session.watchNumbers.isEmpty
    return line
  }
}
