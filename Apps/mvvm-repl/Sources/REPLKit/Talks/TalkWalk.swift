/// The way of a speaker through a talk: keys come in, and it says what is to be done next.
struct TalkWalk: Equatable {
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

  /// The step, from 0, whose heading is to be shown before anything else is done.
  var opening: Int? {
    guard !isOver, !isOffScript else { return nil }
    if !isBegun { return step }
    return isHurrying && typed == steps[step].count && step + 1 < steps.count ? step + 1 : nil
  }

  /// What the host does next, which changes nothing.
  var turn: TalkTurn {
    if isOver || isOffScript { return .ordinary }
    guard typed < steps[step].count else { return step + 1 < steps.count ? .waits("") : .ends }
    return isHurrying ? .types(steps[step][typed]) : .waits(steps[step][typed])
  }

  /// Takes note that the heading of a step was shown.
  mutating func begin(_ step: Int) {
    (self.step, typed, isBegun, isHurrying, isOver, isOffScript) = (
      step, 0, true, false, false, false
    )
  }

  /// Takes note that a statement was typed without keys.
  mutating func noteTyped() { typed = min(typed + 1, steps[step].count) }

  /// Takes a key; on an ordinary prompt, and before a heading, none means anything.
  mutating func press(_ key: TalkKey) {
    guard opening == nil else { return }
    switch (turn, key) {
    case (.ends, _): isOver = true
    case (.waits(let statement), .enter) where !statement.isEmpty: typed += 1
    case (.waits, .enter), (.waits, .tab): isHurrying = true
    case (.waits, .escape): isOffScript = true
    case (.ordinary, _), (.types, _): break
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
