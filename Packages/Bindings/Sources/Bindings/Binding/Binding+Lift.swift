extension Binding {
  /// Calls `method` on `target` with the values now and after each change, until the binding is
  /// cancelled or released.
  ///
  /// Changes made in one ``batch(_:)`` are one call. `target` is not kept alive; without it nothing is
  /// called.
  /// ```swift
  /// let binding = Binding.lift(View.show, on: view, name, age)
  /// ```
  public static func lift<Target: AnyObject, each Source: ObservableValue>(
    _ method: @escaping @MainActor (Target) -> (repeat (each Source).Value) -> Void,
    on target: Target, _ sources: repeat each Source, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Binding {
    var graph: Graph?
    repeat graph = graph ?? (each sources).node.graph
    let token = Bindings.observe(
      with: target, graph: graph ?? .current, fileID: fileID, line: line
    ) { target in
      let values = (repeat (each sources).value)
      untracked { method(target)(repeat each values) }
    }
    return Binding(on: target, [token])
  }

  /// Calls `method` on `target` with the latest events after each event, once every signal has sent
  /// one, until the binding is cancelled or released.
  ///
  /// `target` is not kept alive; without it nothing is called.
  public static func lift<Target: AnyObject, each Value>(
    _ method: @escaping @MainActor (Target) -> (repeat each Value) -> Void,
    on target: Target, _ signals: repeat Signal<each Value>
  ) -> Binding {
    let latest = (repeat Latest<each Value>())
    let call: @MainActor () -> Void = { [weak target] in
      guard let target else { return }
      // The throw leaves when a signal has not sent yet.
      guard let values = try? (repeat (each latest).get()) else { return }
      method(target)(repeat each values)
    }
    var tokens: [Subscription] = []
    repeat tokens.append((each latest).follow(each signals, call))
    return Binding(on: target, tokens)
  }
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

  func follow(_ signal: Signal<Value>, _ call: @escaping @MainActor () -> Void) -> Subscription {
    signal.observe {
      self.value = $0
      call()
    }
  }
}
