import Bindings
import BindingsTestSupport
import Testing

/// However many operators follow each other, nothing uses up the stack.
@Suite @MainActor struct SignalDepthTests {
  private let graph = Graph()

  private struct Failure: Error {}

  enum Kind: CaseIterable {
    case map, filter, scan, prefix, until, drop, distinct, events, merge, flatMap, zip, combine
    case active, shared, replayed, debounce, held, throttle, delay, caught
  }

  private func next(_ kind: Kind, _ signal: Signal<Int>) -> Signal<Int> {
    let clock = ManualClock()
    return switch kind {
    case .map: signal.map { $0 }
    case .filter: signal.filter { _ in true }
    case .scan: signal.scan(0) { $1 }
    case .prefix: signal.prefix(10)
    case .until: signal.prefix(until: Signal<Int>.never)
    case .drop: signal.dropFirst(0)
    case .distinct: signal.removeDuplicates()
    case .events: signal.handleEvents()
    case .merge: .merge([.empty, signal])
    case .flatMap: signal.flatMap(.latest) { .just($0) }
    case .zip: Signal.just(1, 2).zip(signal).map { $1 }
    case .combine: Signal.just(1).combineLatest(signal).map { $1 }
    case .active: signal.forwardWhileActive(Property(true))
    case .shared: signal.share()
    case .replayed: signal.replayLast()
    case .debounce: signal.debounce(for: .zero, clock: clock, unless: Property(true))
    case .held: signal.debounce(for: .zero, clock: clock) { _ in false }
    case .throttle: signal.throttle(for: .zero, clock: clock)
    case .delay: signal.delay(for: .zero, clock: clock)
    case .caught: signal.map { Result<Int, Failure>.success($0) }.catch { _ in 0 }
    }
  }

  @Test(arguments: Kind.allCases)
  func aSignalOfTooManyOperatorsEndsAtOnceAndIsReported(_ kind: Kind) {
    let issues = IssueLog(graph)
    var ends = 0
    graph.run {
      let source = SignalSource<Int>()
      var signal = source.signal
      for _ in 0..<(kind == .map ? 200_000 : 2000) { signal = next(kind, signal) }
      #expect(issues.issues.map(\.code) == [.deepSignal])
      let token = signal.observe({ _ in Issue.record("an event came") }, ended: { ends += 1 })
      source.send(1)
      #expect(ends == 1 && !token.isActive && !source.isObserved)
    }
  }

  @Test(arguments: Kind.allCases)
  func asManyOperatorsAsArePromisedPassEventsOn(_ kind: Kind) {
    let issues = IssueLog(graph)
    var (events, ends): ([Int], Int) = ([], 0)
    graph.run {
      let source = SignalSource<Int>()
      var signal = source.signal
      // Some are made of two or three others.
      for _ in 0..<(kind == .active ? 300 : 450) { signal = next(kind, signal) }
      let token = signal.observe({ events.append($0) }, ended: { ends += 1 })
      if kind == .delay {
        #expect(source.isObserved)
      } else {
        source.send(1)
        source.end()
        #expect(events == [1] && ends == (kind == .active ? 0 : 1))
      }
      token.cancel()
    }
    #expect(issues.issues.isEmpty)
  }

  @Test func signalsThatFollowEachOtherAreNoDeeperThanOne() {
    let issues = IssueLog(graph)
    var sum = 0
    graph.run {
      var signal = Signal.just(1)
      for _ in 0..<2000 { signal = signal.append(.just(1)) }
      signal.observe { sum += $0 }.cancel()
    }
    #expect(sum == 2001 && issues.issues.isEmpty)
  }

  @Test func whatIsAppendedToATooDeepSignalIsNotReportedAgain() {
    let issues = IssueLog(graph)
    graph.run {
      var signal = Signal.just(1)
      for _ in 0..<1000 { signal = signal.map { $0 } }
      for _ in 0..<3 { signal = signal.append(.just(1)) }
    }
    #expect(issues.issues.count == 1)
  }

  @Test func mergedSequenceIsNoDeeperThanOneOperator() {
    let issues = IssueLog(graph)
    var sum = 0
    graph.run {
      let merged = Signal.merge((0..<2000).lazy.map { _ in Signal.just(1) })
      merged.observe { sum += $0 }.cancel()
    }
    #expect(sum == 2000 && issues.issues.isEmpty)
  }
}

/// Ends that cause each other take no more stack than a hundred of them.
@Suite @MainActor struct NestedEndTests {
  private static let count = 200_000

  @Test func scopesWhoseActionsEndEachOtherEnd() {
    var ended: [Int] = []
    let number = Property(0)
    var runs = 0
    let scopes = (0...Self.count).map { _ in Scope() }
    for index in 0..<Self.count {
      scopes[index].onEnd {
        scopes[index + 1].end()
        ended.append(index)
      }
      if index % 1000 == 0 { number.observe { _ in runs += 1 }.store(in: scopes[index]) }
    }
    runs = 0
    scopes[0].end()
    number.value = 1
    #expect(ended.count == Self.count && runs == 0)
    #expect(Set(ended).count == Self.count)
  }

  @Test func tokensOfSignalsWhoseEndsCancelEachOtherEnd() {
    var tokens: [Subscription] = []
    var ended = 0
    for index in 0..<Self.count {
      tokens.append(
        Signal<Int>.create { _ in
          {
            ended += 1
            if index > 0 { tokens[index - 1].cancel() }
          }
        }.observe { _ in })
    }
    tokens[Self.count - 1].cancel()
    #expect(ended == Self.count && tokens.allSatisfy { !$0.isActive })
  }

