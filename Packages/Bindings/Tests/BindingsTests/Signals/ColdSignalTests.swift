import Bindings
import BindingsTestSupport
import Testing

/// Operators of signals that go on sending when nobody listens any more.
@Suite @MainActor struct ColdSignalTests {
  /// Sends an event whenever it is told to, whatever became of the observation.
  @MainActor final class Stubborn {
    var observer: SignalObserver<Int>?
    var signal: Signal<Int> {
      .create { observer in
        self.observer = observer
        return {}
      }
    }
  }

  let stubborn = Stubborn()

  @Test func operatorsDoNotRunAfterCancel() {
    var log: [String] = []
    let token = stubborn.signal.map {
      log.append("map \($0)")
      return $0
    }
    .handleEvents { log.append("next \($0)") }
    .handleEvents(ended: { log.append("end") })
    .observe { log.append("observe \($0)") }
    token.cancel()
    stubborn.observer?.send(1)
    stubborn.observer?.end()
    #expect(log == [])
  }

  @Test func operatorsDoNotRunAfterTheEnd() {
    var log: [String] = []
    let token = stubborn.signal.handleEvents { log.append("next \($0)") }
      .handleEvents(ended: {
        log.append("end")
        stubborn.observer?.send(2)
        stubborn.observer?.end()
      })
      .observe { _ in }
    stubborn.observer?.send(1)
    stubborn.observer?.end()
    stubborn.observer?.send(3)
    stubborn.observer?.end()
    #expect(log == ["next 1", "end"])
    withExtendedLifetime(token) {}
  }

  @Test func takeEndsOnceHoweverItIsAnswered() {
    var log: [String] = []
    let token = stubborn.signal.prefix(1)
      .handleEvents { if $0 == 1 { stubborn.observer?.send(2) } }
      .handleEvents(ended: { log.append("end") })
      .observe {
        log.append("\($0)")
        stubborn.observer?.end()
      }
    stubborn.observer?.send(1)
    stubborn.observer?.end()
    #expect(log == ["1", "end"])
    withExtendedLifetime(token) {}
  }

  @Test func zipStopsWhenItsObserverHasEnough() {
    let (left, right) = (SignalSource<Int>(), SignalSource<Int>())
    var log: [String] = []
    let token = left.signal.zip(right.signal)
      .handleEvents { log.append("pair \($0)") }
      .handleEvents(ended: { log.append("end") })
      .prefix(1)
      .observe { _ in
        left.send(2)
        left.end()
        right.send(2)
        right.end()
      }
    left.send(1)
    right.send(1)
    #expect(log == ["pair (1, 1)"])
    withExtendedLifetime(token) {}
  }

  @Test func zipEndsOnceWhenItIsAnsweredFromWithin() {
    let (left, right) = (SignalSource<Int>(), SignalSource<Int>())
    var ends = 0
    let token = left.signal.zip(right.signal).handleEvents(ended: { ends += 1 }).observe { _ in
      left.end()
    }
    left.send(1)
    right.send(1)
    #expect(ends == 1)
    withExtendedLifetime(token) {}
  }

  @Test func aSequenceThatIsCancelledDoesNotRunTheEnd() async {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let (ends, end) = AsyncStream<Void>.makeStream()
    continuation.onTermination = { _ in end.finish() }
    var ended = 0
    let token = Signal.from(stream).handleEvents(ended: { ended += 1 }).observe { _ in }
    token.cancel()
    for await _ in ends {}
    for _ in 0..<20 { await Task.yield() }
    #expect(ended == 0)
  }

  @Test func justStopsWhenItIsCancelledFromWithin() {
    let stop = SignalSource<Void>()
    var log: [String] = []
    let token = Signal.just(1, 2).handleEvents { log.append("\($0)") }.handleEvents(ended: {
      log.append("end")
    })
    .prefix(until: stop.signal).observe { _ in stop.send(()) }
    #expect(log == ["1"])
    withExtendedLifetime(token) {}
  }

  @Test func aHundredThousandWaitingInnerSignalsNeedNoStack() {
    let inner = SignalSource<Int>()
    let outer = SignalSource<Int>()
    var sum = 0
    let token = outer.signal.flatMap(.concat) { $0 == 0 ? inner.signal : .just(1) }
      .observe { sum += $0 }
    for index in 0...100_000 { outer.send(index) }
    inner.end()
    #expect(sum == 100_000)
    withExtendedLifetime(token) {}
  }

  @Test func nothingIsStartedOnceTheObservationIsOver() {
    var starts = 0
    let cold = Signal<Int>.create { _ in
      starts += 1
      return {}
    }
    var ends = 0
    let empty = Signal<Int>.empty
    let source = SignalSource<Int>()
    var token: Subscription?
    let tokens = [
      empty.zip(cold).observe { _ in },
      empty.zip(empty.handleEvents(ended: { ends += 1 })).observe { _ in },
    ]
    token = source.signal.flatMap(.merge) { _ in
      token?.cancel()
      return cold
    }.observe { _ in }
    source.send(1)
    #expect(starts == 0 && ends == 0)
    withExtendedLifetime(tokens) {}
  }

