/// A mutable value with observers.
///
/// ```swift
/// let phone = Property("186", label: "phone")
/// let token = phone.observe { print($0) }  // prints 186
/// phone.value = "187"  // prints 187
/// ```
/// Writing a value equal to the current one is silent when `Value` is `Equatable`. The main actor
/// guards it.
@MainActor
@safe
public final class Property<Value>: ObservableValue {
  @usableFromInline nonisolated(unsafe) let address: UnsafeMutableRawPointer
  /// Compares two values; nil when any write is a change.
  @usableFromInline nonisolated(unsafe) let areEqual:
    ((UnsafeRawPointer, UnsafeRawPointer) -> Bool)?

  /// Makes a property.
  ///
  /// - Parameters:
  ///   - value: The first value.
  ///   - label: What to call the node in issues and traces.
  ///   - graph: Where the node belongs.
  ///   - fileID: Where it was made, for issues and traces.
  ///   - line: The line in that file.
  public convenience init(
    _ value: Value, label: String? = nil, graph: Graph = .current, fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    unsafe self.init(
      value, label: label, graph: graph, fileID: fileID, line: line,
      areEqual: unsafe (Value.self as? any Equatable.Type).map {
        unsafe $0.comparison(of: Value.self)
      })
  }

  /// Makes a property whose equal writes are silent; all else is the same.
  @inlinable
  public convenience init(
    _ value: Value, label: String? = nil, graph: Graph = .current, fileID: StaticString = #fileID,
    line: UInt = #line
  ) where Value: Equatable {
    unsafe self.init(
      value, label: label, graph: graph, fileID: fileID, line: line,
      areEqual: {
        unsafe $0.assumingMemoryBound(to: Value.self).pointee
          == $1.assumingMemoryBound(to: Value.self).pointee
      })
  }

  @inlinable
  init(
    _ value: Value, label: String?, graph: Graph, fileID: StaticString, line: UInt,
    areEqual: ((UnsafeRawPointer, UnsafeRawPointer) -> Bool)?
  ) {
    let flags: NodeFlags =
      ValueCell<Value>.isPlain ? [.property, .hasValue, .plain] : [.property, .hasValue]
    let node = graph.engine.makeNode(
      flags, size: NodeHeader.propertyCell + ValueCell<Value>.size, label: label, file: fileID,
      line: line)
    unsafe ValueCell<Value>.prepare(at: node.address + NodeHeader.propertyCell)
    unsafe address = node.address
    unsafe self.areEqual = areEqual
    ValueCell<Value>(of: node, at: NodeHeader.propertyCell).initialize(value)
    node.setType(Stored<Value>.self, at: NodeHeader.propertyType)
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

  /// The current value.
  ///
  /// Reading it inside a ``Computed`` or an observer makes it a dependency. Writing it runs the
  /// observers downstream, or leaves that to the end of the ``batch(_:)`` or observer around it.
  /// Inside a computed the write is dropped and reported.
  @inlinable
  public var value: Value {
    get {
      let engine = ref.engine
      if engine.isTracking { engine.track(ref) }
      return cell.value
    }
    set {
      // A copy of the current one, because `==` is the user's code and might write.
      if let areEqual = unsafe areEqual, unsafe Engine.areEqual(newValue, cell.value, areEqual) {
        if ref.engine.isGuarded { noteEqualWrite() }
      } else {
        write(newValue)
      }
    }
  }

  /// The current value, read without becoming a dependency.
  @inlinable
  public func peek() -> Value { cell.value }

  /// The property's place in the graph.
  public var node: Node { Node(ref) }

  @inlinable @inline(__always)
  func write(_ value: Value) {
    let node = ref
    let engine = node.engine
    if engine.isGuarded { return writeGuarded(value) }
    let old = cell.exchange(value)
    if !node.subs.isNone { engine.didWrite(node) }
    // Its end may run the user's code, which must find nothing out of date.
    engine.letGo(consume old)
  }

  /// `write`, when somebody wants to know or to refuse.
  @usableFromInline
  @inline(never)
  func writeGuarded(_ value: Value) {
    let node = ref
    let engine = node.engine
    guard engine.mayWrite(node) else { return }
    if engine.isTracing {
      let before = engine.traceValue(cell.value, of: node)
      let old = cell.exchange(value)
      engine.didWriteTraced(node, old: before, new: engine.traceValue(value, of: node))
      engine.letGo(consume old)
    } else {
      let old = cell.exchange(value)
      if !node.subs.isNone, !engine.defersMarks(of: node) { engine.didWrite(node) }
      engine.letGo(consume old)
    }
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
  /// The current value; writing an equal one is silent.
  ///
  /// Reading it inside a ``Computed`` or an observer makes it a dependency. Writing it runs the
  /// observers downstream, or leaves that to the end of the ``batch(_:)`` or observer around it.
  /// Inside a computed the write is dropped and reported.
  @inlinable
  public var value: Value {
    get {
      let engine = ref.engine
      if engine.isTracking { engine.track(ref) }
      return cell.value
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

extension Equatable {
  /// A comparison of values known to be of type `Value`, which is `Self`.
  static func comparison<Value>(
    of _: Value.Type
  ) -> (UnsafeRawPointer, UnsafeRawPointer) -> Bool {
    {
      unsafe $0.assumingMemoryBound(to: Self.self).pointee
        == $1.assumingMemoryBound(to: Self.self).pointee
    }
  }
}

extension Engine {
  // Not isolated: an isolated closure that is handed to the standard library asks for its actor at
  // every call.
  @inlinable
  static func areEqual<Value>(
    _ old: Value, _ new: Value, _ areEqual: (UnsafeRawPointer, UnsafeRawPointer) -> Bool
  ) -> Bool {
    unsafe withUnsafePointer(to: old) { old in
      unsafe withUnsafePointer(to: new) { new in unsafe areEqual(old, new) }
    }
  }
}
