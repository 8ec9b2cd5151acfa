public import Bindings
import DisplayWidth

/// One node of a graph that is drawn: a property, a computed, a command or an observer.
public struct DrawnNode: Sendable, Hashable {
  /// The kind of the node, by which its box is drawn.
  public var kind: Node.Kind
  /// The name of the node.
  public var name: String
  /// Its value as it is shown; nil when it has none, or none that is up to date.
  public var value: String?
  /// The value before it, as it is shown where there is room; nil when it did not change, or that is not known.
  public var previous: String?
  /// The nodes that it reads, by their place in the array of nodes.
  public var reads: [Int]
  /// A sign in front of the name, such as the number of its turn in a change.
  public var mark: String?
  /// The nodes that its body mentions, but did not read the last time; drawn with dotted lines.
  public var mentions: [Int] = []

  /// The name, with the value behind it, and the one before that if all of it takes so many cells at most.
  func caption(within room: Int, _ cells: CellWidth) -> String {
    let head = (mark.map { "\($0) " } ?? "") + name
    let values = shownValue(within: room - cells.of("\(head) = "), cells)
    return head + (values.map { " = \($0)" } ?? "")
  }

  /// The value, and the one before it if both take so many cells at most.
  func shownValue(within room: Int, _ cells: CellWidth) -> String? {
    guard let value, let previous else { return value }
    let both = "\(value) ⟵ \(previous)".printableLine
    return cells.of(both) <= room ? both : value
  }
}

extension [DrawnNode] {
  /// An arrow from each node to those that read or mention it.
  var edges: [LayerOrder.Edge] {
    enumerated().flatMap { node, shown in
      (shown.reads + shown.mentions).map { LayerOrder.Edge(from: $0, to: node) }
    }
  }
}

/// A graph that is drawn, with what its names have in common left out of them.
public struct DrawnGraph: Sendable, Hashable {
  /// The beginning of all names, without its dot, such as `form`; empty when they have none in common.
  public let title: String
  /// The nodes.
  public let nodes: [DrawnNode]
  /// Whether it is wanted as a tree also where boxes would fit.
  public let isTree: Bool
  /// The numbers of the nodes in their graph.
  let ids: [UInt32]
  /// The place of each node in an earlier drawing, whose order is kept; empty when there is none.
  var places: [Int?] = []
  /// How many rows it takes at most; beyond that only what is marked is shown.
  public var mostRows: Int?

  /// Takes over a diagram.
  ///
  /// What has no name at the prompt, and whether commands are enabled, is left out: what reads it is joined to what it
  /// reads. Observers stay.
  ///
  /// - Parameters:
  ///   - diagram: The nodes and what reads what.
  ///   - named: The numbers of the nodes that have a name at the prompt.
  ///   - mentions: What the bodies of nodes mention, by numbers.
  ///   - turns: What has just run, which is marked.
  ///   - previous: The values before those that are shown, by numbers.
  ///   - isTree: Whether it is wanted as a tree.
  init(
    _ diagram: Diagram, named: Set<UInt32>, mentions: [UInt32: Set<UInt32>] = [:],
    turns: Turns? = nil, previous: [UInt32: String] = [:], isTree: Bool = false
  ) {
    let all = diagram.nodes
    let shown = all.indices.filter { number in
      let node = all[number]
      // A command stands for its own condition.
      let isCondition = node.kind == .computed && node.name.hasSuffix(".isEnabled")
      return node.kind == .observer || named.contains(node.id) && !isCondition
    }
    let places = Dictionary(uniqueKeysWithValues: shown.enumerated().map { ($1, $0) })
    let ids = shown.map { all[$0].id }
    let placesOfIDs = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, $0) })
    let marks = turns?.marks(of: ids) ?? [:]
    /// The nearest shown nodes behind one.
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
