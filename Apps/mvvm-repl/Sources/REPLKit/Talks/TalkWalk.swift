/// The way of a speaker through a talk: keys come in, and it says what is to be done next.
struct TalkWalk: Equatable {
  /// The next thing to do.
  enum Turn: Equatable {
    /// Nothing: the prompt is the speaker's own.
    case ordinary
    /// The heading of a step, from 0, is to be shown.
    case begins(Int)
    /// The keys type a statement; nothing, behind the last one of a step.
    case waits(String)
    /// A key leaves the talk, whose last statement has been typed.
    case ends
    /// A statement is typed without keys.
    case types(String)
  }

  private let steps: [[String]]
  /// The step, from 0.
  private(set) var step = 0
  /// The number of statements of the step that were typed.
  private(set) var typed = 0
  /// Whether the prompt is the speaker's own for a while.
  private(set) var isOffScript = false
  /// Whether the talk has been left behind its last statement.
  private(set) var isOver = false
  /// Whether the heading of the step was shown.
  private var isBegun = false
  /// Whether the rest of the step is typed without keys.
  private var isHurrying = false

  /// Begins before the first step.
  ///
  /// - Parameter steps: The statements of each step, at least one step.
  init(_ steps: [[String]]) { self.steps = steps }

  /// The next thing to do, which changes nothing.
  var turn: Turn {
    if isOver || isOffScript { return .ordinary }
    guard isBegun else { return .begins(step) }
    guard typed == steps[step].count else {
      return isHurrying ? .types(steps[step][typed]) : .waits(steps[step][typed])
    }
    guard step + 1 < steps.count else { return .ends }
    return isHurrying ? .begins(step + 1) : .waits("")
  }

  /// Takes note that the heading of a step was shown.
  mutating func begin(_ step: Int) {
    (self.step, typed, isBegun, isHurrying, isOver, isOffScript) = (
      step, 0, true, false, false, false
    )
  }

  /// Takes note that a statement was typed without keys.
  mutating func noteTyped() { typed = min(typed + 1, steps[step].count) }

  /// Takes a key; on an ordinary prompt none means anything.
  mutating func press(_ key: TalkKey) {
    switch (turn, key) {
    case (.ends, _): isOver = true
    case (.waits(let statement), .enter) where !statement.isEmpty: typed += 1
    case (.waits, .enter), (.waits, .tab): isHurrying = true
    case (.waits, .escape): isOffScript = true
    case (.ordinary, _), (.begins, _), (.types, _): break
    }
  }

  /// Comes back to the statement that waited, or to the end of the talk.
  mutating func resume() { (isOffScript, isOver) = (false, false) }

  /// Goes to the beginning of a step, from 0.
  mutating func go(to step: Int) {
    self = TalkWalk(steps)
    self.step = step
  }
}
