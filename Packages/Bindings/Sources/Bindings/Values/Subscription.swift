/// The life of one observer: it ends when this is cancelled or released.
@MainActor
@safe
public class Subscription {
  // Set before the object is shared, then touched by the main actor, at last by `deinit`.
  @exclusivity(unchecked) @usableFromInline
  nonisolated(unsafe) var address: UnsafeMutableRawPointer?

  @inlinable
  init(_ node: NodeRef?) {
    if let node { unsafe address = node.address } else { unsafe address = nil }
  }

  deinit {
    guard let address = unsafe address else { return }
    let end = unsafe SendableAddress(address)
    onMainActor { endNode(at: end) }
  }

  /// Ends the observer.
  ///
  /// It never runs again, even when it is queued.
  ///
  /// The objects that its closure captured are released now, or when the closure returns if it is
  /// running. A deinit that a node's end runs cancels alike, but what the closure captured is released
  /// after it.
  public func cancel() {
    guard let address = unsafe address else { return }
    unsafe self.address = nil
    let node = unsafe NodeRef(address)
    node.engine.release(node)
  }

  /// Ends the observer, and leaves the actions of its end to ``cancel()``.
  func close() { cancel() }

  /// Whether the observer can still run.
  public var isActive: Bool { unsafe address != nil }

  /// The observer's place in the graph; nil when it has ended, and for the observer of a signal.
  public var node: Node? {
    guard let address = unsafe address else { return nil }
    return unsafe Node(NodeRef(address))
  }
}
