/// The order of one sender's events: what is sent while an event is being delivered waits for its
/// turn, and so does the end.
///
/// So nobody downstream is entered in the middle of an event, and no operator has to expect it.
@MainActor
@usableFromInline
class Turns {
  @usableFromInline
  enum State {
    case idle
    /// An event is being delivered.
    case delivering
    /// An event is being delivered, and others wait.
    case crowded
    /// The end waits behind the events; nothing more may follow it.
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

  /// Delivers an event, and then what was sent meanwhile; only while idle.
  @inlinable @inline(__always)
  final func take(_ event: () -> Void) {
    unsafe state = .delivering
    event()
    if unsafe state == .delivering { unsafe state = .idle } else { deliverWaiting() }
  }

  /// Lets an event wait for its turn; drops it after the end.
  final func wait(_ event: @escaping @MainActor () -> Void) {
    guard unsafe state == .delivering || state == .crowded else { return }
    unsafe state = .crowded
    unsafe waiting.append(event)
  }

  /// Lets an event wait that will run in the graph, and for the cause, of now.
  @usableFromInline
  @inline(never)
  final func waitAsNow(_ event: @escaping @MainActor () -> Void) {
    wait(asNow(event))
  }

  /// Runs `finish` as the end, after the events that were sent before; nothing when there was an end.
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

/// An action that runs later, in the graph and for the cause of now; what is hidden now is hidden then.
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
