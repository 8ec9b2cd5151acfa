import Bindings
import BindingsTestSupport
import Testing

/// Closures of operators that send, while they are in the middle of an event.
@Suite @MainActor struct SignalOrderTests {
  let left = SignalSource<Int>()
  let right = SignalSource<Int>()

  /// The events of both sources; one source by itself lets what is sent in answer wait anyhow.
  var both: Signal<Int> { Signal.merge([left.signal, right.signal]) }

  /// Sends 2 in the middle of 1.
  func answer(_ value: Int) { if value == 1 { right.send(2) } }

  /// What `signal` sends after 1 went into `left`.
  func events<Value>(_ signal: Signal<Value>) -> [String] {
    var log: [String] = []
    let token = signal.observe({ log.append("\($0)") }, ended: { log.append("end") })
    left.send(1)
    token.cancel()
    return log
  }

  /// A merge in the middle of an event lets the next one wait, and so has passed it on.
  @Test func afterNextDoesNotWaitForAnEventThatWaits() {
    let (one, other) = (SignalSource<Int>(), SignalSource<Int>())
    var log: [String] = []
    let right = other.signal.handleEvents(afterNext: { log.append("after \($0)") })
    let token = Signal.merge([one.signal, right]).observe {
      log.append("observed \($0)")
      if $0 == 1 { other.send(2) }
    }
    one.send(1)
    #expect(log == ["observed 1", "after 2", "observed 2"])
    token.cancel()
  }

  @Test(arguments: [FlattenStrategy.concat, .merge, .latest])
  func aTransformThatSendsGetsItsOwnSignalStartedFirst(_ strategy: FlattenStrategy) {
    let flat = both.flatMap(strategy) { value in
      answer(value)
      return Signal.just(value * 10, value * 10 + 1)
    }
    #expect(events(flat) == ["10", "11", "20", "21"])
  }

  @Test func aTransformThatEndsTheSignalHasItsOwnEventsSent() {
    let flat = both.flatMap(.concat) { value in
      left.end()
      right.end()
      return Signal.just(value)
    }
    #expect(events(flat) == ["1", "end"])
  }

  @Test func eventsSentByOperatorsComeAfterTheOneInHand() {
    let map = both.map { value in
      answer(value)
      return value
    }
    #expect(events(map) == ["1", "2"])
    let filter = both.filter { value in
      answer(value)
      return true
    }
    #expect(events(filter) == ["1", "2"])
    let compactMap = both.compactMap { value -> Int? in
      answer(value)
      return value
    }
    #expect(events(compactMap) == ["1", "2"])
    #expect(events(both.handleEvents(next: answer)) == ["1", "2"])
  }

  @Test func scanLosesNothingThatItsClosureSends() {
    let sum = both.scan(0) { sum, value in
      answer(value)
      return sum + value
    }
    #expect(events(sum) == ["1", "3"])
  }

  @Test func pairsThatObserversBringComeAfterTheOneInHand() {
    let zipped = left.signal.zip(right.signal).map(+).handleEvents(
      next: { if $0 == 3 { left.send(10); right.send(20) } })
    right.send(1)
    let pair = left.signal.combineLatest(right.signal.prepend(0)).map { "\($0.0) \($0.1)" }
      .handleEvents(next: { if $0 == "1 0" { right.send(2) } })
    #expect(events(pair) == ["1 0", "1 2"])
    var log: [Int] = []
    let token = zipped.observe { log.append($0) }
    right.send(2)
    left.send(1)
    #expect(log == [3, 30])
    withExtendedLifetime(token) {}
  }

  @Test func eachObserverHearsAMergeInTheOrderOfItsEvents() {
    var log: [String] = []
    let token = both.handleEvents(next: answer).observe { value in
      log.append("begin \(value)")
      if value == 2 { left.send(3) }
      log.append("end \(value)")
    }
    left.send(1)
    #expect(log == ["begin 1", "end 1", "begin 2", "end 2", "begin 3", "end 3"])
    withExtendedLifetime(token) {}
  }

