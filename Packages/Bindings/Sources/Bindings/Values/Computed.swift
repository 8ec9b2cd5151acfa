/// A value derived from others, computed when somebody asks and kept until something it read changes.
///
/// ```swift
/// let isValid = Computed(label: "isValid") { phone.value.count == 11 }
/// print(isValid.value)
/// ```
/// Dependencies are what `compute` reads when it runs. It must only derive: a write inside it is
/// dropped, an observer made inside it is not made, and both are reported to ``Graph/onIssue``.
/// When the new value equals the old one, nothing downstream runs. A computed that is read by others
/// lives until the last of them lets go, so one that nobody keeps may be read where it is made. The main
/// actor guards it.
@MainActor
@safe
public final class Computed<Value>: ObservableValue {
  @usableFromInline nonisolated(unsafe) let address: UnsafeMutableRawPointer

  /// Makes a derived value; `compute` runs at the first read.
  ///
  /// - Parameters:
  ///   - label: What to call the node in issues and traces.
  ///   - graph: Where the node belongs.
  ///   - fileID: Where it was made, for issues and traces.
  ///   - line: The line in that file.
  ///   - compute: Reads other nodes and returns the value.
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
    node.setType(Stored<Value>.self, at: NodeHeader.computedType)
  }

  /// Makes a derived value that tells nobody when it stays equal; all else is the same.
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
    node.setType(Stored<Value>.self, at: NodeHeader.computedType)
  }

  /// Makes a value derived from `owner`, which is not retained: when that is gone the value stays as it was.
  ///
  /// For an object that keeps the node itself. `unread` makes the value of a node that is read for the first
  /// time after that; all else is the same.
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
    node.setType(Stored<Value>.self, at: NodeHeader.computedType)
  }

  /// Makes a value derived from `owner` that tells nobody when it stays equal; all else is the same.
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
    node.setType(Stored<Value>.self, at: NodeHeader.computedType)
  }

  #if canImport(Darwin)
    deinit {
      let end = unsafe SendableAddress(address)
      onMainActor { endNode(at: end) }
    }
  #else
    isolated deinit { unsafe endNode(at: SendableAddress(address)) }
  #endif
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
    return node
  }

  /// Keeps the result of an evaluation; flags the node when it differs from the one before.
  @inlinable @inline(__always)
  static func store(
    _ value: consuming Value, in node: NodeRef, _ areEqual: (Value, borrowing Value) -> Bool
  ) {
    let flags = node.flags
    let cell = ValueCell<Value>(of: node, at: NodeHeader.computedCell)
    if flags.contains(.hasValue) {
      if areEqual(cell.value, value) { return node.engine.discard(value) }
      // The comparison is the user's code, which may have changed the flags.
      node.flags.insert(.changed)
      node.engine.discard(cell.exchange(value))
    } else if !flags.contains(.dead) {
      cell.initialize(value)
      node.flags = flags.union([.hasValue, .changed])
    } else {
      node.engine.discard(value)
    }
  }

  /// Leaves a value as it is, or makes the first one.
  private static func keep(_ unread: () -> Value, in node: NodeRef) {
    if !node.flags.contains(.hasValue) { store(unread(), in: node) { _, _ in false } }
  }

  @inlinable @inline(__always)
  static func refreshIfNeeded(_ node: NodeRef) {
    if !node.flags.isDisjoint(with: [.dirty, .pending, .running]) { node.engine.refresh(node) }
  }

  /// The current value, computed if something it read has changed.
  ///
  /// Reading it inside another ``Computed`` or an observer makes it a dependency. A computed that
  /// reads itself is reported and gets its value from before; if it has none yet, that is a
  /// programmer's error that stops the program.
  @inlinable
  public var value: Value {
    // The link first: what waits for the end of the evaluation may change what the value is derived
    // from, and must find the reader.
    let engine = ref.engine
    if engine.isTracking { engine.track(ref) }
    Computed.refreshIfNeeded(ref)
    return ValueCell<Value>(of: ref, at: NodeHeader.computedCell).value
  }

  /// The current value, read without becoming a dependency.
  @inlinable
  public func peek() -> Value {
    Computed.refreshIfNeeded(ref)
    return ValueCell<Value>(of: ref, at: NodeHeader.computedCell).value
  }

  /// The computed's place in the graph.
  public var node: Node { Node(ref) }
}
