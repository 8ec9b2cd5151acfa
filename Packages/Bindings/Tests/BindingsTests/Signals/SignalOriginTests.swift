import Bindings
import BindingsTestSupport
import Testing

/// Where an event comes from stays with it: its graph, its cause and whether it is a secret.
@Suite @MainActor struct SignalOriginTests {
  let graph = Graph()
  let other = Graph()

  @Test func sharingTellsNoSecretsAndNothingTwice() {
    let log = TraceLog()
    graph.tracer = log
    graph.run {
      let pin = SignalSource<String>(label: "pin")
      pin.isSecure = true
      let login = Command<String, String>(label: "login") { "token of \($0)" }
      login.node.isSecure = true
      let tokens = [
        pin.signal.replayLast().observe { _ in }, pin.signal.share().observe { _ in },
        login.results.share().observe { _ in },
      ]
      pin.send("zebra9")
      login.execute("zebra9")
      withExtendedLifetime(tokens) {}
    }
    // No number of a record.
    #expect(!log.records.contains { "\($0)".contains("zebra9") })
    #expect(log.records.filter { $0.kind == .signalEvent }.count == 2)
    graph.tracer = nil
  }

  @Test(arguments: [false, true])
  func observersOfASharedSignalRunInTheGraphOfTheSource(replays: Bool) {
    let source = SignalSource<Int>(graph: graph)
    let shared = replays ? source.signal.replayLast() : source.signal.share()
    var graphs: [ObjectIdentifier] = []
    weak var first: Graph?
    var token: Subscription?
    do {
      let own = Graph()
      first = own
      let early = own.run { shared.observe { _ in } }
      token = other.run { shared.observe { _ in graphs.append(ObjectIdentifier(Graph.current)) } }
      early.cancel()
    }
    #expect(first == nil)
    source.send(1)
    #expect(graphs == [ObjectIdentifier(graph)])
    token = nil
    #expect(!source.isObserved && token == nil)
  }

  enum Sharing: CaseIterable { case none, share, replayLast }

  /// A signal without a source belongs to no graph.
  @Test(arguments: Sharing.allCases)
  func anEventWithoutASourceRunsWhereItIsSentAndIsNotReadThere(_ sharing: Sharing) {
    let (log, sender) = (IssueLog(graph, other), Graph())
    var senders: [SignalObserver<Int>] = []
    let cold = Signal<Int>.create { observer in
      senders.append(observer)
      return {}
    }
    let signal =
      switch sharing {
      case .none: cold
      case .share: cold.share()
      case .replayLast: cold.replayLast()
      }
    let values = [graph, other, sender].map { Property(0, graph: $0) }
    var graphs: [ObjectIdentifier] = []
    let tokens = [graph, other].map { graph in
      graph.run {
        signal.observe { _ in
          graphs.append(ObjectIdentifier(Graph.current))
          for value in values { _ = value.value }
        }
      }
    }
    #expect(senders.count == (sharing == .none ? 2 : 1))
    let trigger = Property(0, graph: sender)
    var runs = 0
    let sending = sender.run {
      observe {
        runs += 1
        for sender in senders { sender.send(trigger.value) }
      }
    }
    #expect(graphs == [ObjectIdentifier(sender), ObjectIdentifier(sender)])
    for value in values { value.value = 1 }
    #expect(runs == 1 && graphs.count == 2 && log.issues.isEmpty)
    trigger.value = 1
    #expect(runs == 2 && graphs.count == 4)
    withExtendedLifetime((tokens, sending)) {}
  }

  enum Moment: CaseIterable { case made, first, replayed, event, end, cancel, time }

  /// Code of a signal that runs in the middle of an observer.
  @Test(arguments: Moment.allCases)
  func whatASignalsCodeReadsIsNotReadByTheObserverAround(_ moment: Moment) {
    let (read, source) = (Property(0, graph: graph), SignalSource<Int>(graph: graph))
    let replayed = source.signal.replayLast()
    let keeping = replayed.observe { _ in }
    source.send(1)
    var sender: SignalObserver<Int>?
    let cold = Signal<Int>.create {
      sender = $0
      return { if moment == .cancel { _ = read.value } }
    }
    var (runs, calls) = (0, 0)
    @MainActor func look() {
      calls += 1
      _ = read.value
    }
    let around = observe(graph: graph) {
      runs += 1
      switch moment {
      case .made:
        Signal<Int>.create { _ in
          look()
          return {}
        }.observe { _ in }.cancel()
      case .first: Signal.just(1).map { $0 }.observe { _ in look() }.cancel()
      case .replayed: replayed.observe { _ in look() }.cancel()
      case .event:
        let token = cold.observe { _ in look() }
        sender?.send(1)
        token.cancel()
      case .end:
        let token = cold.observe({ _ in }, ended: look)
        sender?.end()
        token.cancel()
      case .time:
        let clock = ManualClock()
        let token = cold.debounce(for: .seconds(1), clock: clock).observe { _ in look() }
        sender?.send(1)
        clock.advance(by: .seconds(1))
        token.cancel()
      case .cancel:
        cold.observe { _ in }.cancel()
        calls += 1
      }
    }
    #expect(runs == 1 && calls == 1)
    read.value = 1
    #expect(runs == 1 && calls == 1)
    withExtendedLifetime((keeping, around)) {}
  }

