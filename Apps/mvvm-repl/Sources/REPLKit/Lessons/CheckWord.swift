/// The functions that only the conditions of checks may call.
enum CheckWord: String, CaseIterable {
  /// The number of changes of a value since the step began; `changes(form.phone -> "1")` counts changes to that value.
  ///
  /// `changes(form.phone, during: form.signIn.isExecuting)` counts changes by statements typed while that was true.
  case changes
  /// The number of executions of a command since the step began that succeeded, failed or were cancelled;
  /// `runs(app.back -> false)` counts those with that result.
  case runs, fails, cancels
  /// Whether a condition has not been true after any statement since the step began.
  case never
  case isWatched
  case isBound
  case isDerived
  /// Whether a change of one value has caused a change of another one: `hasFollowed(form.phone -> copy)`.
  case hasFollowed
  /// Whether an `expect` was met since the step began: `isExpected(form.canClear)`, or with the values that it has
  /// emitted, `isExpected(form.canClear -> [true])`.
  case isExpected
  /// Whether these words were typed in a row in one statement since the step began, whatever its result:
  /// `hasTyped("why form.canClear")`, or `hasTyped("advance", during: form.signIn.isExecuting)` while that was true.
  case hasTyped

  /// Creates the word that counts executions with an ending, as the tracer names it.
  init?(ending: String) {
    switch ending {
    case "success": self = .runs
    case "cancelled": self = .cancels
    default:
      guard ending.hasPrefix("failure") else { return nil }
      self = .fails
    }
  }

  /// Whether the word counts events, so that its value only grows.
  var isCount: Bool { [.changes, .runs, .fails, .cancels].contains(self) }

  /// Whether the word takes names that must exist, but does not read their values.
  var asksAboutNames: Bool { [.isWatched, .isBound, .isDerived, .isExpected].contains(self) }

  /// Creates the word that an expression calls.
  init?(calledBy expression: Expression) {
    guard case .call(let callee, _) = expression.kind, case .name(let name) = callee.kind else {
      return nil
    }
    self.init(rawValue: name)
  }
}

/// A count of the events while a condition was true, sampled whenever the checks are evaluated.
struct CountDuring {
  private(set) var count = 0
  private var seen = 0
  private var wasSo = false

  /// Takes a sample: the number of all events so far, and whether the condition is true now; the events since the last
  /// sample count if the condition was true then.
  mutating func look(at all: Int, isSo: Bool) {
    if wasSo { count += max(0, all - seen) }
    (seen, wasSo) = (all, isSo)
  }
}

struct CheckState {
  let isMet: Bool
  /// The reason why the check is not met, for the learner.
  var reason = ""
  /// Whether no statement can meet the check any more, so that the learner must restart the step.
  var isLost = false
  /// The name that the condition asks for, if nothing has that name.
  var missing: String?
}
