import Bindings
import BindingsTestSupport

/// Runs a program on signals.
@MainActor
final class SignalWorld {
  private let program: SignalProgram
  private let sources = (0..<SignalProgram.sources).map { _ in SignalSource<Int>() }
  private let shared: [Signal<Int>]
  private let replayed: [Signal<Int>]
  private let clock = ManualClock()
  private var tokens: [Int: Subscription] = [:]
  private var observers = 0
  private var log: [String] = []

  init(_ program: SignalProgram) {
    self.program = program
    shared = sources.map { $0.signal.share() }
    replayed = sources.map { $0.signal.replayLast() }
  }

  func run() -> [String] {
    for step in program.steps { perform(step) }
    for source in sources { log.append("\(source.isEnded) \(source.isObserved)") }
    return log
  }

  /// Cancels all observers, after which nothing may hold the world any more.
  func end() { for token in tokens.values { token.cancel() } }

  private func perform(_ action: SignalProgram.Action) {
    guard log.count < SignalProgram.longestLog else { return }
    switch action {
    case .send(let source, let value): sources[source].send(value)
    case .end(let source): sources[source].end()
    case .cancel(let observer): tokens[observer]?.cancel()
    case .observe(let plan): observe(plan)
    case .wait: clock.advance(by: .seconds(1))
    }
  }

  private func observe(_ plan: SignalProgram.Plan) {
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

  private func answer(_ observer: Int, _ event: Int) {
    for action in program.answers[observer]?[event] ?? [] { perform(action) }
  }

  private func signal(_ plan: SignalProgram.Plan, of observer: Int) -> Signal<Int> {
    var signal = signal(plan.origin)
    if plan.acts {
      var acts = SignalProgram.firstAct
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

  private func signal(_ origin: SignalProgram.Origin) -> Signal<Int> {
    let duration: Duration = .seconds(SignalProgram.seconds)
    return switch origin {
    case .hot(let one): sources[one].signal
    case .merge(let one, let other): Signal.merge([sources[one].signal, sources[other].signal])
    case .zip(let one, let other): sources[one].signal.zip(sources[other].signal).map(+)
    case .combineLatest(let one, let other):
      sources[one].signal.combineLatest(sources[other].signal).map(+)
    case .append(let one, let other): sources[one].signal.append(sources[other].signal)
    case .cold(let values, let ends):
      .create { observer in
        for value in values { observer.send(value) }
        if ends { observer.end() }
        return {}
      }
    case .flatMap(let strategy, let one):
      sources[one].signal.flatMap(strategy) {
        $0 < SignalProgram.sources ? self.sources[$0].signal : .just($0)
      }
    case .share(let one): shared[one]
    case .replayLast(let one): replayed[one]
    case .delay(let one): sources[one].signal.delay(for: duration, clock: clock)
    case .debounce(let one): sources[one].signal.debounce(for: duration, clock: clock)
    case .throttle(let one): sources[one].signal.throttle(for: duration, clock: clock)
    }
  }
}
