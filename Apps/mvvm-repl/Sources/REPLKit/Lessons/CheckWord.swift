/// The calls that only the condition of a check may make.
enum CheckWord: String, CaseIterable {
  /// The number of changes of a value since the step began; `changes(form.phone -> "1")` to that value, and
  /// `changes(form.phone, during: form.signIn.isExecuting)` by statements that were typed while that was so.
  case changes
  /// The number of runs of a command since then that went well, failed, or were cancelled; `runs(app.back -> false)`
  /// with that result.
  case runs, fails, cancels
  /// Whether something was so after no statement since then.
  case never
  case isWatched
  case isBound
  case isDerived
  /// Whether a change of one value was handed on to another one since then: `hasFollowed(form.phone -> copy)`.
  case hasFollowed
  /// Whether `expect` has found something so since then: `isExpected(form.canClear)`, or with what it has emitted,
  /// `isExpected(form.canClear -> [true])`.
  case isExpected
  /// Whether these words were typed since then, in one statement and one after another, whatever came of it:
  /// `hasTyped("why form.canClear")`, or `hasTyped("advance", during: form.signIn.isExecuting)` while that was so.
  case hasTyped

  /// The word that counts commands which end so, as the tracer tells it.
  init?(ending: String) {
    switch ending {
    case "success": self = .runs
    case "cancelled": self = .cancels
    default:
      guard ending.hasPrefix("failure") else { return nil }
      self = .fails
    }
  }

  /// Whether it counts what has happened, so that its value only grows.
  var isCount: Bool { [.changes, .runs, .fails, .cancels].contains(self) }

  /// Whether it is about things that must exist, but does not read them.
  var asksAboutNames: Bool { [.isWatched, .isBound, .isDerived, .isExpected].contains(self) }

  /// The word that an expression calls.
  init?(calledBy expression: Expression) {
    guard case .call(let callee, _) = expression.kind, case .name(let name) = callee.kind else {
      return nil
    }
    self.init(rawValue: name)
  }
}

/// How often something has happened while a condition was so, as the looks at it saw that.
struct CountDuring {
  private(set) var count = 0
  private var seen = 0
  private var wasSo = false

  /// Takes what has happened in all until now, and whether the condition is so now: what has happened since the last
  /// look counts if the condition was so then.
  mutating func look(at all: Int, isSo: Bool) {
    if wasSo { count += max(0, all - seen) }
    (seen, wasSo) = (all, isSo)
  }
}

/// The outcome of a check.
struct CheckState {
  let isMet: Bool
  /// Why it is not met, for the learner.
  var reason = ""
  /// Whether no statement can meet it any more, so that the step has to begin again.
  var isLost = false
  /// The name that it asks for, if nothing has that name.
  var missing: String?
}
