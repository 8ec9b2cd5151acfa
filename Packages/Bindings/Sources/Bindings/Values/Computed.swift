/// A derived value, computed lazily at a read and cached until a dependency changes.
///
/// ```swift
/// let isValid = Computed(label: "isValid") { phone.value.count == 11 }
/// print(isValid.value)
/// ```
/// The dependencies are the nodes that `compute` reads when it runs. `compute` must have no side effects: a write is
/// dropped, an observer is not made, and both are reported to ``Graph/onIssue``.
/// When the new value equals the old one, nothing downstream runs. A computed that other nodes read
/// lives until its last reader is gone, so a computed may be made and read without storing it. The main
/// actor guards it.
@MainActor
@safe
public final class Computed<Value>: ObservableValue {
  @usableFromInline nonisolated(unsafe) let address: UnsafeMutableRawPointer

  /// Makes a derived value; `compute` runs at the first read.
  ///
  /// Label, graph and source location are those of a node, as in ``Property/init(_:label:graph:fileID:line:)``.
  public init(
    label: String? = nil, graph: Graph = .current, fileID: StaticString = #fileID,
    line: UInt = #line,
    _ compute: @escaping @MainActor () -> Value
  ) {
    let node = Computed.makeNode(label: label, graph: graph, fileID: fileID, line: line)
    unsafe address = node.address
    node.setWork {
      let value = compute()
      Computed.store(value, in: node) { Engine.areEqual($0, $1) }
    }
  }

  /// Makes a derived value that notifies nobody while it stays equal; otherwise like the initializer without `==`.
  @inlinable
  public init(
    label: String? = nil, graph: Graph = .current, fileID: StaticString = #fileID,
    line: UInt = #line,
    _ compute: @escaping @MainActor () -> Value
  ) where Value: Equatable {
    let node = Computed.makeNode(label: label, graph: graph, fileID: fileID, line: line)
    unsafe address = node.address
    node.setWork {
      let value = compute()
      Computed.store(value, in: node) { $0 == $1 }
    }
  }

  /// Makes a value derived from `owner`, which is not retained; after the release of `owner` the value stays unchanged.
  ///
  /// Use it in an object that stores the node itself. `unread` makes the value if the first read comes after
  /// the release.
  public init<Owner: AnyObject>(
    with owner: Owner, label: String? = nil, graph: Graph = .current,
    fileID: StaticString = #fileID, line: UInt = #line, unread: @escaping @MainActor () -> Value,
    _ compute: @escaping @MainActor (Owner) -> Value
  ) {
    let node = Computed.makeNode(label: label, graph: graph, fileID: fileID, line: line)
    unsafe address = node.address
    node.setWork { [weak owner] in
      guard let owner else { return Computed.keep(unread, in: node) }
      Computed.store(compute(owner), in: node) { Engine.areEqual($0, $1) }
    }
  }

  /// Makes a value derived from `owner` that notifies nobody while it stays equal.
  public init<Owner: AnyObject>(
    with owner: Owner, label: String? = nil, graph: Graph = .current,
    fileID: StaticString = #fileID, line: UInt = #line, unread: @escaping @MainActor () -> Value,
    _ compute: @escaping @MainActor (Owner) -> Value
  ) where Value: Equatable {
    let node = Computed.makeNode(label: label, graph: graph, fileID: fileID, line: line)
    unsafe address = node.address
    node.setWork { [weak owner] in
      guard let owner else { return Computed.keep(unread, in: node) }
      Computed.store(compute(owner), in: node) { $0 == $1 }
    }
  }

  isolated deinit { ref.engine.release(ref) }
}

extension Computed {
  @inlinable @inline(__always)
  var ref: NodeRef { unsafe NodeRef(address) }

  @inlinable
  static func makeNode(
    label: String?, graph: Graph, fileID: StaticString, line: UInt
  ) -> NodeRef {
    let flags: NodeFlags =
      ValueCell<Value>.isPlain ? [.computed, .dirty, .plain] : [.computed, .dirty]
    let node = graph.engine.makeNode(
      flags, size: NodeHeader.computedCell + ValueCell<Value>.size, label: label,
      file: fileID, line: line)
    unsafe ValueCell<Value>.prepare(at: node.address + NodeHeader.computedCell)
    node.setType(Stored<Value>.self, at: NodeHeader.computedType)
    return node
  }

  /// Stores the result of an evaluation; sets a flag in the node when the result differs from the previous one.
  @inlinable @inline(__always)
  static func store(
    _ value: consuming Value, in node: NodeRef, _ areEqual: (Value, borrowing Value) -> Bool
  ) {
    let flags = node.flags
    let cell = ValueCell<Value>(of: node, at: NodeHeader.computedCell)
    if flags.contains(.hasValue) {
      if areEqual(cell.value, value) { return node.engine.discard(value) }
      // Sets the flag in the current flags, because the comparison is user code that may have changed them.
      node.flags.insert(.changed)
      node.engine.discard(cell.exchange(value))
    } else if !flags.contains(.dead) {
      cell.initialize(value)
      node.flags = flags.union([.hasValue, .changed])
    } else {
      node.engine.discard(value)
    }
  }

  /// Keeps the stored value, or makes the first one.
  private static func keep(_ unread: () -> Value, in node: NodeRef) {
    if !node.flags.contains(.hasValue) { store(unread(), in: node) { _, _ in false } }
  }

  @inlinable @inline(__always)
  static func refreshIfNeeded(_ node: NodeRef) {
    if !node.flags.isDisjoint(with: [.dirty, .pending, .running, .veiled]) {
      node.engine.refresh(node)
    }
  }

  /// The current value; computed again if a dependency has changed.
  ///
  /// Reading it inside another ``Computed`` or an observer makes it a dependency. A computed that
  /// reads itself is reported and gets its previous value; without a previous value, that is a
  /// programmer's error that stops the program.
  @inlinable
  public var value: Value {
    // Tracks before the evaluation: work deferred to the end of the evaluation may change the value's dependencies,
    // and must find the reader among the subscribers.
    let engine = ref.engine
    if engine.isTracking { engine.track(ref) }
    Computed.refreshIfNeeded(ref)
    return ValueCell<Value>(of: ref, at: NodeHeader.computedCell).value
  }

  /// The current value, read without tracking.
  @inlinable
  public func peek() -> Value {
    Computed.refreshIfNeeded(ref)
    return ValueCell<Value>(of: ref, at: NodeHeader.computedCell).value
  }

  /// The computed's node in the graph.
  public var node: Node { Node(ref) }
}
