import Bindings
import BindingsTestSupport
import Testing

@Suite @MainActor struct SignalOperatorTests {
  struct Failure: Error, Equatable {}

  /// Collects what a signal sends.
  @MainActor final class Record<Value> {
    var values: [Value] = []
    var isEnded = false
    var token: Subscription?

    init(_ signal: Signal<Value>) {
      token = signal.observe(
        { [weak self] in self?.values.append($0) }, ended: { [weak self] in self?.isEnded = true })
    }
  }

  let source = SignalSource<Int>()
  func send(_ values: Int...) { for value in values { source.send(value) } }

  @Test func justEmptyAndNever() {
    let just = Record(Signal.just(1, 2))
    let empty = Record(Signal<Int>.empty)
    let never = Record(Signal<Int>.never)
    #expect(just.values == [1, 2] && just.isEnded)
    #expect(empty.values.isEmpty && empty.isEnded)
    #expect(never.values.isEmpty && !never.isEnded)
  }

  @Test func compactMapDropsWhatIsNothing() {
    let record = Record(source.signal.compactMap { $0 > 1 ? "\($0)" : nil })
    send(1, 2)
    #expect(record.values == ["2"])
  }

  @Test func ignoreValuesSendsTheEndAlone() {
    let record = Record(source.signal.ignoreOutput())
    send(1)
    #expect(record.values.isEmpty && !record.isEnded)
    source.end()
    #expect(record.isEnded)
  }

  @Test func endedRunsAtTheEndAndNotWhenCancelled() {
    var log: [String] = []
    let chain = source.signal.handleEvents(ended: { log.append("do") })
    let cancelled = chain.observe { _ in }
    cancelled.cancel()
    let token = chain.observe({ _ in }, ended: { log.append("ended") })
    source.end()
    #expect(log == ["do", "ended"])
    token.cancel()
  }

  @Test func shareStartsTheWorkOnceAndReplaysNothing() {
    var starts = 0
    var stops = 0
    let work = Signal<Int>.create { observer in
      starts += 1
      let token = source.signal.observe { observer.send($0) }
      return {
        token.cancel()
        stops += 1
      }
    }
    let shared = work.share()
    let first = Record(shared)
    send(1)
    let second = Record(shared)
    send(2)
    #expect(starts == 1)
    #expect(first.values == [1, 2])
    #expect(second.values == [2])
    first.token?.cancel()
    #expect(stops == 0)
    second.token?.cancel()
    #expect(stops == 1)
    let third = Record(shared)
    #expect(starts == 2)
    third.token?.cancel()
  }

  @Test func debounceWhenLetsTheOthersPassAtOnce() {
    let clock = ManualClock()
    let text = SignalSource<String>()
    let record = Record(
      text.signal.debounce(for: .seconds(1), clock: clock) { !$0.isEmpty })
    text.send("n")
    text.send("ni")
    #expect(record.values.isEmpty)
    clock.advance(by: .seconds(1))
    #expect(record.values == ["ni"])
    text.send("nih")
    text.send("")
    #expect(record.values == ["ni", ""])
    clock.advance(by: .seconds(1))
    #expect(record.values == ["ni", ""])
  }

  @Test func delayKeepsTheEndBehindTheEvents() async {
    // A real clock wakes waits for one moment in any order.
    var values: [Int] = []
    for await value in Signal.just(1, 2, 3).delay(for: .zero).values { values.append(value) }
    #expect(values == [1, 2, 3])
  }

  @Test func asyncSequenceBecomesAColdSignal() async {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let signal = Signal.from(stream)
    let ended = SignalSource<Void>()
    var values: [Int] = []
    let token = signal.observe({ values.append($0) }, ended: { ended.send(()) })
    let end = ended.signal.values
    continuation.yield(1)
    continuation.yield(2)
    continuation.finish()
    for await _ in end { break }
    #expect(values == [1, 2])
    #expect(!token.isActive)
  }

  @Test func whatAnAsyncSequenceThrowsIsTheLastEvent() async {
    let stream = AsyncThrowingStream<Int, any Error> { continuation in
      continuation.yield(1)
      continuation.finish(throwing: Failure())
    }
    var log: [String] = []
    for await result in Signal.from(results: stream).map({ (try? $0.get()).map { "\($0)" } }).values
    {
      log.append(result ?? "failure")
    }
    #expect(log == ["1", "failure"])
  }

  @Test func cancellingTheObservationCancelsTheIteration() async {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let (ends, end) = AsyncStream<Void>.makeStream()
    continuation.onTermination = { _ in end.finish() }
    let token = Signal.from(stream).observe { _ in }
    token.cancel()
    for await _ in ends {}
    #expect(!token.isActive)
  }
}