  @Test func coldWorkThatIsAnsweredFromWithinSendsOneEventAtATime() {
    var work: SignalObserver<Int>?
    let cold = Signal<Int>.create { observer in
      work = observer
      return {}
    }
    var log: [String] = []
    let token = cold.observe(
      { value in
        log.append("begin \(value)")
        if value == 1 {
          work?.send(2)
          work?.end()
          work?.send(3)
        }
        log.append("end \(value)")
      }, ended: { log.append("ended") })
    work?.send(1)
    #expect(log == ["begin 1", "end 1", "begin 2", "end 2", "ended"])
    withExtendedLifetime(token) {}
  }

  @Test func whatWaitsIsDroppedByACancelledObservation() {
    var log: [Int] = []
    var token: Subscription?
    token = both.observe { value in
      log.append(value)
      answer(value)
      token?.cancel()
    }
    left.send(1)
    #expect(log == [1])
  }

  @Test func becomingActiveAgainInTheMiddleOfAnEventComesAfterIt() {
    let isActive = Property(true)
    let values = left.signal.replayLast()
    let keeper = values.observe { _ in }
    var log: [String] = []
    var isFirst = true
    let token = values.forwardWhileActive(isActive).observe { value in
      log.append("begin \(value)")
      if isFirst {
        isFirst = false
        isActive.value = false
        isActive.value = true
      }
      log.append("end \(value)")
    }
    left.send(1)
    #expect(log == ["begin 1", "end 1", "begin 1", "end 1"])
    withExtendedLifetime((keeper, token)) {}
  }

  @Test func aTimeThatPassesInTheMiddleOfAnEventSendsAfterIt() {
    let clock = ManualClock()
    var log: [String] = []
    let token = left.signal.delay(for: .seconds(1), clock: clock).observe { value in
      log.append("begin \(value)")
      if value == 1 { clock.advance(by: .seconds(2)) }
      log.append("end \(value)")
    }
    left.send(1)
    clock.advance(by: .milliseconds(500))
    left.send(2)
    clock.advance(by: .milliseconds(500))
    #expect(log == ["begin 1", "end 1", "begin 2", "end 2"])
    withExtendedLifetime(token) {}
  }

  @Test func anEventThatWaitsIsHeardInItsOwnGraph() {
    let graphs = [Graph(), Graph()]
    let sources = graphs.map { SignalSource<Int>(graph: $0) }
    var log: [Int?] = []
    let token = Signal.merge([sources[0].signal, sources[1].signal]).observe { value in
      log.append(graphs.firstIndex { $0 === Graph.current })
      if value == 1 { sources[1].send(2) }
    }
    sources[0].send(1)
    #expect(log == [0, 1])
    withExtendedLifetime(token) {}
  }

  @Test func anEventThatWaitsKeepsItsCause() {
    let graph = Graph()
    let log = TraceLog(limit: 100)
    graph.tracer = log
    let sources = (0..<2).map { SignalSource<Int>(label: "source \($0)", graph: graph) }
    let seen = Property(0, label: "seen", graph: graph)
    let token = Signal.merge([sources[0].signal, sources[1].signal]).observe { value in
      if value == 1 { sources[1].send(2) }
      seen.value = value
    }
    sources[0].send(1)
    let write = log.records(of: seen.node).last { $0.kind == .write }
    let chain = write.map { log.chain(of: $0.id) } ?? []
    #expect(chain.map(\.name) == ["seen", "source 1", "source 0"])
    withExtendedLifetime(token) {}
  }

  @Test func closuresThatWaitAreReleasedWithTheirObservation() {
    final class Big {}
    weak var big: Big?
    var token: Subscription?
    do {
      let captured = Big()
      big = captured
      token = both.map { _ in captured }.observe { _ in
        right.send(2)
        right.send(3)
        token?.cancel()
      }
    }
    left.send(1)
    token = nil
    #expect(big == nil && !left.isObserved && !right.isObserved)
  }
}
