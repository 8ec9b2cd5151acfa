import Bindings
import BindingsTestSupport
import Testing

@Suite @MainActor struct SignalTests {
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

  @Test func hotSignalSendsFromTheSubscriptionOn() {
    send(1)
    let record = Record(source.signal)
    send(2, 3)
    record.token?.cancel()
    send(4)
    #expect(record.values == [2, 3])
    #expect(!source.isObserved)
  }

  @Test func coldSignalStartsAnewForEachObserverAndTearsDownOnce() {
    var log: [String] = []
    let cold = Signal<Int>.create { observer in
      log.append("start")
      observer.send(1)
      return { log.append("stop") }
    }
    let first = Record(cold)
    let second = Record(cold)
    #expect(first.values == [1] && second.values == [1])
    first.token?.cancel()
    first.token?.cancel()
    #expect(log == ["start", "start", "stop"])
    second.token = nil
    #expect(log == ["start", "start", "stop", "stop"])
  }

  @Test func eventSentDuringADeliveryWaitsSoEverybodySeesTheSameOrder() {
    let first = source.signal.observe { if $0 == 1 { source.send(2) } }
    let record = Record(source.signal)
    send(1)
    #expect(record.values == [1, 2])
    first.cancel()
  }

  @Test func cancelDuringADeliveryIsEffectiveAtOnceAndNewcomersSeeTheNextEvent() {
    var victim: Subscription?
    var seen: [Int] = []
    var late: Record<Int>?
    let killer = source.signal.observe { _ in
      victim?.cancel()
      if late == nil { late = Record(source.signal) }
    }
    victim = source.signal.observe { seen.append($0) }
    send(1)
    #expect(seen.isEmpty)
    #expect(late?.values == [])
    send(2)
    #expect(late?.values == [2])
    killer.cancel()
  }

  @Test func mapFilterScanSkipAndDistinct() {
    let record = Record(
      source.signal.filter { $0 % 2 == 1 }.map { $0 * 10 }.scan(0, +).dropFirst()
        .removeDuplicates())
    send(1, 2, 3, 4, 5)
    #expect(record.values == [40, 90])
  }

  @Test func takeEndsAfterItsCountEvenWhenAnEventCausesAnother() {
    let record = Record(source.signal.handleEvents { if $0 == 1 { source.send(9) } }.prefix(1))
    send(1)
    #expect(record.values == [1])
    #expect(record.isEnded)
    #expect(!source.isObserved)
  }

  @Test func takeUntilEndsAtTheTrigger() {
    let stop = SignalSource<Void>()
    let record = Record(source.signal.prefix(until: stop.signal))
    send(1)
    stop.send(())
    send(2)
    #expect(record.values == [1])
    #expect(record.isEnded)
  }

  /// The order of the original kit: its demo chain runs the outermost "after" first.
  @Test func eventsBeforeAndAfterTheObserverRunInTheDocumentedOrder() {
    var log: [String] = []
    let chain = source.signal
      .handleEvents { _ in log.append("doNext 1") }
      .handleEvents { _ in log.append("doNext 2") }
      .handleEvents(afterNext: { _ in log.append("afterNext 2") })
      .handleEvents(afterNext: { _ in log.append("afterNext 1") })
    let token = chain.observe { _ in log.append("observe") }
    send(1)
    #expect(log == ["doNext 1", "doNext 2", "observe", "afterNext 1", "afterNext 2"])
    token.cancel()
  }

  /// The original's `doAfterNext:` returned a disposable that disposed nothing.
  @Test func quirkCancellingAfterNextEndsTheUpstreamObservation() {
    let token = source.signal.handleEvents(afterNext: { _ in }).observe { _ in }
    #expect(source.isObserved)
    token.cancel()
    #expect(!source.isObserved)
  }

  @Test func mergeConcatAndStartWith() {
    let merged = Record(Signal.merge([.just(1, 2), source.signal]).prepend(0))
    send(3)
    #expect(merged.values == [0, 1, 2, 3])
    let joined = Record(Signal.just(1).append(.just(2)).append(source.signal))
    send(4)
    source.end()
    #expect(joined.values == [1, 2, 4])
    #expect(joined.isEnded && merged.isEnded)
  }

  @Test func zipPairsInOrderAndEndsWhenNoPairCanCome() {
    let other = SignalSource<String>()
    let record = Record(source.signal.zip(other.signal).map { "\($0)\($1)" })
    send(1, 2)
    other.send("a")
    other.end()
    #expect(record.values == ["1a"])
    #expect(record.isEnded)
  }

  @Test func combineLatestPairsTheLatestOfBoth() {
    let other = SignalSource<Int>()
    let both = Record(source.signal.combineLatest(other.signal).map { $0 * 10 + $1 })
    send(1)
    other.send(2)
    send(3)
    other.send(4)
    other.send(5)
    #expect(both.values == [12, 32, 34, 35])
    source.end()
    #expect(!both.isEnded)
    other.end()
    #expect(both.isEnded)
  }

  @Test func flatMapLatestMergeAndConcat() {
    let inner = (0..<3).map { _ in SignalSource<String>() }
    let latest = Record(source.signal.flatMap(.latest) { inner[$0].signal })
    let merged = Record(source.signal.flatMap(.merge) { inner[$0].signal })
    let joined = Record(source.signal.flatMap(.concat) { inner[$0].signal })
    send(0, 1)
    inner[0].send("a")
    inner[1].send("b")
    inner[0].end()
    inner[1].send("c")
    source.end()
    inner[1].end()
    #expect(latest.values == ["b", "c"])
    #expect(merged.values == ["a", "b", "c"])
    #expect(joined.values == ["a", "c"])
    #expect(latest.isEnded && merged.isEnded && joined.isEnded)
  }

