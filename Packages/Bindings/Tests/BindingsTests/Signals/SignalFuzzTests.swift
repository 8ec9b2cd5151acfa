import Bindings
import Foundation
import Testing

/// Random programs over hot and cold signals, whose observers and operators send, end, cancel and observe
/// while they are told, beside a model that keeps whole histories in arrays.
///
/// `SIGNALS_FUZZ` says how many programs, `SIGNALS_FUZZ_SEED` repeats a run.
@Suite @MainActor struct SignalFuzzTests {
  @Test func signalsDoWhatListsSay() {
    let environment = ProcessInfo.processInfo.environment
    let seed =
      environment["SIGNALS_FUZZ_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0...UInt64.max)
    let count = environment["SIGNALS_FUZZ"].flatMap { Int($0) } ?? 3_000
    print("SignalFuzzTests: seed \(seed), \(count) programs")
    var random = SplitMix(seed: seed)
    var lines = 0
    for index in 0..<count {
      let program = Program(using: &random)
      let expected = ModelWorld(program).run()
      let actual = SignalWorld(program).run()
      lines += expected.count
      guard actual != expected else { continue }
      let common = zip(actual, expected).prefix { $0 == $1 }.count
      Issue.record(
        """
        seed \(seed), program \(index) differs at line \(common)
        expected \(expected.dropFirst(max(0, common - 3)).prefix(8))
        actual   \(actual.dropFirst(max(0, common - 3)).prefix(8))
        \(program)
        """)
      return
    }
    #expect(lines > count)
  }
}

private enum Operator {
  case map, filter, scan, prefix(Int), dropFirst(Int), removeDuplicates
}

private enum Origin {
  case merge(Int, Int), zip(Int, Int), combineLatest(Int, Int), hot(Int)
  case cold([Int], ends: Bool)

  var sources: [Int] {
    switch self {
    case .merge(let one, let other), .zip(let one, let other), .combineLatest(let one, let other):
      [one, other]
    case .hot(let one): [one]
    case .cold: []
    }
  }
}

private struct Plan {
  let origin: Origin
  /// Whether the first operator acts at each event, before it is passed on.
  let acts: Bool
  let operators: [Operator]
}

private enum Action {
  case send(Int, Int), end(Int), cancel(Int), observe(Plan)
}

/// Actions from outside, and what each observer does at each of its events and at its end.
private struct Program {
  static let sources = 3
  static let firstAct = 100
  var steps: [Action] = []
  /// The answers of the observer of a number to its event of a number; -1 is the end, and from
  /// `firstAct` on they are those of its first operator.
  var answers: [Int: [Int: [Action]]] = [:]

  init(using random: inout SplitMix) {
    for _ in 0..<4 { steps.append(.observe(Program.plan(&random))) }
    for _ in 0..<Int.random(in: 3...25, using: &random) { steps.append(Program.action(&random)) }
    for observer in 0..<12 where Int.random(in: 0..<3, using: &random) > 0 {
      let events = [-1, 0, 1, 2, 4, Program.firstAct, Program.firstAct + 2]
      for event in events where Int.random(in: 0..<3, using: &random) == 0 {
        let count = Int.random(in: 1...3, using: &random)
        answers[observer, default: [:]][event] = (0..<count).map { _ in Program.action(&random) }
      }
    }
  }

  private static func action(_ random: inout SplitMix) -> Action {
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<12: .send(.random(in: 0..<sources, using: &random), .random(in: 0..<4, using: &random))
    case 12: .end(.random(in: 0..<sources, using: &random))
    case 13..<17: .cancel(.random(in: 0..<12, using: &random))
    default: .observe(plan(&random))
    }
  }

  private static func plan(_ random: inout SplitMix) -> Plan {
    let one = Int.random(in: 0..<sources, using: &random)
    let other = Int.random(in: 0..<sources, using: &random)
    let origin: Origin =
      switch Int.random(in: 0..<8, using: &random) {
      case 0: .merge(one, other)
      case 1: .zip(one, other)
      case 2: .combineLatest(one, other)
      case 3:
        .cold(
          (0..<Int.random(in: 0..<5, using: &random)).map { _ in
            Int.random(in: 0..<4, using: &random)
          }, ends: Bool.random(using: &random))
      default: .hot(one)
      }
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
}

/// Runs a program on signals.
@MainActor
private final class SignalWorld {
  let program: Program
  let sources = (0..<Program.sources).map { _ in SignalSource<Int>() }
  var tokens: [Int: Subscription] = [:]
  var observers = 0
  var log: [String] = []

