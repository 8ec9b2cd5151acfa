import Bindings
import Measuring

/// Tokens that the observers of a case can reach.
@MainActor
private final class Tokens {
  var all: [Subscription] = []
}

/// A clock whose moments all come when it is told to.
private final class HeldClock: CallbackClock {
  typealias Instant = ContinuousClock.Instant
  @MainActor private var held: [@MainActor () -> Void] = []

  var now: Instant { ContinuousClock.now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {}

  @MainActor
  func schedule(
    after duration: Duration, _ action: @escaping @MainActor () -> Void
  ) -> @MainActor () -> Void {
    held.append(action)
    return {}
  }

  @MainActor
  func go() {
    let due = held
    held = []
    for action in due { action() }
  }
}

/// Signals: subscribing, delivering, ending, and each operator that keeps something.
@MainActor let signalCases: [GrowthCase] = [
  GrowthCase("signal.cancelFirstFirst") { count in
    let source = SignalSource<Int>()
    let tokens = (0..<count).map { _ in source.signal.observe { blackHole($0) } }
    for token in tokens { token.cancel() }
  },
  GrowthCase("signal.cancelLastFirst") { count in
    let source = SignalSource<Int>()
    let tokens = (0..<count).map { _ in source.signal.observe { blackHole($0) } }
    for token in tokens.reversed() { token.cancel() }
  },
  GrowthCase("signal.cancelInDelivery") { count in
    let source = SignalSource<Int>()
    let tokens = Tokens()
    for index in 0..<count {
      tokens.all.append(source.signal.observe { _ in tokens.all[index].cancel() })
    }
    source.send(1)
  },
  GrowthCase("signal.sendToMany") { count in
    let source = SignalSource<Int>()
    let tokens = (0..<count).map { _ in source.signal.observe { blackHole($0) } }
    source.send(1)
    blackHole(tokens)
  },
  GrowthCase("signal.sendInAnswer") { count in
    let source = SignalSource<Int>()
    let token = source.signal.observe { value in
      if value == 0 { for next in 1...count { source.send(next) } }
    }
    source.send(0)
    blackHole(token)
  },
  GrowthCase("signal.chain") { count in
    let source = SignalSource<Int>()
    var signal = source.signal
    for _ in 0..<count / 100 { signal = signal.map { $0 + 1 } }
    let token = signal.observe { blackHole($0) }
    for value in 0..<100 { source.send(value) }
    blackHole(token)
  },
  GrowthCase("signal.zip") { count in
    let left = SignalSource<Int>()
    let right = SignalSource<Int>()
    let token = left.signal.zip(right.signal).observe { blackHole($0) }
    for value in 0..<count { left.send(value) }
    for value in 0..<count { right.send(value) }
    blackHole(token)
  },
  GrowthCase("signal.concat") { count in
    let source = SignalSource<Int>()
    let first = SignalSource<Int>()
    let token = source.signal
      .flatMap(.concat) { $0 == 0 ? first.signal : .just($0) }
      .observe { blackHole($0) }
    for value in 0..<count { source.send(value) }
    first.end()
    blackHole(token)
  },
  GrowthCase("signal.merge") { count in
    let sources = (0..<count).map { _ in SignalSource<Int>() }
    let token = Signal.merge(sources.map(\.signal)).observe { blackHole($0) }
    for source in sources { source.send(1) }
    token.cancel()
  },
  GrowthCase("signal.flatMapLatest") { count in
    let source = SignalSource<Int>()
    let token = source.signal.flatMap(.latest) { .just($0) }.observe { blackHole($0) }
    for value in 0..<count { source.send(value) }
    blackHole(token)
  },
  GrowthCase("signal.flatMapMerge") { count in
    let source = SignalSource<Int>()
    let inner = SignalSource<Int>()
    let token = source.signal.flatMap(.merge) { _ in inner.signal }.observe { blackHole($0) }
    for value in 0..<count { source.send(value) }
    inner.send(1)
    token.cancel()
  },
  // Each copies the list of those before.
  GrowthCase("signal.append", size: 300, .linearEach) { count in
    var signal = Signal.just(0)
    for value in 0..<count { signal = signal.append(.just(value)) }
    blackHole(signal.observe { blackHole($0) })
  },
  GrowthCase("signal.operators") { count in
    let source = SignalSource<Int>()
    let token = source.signal.prepend(0).dropFirst().scan(0) { $0 &+ $1 }.removeDuplicates()
      .combineLatest(source.signal).prefix(count).observe { blackHole($0) }
    for value in 0..<count { source.send(value) }
    token.cancel()
  },
  GrowthCase("signal.share") { count in
    let source = SignalSource<Int>()
    let (shared, replayed) = (source.signal.share(), source.signal.replayLast())
    let tokens = (0..<count).map { (number: Int) in
      (number % 2 == 0 ? shared : replayed).observe { blackHole($0) }
    }
    source.send(1)
    for token in tokens { token.cancel() }
  },
  GrowthCase("signal.debounce", size: 300) { count in
    let source = SignalSource<Int>()
    let token = source.signal.debounce(for: .seconds(60)).observe { blackHole($0) }
    for value in 0..<count { source.send(value) }
    token.cancel()
    await Task.yield()
  },
  GrowthCase("signal.delay") { count in
    let (source, clock) = (SignalSource<Int>(), HeldClock())
    let token = source.signal.delay(for: .seconds(1), clock: clock).observe { blackHole($0) }
    for value in 0..<count { source.send(value) }
    clock.go()
    token.cancel()
  },
  GrowthCase("signal.throttle") { count in
    let source = SignalSource<Int>()
    let token = source.signal.throttle(for: .seconds(60)).observe { blackHole($0) }
    for value in 0..<count { source.send(value) }
    token.cancel()
    await Task.yield()
  },
  GrowthCase("signal.values") { count in
    let source = SignalSource<Int>()
    let values = source.signal.values
    for value in 0..<count { source.send(value) }
    source.end()
    for await value in values { blackHole(value) }
  },
  GrowthCase("signal.lift") { count in
    final class Screen { func show(_ left: Int, _ right: Int) { blackHole(left &+ right) } }
    let (screen, source) = (Screen(), SignalSource<Int>())
    let token = lift(Screen.show, on: screen, source.signal, source.signal)
    for value in 0..<count { source.send(value) }
    token.cancel()
  },
]