  @Test func forwardWhileActiveStartsTheSignalAtEachActivation() {
    let isActive = Property(false)
    let cold = Signal<Int>.create { observer in
      observer.send(0)
      let token = source.signal.observe { observer.send($0) }
      return { token.cancel() }
    }
    let record = Record(cold.forwardWhileActive(isActive))
    send(1)
    isActive.value = true
    send(2)
    isActive.value = false
    send(3)
    isActive.value = true
    #expect(record.values == [0, 2, 0])
  }

  @Test func forwardWhileActiveGoesOnWhenABatchGoesToAndFro() {
    let isActive = Property(true)
    let latest = source.signal.replayLast()
    let keeping = latest.observe { _ in }
    send(1)
    let record = Record(latest.forwardWhileActive(isActive))
    batch {
      isActive.value = false
      send(2)
      isActive.value = true
      send(3)
    }
    send(4)
    #expect(record.values == [1, 3, 4])
    withExtendedLifetime(keeping) {}
  }

  @Test func firstHasLeftTheSignalWhenItReturns() async {
    var passed: [Int] = []
    let passing = source.signal.handleEvents(next: { passed.append($0) })
    let waiting = Task { await passing.first() }
    while !source.isObserved { await Task.yield() }
    send(1)
    #expect(!source.isObserved)
    send(2)
    #expect(await waiting.value == 1)
    #expect(passed == [1])
  }

  @Test func aLoopThatIsLeftHasLeftTheSignal() async {
    let waiting = Task {
      for await value in source.signal.values where value == 2 { break }
      return source.isObserved
    }
    while !source.isObserved { await Task.yield() }
    send(1, 2, 3)
    #expect(await !waiting.value)
  }

  /// It iterates on whether or not its task is cancelled.
  private struct Stubborn: AsyncSequence, AsyncIteratorProtocol {
    var count = 0
    func makeAsyncIterator() -> Stubborn { self }
    mutating func next() async -> Int? {
      await Task.yield()
      count += 1
      return count
    }
  }

  @Test(.timeLimit(.minutes(10))) func anIterationEndsWithTheObservation() async {
    weak var held: Record<Int>?
    // A sanitizer keeps the locals of an asynchronous function to its end.
    func begin() -> Subscription {
      let record = Record(Signal<Int>.never)
      held = record
      return Signal.from(Stubborn()).observe { record.values.append($0) }
    }
    func count() -> Int { held?.values.count ?? 0 }
    let token = begin()
    while count() < 3 { await Task.yield() }
    token.cancel()
    while held != nil, !Task.isCancelled { await Task.yield() }
    #expect(held == nil)
  }

  @Test func propertySignalSendsTheValueFirstAndBack() {
    let name = Property("a")
    let record = Record(name.signal)
    name.value = "b"
    #expect(record.values == ["a", "b"])
    let length = Property(0)
    let token = name.signal.map(\.count).bind(to: length)
    name.value = "long"
    #expect(length.value == 4)
    token.cancel()
    name.value = "longer"
    #expect(length.value == 4)
  }

  @Test func valuesAndFirstBridgeToAsyncSequences() async {
    var received: [Int] = []
    for await value in Signal.just(1, 2, 3).values { received.append(value) }
    #expect(received == [1, 2, 3])
    #expect(await Signal.just(7).first() == 7)
    #expect(await Signal<Int>.empty.first() == nil)
  }

  @Test func debounceSendsTheLastEventAfterSilence() async {
    let clock = ManualClock()
    let debounced = source.signal.debounce(for: .seconds(1), clock: clock)
    let values = debounced.values
    send(1)
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(900))
    send(2)
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    var iterator = values.makeAsyncIterator()
    #expect(await iterator.next() == 2)
  }

  @Test func throttleSendsTheFirstAndThenTheLatestOfEachPeriod() async {
    let clock = ManualClock()
    let values = source.signal.throttle(for: .seconds(1), clock: clock).values
    send(1, 2, 3)
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    var iterator = values.makeAsyncIterator()
    #expect(await iterator.next() == 1)
    #expect(await iterator.next() == 3)
  }

  @Test func delaySendsLaterInOrder() async {
    let clock = ManualClock()
    let values = source.signal.delay(for: .seconds(1), clock: clock).values
    send(1)
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    var iterator = values.makeAsyncIterator()
    #expect(await iterator.next() == 1)
  }

  @Test func errorsAndResultsOfACommandAreSignalsThatGoOn() {
    struct Failure: Error {}
    let command = Command<Int, Int> { number in
      if number < 0 { throw Failure() }
      return number * 2
    }
    let results = Record(command.results)
    let errors = Record(command.errors)
    command.execute(1)
    command.execute(-1)
    command.execute(2)
    #expect(results.values == [2, 4])
    #expect(errors.values.count == 1)
    #expect(!errors.isEnded)
  }

  @Test func errorThatTheSignalDeliversIsNotReportedAsUnobserved() {
    struct Failure: Error {}
    let graph = Graph()
    var issues = 0
    graph.onIssue = { _ in issues += 1 }
    let command = Command(graph: graph) { throw Failure() }
    let errors = Record(command.errors)
    command.execute()
    #expect(errors.values.count == 1)
    #expect(issues == 0)
  }
}
