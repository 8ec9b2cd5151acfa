import Bindings

/// Actions from outside, and what each observer does at each of its events and at its end.
struct SignalProgram {
  enum Operator {
    case map, filter, scan, prefix(Int), dropFirst(Int), removeDuplicates
  }

  /// The signal that a chain begins with, by the numbers of the sources.
  enum Origin {
    case hot(Int), merge(Int, Int), zip(Int, Int), combineLatest(Int, Int), append(Int, Int)
    case cold([Int], ends: Bool)
    /// Of each event the source of that number; of a larger one `just` once it.
    case flatMap(FlattenStrategy, Int)
    case share(Int), replayLast(Int)
    case delay(Int), debounce(Int), throttle(Int)
  }

  struct Plan {
    let origin: Origin
    /// Whether the first operator acts at each event, before it is passed on.
    let acts: Bool
    let operators: [Operator]
  }

  enum Action {
    case send(Int, Int), end(Int), cancel(Int), observe(Plan)
    /// Moves the clock by one second.
    case wait
  }

  static let sources = 3
  static let firstAct = 100
  /// The seconds that operators wait.
  static let seconds = 2
  /// No action is taken any more when the log has so many lines.
  static let longestLog = 400

  var steps: [Action] = []
  /// The answers of the observer of a number to its event of a number; -1 is the end, and from
  /// `firstAct` on they are those of its first operator.
  var answers: [Int: [Int: [Action]]] = [:]

  init(using random: inout SplitMix) {
    for _ in 0..<4 { steps.append(.observe(Self.plan(&random))) }
    for _ in 0..<Int.random(in: 3...25, using: &random) { steps.append(Self.action(&random)) }
    for observer in 0..<12 where Int.random(in: 0..<3, using: &random) > 0 {
      let events = [-1, 0, 1, 2, 4, Self.firstAct, Self.firstAct + 2]
      for event in events where Int.random(in: 0..<3, using: &random) == 0 {
        let count = Int.random(in: 1...3, using: &random)
        answers[observer, default: [:]][event] = (0..<count).map { _ in Self.action(&random) }
      }
    }
  }

  private static func action(_ random: inout SplitMix) -> Action {
    switch Int.random(in: 0..<24, using: &random) {
    case 0..<12: .send(.random(in: 0..<sources, using: &random), .random(in: 0..<4, using: &random))
    case 12: .end(.random(in: 0..<sources, using: &random))
    case 13..<17: .cancel(.random(in: 0..<12, using: &random))
    case 17..<21: .wait
    default: .observe(plan(&random))
    }
  }

  private static func plan(_ random: inout SplitMix) -> Plan {
    let origin = origin(&random)
    let operators: [Operator] = (0..<Int.random(in: 0..<4, using: &random)).map { _ in
      switch Int.random(in: 0..<6, using: &random) {
      case 0: .map
      case 1: .filter
      case 2: .scan
      case 3: .prefix(.random(in: 1..<4, using: &random))
      case 4: .dropFirst(.random(in: 0..<3, using: &random))
      default: .removeDuplicates
      }
    }
    let acts = Int.random(in: 0..<3, using: &random) == 0
    return Plan(origin: origin, acts: acts, operators: operators)
  }

  private static func origin(_ random: inout SplitMix) -> Origin {
    let one = Int.random(in: 0..<sources, using: &random)
    let other = Int.random(in: 0..<sources, using: &random)
    switch Int.random(in: 0..<16, using: &random) {
    case 0: return .merge(one, other)
    case 1: return .zip(one, other)
    case 2: return .combineLatest(one, other)
    case 3:
      let values = (0..<Int.random(in: 0..<5, using: &random)).map { _ in
        Int.random(in: 0..<4, using: &random)
      }
      return .cold(values, ends: Bool.random(using: &random))
    case 4: return .append(one, other)
    case 5: return .flatMap(.latest, one)
    case 6: return .flatMap(.merge, one)
    case 7: return .flatMap(.concat, one)
    case 8: return .share(one)
    case 9: return .replayLast(one)
    case 10: return .delay(one)
    case 11: return .debounce(one)
    case 12: return .throttle(one)
    default: return .hot(one)
    }
  }
}