  init(_ program: Program) { self.program = program }

  func run() -> [String] {
    for step in program.steps { perform(step) }
    for source in sources { log.append("\(source.isEnded) \(source.isObserved)") }
    return log
  }

  func perform(_ action: Action) {
    switch action {
    case .send(let source, let value): sources[source].send(value)
    case .end(let source): sources[source].end()
    case .cancel(let observer): tokens[observer]?.cancel()
    case .observe(let plan): observe(plan)
    }
  }

  func observe(_ plan: Plan) {
    guard observers < 12 else { return }
    let number = observers
    observers += 1
    var events = 0
    tokens[number] = signal(plan, of: number).observe(
      {
        self.log.append("\(number): \($0)")
        events += 1
        self.answer(number, events - 1)
      },
      ended: {
        self.log.append("\(number): end")
        self.answer(number, -1)
      })
  }

  func answer(_ observer: Int, _ event: Int) {
    for action in program.answers[observer]?[event] ?? [] where log.count < 400 { perform(action) }
  }

  func signal(_ plan: Plan, of observer: Int) -> Signal<Int> {
    var signal: Signal<Int> =
      switch plan.origin {
      case .hot(let one): sources[one].signal
      case .merge(let one, let other): Signal.merge([sources[one].signal, sources[other].signal])
      case .zip(let one, let other): sources[one].signal.zip(sources[other].signal).map(+)
      case .combineLatest(let one, let other):
        sources[one].signal.combineLatest(sources[other].signal).map(+)
      case .cold(let values, let ends):
        .create { observer in
          for value in values { observer.send(value) }
          if ends { observer.end() }
          return {}
        }
      }
    if plan.acts {
      var acts = Program.firstAct
      signal = signal.handleEvents(next: { _ in
        acts += 1
        self.answer(observer, acts - 1)
      })
    }
    for step in plan.operators {
      switch step {
      case .map: signal = signal.map { $0 + 1 }
      case .filter: signal = signal.filter { $0 % 2 == 0 }
      case .scan: signal = signal.scan(0, +)
      case .prefix(let count): signal = signal.prefix(count)
      case .dropFirst(let count): signal = signal.dropFirst(count)
      case .removeDuplicates: signal = signal.removeDuplicates()
      }
    }
    return signal
  }
}

/// Runs a program on arrays: an observer is the history of what it was sent, and what it shows is
/// computed anew from all of it.
private final class ModelWorld {
  final class Observer {
    let number: Int
    let plan: Plan
    /// The events, with the source (0 or 1) that sent them.
    var history: [(side: Int, value: Int)] = []
    var ended: Set<Int> = []
    var shown = 0
    var acts = 0
    var hasToken = false
    var isOver = false
    /// What waits until it is through with an event.
    var waiting: [() -> Void] = []
    var isBusy = false

    init(_ number: Int, _ plan: Plan) {
      self.number = number
      self.plan = plan
    }

    /// The events that the history amounts to, and whether that is all.
    var outcome: (values: [Int], isEnded: Bool) { outcome(behind: plan.operators) }

    func outcome(behind operators: [Operator]) -> (values: [Int], isEnded: Bool) {
      func side(_ side: Int) -> [Int] { history.filter { $0.side == side }.map(\.value) }
      var values: [Int]
      var isEnded: Bool
      switch plan.origin {
      case .hot, .cold: (values, isEnded) = (side(0), ended.contains(0))
      case .merge: (values, isEnded) = (history.map(\.value), ended.count == 2)
      case .zip:
        values = zip(side(0), side(1)).map(+)
        isEnded = ended.contains { side($0).count == values.count }
      case .combineLatest:
        values = history.indices.compactMap { end in
          let past = history[...end]
          guard let left = past.last(where: { $0.side == 0 }),
            let right = past.last(where: { $0.side == 1 })
          else { return nil }
          return left.value + right.value
        }
        isEnded = ended.count == 2 || ended.contains { side($0).isEmpty }
      }
      for step in operators {
        switch step {
        case .map: values = values.map { $0 + 1 }
        case .filter: values = values.filter { $0 % 2 == 0 }
        case .scan: values = values.indices.map { values[...$0].reduce(0, +) }
        case .prefix(let count):
          isEnded = isEnded || values.count >= count
          values = Array(values.prefix(count))
        case .dropFirst(let count): values = Array(values.dropFirst(count))
        case .removeDuplicates:
          values = values.indices.filter { $0 == 0 || values[$0 - 1] != values[$0] }
            .map { values[$0] }
        }
      }
      return (values, isEnded)
    }
  }