@Suite @MainActor struct ManualClockTests {
  @Test func callbacksRunInTheOrderOfTheirMomentsWhileTheClockMoves() {
    let clock = ManualClock()
    var log: [String] = []
    func note(_ name: String) { log.append("\(name) \(clock.now.elapsed)") }
    _ = clock.schedule(after: .seconds(2)) { note("b") }
    _ = clock.schedule(after: .seconds(1)) {
      note("a")
      _ = clock.schedule(after: .seconds(2)) { note("c") }
    }
    let cancel = clock.schedule(after: .seconds(1)) { note("never") }
    cancel()
    clock.advance(by: .seconds(2))
    #expect(log == ["a 1.0 seconds", "b 2.0 seconds"])
    #expect(clock.nextWake == .seconds(1))
    clock.advance(by: .seconds(5))
    #expect(log.last == "c 3.0 seconds")
    #expect(clock.now.elapsed == .seconds(7))
    #expect(clock.nextWake == nil)
  }

  @Test func tasksSleepUntilTheClockReachesThem() async throws {
    let clock = ManualClock()
    let task = Task { try await clock.sleep(for: .seconds(1)) }
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    try await task.value
    let cancelled = Task { try await clock.sleep(for: .seconds(1)) }
    await clock.sleepers(1)
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(clock.nextWake == nil)
  }

  @Test func combineLatestEndsWhenNoPairCanCome() {
    let left = SignalSource<Int>()
    let right = SignalSource<Int>()
    var ended = 0
    let tokens = [
      left.signal.combineLatest(right.signal).observe({ _ in }, ended: { ended += 1 }),
      right.signal.combineLatest(left.signal).observe({ _ in }, ended: { ended += 1 }),
    ]
    right.end()
    #expect(ended == 2)
    #expect(!left.isObserved)
    let late = left.signal.combineLatest(Signal<Int>.empty).observe({ _ in }, ended: { ended += 1 })
    #expect(ended == 3)
    withExtendedLifetime((tokens, late)) {}
  }

  @Test func combineLatestGoesOnAfterASideThatHasSentHasEnded() {
    let left = SignalSource<Int>()
    let right = SignalSource<Int>()
    var seen: [Int] = []
    var isOver = false
    let token = left.signal.combineLatest(right.signal)
      .observe({ seen.append($0.0 + $0.1) }, ended: { isOver = true })
    right.send(10)
    right.end()
    left.send(1)
    left.send(2)
    #expect(seen == [11, 12] && !isOver)
    left.end()
    #expect(isOver)
    token.cancel()
  }

  @Test func manyAppendedSignalsNeedNoStack() {
    var signal = Signal.just(0)
    for value in 1..<5000 { signal = signal.append(.just(value)) }
    var seen: [Int] = []
    var ends = 0
    let token = signal.observe({ seen.append($0) }, ended: { ends += 1 })
    #expect(seen == Array(0..<5000))
    #expect(ends == 1)
    token.cancel()
  }

  @Test func appendedSignalsFollowEachOtherHoweverTheyAreGrouped() {
    let sources = (0..<4).map { _ in SignalSource<Int>() }
    let (a, b, c, d) = (sources[0].signal, sources[1].signal, sources[2].signal, sources[3].signal)
    let ways = [
      a.append(b).append(c).append(d), a.append(b.append(c)).append(d),
      a.append(b.append(c.append(d))),
    ]
    var seen = [[Int]](repeating: [], count: 3)
    let tokens = ways.indices.map { way in
      ways[way].observe({ seen[way].append($0) }, ended: { seen[way].append(-1) })
    }
    for place in sources.indices {
      for (number, source) in sources.enumerated() { source.send(10 * place + number) }
      sources[place].end()
    }
    #expect(seen == Array(repeating: [0, 11, 22, 33, -1], count: 3))
    withExtendedLifetime(tokens) {}
  }

  @Test func cancellingBetweenAppendedSignalsStartsNoMore() {
    var token: Subscription?
    var starts = 0
    let second = Signal<Int>.create { _ in
      starts += 1
      return {}
    }
    let source = SignalSource<Int>()
    token = source.signal.handleEvents(ended: { token?.cancel() }).append(second).observe { _ in }
    source.end()
    #expect(starts == 0)
    token = source.signal.append(second).append(second).observe { _ in }
    #expect(starts == 1)
    token?.cancel()
  }

  @Test func aThousandOperatorsFitTheStack() {
    let source = SignalSource<Int>()
    var signal = source.signal
    for _ in 0..<500 { signal = signal.map { $0 + 1 }.prepend(0) }
    var last = 0
    let token = signal.observe { last = $0 }
    source.send(1)
    #expect(last == 501)
    token.cancel()
  }
}
