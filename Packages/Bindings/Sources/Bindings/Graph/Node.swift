/// A look at one node of a graph: what it is, where it was made, what it depends on.
///
/// A `Node` does not keep what it describes alive; when that is gone it answers with nothing.
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

  /// Distinguishes the node from every other of its graph; younger nodes have larger ones.
  public let id: UInt32
  /// The kind of the node.
  public let kind: Kind
  private let address: SendableAddress
  private let context: GraphContext

  /// Two descriptions are equal when they describe the same node.
  public static func == (lhs: Node, rhs: Node) -> Bool {
    // The memory of a graph that has ended may be another one's by now.
    unsafe lhs.id == rhs.id && lhs.address.raw == rhs.address.raw && lhs.context === rhs.context
  }

  /// Feeds the node's identity into `hasher`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    unsafe hasher.combine(address.raw)
  }
}

extension Node {
  @usableFromInline
  init(_ node: NodeRef) {
    id = node.serial
    kind = Kind(node.flags)
    unsafe address = SendableAddress(node.address)
    context = node.engine.context
  }

  /// Whether what is made of the node's value is hidden from the tracer.
  @MainActor var isVeiled: Bool { ref?.isVeiled == true }

  /// The engine of a node that is known to be alive.
  @usableFromInline var engine: Engine { unsafe NodeRef(address.raw).engine }

  @MainActor
  var ref: NodeRef? {
    guard context.isAlive else { return nil }
    let place = unsafe NodeRef(address.raw)
    // Its block may serve another node by now, or its chunk blocks of another size.
    guard let node = place.engine.liveNode(at: place.offset), !node.flags.contains(.dead),
      node.serial == id
    else { return nil }
    return node
  }

  /// Whether something that the node read has changed since it was evaluated or ran.
  @MainActor public var isDirty: Bool { ref?.flags.contains(.dirty) ?? false }

  /// Whether what the node describes still exists.
  @MainActor public var isAlive: Bool { ref != nil }

  /// The graph it belongs to; nil when the node is gone.
  @MainActor public var graph: Graph? { ref?.engine.graph }

  /// The label it was given.
  @MainActor public var label: String? { ref.flatMap { $0.engine.label($0) } }

  /// Whether the value is kept out of reports, diagrams and traces.
  ///
  /// False at first. Set it for passwords and the like. It does not extend to values that are derived from this one;
  /// mark those as well if they reveal it. A secure command hides its inputs, progress, results and errors. Mark it
  /// before it runs: the progress that a run has reported by then stays visible until it reports more.
  @MainActor public var isSecure: Bool {
    get { ref?.flags.contains(.secure) ?? false }
    nonmutating set {
      guard let ref else { return }
      for node in [ref, ref.lastError] {
        if newValue { node?.flags.insert(.secure) } else { node?.flags.remove(.secure) }
      }
    }
  }

  /// Where it was made, as `Module/File.swift:12`.
  @MainActor public var source: String? { ref?.place }

  /// The nodes that it read in its latest evaluation, in reading order; of a command, its condition.
  @MainActor public var dependencies: [Node] {
    guard let ref else { return [] }
    if kind == .command { return ref.condition.map { [Node($0)] } ?? [] }
    return ref.engine.dependencies(of: ref).map(Node.init)
  }

  /// The number of its latest evaluation or run, as ``TraceRecord/evaluation`` counts them; nil when it has ended.
  @MainActor public var evaluation: UInt32? { ref?.version }

  /// The nodes that read it in their latest evaluation, in subscription order.
  @MainActor public var dependents: [Node] {
    guard let ref else { return [] }
    return ref.engine.dependents(of: ref).map(Node.init)
  }

  /// Brings a computed up to date, as a read does, but makes it nobody's dependency.
  ///
  /// For tools that show what is kept. The other kinds are always up to date.
  @MainActor public func refresh() { _ = currentValue }

  /// Its value as text, as traces show it: dots when it is secure or was hidden from the tracer; nil for an observer or
  /// a command.
  ///
  /// Nothing is evaluated: a computed that is out of date has none until somebody reads it, or ``refresh()`` does.
  @MainActor public var valueDescription: String? {
    guard let ref, ref.flags.isDisjoint(with: [.dirty, .pending]) else { return nil }
    return (ref.isVeiled ? .hidden : ref.engine.storedValue(of: ref))?.description
  }

  /// Makes a property or computed a dependency of the node that runs.
  @MainActor func track() {
    if let ref, ref.hasType, ref.engine.isTracking { ref.engine.track(ref) }
  }

  /// Its current value when that is a `Bool`.
  @MainActor var boolean: Bool? {
    currentValue as? Bool
  }

  /// The value of a property or computed, brought up to date unless something is being computed.
  ///
  /// To evaluate in the middle of an evaluation could ask for what that is just about to find out.
  @MainActor private var currentValue: Any? {
    guard let ref, ref.hasType else { return nil }
    let engine = ref.engine
    // No handle keeps the node, and what it computes may end it.
    return engine.walking {
      let flags = ref.flags
      if unsafe engine.state.pointee.computing == 0, !flags.isDisjoint(with: [.dirty, .pending]) {
        engine.refresh(ref)
      }
      return ref.flags.contains(.dead) ? nil : ref.storedType.value(of: ref)
    }
  }

  /// The label, or the place in the source when it has none.
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