  /// Up to a hundred the ends that an action causes are over when it goes on.
  @Test func anActionFindsWhatItHasEndedOver() {
    let log = Scope()
    var lines: [String] = []
    let inner = Scope()
    inner.onEnd { lines.append("inner") }
    log.onEnd {
      inner.end()
      lines.append("outer")
    }
    log.end()
    #expect(lines == ["inner", "outer"])
  }

  /// Whichever graph is current at the hundredth end.
  @Test func endsRunInTheGraphInWhichTheyWereCalled() {
    let graphs = [Graph(), Graph()]
    var seen: [Graph] = []
    let sources = (0...300).map { SignalSource<Int>(graph: graphs[$0 % 2]) }
    let tokens = (0..<300).map { index in
      Signal<Int>.create { observer in
        let token = sources[index].signal.observe(observer.send, ended: observer.end)
        return {
          token.cancel()
          seen.append(.current)
          sources[index + 1].end()
        }
      }.observe { _ in }
    }
    sources[0].end()
    #expect(tokens.allSatisfy { !$0.isActive } && seen.count == 300)
    #expect(seen.enumerated().allSatisfy { $1 === graphs[$0 % 2] })
  }

  /// What the last closures captured, too, though it ends in a loop of all graphs.
  @Test func whatIsReleasedFindsTheGraphInWhichItWasLetGoOf() {
    let graphs = [Graph(), Graph()]
    let source = SignalSource<Int>()
    var seen: [Graph] = []
    var tokens: [Subscription] = []
    for index in 0..<6 {
      let isIsolated = index >= 3
      let action: @MainActor () -> Void = {
        seen.append(.current)
        if index > 0 { graphs[(index - 1) % 2].run { tokens[index - 1].cancel() } }
      }
      let ending: AnyObject = isIsolated ? IsolatedEnding(action) : Ending(action)
      tokens.append(source.signal.observe { _ in withExtendedLifetime(ending) {} })
    }
    graphs[1].run { tokens[5].cancel() }
    #expect(seen.count == 6)
    #expect(seen.enumerated().allSatisfy { $1 === graphs[(5 - $0) % 2] })
  }
}

/// A `flatMap` whose function makes a signal with the same `flatMap` nests as deep as operators may.
@Suite @MainActor struct RecursiveSignalTests {
  private let graph = Graph()

  enum Kind: CaseIterable { case merge, latest, concat, shared, mapped }

  /// Counts down, each number in a signal within the one before.
  private func countdown(_ kind: Kind, from number: Int) -> Signal<Int> {
    let next: @MainActor (Int) -> Signal<Int> = { [self] number in
      number == 0 ? .just(0) : countdown(kind, from: number - 1)
    }
    let start = Signal.just(number)
    return switch kind {
    case .merge: start.flatMap(.merge, next)
    case .latest: start.flatMap(.latest, next)
    case .concat: start.flatMap(.concat, next)
    case .shared: start.flatMap(.merge, next).share()
    case .mapped: start.map { $0 }.flatMap(.merge, next).map { $0 }
    }
  }

  private func operators(_ kind: Kind) -> Int {
    switch kind {
    case .merge, .latest, .concat: 1
    case .shared: 2
    case .mapped: 3
    }
  }

  @Test(arguments: Kind.allCases)
  func itPassesEventsOnAsDeepAsIsPromised(_ kind: Kind) {
    let issues = IssueLog(graph)
    var (events, ends): ([Int], Int) = ([], 0)
    let levels = 1000 / operators(kind)
    graph.run {
      countdown(kind, from: levels - 1).observe({ events.append($0) }, ended: { ends += 1 })
        .cancel()
    }
    #expect(events == [0] && ends == 1 && issues.issues.isEmpty)
  }

  @Test(arguments: Kind.allCases)
  func oneThatIsDeeperEndsAndIsReported(_ kind: Kind) {
    let issues = IssueLog(graph)
    var (events, ends): ([Int], Int) = ([], 0)
    graph.run {
      countdown(kind, from: 100_000).observe({ events.append($0) }, ended: { ends += 1 }).cancel()
    }
    #expect(events.isEmpty && ends == 1 && issues.issues.map(\.code) == [.deepSignal])
  }

  /// The operators of signals that are made one after the other do not add up.
  @Test func signalsSideBySideAreNoDeeperThanOne() {
    let issues = IssueLog(graph)
    var sum = 0
    graph.run {
      let source = SignalSource<Int>()
      let token = source.signal.flatMap(.latest) { Signal.just($0).map { $0 }.map { $0 } }
        .observe { sum += $0 }
      for _ in 0..<2000 { source.send(1) }
      token.cancel()
    }
    #expect(sum == 2000 && issues.issues.isEmpty)
  }

  /// The way that the report and the documentation advise.
  @Test func roundsThatGoThroughTheSourceDoNotNest() {
    let issues = IssueLog(graph)
    var (rounds, last) = (0, -1)
    graph.run {
      let numbers = SignalSource<Int>()
      let token = numbers.signal.flatMap(.concat) { Signal.just($0) }.observe {
        (rounds, last) = (rounds + 1, $0)
        if $0 > 0 { numbers.send($0 - 1) }
      }
      numbers.send(100_000)
      token.cancel()
    }
    #expect(rounds == 100_001 && last == 0 && issues.issues.isEmpty)
  }
}
