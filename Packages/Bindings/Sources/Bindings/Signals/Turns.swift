/// The serialization of one sender's events: events sent during the delivery of another event are
/// queued, and so is the end.
///
/// So no operator or observer downstream has to handle reentrant events.
@MainActor
@usableFromInline
class Turns {
  @usableFromInline
  enum State {
    case idle
    /// An event is being delivered.
    case delivering
    /// An event is being delivered, and others are queued.
    case crowded
    /// The end is queued behind the events; later events are dropped.
    case ending
    case ended
  }

  @exclusivity(unchecked) @usableFromInline final var state = State.idle
  @exclusivity(unchecked) private final var waiting = Queue<@MainActor () -> Void>()

  @usableFromInline
  init() {}

  @inlinable
  final var isIdle: Bool { unsafe state == .idle }

  final var isEnded: Bool { unsafe state == .ended }

  /// Delivers an event and then the events sent in the meantime; call it only while idle.
  @inlinable @inline(__always)
  final func take(_ event: () -> Void) {
    unsafe state = .delivering
    event()
    if unsafe state == .delivering { unsafe state = .idle } else { deliverWaiting() }
  }

  /// Queues an event during a delivery; drops it after the end.
  final func wait(_ event: @escaping @MainActor () -> Void) {
    guard unsafe state == .delivering || state == .crowded else { return }
    unsafe state = .crowded
    unsafe waiting.append(event)
  }

  /// Queues an event that will run with the current graph, cause and hiding of values.
  @usableFromInline
  @inline(never)
  final func waitAsNow(_ event: @escaping @MainActor () -> Void) {
    wait(asNow(event))
  }

  /// Runs `finish` as the end, after the delivery of earlier events; has no effect after an earlier end.
  @usableFromInline
  final func end(_ finish: @escaping @MainActor () -> Void) {
    switch unsafe state {
    case .idle:
      unsafe state = .ended
      finish()
    case .delivering, .crowded:
      waitAsNow {
        unsafe self.state = .ended
        finish()
      }
      unsafe state = .ending
    case .ending, .ended: break
    }
  }

  @usableFromInline
  @inline(never)
  final func deliverWaiting() {
    while let next = unsafe waiting.popFirst() { next() }
    if unsafe state == .crowded { unsafe state = .idle }
  }
}

/// Returns a closure that runs `action` later with the current graph, cause and hiding of values.
@MainActor
func asNow(_ action: @escaping @MainActor () -> Void) -> @MainActor () -> Void {
  let graph = Graph.current
  let cause = Trace.current
  let hidesValues = Trace.hidesValues
  return {
    graph.engine.perform {
      Trace.hiding(hidesValues) { Trace.withCause(cause, action) }
    }
  }
}
