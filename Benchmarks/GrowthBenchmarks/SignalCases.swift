import Bindings
import Measuring

/// Subscriptions that the observers of a case can reach.
@MainActor
private final class Tokens {
  var all: [Subscription] = []
}

/// Cases of signals: subscribing, delivering, ending, and each operator that stores something.
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
  // Each call copies the list of the signals before it.
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
  GrowthCase("signal.values") { count in
    let source = SignalSource<Int>()
    let values = source.signal.values
    for value in 0..<count { source.send(value) }
    source.end()
    for await value in values { blackHole(value) }
  },
]
