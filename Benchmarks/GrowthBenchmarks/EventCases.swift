import Bindings
import Measuring

/// Cases of operators on single events, of ends, and of sequences.
@MainActor let eventCases: [GrowthCase] = [
  GrowthCase("signal.eachEvent") { count in
    struct Odd: Error {}
    let source = SignalSource<Result<Int, Odd>>()
    var told = 0
    let token = source.signal.catch { _ in -1 }.compactMap { $0 < 0 ? nil : $0 }
      .handleEvents(next: { _ in told += 1 }, afterNext: { blackHole($0) })
      .observe { blackHole($0) }
    for value in 0..<count { source.send(value % 2 == 0 ? .success(value) : .failure(Odd())) }
    precondition(told == count / 2)
    token.cancel()
  },
  GrowthCase("signal.cancelBeforeATrigger") { count in
    let (source, trigger) = (SignalSource<Int>(), SignalSource<Void>())
    let tokens = (0..<count).map { _ in
      source.signal.prefix(until: trigger.signal).observe { blackHole($0) }
    }
    for token in tokens { token.cancel() }
  },
  GrowthCase("signal.from") { count in
    let numbers = AsyncStream<Int> { continuation in
      for number in 0..<count { continuation.yield(number) }
      continuation.finish()
    }
    var sum = 0
    for await number in Signal.from(numbers).values { sum &+= number }
    blackHole(sum)
  },
  GrowthCase("signal.first") { count in
    for number in 0..<count { blackHole(await Signal.just(number).first()) }
  },
]
