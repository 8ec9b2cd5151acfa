/// Calls `method` on `target` with the latest events after each event, once every signal has sent one.
///
/// ```swift
/// let token = lift(View.show, on: view, names.signal, ages.signal)
/// ```
/// Calls do not nest: an event that `method` itself sends is answered after it.
///
/// - Returns: The token. Keep it: when it is released no more calls come, nor when all signals have ended, or one
///   has without an event.
///   `target` is not kept alive; without it nothing is called.
@MainActor
public func lift<Target: AnyObject, each Value>(
  _ method: @escaping @MainActor (Target) -> (repeat each Value) -> Void, on target: Target,
  _ signals: repeat Signal<each Value>
) -> Subscription {
  let lifetime = SignalLifetime()
  let latest = (repeat Kept<each Value>())
  let turns = Turns()
  var open = 0
  for _ in repeat each latest { open += 1 }
  let close: @MainActor (Bool) -> Void = { hasSent in
    open -= 1
    if !hasSent || open == 0 { lifetime.end() }
  }
  let call: @MainActor () -> Void = { [weak target] in
    guard let target else { return lifetime.end() }
    // The throw leaves when a signal has not sent yet.
    guard let values = try? (repeat (each latest).get()) else { return }
    var isHidden = false
    for latest in repeat each latest { if unsafe latest.isHidden { isHidden = true } }
    Trace.hiding(if: isHidden) { method(target)(repeat each values) }
  }
  repeat (each latest).follow(each signals, lifetime, turns, call, close)
  return SignalSubscription(lifetime)
}

private struct Missing: Error {}

extension Kept {
  fileprivate func get() throws -> Value {
    guard let value = unsafe value else { throw Missing() }
    return value
  }

  fileprivate func follow(
    _ signal: Signal<Value>, _ lifetime: SignalLifetime, _ turns: Turns,
    _ call: @escaping @MainActor () -> Void, _ close: @escaping @MainActor (Bool) -> Void
  ) {
    let next: @MainActor (Value) -> Void = { value in
      turns.takeInTurn {
        if !lifetime.isOver { self.keep(value, call) }
      }
    }
    // Some signals send at once.
    untracked {
      signal.subscribe(
        lifetime.makeChild(around: signal.depth), next,
        ended: { turns.takeInTurn { close(unsafe self.value != nil) } })
    }
  }
}
