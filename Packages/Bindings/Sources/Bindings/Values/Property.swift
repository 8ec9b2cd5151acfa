/// A mutable value with observers.
///
/// ```swift
/// let phone = Property("186", label: "phone")
/// let token = phone.observe { print($0) }  // prints 186
/// phone.value = "187"  // prints 187
/// ```
/// If `Value` is `Equatable`, writing an equal value notifies no observer. The main actor
/// guards it.
@MainActor
@safe
public final class Property<Value>: ObservableValue {
  @usableFromInline nonisolated(unsafe) let address: UnsafeMutableRawPointer

  /// Makes a property.
  ///
  /// - Parameters:
  ///   - value: The first value.
  ///   - label: The name of the node in issues and traces.
  ///   - graph: The graph of the node.
  ///   - fileID: The file of the call, for issues and traces.
  ///   - line: The line in that file.
  @inlinable
  public init(
    _ value: Value, label: String? = nil, graph: Graph = .current, fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    let flags: NodeFlags =
      ValueCell<Value>.isPlain ? [.property, .hasValue, .plain] : [.property, .hasValue]
    let node = graph.engine.makeNode(
      flags, size: NodeHeader.propertyCell + ValueCell<Value>.size, label: label, file: fileID,
      line: line)
    unsafe ValueCell<Value>.prepare(at: node.address + NodeHeader.propertyCell)
    unsafe address = node.address
    ValueCell<Value>(of: node, at: NodeHeader.propertyCell).initialize(value)
    node.setType(Stored<Value>.self, at: NodeHeader.propertyType)
  }

  isolated deinit { ref.engine.release(ref) }
}

extension Property {
  @inlinable @inline(__always)
  var ref: NodeRef { unsafe NodeRef(address) }

  @inlinable @inline(__always)
  var cell: ValueCell<Value> { Property.cell(of: ref) }

  @inlinable @inline(__always)
  static func cell(of node: NodeRef) -> ValueCell<Value> {
    if node.flags.contains(.borrowed) { Engine.stopAtBorrowed(node) }
    return ValueCell(of: node, at: NodeHeader.propertyCell)
  }

  /// The cell for a read outside of this layer, which a tracer that hides values must know.
  @inlinable @inline(__always)
  var readCell: ValueCell<Value> {
    let node = ref
    if !node.flags.isDisjoint(with: [.borrowed, .veiled]) { Engine.noteRead(of: node) }
    return ValueCell(of: node, at: NodeHeader.propertyCell)
  }

  /// The current value.
  ///
  /// Reading it inside a ``Computed`` or an observer makes it a dependency. Writing it runs the
  /// observers downstream, or defers them to the end of the enclosing ``batch(_:)`` or observer.
  /// Inside a computed, a write is dropped and reported.
  @inlinable
  public var value: Value {
    get {
      let engine = ref.engine
      if engine.isTracking { engine.track(ref) }
      return readCell.value
    }
    set {
      // Compares with a copy of the current value, because `==` is user code and might write.
      if Engine.areEqual(newValue, cell.value) {
        if ref.engine.isGuarded { noteEqualWrite() }
      } else {
        write(newValue)
      }
    }
  }

  /// The current value, read without tracking.
  @inlinable
  public func peek() -> Value { readCell.value }

  /// The property's node in the graph.
  public var node: Node { Node(ref) }

  /// Stores a new value; `isEdited` says that it was made from the old one, and is hidden if that is.
  @inlinable @inline(__always)
  func write(_ value: Value, isEdited: Bool = false) {
    let node = ref
    let engine = node.engine
    if engine.isGuarded { return writeGuarded(value, isEdited) }
    let old = cell.exchange(value)
    if !node.subs.isNone { engine.didWrite(node) }
    // The deinit of the old value may run user code, which must find nothing out of date.
    engine.letGo(consume old)
  }

  /// Works like `write`, with tracing and with the check whether the write is allowed.
  @usableFromInline
  @inline(never)
  func writeGuarded(_ value: Value, _ isEdited: Bool) {
    let node = ref
    let engine = node.engine
    guard engine.mayWrite(node) else { return }
    let before = engine.traceValue(cell.value, of: node)
    let old = cell.exchange(value)
    engine.didWriteGuarded(node, old: before, isEdited: isEdited) {
      engine.traceValue(value, of: node)
    }
    engine.letGo(consume old)
  }

  @usableFromInline
  @inline(never)
  func noteEqualWrite() {
    let node = ref
    guard node.engine.isTracing else { return }
    node.engine.noteEqualWrite(node, node.engine.traceValue(cell.value, of: node))
  }
}

extension Property where Value: Equatable {
  /// The current value; writing an equal one notifies no observer.
  @inlinable
  public var value: Value {
    get {
      let engine = ref.engine
      if engine.isTracking { engine.track(ref) }
      return readCell.value
    }
    set {
      if cell.value == newValue {
        if ref.engine.isGuarded { noteEqualWrite() }
      } else {
        write(newValue)
      }
    }
  }
}

extension Engine {
  /// Whether two values are equal; their type is not statically known to be `Equatable`.
  ///
  /// - Returns: False for values that cannot be compared.
  // Not isolated, because the standard library would check the actor of an isolated closure at every
  // call.
  @usableFromInline
  static func areEqual<Value>(_ old: Value, _ new: Value) -> Bool {
    guard let type = Value.self as? any Equatable.Type else { return false }
    return unsafe withUnsafePointer(to: old) { old in
      unsafe withUnsafePointer(to: new) { new in unsafe type.areEqual(old, new) }
    }
  }
}

extension Equatable {
  /// Compares the values of type `Self` at two addresses.
  fileprivate static func areEqual(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer) -> Bool {
    unsafe one.assumingMemoryBound(to: Self.self).pointee
      == other.assumingMemoryBound(to: Self.self).pointee
  }
}
