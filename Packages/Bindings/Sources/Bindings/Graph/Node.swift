/// A read-only description of a node of a graph: its kind, source location and dependencies.
///
/// A `Node` is a weak reference: after the end of the described node its properties are empty or nil.
/// ```swift
/// let total = Computed(label: "total") { price.value * count.value }
/// print(total.node.dependencies.map(\.name))
/// ```
public struct Node: Hashable, Sendable {
  /// The kinds of nodes.
  public enum Kind: String, Sendable {
    /// A ``Property``.
    case property
    /// A ``Computed``.
    case computed
    /// An observer, made by ``observe(label:graph:fileID:line:_:)``.
    case observer
    /// A ``Command``.
    case command
  }

  /// A number that identifies the node within its graph; younger nodes have larger numbers.
  public let id: UInt32
  /// The kind of the node.
  public let kind: Kind
  private let place: NodeRef
  private let context: GraphContext

  /// Two descriptions are equal when they describe the same node.
  public static func == (lhs: Node, rhs: Node) -> Bool {
    // After the end of a graph, another graph may use the same memory, so this compares contexts, too.
    lhs.id == rhs.id && lhs.place == rhs.place && lhs.context === rhs.context
  }

  /// Feeds the node's identity into `hasher`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    unsafe hasher.combine(place.address)
  }
}

extension Node {
  @usableFromInline
  init(_ node: NodeRef) {
    id = node.serial
    kind = Kind(node.flags)
    place = node
    context = node.engine.context
  }

  /// Whether values derived from the node's value are hidden from the tracer.
  @MainActor var isVeiled: Bool { ref?.isVeiled == true }

  /// The engine of a node that is known to be alive.
  @usableFromInline var engine: Engine { place.engine }

  @MainActor
  var ref: NodeRef? {
    guard context.isAlive else { return nil }
    // Another node may use the block by now, or the chunk may have blocks of another size.
    guard let node = place.engine.liveNode(at: place.offset), !node.flags.contains(.dead),
      node.serial == id
    else { return nil }
    return node
  }

  /// Whether a dependency of the node has changed since its last evaluation or run.
  @MainActor public var isDirty: Bool { ref?.flags.contains(.dirty) ?? false }

  /// Whether the described node still exists.
  @MainActor public var isAlive: Bool { ref != nil }

  /// The graph to which the node belongs; nil after the node's end.
  @MainActor public var graph: Graph? { ref?.engine.graph }

  /// The label of the node, if it has one.
  @MainActor public var label: String? { ref.flatMap { $0.engine.label($0) } }

  /// Whether the value is kept out of reports, diagrams and traces; false by default.
  ///
  /// Set it for passwords and similar values. It does not extend to values that are derived from this one;
  /// mark those as well if they reveal it. A secure command hides its inputs, progress, results and errors. Mark a
  /// command before it runs: progress that was reported earlier stays visible until the next report.
  @MainActor public var isSecure: Bool {
    get { ref?.flags.contains(.secure) ?? false }
    nonmutating set {
      guard let ref else { return }
      for node in [ref, ref.lastError] {
        if newValue { node?.flags.insert(.secure) } else { node?.flags.remove(.secure) }
      }
    }
  }

  /// The source location where the node was made, such as `Module/File.swift:12`.
  @MainActor public var source: String? { ref?.place }

  /// The nodes that the latest evaluation read, in reading order; for a command, its condition.
  @MainActor public var dependencies: [Node] {
    guard let ref else { return [] }
    if kind == .command { return ref.condition.map { [Node($0)] } ?? [] }
    return ref.engine.dependencies(of: ref).map(Node.init)
  }

  /// The number of the latest evaluation or run, as in ``TraceRecord/evaluation``; nil after the node's end.
  @MainActor public var evaluation: UInt32? { ref?.version }

  /// The nodes whose latest evaluation read this node, in subscription order.
  @MainActor public var dependents: [Node] {
    guard let ref else { return [] }
    return ref.engine.dependents(of: ref).map(Node.init)
  }

  /// Brings a computed up to date like a read, but without tracking.
  ///
  /// Intended for tools that show stored values. Nodes of other kinds are always up to date.
  @MainActor public func refresh() { _ = currentValue }

  /// The value as text, as in traces; dots for a secure node or a value that was hidden from the tracer, nil for an
  /// observer or a command.
  ///
  /// The property evaluates nothing: for an outdated computed it is nil until a read or ``refresh()``.
  @MainActor public var valueDescription: String? {
    guard let ref, ref.flags.isDisjoint(with: [.dirty, .pending]) else { return nil }
    return (ref.isVeiled ? .hidden : ref.engine.storedValue(of: ref))?.description
  }

  /// Makes a property or computed a dependency of the running node.
  @MainActor func track() {
    if let ref, ref.hasType, ref.engine.isTracking { ref.engine.track(ref) }
  }

  /// The current value, if it is a `Bool`.
  @MainActor var boolean: Bool? {
    currentValue as? Bool
  }

  /// The value of a property or computed, brought up to date unless an evaluation is running.
  ///
  /// A nested evaluation could need the very value that the running evaluation is about to compute.
  @MainActor private var currentValue: Any? {
    guard let ref, ref.hasType else { return nil }
    let engine = ref.engine
    // No handle retains the node, and its evaluation may end it.
    return engine.walking {
      let flags = ref.flags
      if unsafe engine.state.pointee.computing == 0, !flags.isDisjoint(with: [.dirty, .pending]) {
        engine.refresh(ref)
      }
      return ref.flags.contains(.dead) ? nil : ref.storedType.value(of: ref)
    }
  }

  /// The label, or the source location of a node without a label.
  @MainActor public var name: String { label ?? source ?? "a node that is gone" }
}

extension Node.Kind {
  init(_ flags: NodeFlags) {
    if flags.contains(.property) {
      self = .property
    } else if flags.contains(.computed) {
      self = .computed
    } else {
      self = flags.contains(.command) ? .command : .observer
    }
  }
}
