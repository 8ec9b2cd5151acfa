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

  /// Makes a property.
  ///
  /// - Parameters:
  ///   - value: The first value.
  ///   - label: What to call the node in issues and traces.
  ///   - graph: Where the node belongs.
  ///   - fileID: Where it was made, for issues and traces.
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
      if Engine.areEqual(newValue, cell.value) {
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
      engine.didWriteTraced(node, old: before) { engine.traceValue(value, of: node) }
      engine.letGo(consume old)
    } else {
      let old = cell.exchange(value)
      engine.didWriteGuarded(node)
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
  /// The current value; writing an equal one is silent, all else is the same.
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

extension Engine {
  /// Whether two values are equal, of a type that is not known to be `Equatable` where this is written.
  ///
  /// - Returns: False for values that cannot be compared.
  // Not isolated: an isolated closure that is handed to the standard library asks for its actor at
  // every call.
  @usableFromInline
  static func areEqual<Value>(_ old: Value, _ new: Value) -> Bool {
    guard let type = Value.self as? any Equatable.Type else { return false }
    return unsafe withUnsafePointer(to: old) { old in
      unsafe withUnsafePointer(to: new) { new in unsafe type.areEqual(old, new) }
    }
  }
}

extension Equatable {
  /// Compares the values of type `Self` at two places.
  fileprivate static func areEqual(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer) -> Bool {
    unsafe one.assumingMemoryBound(to: Self.self).pointee
      == other.assumingMemoryBound(to: Self.self).pointee
  }
}
