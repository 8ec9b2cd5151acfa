// Operators that wait. Each takes a clock, so that a test need not wait.
//
// The deinit of a replaced event may run user code that calls the operator again. So events are replaced by
// `exchange`, whose access is over before the deinit runs.

extension Signal {
  /// A debounce that sends an event after `duration` without a further event, or at once while `isOpen` is true; it
  /// sends a pending event at once when `isOpen` becomes true or the signal ends.
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
            // Within a batch the observer of `isOpen` has not run yet, so the pending event is sent first.
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

  /// A debounce of the events for which `isHeld` is true; all other events are sent at once.
  ///
  /// An event that is not delayed discards the pending one: an emptied search field does not have to wait, and
  /// the text typed before is no longer needed.
  public func debounce(
    for duration: Duration, clock: any Clock<Duration> = ContinuousClock(),
    when isHeld: @escaping @MainActor (Value) -> Bool
  ) -> Signal {
    flatMap(.latest) { value in
      let event = Signal.just(value)
      return isHeld(value) ? event.delay(for: duration, clock: clock) : event
    }
  }

  /// A signal that sends the first event and then at most one event, the latest, per `duration`.
  ///
  /// When the signal ends, an event that waits is sent at once.
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

  /// A signal that sends each event and the end later by `duration`.
  public func delay(
    for duration: Duration, clock: any Clock<Duration> = ContinuousClock()
  ) -> Signal {
    .guarded(depth: depth + 1) { observer, lifetime in
      // A clock may wake two waits with equal deadlines in either order; the queue keeps the order of the events.
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

/// A delayed event with its original cause, so that traces do not name the clock as the cause.
///
/// If values were hidden when the event arrived, they are hidden when it is sent.
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

/// An action for a clock; taking the action out ensures that the clock does not release its captured objects.
@MainActor
private final class ScheduledWork {
  private var action: (@MainActor () -> Void)?
  init(_ action: @escaping @MainActor () -> Void) { self.action = action }
  func take() -> (@MainActor () -> Void)? { exchange(&action, with: nil) }
}

/// The longest duration that is passed to a clock, a hundred years: system clocks cannot represent instants that are
/// more than an `Int64` of seconds away from their start.
private let longestWait = Duration.seconds(100 * 366 * 86_400)

/// Calls `action` after `duration`, unless `lifetime` has ended by then.
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
      // The reads of the action are not tracked, even if an observer advances the clock. Whether values are hidden
      // depends on the caller of `after`, not on the code that advances the clock.
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
