/// The state machine of a talk, which takes keys and tells the next action.
struct TalkWalk: Equatable {
  private let steps: [[String]]
  private(set) var step = 0
  /// The number of statements of the step that were typed.
  private(set) var typed = 0
  /// Whether the speaker is off script and uses the prompt freely.
  private(set) var isOffScript = false
  /// Whether the speaker has left the talk after its last statement.
  private(set) var isOver = false
  /// Whether the heading of the step was shown.
  private var isBegun = false
  /// Whether the rest of the step is typed without keys.
  private var isHurrying = false

  /// Creates the state before the first step.
  ///
  /// - Parameter steps: The statements of each step, at least one step.
  init(_ steps: [[String]]) { self.steps = steps }

  /// The index of the step whose heading must be shown before anything else; `nil` if none must be shown.
  var opening: Int? {
    guard !isOver, !isOffScript else { return nil }
    if !isBegun { return step }
    return isHurrying && typed == steps[step].count && step + 1 < steps.count ? step + 1 : nil
  }

  /// The next action of the host; reading this property changes nothing.
  var turn: TalkTurn {
    if isOver || isOffScript { return .ordinary }
    guard typed < steps[step].count else { return step + 1 < steps.count ? .waits("") : .ends }
    return isHurrying ? .types(steps[step][typed]) : .waits(steps[step][typed])
  }

  /// Records that the heading of a step was shown.
  mutating func begin(_ step: Int) {
    (self.step, typed, isBegun, isHurrying, isOver, isOffScript) = (
      step, 0, true, false, false, false
    )
  }

  /// Records that a statement was typed without keys.
  mutating func noteTyped() { typed = min(typed + 1, steps[step].count) }

  /// Handles a key; ignores keys at an ordinary prompt and before a heading.
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

  /// Returns to the statement that waited, or to the end of the talk.
  mutating func resume() { (isOffScript, isOver) = (false, false) }

  /// Goes to the beginning of a step, by its index.
  mutating func go(to step: Int) {
    self = TalkWalk(steps)
    self.step = step
  }
}
