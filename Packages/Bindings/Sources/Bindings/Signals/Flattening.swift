/// The state of one `flatMap`: its inner signals.
@MainActor
final class Flattening<Output> {
  private let strategy: FlattenStrategy
  private let observer: SignalObserver<Output>
  private let lifetime: SignalLifetime
  /// Whether the depth of the outer signal already includes the operators of the inner signals.
  private let isCounted: Bool
  private var hasReported = false
  private var current: SignalLifetime?
  private var waiting = Queue<(signal: Signal<Output>, isHidden: Bool)>()
  private var open = 0
  private var outerEnded = false
  private let starting = Repetition()

  init(
    _ strategy: FlattenStrategy, isCounted: Bool, _ observer: SignalObserver<Output>,
    _ lifetime: SignalLifetime
  ) {
    self.isCounted = isCounted
    self.strategy = strategy
    self.observer = observer
    self.lifetime = lifetime
  }

  func add(_ signal: Signal<Output>) {
    switch strategy {
    case .merge: start(signal)
    case .latest:
      if let current, !current.isOver {
        current.end()
        open -= 1
      }
      start(signal)
    case .concat:
      waiting.append((signal, Trace.hidesValues))
      startWaiting()
    }
  }

  func endOuter() {
    outerEnded = true
    endIfDone()
  }

  private func start(_ signal: Signal<Output>) {
    open += 1
    let inner = lifetime.makeChild(around: isCounted ? 0 : signal.depth)
    current = inner
    let isTooDeep = inner.depth > SignalDepth.limit
    if isTooDeep, !hasReported {
      hasReported = true
      SignalDepth.report()
    }
    var next: @MainActor (Output) -> Void = observer.next
    // The events of a signal made from a hidden event may contain that event; parts of a merge are not made from one.
    if !isCounted, Trace.hidesValues {
      next = { [observer] event in Trace.hidingValues { observer.next(event) } }
    }
    (isTooDeep ? .empty : signal).subscribe(
      inner, next,
      ended: {
        self.open -= 1
        if self.strategy == .concat { self.startWaiting() }
        self.endIfDone()
      })
  }

  private func startWaiting() {
    starting.run {
      guard open == 0, !lifetime.isOver, let next = waiting.popFirst() else { return }
      Trace.hiding(next.isHidden) { start(next.signal) }
    }
  }

  private func endIfDone() {
    if outerEnded, open == 0, waiting.isEmpty { observer.end() }
  }
}
