import Bindings
import Testing

/// Sending, ending, observing and cancelling while an event or the end is being delivered.
@Suite @MainActor struct SignalReentranceTests {
  let source = SignalSource<Int>()

  /// Writes what `signal` sends into `log`, each line beginning with `name`.
  @MainActor final class Log {
    var lines: [String] = []

    func follow<Value>(_ signal: Signal<Value>, as name: String) -> Subscription {
      signal.observe(
        { self.lines.append("\(name) \($0)") }, ended: { self.lines.append("\(name) end") })
    }
  }

  @Test func anEndDuringADeliveryComesAfterTheEventsSentBeforeIt() {
    let log = Log()
    let first = source.signal.observe {
      guard $0 == 1 else { return }
      source.send(2)
      source.end()
      source.send(3)
    }
    let second = log.follow(source.signal, as: "b")
    let third = log.follow(source.signal, as: "c")
    source.send(1)
    #expect(log.lines == ["b 1", "c 1", "b 2", "c 2", "b end", "c end"])
    #expect(source.isEnded && !source.isObserved)
    withExtendedLifetime((first, second, third)) {}
  }

  @Test func whoEndsTheSignalHearsOfItAfterItsOwnEvent() {
    var log: [String] = []
    let token = source.signal.observe(
      {
        log.append("\($0)")
        source.end()
        log.append("after")
      }, ended: { log.append("end") })
    source.send(1)
    #expect(log == ["1", "after", "end"])
    token.cancel()
  }

  @Test func whoObservesWhileTheEndWaitsGetsTheEventsBeforeItAndTheEnd() {
    let log = Log()
    var late: Subscription?
    let first = source.signal.observe {
      guard $0 == 1 else { return }
      source.send(2)
      source.end()
      late = log.follow(source.signal, as: "late")
    }
    source.send(1)
    #expect(log.lines == ["late 2", "late end"])
    withExtendedLifetime((first, late)) {}
  }

  @Test func whoObservesDuringTheEndIsEndedAtOnce() {
    let log = Log()
    var late: Subscription?
    let first = source.signal.observe(
      { _ in }, ended: { late = log.follow(source.signal, as: "late") })
    source.end()
    #expect(log.lines == ["late end"])
    withExtendedLifetime((first, late)) {}
  }

  @Test func whoIsCancelledByAnEarlierEndHearsNothing() {
    var log: [String] = []
    var victim: Subscription?
    let first = source.signal.observe({ _ in }, ended: { victim?.cancel() })
    victim = source.signal.handleEvents(ended: { log.append("operator") })
      .observe({ _ in }, ended: { log.append("ended") })
    source.end()
    #expect(log == [])
    withExtendedLifetime(first) {}
  }

  @Test func sendingAndEndingDuringTheEndDoNothing() {
    let log = Log()
    let first = source.signal.observe(
      { _ in },
      ended: {
        source.send(9)
        source.end()
      })
    let second = log.follow(source.signal, as: "b")
    source.end()
    #expect(log.lines == ["b end"])
    withExtendedLifetime((first, second)) {}
  }

  @Test func whoCancelsItselfKeepsTheOthersGoing() {
    let log = Log()
    var own: Subscription?
    let before = log.follow(source.signal, as: "a")
    own = source.signal.observe { _ in own?.cancel() }
    let after = log.follow(source.signal, as: "c")
    source.send(1)
    source.send(2)
    #expect(log.lines == ["a 1", "c 1", "a 2", "c 2"])
    withExtendedLifetime((before, after)) {}
  }

  @Test func cancellingReleasesWhatTheClosureCaptured() {
    final class Big {}
    var tokens: [Subscription] = []
    weak var big: Big?
    do {
      let captured = Big()
      big = captured
      for index in 0..<40 {
        tokens.append(source.signal.observe { _ in if index == 20 { _ = captured } })
      }
    }
    #expect(big != nil)
    for token in tokens { token.cancel() }
    #expect(big == nil)
  }

  @Test func eventsThatWaitAreHeardInTheOrderInWhichTheyWereSent() {
    let log = Log()
    let first = source.signal.observe {
      if $0 < 2000 { source.send($0 * 2); source.send($0 * 2 + 1) }
    }
    let token = log.follow(source.signal, as: "b")
    source.send(1)
    #expect(log.lines == (1..<4000).map { "b \($0)" })
    withExtendedLifetime((first, token)) {}
  }
}
