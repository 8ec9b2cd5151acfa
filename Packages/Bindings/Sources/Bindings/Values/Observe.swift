/// Runs `body` now and again after every change of a dependency, until the token is cancelled or
/// released.
///
/// Observers run after the outermost ``batch(_:)``, at most once per batch, in the order in which they
/// were made. Each run determines the dependencies anew: values that the latest run did not read do not trigger it.
/// ```swift
/// let phone = Property("186")
/// let token = observe { print(phone.value) }  // prints 186
/// phone.value = "187"  // prints 187
/// ```
/// - Returns: The token. Keep it: when it is released the observer ends.
@inlinable
@MainActor
public func observe(
  label: String? = nil, graph: Graph = .current, fileID: StaticString = #fileID, line: UInt = #line,
  _ body: consuming @escaping @MainActor () -> Void
) -> Subscription {
  graph.engine.subscribe(label: label, fileID: fileID, line: line, body)
}

/// Runs `body` with `owner` now and after every change, for as long as `owner` lives and the token is
/// kept.
///
/// Use it in an object that stores the token itself: `owner` is not retained, so there is no reference
/// cycle.
///
/// - Returns: The token. Keep it: when it is released the observer ends. After the release of `owner`, the observer
///   ends at the next change.
@MainActor
public func observe<Owner: AnyObject>(
  with owner: Owner, label: String? = nil, graph: Graph = .current, fileID: StaticString = #fileID,
  line: UInt = #line, _ body: @escaping @MainActor (Owner) -> Void
) -> Subscription {
  let lifetime = SignalLifetime()
  let token = observe(label: label, graph: graph, fileID: fileID, line: line) { [weak owner] in
    if let owner, !lifetime.isOver { body(owner) } else { lifetime.end() }
  }
  return SignalSubscription(lifetime, ending: [token])
}

@MainActor
extension Engine {
  /// Whether the running observer has not been cancelled.
  @inlinable @inline(__always)
  var isObserving: Bool { !node(unsafe state.pointee.active).flags.contains(.dead) }

  @inlinable
  func subscribe(
    label: String?, fileID: StaticString, line: UInt,
    _ body: consuming @escaping @MainActor () -> Void
  ) -> Subscription {
    if isGuarded, isComputing {
      refuseObserver(label: label, file: fileID, line: line)
      return Subscription(nil)
    }
    return Subscription(observe(label: label, file: fileID, line: line, body))
  }
}
