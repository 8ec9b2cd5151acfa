/// An object with a current value that can be read, tracked and observed: a ``Property`` or a
/// ``Computed``.
///
/// Use this type for parameters that are only read, so that callers may pass either:
/// ```swift
/// func badge(for count: any ObservableValue<Int>) -> Computed<String> {
///   Computed { "(\(count.value))" }
/// }
/// ```
@MainActor
public protocol ObservableValue<Value>: AnyObject {
  /// The type of the value.
  associatedtype Value

  /// The current value; reading it inside a ``Computed`` or an observer makes it a dependency.
  var value: Value { get }

  /// The current value, read without tracking.
  func peek() -> Value

  /// The node in the graph.
  var node: Node { get }
}

extension ObservableValue {
  /// Calls `body` with the value now and after each change, until the token is cancelled or
  /// released.
  ///
  /// The reads of `body` are not tracked; only a change of this value runs it again.
  ///
  /// - Returns: The token. Keep it: when it is released the observer ends.
  @inlinable
  public func observe(
    label: String? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @MainActor (Value) -> Void
  ) -> Subscription {
    let engine = node.engine
    return engine.subscribe(label: label, fileID: fileID, line: line) {
      let value = self.value
      // The evaluation of the value may have cancelled the observer.
      if engine.isObserving { engine.untracked { body(value) } }
    }
  }
}
