public import Bindings
import DisplayWidth

/// A node of a drawn graph: a property, a computed value, a command or an observer.
public struct DrawnNode: Sendable, Hashable {
  /// The kind of the node, which sets the frame of its box.
  public var kind: Node.Kind
  /// The name of the node.
  public var name: String
  /// The value as text; `nil` if the node has no value, or none that is up to date.
  public var value: String?
  /// The previous value as text, shown where there is room; `nil` if it did not change or is not known.
  public var previous: String?
  /// The indices of the nodes that the node reads.
  public var reads: [Int]
  /// A mark before the name, such as the position of the node in the order in which nodes have run.
  public var mark: String?
  /// The indices of the nodes that its body mentions, but did not read in its last run; drawn with dotted lines.
  public var mentions: [Int] = []

  /// Returns the name with the value, and with the previous value if all of it fits into `room` cells.
  func caption(within room: Int, _ cells: CellWidth) -> String {
    let head = (mark.map { "\($0) " } ?? "") + name
    let values = shownValue(within: room - cells.of("\(head) = "), cells)
    return head + (values.map { " = \($0)" } ?? "")
  }

  /// Returns the value, with the previous value if both fit into `room` cells.
  func shownValue(within room: Int, _ cells: CellWidth) -> String? {
    guard let value, let previous else { return value }
    let both = "\(value) ⟵ \(previous)".printableLine
    return cells.of(both) <= room ? both : value
  }
}

extension [DrawnNode] {
  /// The edges from each node to the nodes that read or mention it.
  var edges: [LayerOrder.Edge] {
    enumerated().flatMap { node, shown in
      (shown.reads + shown.mentions).map { LayerOrder.Edge(from: $0, to: node) }
    }
  }
}

/// A graph to be drawn, with the common prefix of its names left out of them.
public struct DrawnGraph: Sendable, Hashable {
  /// The common prefix of all names, without its dot, such as `form`; empty if there is none.
  public let title: String
  /// The nodes.
  public let nodes: [DrawnNode]
  /// Whether the graph is drawn as a tree even where boxes would fit.
  public let isTree: Bool
  /// The identifiers of the nodes in their graph.
  let ids: [UInt32]
  /// The position of each node in an earlier drawing, whose order is kept; empty if there is none.
  var places: [Int?] = []
  /// The maximum number of rows; of a larger graph only the marked nodes are shown.
  public var mostRows: Int?

  /// Creates a drawn graph from a diagram.
  ///
  /// Nodes without a name at the prompt and the conditions of commands are left out: their readers are joined to what
  /// they read. Observers stay. The nodes are given by their identifiers.
  init(
    _ diagram: Diagram, named: Set<UInt32>, mentions: [UInt32: Set<UInt32>] = [:],
    turns: Turns? = nil, previous: [UInt32: String] = [:], isTree: Bool = false
  ) {
    let all = diagram.nodes
    let shown = all.indices.filter { number in
      let node = all[number]
      // The command itself represents its condition.
      let isCondition = node.kind == .computed && node.name.hasSuffix(".isEnabled")
      return node.kind == .observer || named.contains(node.id) && !isCondition
    }
    let places = Dictionary(uniqueKeysWithValues: shown.enumerated().map { ($1, $0) })
    let ids = shown.map { all[$0].id }
    let placesOfIDs = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, $0) })
    let marks = turns?.marks(of: ids) ?? [:]
    /// Returns the nearest shown nodes that a node reads, directly or through hidden nodes.
    func reads(of node: Int) -> [Int] {
      var (open, seen, found) = (all[node].reads, Set<Int>(), Set<Int>())
      while let next = open.popLast() {
        guard seen.insert(next).inserted else { continue }
        if let place = places[next] { found.insert(place) } else { open += all[next].reads }
      }
      return found.sorted()
    }
    let names = shown.filter { named.contains(all[$0].id) }.map { all[$0].name }
    let first = names.first ?? ""
    let common = names.dropFirst().reduce(names.count > 1 ? first.count : 0) { length, name in
      min(length, zip(first, name).prefix { $0 == $1 }.count)
    }
    let shared = first.prefix(common).lastIndex(of: ".").map { first[...$0] } ?? ""
    title = String(shared.dropLast())
    nodes = shown.enumerated().map { place, number in
      let node = all[number]
      let reads = reads(of: number)
      let mentions = (mentions[node.id] ?? []).compactMap { placesOfIDs[$0] }
      let isShared = named.contains(node.id)
      return DrawnNode(
        kind: node.kind, name: isShared ? String(node.name.dropFirst(shared.count)) : node.name,
        value: node.value, previous: previous[node.id], reads: reads, mark: marks[node.id],
        mentions: Set(mentions).subtracting(reads + [place]).sorted())
    }
    self.ids = ids
    self.isTree = isTree
  }
}
