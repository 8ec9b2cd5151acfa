/// Calls `method` on `target` with the latest events after each event, once every signal has sent one.
///
/// ```swift
/// let token = lift(View.show, on: view, names.signal, ages.signal)
/// ```
/// - Returns: The token. Keep it: when it is released no more calls come. `target` is not kept alive;
///   without it nothing is called.
@MainActor
public func lift<Target: AnyObject, each Value>(
  _ method: @escaping @MainActor (Target) -> (repeat each Value) -> Void, on target: Target,
  _ signals: repeat Signal<each Value>
) -> Subscription {
  let lifetime = SignalLifetime()
  let latest = (repeat Latest<each Value>())
  let call: @MainActor () -> Void = { [weak target] in
    guard let target else { return lifetime.end() }
    // The throw leaves when a signal has not sent yet.
    guard let values = try? (repeat (each latest).get()) else { return }
    method(target)(repeat each values)
  }
  repeat (each latest).follow(each signals, lifetime, call)
  return SignalSubscription(lifetime)
}

/// The latest event of one lifted signal.
@MainActor
private final class Latest<Value> {
  private struct Missing: Error {}
  private var value: Value?

  func get() throws -> Value {
    guard let value else { throw Missing() }
    return value
  }

  func follow(
    _ signal: Signal<Value>, _ lifetime: SignalLifetime, _ call: @escaping @MainActor () -> Void
  ) {
    signal.subscribe(
      lifetime.makeChild(),
      {
        let old = exchange(&self.value, with: $0)
        call()
        withExtendedLifetime(old) {}
      }, ended: {})
  }
}