  struct Source {
    var observers: [(observer: Observer, side: Int)] = []
    var waiting: [Int] = []
    var isDelivering = false
    var isEnding = false
    var isEnded = false
  }

  let program: Program
  var sources = (0..<Program.sources).map { _ in Source() }
  var observers: [Observer] = []
  var log: [String] = []

  init(_ program: Program) { self.program = program }

  func run() -> [String] {
    for step in program.steps { perform(step) }
    for source in sources {
      let isObserved = source.observers.contains { !$0.observer.isOver }
      log.append("\(source.isEnded) \(isObserved)")
    }
    return log
  }

  func perform(_ action: Action) {
    switch action {
    case .send(let source, let value):
      guard !sources[source].isEnding else { return }
      sources[source].waiting.append(value)
      deliver(source)
    case .end(let source):
      sources[source].isEnding = true
      deliver(source)
    case .cancel(let number):
      if number < observers.count, observers[number].hasToken { observers[number].isOver = true }
    case .observe(let plan): observe(plan)
    }
  }

  func deliver(_ source: Int) {
    guard !sources[source].isDelivering, !sources[source].isEnded else { return }
    sources[source].isDelivering = true
    while !sources[source].waiting.isEmpty {
      let value = sources[source].waiting.removeFirst()
      for (observer, side) in sources[source].observers { take(value, side, observer) }
    }
    sources[source].isDelivering = false
    guard sources[source].isEnding else { return }
    sources[source].isEnded = true
    let last = sources[source].observers
    sources[source].observers = []
    for (observer, side) in last { end(side, observer) }
  }

  func observe(_ plan: Plan) {
    guard observers.count < 12 else { return }
    let observer = Observer(observers.count, plan)
    observers.append(observer)
    if case .cold(let values, let ends) = plan.origin {
      for value in values { take(value, 0, observer) }
      if ends { end(0, observer) }
    }
    for (side, source) in plan.origin.sources.enumerated() {
      if sources[source].isEnded {
        end(side, observer)
      } else if !observer.isOver {
        sources[source].observers.append((observer, side))
      }
    }
    observer.hasToken = true
  }

  func take(_ value: Int, _ side: Int, _ observer: Observer) {
    inTurn(observer) {
      guard !observer.ended.contains(side) else { return }
      observer.history.append((side, value))
      let count = observer.outcome(behind: []).values.count
      if observer.plan.acts, count > observer.acts {
        observer.acts = count
        self.answer(observer.number, Program.firstAct + count - 1)
      }
      if !observer.isOver { self.update(observer) }
    }
  }

  func end(_ side: Int, _ observer: Observer) {
    inTurn(observer) {
      observer.ended.insert(side)
      self.update(observer)
    }
  }

  func inTurn(_ observer: Observer, _ event: @escaping () -> Void) {
    observer.waiting.append(event)
    guard !observer.isBusy else { return }
    observer.isBusy = true
    while !observer.waiting.isEmpty {
      let next = observer.waiting.removeFirst()
      if !observer.isOver { next() }
    }
    observer.isBusy = false
  }

  func update(_ observer: Observer) {
    let (values, isEnded) = observer.outcome
    if values.count > observer.shown, let value = values.last {
      observer.shown += 1
      log.append("\(observer.number): \(value)")
      answer(observer.number, observer.shown - 1)
    }
    guard isEnded, !observer.isOver else { return }
    observer.isOver = true
    log.append("\(observer.number): end")
    answer(observer.number, -1)
  }

  func answer(_ observer: Int, _ event: Int) {
    for action in program.answers[observer]?[event] ?? [] where log.count < 400 { perform(action) }
  }
}
