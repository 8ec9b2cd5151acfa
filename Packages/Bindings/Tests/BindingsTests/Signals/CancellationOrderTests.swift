import Bindings
import Testing

/// When an observation is over, all of its parts are: the end of one finds none that still goes on.
@Suite @MainActor struct CancellationOrderTests {
  private let source = SignalSource<Int>()
  private let log = Log()

  @MainActor private final class Log { var lines: [String] = [] }

  @MainActor private final class Screen {
    let log: Log
    init(_ log: Log) { self.log = log }
    func show(_ one: Int, _ other: Int) { log.lines.append("\(one) \(other)") }
  }

  enum Kind: CaseIterable { case merge, combineLatest, zip, flatMap, concat, prefix, lift }

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
    case .lift: return lift(Screen.show, on: screen, first, noted)
    }
    return signal.prefix(until: last).observe { _ in }
  }

  private let screen: Screen

  init() { screen = Screen(log) }

  @Test(arguments: Kind.allCases)
  func noClosureRunsAfterTheCancellation(_ kind: Kind) {
    let token = observe(kind, until: .never)
    log.lines = []
    token.cancel()
    #expect(log.lines == [])
    #expect(!source.isObserved)
  }

  @Test(arguments: Kind.allCases.filter { $0 != .lift })
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
}

/// A lifted method is called with the latest events, one call after the other, as long as some may come.
@Suite @MainActor struct LiftedCallTests {
  @MainActor private final class Screen {
    var shown: [String] = []
    var onShow: (Int, Int) -> Void = { _, _ in }
    func show(_ one: Int, _ other: Int) {
      onShow(one, other)
      shown.append("\(one) \(other)")
    }
  }

  @Test func callsDoNotNest() {
    let (one, other, screen) = (SignalSource<Int>(), SignalSource<Int>(), Screen())
    screen.onShow = { if $1 < $0 { other.send($0) } }
    let token = lift(Screen.show, on: screen, one.signal, other.signal)
    one.send(1)
    other.send(1)
    one.send(2)
    #expect(screen.shown == ["1 1", "2 1", "2 2"])
    token.cancel()
    other.send(3)
    #expect(screen.shown.count == 3)
  }

  @Test func itEndsWithItsSignals() {
    let (scope, screen, one) = (Scope(), Screen(), SignalSource<Int>())
    for _ in 0..<3 { lift(Screen.show, on: screen, Signal.just(1), .just(2)).store(in: scope) }
    lift(Screen.show, on: screen, one.signal, .empty).store(in: scope)
    #expect(scope.count == 0 && !one.isObserved)
    #expect(screen.shown == ["1 2", "1 2", "1 2"])
    let token = lift(Screen.show, on: screen, one.signal, .just(3))
    one.send(1)
    #expect(screen.shown.last == "1 3" && token.isActive)
    one.end()
    #expect(!token.isActive)
  }

  @Test func anObserverWhoseOwnerIsGoneLeavesNothing() {
    let (graph, scope) = (Graph(), Scope())
    let number = Property(0, graph: graph)
    for _ in 0..<100 {
      let owner = Screen()
      observe(with: owner, graph: graph) { _ in _ = number.value }.store(in: scope)
      number.observe(with: owner) { _, _ in }.store(in: scope)
    }
    number.value = 1
    #expect(scope.count == 0 && graph.nodeCount == 1)
  }
}