  @Test func anEventSentInTheMiddleOfASharedOneComesAfterIt() {
    let source = SignalSource<Int>()
    let shared = source.signal.replayLast()
    var seen: [String] = []
    var late: Subscription?
    let first = shared.observe {
      seen.append("first \($0)")
      if $0 == 1 {
        source.send(2)
        late = shared.observe { seen.append("late \($0)") }
      }
    }
    let second = shared.observe { seen.append("second \($0)") }
    source.send(1)
    #expect(seen == ["first 1", "late 1", "second 1", "first 2", "second 2", "late 2"])
    withExtendedLifetime((first, second, late)) {}
  }

  @Test func anEndThatWaitsKeepsItsGraphAndItsCause() {
    let (log, source, last) = (TraceLog(), SignalSource<Int>(), SignalSource<Int>(graph: other))
    other.tracer = log
    var end: (graph: Graph, cause: TraceRecord.ID?)?
    let events = SignalSource<Int>(graph: graph)
    let token = events.signal.prefix(until: last.signal).observe(
      { _ in last.send(0) }, ended: { end = (Graph.current, Trace.cause) })
    events.send(1)
    #expect(end?.graph === other)
    #expect(end?.cause == log.records.last?.id && end?.cause != nil)
    withExtendedLifetime((token, source)) {}
    other.tracer = nil
  }

  enum Wait: CaseIterable { case debounce, throttle, delay, debounceUnless }

  @Test(arguments: Wait.allCases, [false, true])
  func whatAnEventCausesLaterFollowsFromTheEvent(_ wait: Wait, isReal: Bool) async {
    let (log, clock) = (TraceLog(), ManualClock())
    graph.tracer = log
    let source = SignalSource<Int>(label: "typed", graph: graph)
    let shown = Property(0, label: "shown", graph: graph)
    let isActive = Property(false, graph: graph)
    let (long, short) = (Duration.seconds(1), Duration.milliseconds(1))
    let signal = source.signal
    let waiting =
      switch (wait, isReal) {
      case (.debounce, true): signal.debounce(for: short)
      case (.debounce, false): signal.debounce(for: long, clock: clock)
      case (.throttle, true): signal.throttle(for: short)
      case (.throttle, false): signal.throttle(for: long, clock: clock)
      case (.delay, true): signal.delay(for: short)
      case (.delay, false): signal.delay(for: long, clock: clock)
      case (.debounceUnless, true): signal.debounce(for: short, unless: isActive)
      case (.debounceUnless, false):
        signal.debounce(for: long, clock: clock, unless: isActive)
      }
    let token = waiting.bind(to: shown)
    source.send(1)
    source.send(2)
    let sent = log.records.last { $0.kind == .signalEvent }
    if isReal {
      while shown.value != 2 { await Task.yield() }
    } else {
      let mark = graph.mark("time goes by")
      Trace.withCause(mark) { clock.advance(by: .seconds(1)) }
    }
    let write = log.records.last { $0.node == shown.node }
    #expect(shown.value == 2 && write?.cause == sent?.id && sent != nil)
    token.cancel()
    graph.tracer = nil
  }

  @Test func activityIsAskedWhenAnEventComes() {
    let (isActive, source) = (Property(true), SignalSource<String>())
    var forwarded: [String] = []
    var throttled: [String] = []
    let tokens = [
      source.signal.forwardWhileActive(isActive).observe { forwarded.append($0) },
      source.signal.debounce(for: .seconds(1), clock: ManualClock(), unless: isActive).observe {
        throttled.append($0)
      },
    ]
    batch {
      isActive.value = false
      source.send("A")
    }
    #expect(forwarded == [] && throttled == [])
    batch {
      isActive.value = true
      source.send("B")
    }
    #expect(throttled == ["A", "B"])
    source.send("C")
    #expect(forwarded == ["C"] && throttled == ["A", "B", "C"])
    withExtendedLifetime(tokens) {}
  }
}
