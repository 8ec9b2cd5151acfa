import Bindings

/// Runs a program on arrays: an observer is the history of what it was sent, and what it shows is
/// computed anew from all of it.
///
/// What combines signals, shares or waits (`SignalModel+Origins`) decides at once, when an event comes, what is to
/// be sent; the observer takes it in its turn.
@MainActor
final class SignalModel {
  final class Observer {
    let number: Int
    let plan: SignalProgram.Plan
    /// The events, with the source (0 or 1) that sent them.
    var history: [(side: Int, value: Int)] = []
    var ended: Set<Int> = []
    var shown = 0
    var acts = 0
    var hasToken = false
    var isOver = false
    /// The events that wait until it is through with one.
    var waiting: [() -> Void] = []
    var isBusy = false

    init(_ number: Int, _ plan: SignalProgram.Plan) {
      self.number = number
      self.plan = plan
    }

    /// The events that the history amounts to, and whether that is all.
    var outcome: (values: [Int], isEnded: Bool) { outcome(behind: plan.operators) }

    func outcome(behind operators: [SignalProgram.Operator]) -> (values: [Int], isEnded: Bool) {
      func side(_ side: Int) -> [Int] { history.filter { $0.side == side }.map(\.value) }
      var values: [Int]
      var isEnded: Bool
      switch plan.origin {
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
      default: (values, isEnded) = (side(0), ended.contains(0))
      }
      for step in operators {
        switch step {
        case .map: values = values.map { $0 + 1 }
        case .filter: values = values.filter { $0 % 2 == 0 }
        case .scan:
          var sum = 0
          values = values.map { value in
            sum += value
            return sum
          }
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

  let program: SignalProgram
  let sources = (0..<SignalProgram.sources).map { _ in ModelSource() }
  let clock = ModelClock()
  private(set) lazy var shared = sources.map { ModelShare($0, keepsLast: false) }
  private(set) lazy var replayed = sources.map { ModelShare($0, keepsLast: true) }
  private var observers: [Observer] = []
  private var log: [String] = []

  init(_ program: SignalProgram) { self.program = program }

  func run() -> [String] {
    for step in program.steps { perform(step) }
    for source in sources { log.append("\(source.isEnded) \(source.isObserved)") }
    for source in sources { source.forget() }
    for share in shared + replayed { share.forget() }
    clock.forget()
    return log
  }

  private func perform(_ action: SignalProgram.Action) {
    guard log.count < SignalProgram.longestLog else { return }
    switch action {
    case .send(let source, let value): sources[source].send(value)
    case .end(let source): sources[source].end()
    case .cancel(let number):
      if number < observers.count, observers[number].hasToken { observers[number].isOver = true }
    case .observe(let plan):
      guard observers.count < 12 else { return }
      let observer = Observer(observers.count, plan)
      observers.append(observer)
      start(observer)
      observer.hasToken = true
    case .wait: clock.advance(by: 1)
    }
  }

  func take(_ value: Int, _ side: Int, _ observer: Observer) {
    inTurn(observer) {
      guard !observer.ended.contains(side) else { return }
      observer.history.append((side, value))
      let count = observer.outcome(behind: []).values.count
      if observer.plan.acts, count > observer.acts {
        observer.acts = count
        self.answer(observer.number, SignalProgram.firstAct + count - 1)
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

  private func inTurn(_ observer: Observer, _ event: @escaping () -> Void) {
    observer.waiting.append(event)
    guard !observer.isBusy else { return }
    observer.isBusy = true
    while !observer.waiting.isEmpty {
      let next = observer.waiting.removeFirst()
      if !observer.isOver { next() }
    }
    observer.isBusy = false
  }

  private func update(_ observer: Observer) {
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

  private func answer(_ observer: Int, _ event: Int) {
    for action in program.answers[observer]?[event] ?? [] { perform(action) }
  }
}
