/// A token for one observer, which ends when the token is cancelled or released.
@MainActor
@safe
public class Subscription {
  // Set before the object is shared, then accessed on the main actor, and last by `deinit`.
  @exclusivity(unchecked) @usableFromInline
  nonisolated(unsafe) var address: UnsafeMutableRawPointer?

  @inlinable
  init(_ node: NodeRef?) {
    if let node { unsafe address = node.address } else { unsafe address = nil }
  }

  deinit {
    guard let address = unsafe address else { return }
    let node = unsafe NodeRef(address)
    onMainActor { node.engine.release(node) }
  }

  /// Ends the observer.
  ///
  /// The observer never runs again, even if it is queued.
  ///
  /// Objects captured by its closure are released now or, if the closure is running, when it
  /// returns. A cancellation inside a deinit of a node's value works in the same way, but the captured objects are
  /// released after that deinit.
  public func cancel() {
    guard let address = unsafe address else { return }
    unsafe self.address = nil
    let node = unsafe NodeRef(address)
    node.engine.release(node)
  }

  /// Ends the observer without its end actions, which ``cancel()`` runs.
  func close() { cancel() }

  /// Whether the observer can still run.
  public var isActive: Bool { unsafe address != nil }

  /// The observer's node in the graph; nil after the end, and for the observer of a signal.
  public var node: Node? {
    guard let address = unsafe address else { return nil }
    return unsafe Node(NodeRef(address))
  }
}