  @Test func aClosureThatCancelsIsTheLastToRun() {
    var runs = 0
    var token: Subscription?
    let next = SignalSource<Int>()
    let signal = next.signal
    let cancelling: [Signal<Int>] = [
      signal.map { value in
        token?.cancel()
        return value
      },
      signal.filter { _ in
        token?.cancel()
        return true
      },
      signal.compactMap { value -> Int? in
        token?.cancel()
        return value
      },
      signal.scan(0) { _, value in
        token?.cancel()
        return value
      },
      signal.handleEvents(next: { _ in token?.cancel() }),
    ]
    for signal in cancelling {
      token = signal.handleEvents(next: { _ in runs += 1 }).observe { _ in }
      next.send(1)
    }
    token = signal.handleEvents(afterNext: { _ in runs += 1 }).observe { _ in token?.cancel() }
    next.send(1)
    let first = signal.handleEvents(afterNext: { _ in runs += 1 }).prefix(1).observe { _ in }
    next.send(1)
    #expect(runs == 0)
    withExtendedLifetime(first) {}
  }

  @Test func theEndOfTheSharedWorkMayBringANewObserver() {
    for keepsLast in [false, true] {
      var works: [SignalObserver<Int>] = []
      var shared = Signal<Int>.never
      var again: Subscription?
      var log: [Int] = []
      let work = Signal<Int>.create { observer in
        works.append(observer)
        return { if again == nil { again = shared.observe { log.append($0) } } }
      }
      shared = keepsLast ? work.replayLast() : work.share()
      let token = shared.observe { _ in }
      works.last?.send(1)
      token.cancel()
      works.last?.send(7)
      #expect(works.count == 2)
      #expect(log == [7])
    }
  }

  @Test func theNewestEventIsTheLatestAlsoWhenTheEndOfOneBringsIt() {
    var outer: SignalObserver<Int>?
    var inner: [Int: SignalObserver<Int>] = [:]
    var log: [Int] = []
    let token = Signal<Int>.create { observer in
      outer = observer
      return {}
    }
    .flatMap(.latest) { value in
      Signal<Int>.create { observer in
        inner[value] = observer
        return { if value == 1 { outer?.send(99) } }
      }
    }
    .observe { log.append($0) }
    outer?.send(1)
    outer?.send(2)
    #expect(inner.keys.sorted() == [1, 2, 99])
    for value in [1, 2, 99] { inner[value]?.send(value) }
    #expect(log == [99])
    withExtendedLifetime(token) {}
  }

  @Test func theNewestEventIsTheLatestAlsoWhenTheTransformBringsIt() {
    var outer: SignalObserver<Int>?
    var log: [Int] = []
    let token = Signal<Int>.create { observer in
      outer = observer
      return {}
    }
    .flatMap(.latest) { value in
      if value == 2 { outer?.send(99) }
      return Signal.just(value)
    }
    .observe { log.append($0) }
    outer?.send(1)
    outer?.send(2)
    #expect(log == [1, 2, 99])
    withExtendedLifetime(token) {}
  }

  @Test func theEndOfTheLatestMayBringTheLastEvent() {
    var outer: SignalObserver<Int>?
    var log: [String] = []
    let token = Signal<Int>.create { observer in
      outer = observer
      return {}
    }
    .flatMap(.latest) { value in
      Signal<Int>.create { observer in
        if value == 3 { observer.send(3) }
        if value == 3 { observer.end() }
        return {
          if value == 1 { outer?.send(3) }
          if value == 1 { outer?.end() }
        }
      }
    }
    .observe({ log.append("\($0)") }, ended: { log.append("end") })
    outer?.send(1)
    outer?.send(2)
    #expect(log == ["3", "end"])
    withExtendedLifetime(token) {}
  }

  @Test func anEndThatIsThrottledSendsItsEventOnce() {
    let clock = ManualClock()
    let source = SignalSource<Int>()
    var log: [Int] = []
    let token = source.signal.throttle(for: .seconds(1), clock: clock).observe {
      log.append($0)
      if $0 == 2 { clock.advance(by: .seconds(2)) }
    }
    source.send(1)
    source.send(2)
    source.end()
    #expect(log == [1, 2])
    withExtendedLifetime(token) {}
  }

  @Test func eventSentInAnswerToTheReplayedOneComesAfterIt() {
    let source = SignalSource<Int>()
    let shared = source.signal.replayLast()
    var first: [Int] = []
    let early = shared.observe { first.append($0) }
    source.send(1)
    var late: [Int] = []
    let token =
      shared
      .handleEvents(next: { if $0 == 1 { source.send(2) } })
      .observe { late.append($0) }
    #expect(late == [1, 2])
    #expect(first == [1, 2])
    withExtendedLifetime((early, token)) {}
  }

  @Test func endInAnswerToTheReplayedEventComesAfterIt() {
    let source = SignalSource<Int>()
    let shared = source.signal.replayLast()
    let early = shared.observe { _ in }
    source.send(1)
    var log: [String] = []
    let token =
      shared
      .handleEvents(next: { _ in source.end() })
      .observe({ log.append("\($0)") }, ended: { log.append("end") })
    #expect(log == ["1", "end"])
    withExtendedLifetime((early, token)) {}
  }
}
