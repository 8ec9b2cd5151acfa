import Bindings
import Testing

/// When an observation is over, all of its parts are: the end of one finds none that still goes on.
@Suite @MainActor struct CancellationOrderTests {
  private let source = SignalSource<Int>()
  private let log = Log()

  @MainActor private final class Log { var lines: [String] = [] }

  enum Kind: CaseIterable { case merge, combineLatest, zip, flatMap, concat, prefix }

  /// A signal whose end sends.
  private var sendingAtItsEnd: Signal<Int> {
    let source = source
    return Signal.create { observer in
      observer.send(0)
      return { source.send(1) }
    }
  }

  private func observe(_ kind: Kind, until last: Signal<Void>) -> Subscription {
    let log = log
    let noted = source.signal.map { event in
      log.lines.append("closure")
      return event
    }
    let first = sendingAtItsEnd
    let signal: Signal<Int>
    switch kind {
    case .merge: signal = .merge([first, noted])
    case .combineLatest: signal = first.combineLatest(noted).map(\.1)
    case .zip: signal = first.zip(noted).map(\.1)
    case .flatMap: signal = Signal.just(first, noted).flatMap(.merge) { $0 }
    case .concat:
      signal = Signal.merge([Signal.just(first).flatMap(.concat) { $0 }, noted])
    case .prefix: signal = Signal.merge([first, noted]).prefix(100)
    }
    return signal.prefix(until: last).observe { _ in }
  }

  @Test(arguments: Kind.allCases)
  func noClosureRunsAfterTheCancellation(_ kind: Kind) {
    let token = observe(kind, until: .never)
    log.lines = []
    token.cancel()
    #expect(log.lines == [])
    #expect(!source.isObserved)
  }

  @Test(arguments: Kind.allCases)
  func noClosureRunsAfterTheEnd(_ kind: Kind) {
    let last = SignalSource<Void>()
    let token = observe(kind, until: last.signal)
    log.lines = []
    last.send(())
    #expect(log.lines == [] && !token.isActive)
  }

  @Test func whatAControlSendsAtTheEndOfItsBindingIsNotTaken() {
    let (text, edits) = (Property(0), SignalSource<Int>())
    var ending: Ending? = Ending { edits.send(5) }
    let token = text.bind(with: edits.signal) { [ending] _ in withExtendedLifetime(ending) {} }
    ending = nil
    token.cancel()
    #expect(text.value == 0 && ending == nil)
  }

  /// Each kind of observation that has parts of its own.
  private func observeEverything(
    _ number: Property<Int>, _ edits: SignalSource<Int>, with owner: Log
  ) -> [Subscription] {
    let texts = Computed { ["\(number.value)"] }
    return [
      number.observe(with: owner) { $0.lines.append("value \($1)") },
      Bindings.observe(with: owner) { $0.lines.append("run \(number.value)") },
      texts.bind(to: \.lines, on: owner),
      number.bind(
        with: edits.signal.map { event in
          owner.lines.append("closure")
          return event
        }
      ) { _ in owner.lines.append("shown") },
    ]
  }

  @Test func nothingThatAScopeKeepsRunsAfterAnEndInTheMiddleOfItsEnd() {
    let (scope, number, edits) = (Scope(), Property(0), SignalSource<Int>())
    Signal<Int>.create { _ in
      {
        scope.end()
        number.value = 1
        edits.send(5)
      }
    }
    .observe { _ in }.store(in: scope)
    for token in observeEverything(number, edits, with: log) { token.store(in: scope) }
    log.lines = []
    scope.end()
    #expect(log.lines == [] && number.value == 1 && !edits.isObserved)
  }

  /// Deeper than ends nest, the actions of an end wait; what ends is over all the same.
  @Test func nothingRunsAfterACancellationInTheMiddleOfManyOthers() {
    let (number, edits) = (Property(0), SignalSource<Int>())
    var tokens: [Subscription] = []
    for index in 0..<150 {
      let signal = Signal<Int>.create { _ in
        {
          if index < 149 { return tokens[index + 1].cancel() }
          for token in tokens[150...] { token.cancel() }
          number.value = 1
          edits.send(5)
        }
      }
      tokens.append(signal.observe { _ in })
    }
    tokens += observeEverything(number, edits, with: log)
    log.lines = []
    tokens[0].cancel()
    #expect(log.lines == [] && number.value == 1 && !edits.isObserved)
  }

  @Test func anObserverThatAnEndReleasesFindsNothingThatStillGoesOn() {
    let (number, edits) = (Property(0), SignalSource<Int>())
    var ending: Ending? = Ending {
      number.value = 1
      edits.send(5)
    }
    var token: Subscription? = number.bind(
      with: edits.signal.map { [log] event in
        log.lines.append("closure")
        return event
      }
    ) { [ending] _ in withExtendedLifetime(ending) {} }
    ending = nil
    token?.cancel()
    token = nil
    #expect(log.lines == [] && number.value == 1 && ending == nil)
  }

  @Test func anEndThatCancelsIsNotPassedOn() {
    var token: Subscription?
    var observer: SignalObserver<Int>?
    let work = Signal<Int>.create {
      observer = $0
      return { token?.cancel() }
    }
    let stop = SignalSource<Void>()
    let ways: [(signal: Signal<Int>, end: @MainActor () -> Void)] = [
      (work, { observer?.end() }),
      (work.prefix(1), { observer?.send(1) }),
      (work.prefix(until: stop.signal), { stop.send(()) }),
      (.merge([work, .empty]), { observer?.end() }),
      (Signal.just(1).flatMap(.concat) { _ in work }, { observer?.end() }),
      (work.append(.empty), { observer?.end() }),
      (work.share(), { observer?.end() }),
    ]
    for (index, way) in ways.enumerated() {
      token = way.signal.handleEvents(ended: { [log] in log.lines.append("operator \(index)") })
        .observe({ _ in }, ended: { [log] in log.lines.append("end \(index)") })
      way.end()
      #expect(token?.isActive == false)
    }
    #expect(log.lines == [])
  }

  @Test func aConverterThatCancelsItsBindingWritesNothing() {
    let (one, other, text) = (Property(0), Property(0), Property(""))
    var tokens: [Subscription] = []
    tokens.append(
      one.bind(to: other) {
        if $0 == 1 { tokens = [] }
        return $0
      })
    one.value = 1
    #expect(other.value == 0)
    for cancelsForward in [true, false] {
      one.value = 0
      tokens.append(
        one.bind(
          with: text,
          forward: {
            if cancelsForward, $0 == 5 { tokens = [] }
            return "\($0)"
          },
          backward: {
            if !cancelsForward, $0 == "5" { tokens = [] }
            return Int($0)
          }))
      if cancelsForward { one.value = 5 } else { text.value = "5" }
      #expect(cancelsForward ? text.value == "0" : one.value == 0)
      #expect(tokens.isEmpty)
    }
  }

  @Test func anObserverWhoseOwnerIsGoneLeavesNothing() {
    let (graph, scope) = (Graph(), Scope())
    let number = Property(0, graph: graph)
    for _ in 0..<100 {
      let owner = Log()
      Bindings.observe(with: owner, graph: graph) { _ in _ = number.value }.store(in: scope)
      number.observe(with: owner) { _, _ in }.store(in: scope)
    }
    number.value = 1
    #expect(scope.count == 0 && graph.nodeCount == 1)
  }
}
