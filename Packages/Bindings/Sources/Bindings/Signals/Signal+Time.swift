// Operators that wait. Each takes a clock, so that a test need not wait.
//
// The end of an event that another one replaces may run the user's code, which may come back here: so events
// are replaced by `exchange`, whose access is over when the old one ends.

extension Signal {
  /// Each event after nothing has come for `duration`, or at once while `isOpen` is true; the last one at
  /// once when that becomes true or the signal ends.
  public func debounce(
    for duration: Duration, clock: any Clock<Duration> = ContinuousClock(),
    unless isOpen: (any ObservableValue<Bool>)? = nil
  ) -> Signal {
    .guarded(depth: depth + 1) { observer, lifetime in
      var pending: HeldEvent<Value>?
      var wait: SignalLifetime?
      @MainActor func flush() {
        wait?.end()
        exchange(&pending, with: nil)?.send(to: observer)
      }
      if let isOpen {
        let token = isOpen.observe { if $0 { flush() } }
        lifetime.onEnd { token.cancel() }
      }
      subscribe(
        lifetime.makeChild(),
        { value in
          if isOpen?.peek() == true {
            // Within a batch what has waited may not know yet that it is open.
            flush()
            return observer.next(value)
          }
          _ = exchange(&pending, with: HeldEvent(value))
          wait?.end()
          let next = lifetime.makeChild()
          wait = next
          after(duration, clock, next, flush)
        },
        ended: {
          flush()
          observer.end()
        })
    }
  }

  /// The events that satisfy `isHeld`, each after nothing has come for `duration`; the others at once.
  ///
  /// An event that is not held drops the one that waits: an emptied search field need not wait, and
  /// what was typed before is no longer wanted.
  public func debounce(
    for duration: Duration, clock: any Clock<Duration> = ContinuousClock(),
    when isHeld: @escaping @MainActor (Value) -> Bool
  ) -> Signal {
    flatMap(.latest) { value in
      let event = Signal.just(value)
      return isHeld(value) ? event.delay(for: duration, clock: clock) : event
    }
  }

  /// The first event, then at most one, the latest, each `duration`; what waits comes at once when the signal ends.
  public func throttle(
    for duration: Duration, clock: any Clock<Duration> = ContinuousClock()
  ) -> Signal {
    .guarded(depth: depth + 1) { observer, lifetime in
      var pending: HeldEvent<Value>?
      var isWaiting = false
      @MainActor func wait() {
        isWaiting = true
        after(duration, clock, lifetime) {
          isWaiting = false
          guard let event = exchange(&pending, with: nil) else { return }
          wait()
          event.send(to: observer)
        }
      }
      subscribe(
        lifetime.makeChild(),
        { value in
          guard !isWaiting else {
            _ = exchange(&pending, with: HeldEvent(value))
            return
          }
          wait()
          observer.next(value)
        },
        ended: {
          exchange(&pending, with: nil)?.send(to: observer)
          observer.end()
        })
    }
  }

  /// Each event, and the end, later by `duration`.
  public func delay(
    for duration: Duration, clock: any Clock<Duration> = ContinuousClock()
  ) -> Signal {
    .guarded(depth: depth + 1) { observer, lifetime in
      // A clock may wake two waits for one moment in either order; the events keep theirs.
      var waiting = Queue<@MainActor () -> Void>()
      @MainActor func send(_ event: @escaping @MainActor () -> Void) {
        let held = HeldEvent(event)
        waiting.append { held.send { $0() } }
        after(duration, clock, lifetime) { waiting.popFirst()?() }
      }
      subscribe(
        lifetime.makeChild(), { value in send { observer.next(value) } },
        ended: { send { observer.end() } })
    }
  }
}

/// An event that waits, with what caused it: when it comes, the clock is not why.
///
/// If values were hidden when it came, they are when it is sent.
@MainActor
private struct HeldEvent<Value> {
  private let value: Value
  private let cause = Trace.current
  private let hidesValues = Trace.hidesValues

  init(_ value: Value) { self.value = value }

  func send(to observer: SignalObserver<Value>) { send { observer.next($0) } }

  func send(_ body: (Value) -> Void) {
    Trace.hiding(hidesValues) {
      Trace.withCause(cause ?? Trace.current) { body(value) }
    }
  }
}

/// An action that a clock will run, unless it is taken from it: then the clock does not end what it captured.
@MainActor
private final class ScheduledWork {
  private var action: (@MainActor () -> Void)?
  init(_ action: @escaping @MainActor () -> Void) { self.action = action }
  func take() -> (@MainActor () -> Void)? { exchange(&action, with: nil) }
}

/// The longest time that is asked of a clock: a hundred years, for those of the system cannot tell a moment that is
/// more than an `Int64` of seconds away from their start.
private let longestWait = Duration.seconds(100 * 366 * 86_400)

/// Calls `action` after `duration`, unless `lifetime` is over by then.
@MainActor
func after(
  _ duration: Duration, _ clock: any Clock<Duration>, _ lifetime: SignalLifetime,
  _ action: @escaping @MainActor () -> Void
) {
  let wait = lifetime.makeChild()
  guard !wait.isOver else { return }
  if let clock = clock as? any CallbackClock {
    let (graph, work) = (Graph.current, ScheduledWork(action))
    let hidesValues = Trace.hidesValues
    let cancel = clock.schedule(after: duration) {
      guard !wait.isOver, let action = work.take() else { return }
      wait.end()
      // Whoever moves the clock, an observer, say, does not depend on what the action reads.
      // Nor does what an execution hides come to light, or the other way round.
      Trace.hiding(hidesValues) { graph.run { untracked(action) } }
    }
    return wait.onEnd {
      cancel()
      if let action = work.take() { ReleaseLoop.letGo(of: consume action) }
    }
  }
  let task = Task { @MainActor in
    try? await clock.sleep(for: min(duration, longestWait))
    guard !wait.isOver else { return }
    wait.end()
    action()
  }
  wait.onEnd { task.cancel() }
}
