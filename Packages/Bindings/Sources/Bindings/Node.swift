/// A look at one node of a graph: what it is, where it was made, what it depends on.
///
/// A `Node` does not keep what it describes alive; when that is gone it answers with nothing.
/// ```swift
/// let total = Computed(label: "total") { price.value * count.value }
/// print(total.node.dependencies.map(\.description))
/// ```
public struct Node: Hashable, Sendable {
  /// What a node is.
  public enum Kind: String, Sendable {
    /// A ``Property``.
    case property
    /// A ``Computed``.
    case computed
    /// What ``observe(label:graph:fileID:line:_:)`` makes.
    case observer
  }

  /// Distinguishes the node from every other of its graph; grows with age.
  public let id: UInt32
  /// What the node is.
  public let kind: Kind
  private let address: SendableAddress
  private let graph: GraphContext

  /// Two descriptions are equal when they describe the same node.
  public static func == (lhs: Node, rhs: Node) -> Bool {
    unsafe lhs.id == rhs.id && lhs.address.raw == rhs.address.raw
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
    let flags = node.flags
    kind =
      flags.contains(.property) ? .property : flags.contains(.computed) ? .computed : .observer
    unsafe address = SendableAddress(node.address)
    graph = node.engine.context
  }

  /// The engine of a node that is known to be alive.
  var engine: Engine { unsafe NodeRef(address.raw).engine }

  @MainActor
  var ref: NodeRef? {
    guard graph.isAlive else { return nil }
    let node = unsafe NodeRef(address.raw)
    let flags = node.flags
    guard flags.contains(.live), !flags.contains(.dead), node.serial == id else { return nil }
    return node
  }

  /// Whether what the node describes still exists.
  @MainActor public var isAlive: Bool { ref != nil }

  /// The label it was given.
  @MainActor public var label: String? {
    guard let ref else { return nil }
    return ref.engine.context.labels[ref.offset]
  }

  /// Where it was made, as `Module/File.swift:12`.
  @MainActor public var source: String? { ref.map { "\($0.file):\($0.line)" } }

  /// What it read in its latest evaluation, in reading order.
  @MainActor public var dependencies: [Node] {
    guard let ref else { return [] }
    return ref.engine.dependencies(of: ref).map(Node.init)
  }

  /// What read it in their latest evaluation, in subscription order.
  @MainActor public var dependents: [Node] {
    guard let ref else { return [] }
    return ref.engine.dependents(of: ref).map(Node.init)
  }

  /// Its current value as text; nothing for an observer.
  ///
  /// Reading it brings a computed up to date but makes it nobody's dependency.
  @MainActor public var valueDescription: String? {
    (ref?.owner as? any ObservableValue)?.peekedDescription
  }

  /// Its current value when that is a `Bool`.
  @MainActor var boolean: Bool? {
    (ref?.owner as? any ObservableValue)?.peekedValue as? Bool
  }

  /// The label, or the place in the source when it has none.
  @MainActor public var name: String { label ?? source ?? "a node that is gone" }
}

extension ObservableValue {
  fileprivate var peekedDescription: String { String(describing: peek()) }
  fileprivate var peekedValue: Any { peek() }
}
