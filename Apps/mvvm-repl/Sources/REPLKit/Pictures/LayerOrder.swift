/// The layers of a layered drawing (Sugiyama's method): which layer each node is in, and the order within a layer.
///
/// Edges lead from a layer to a later one. An edge that skips layers runs through *bends*, places of their own in
/// the layers between; the edges of one node share its bends, so that they are drawn as one line with branches.
/// An edge that would close a cycle is turned round. The same input gives the same layers.
struct LayerOrder: Equatable {
  /// The node at which the line through each item begins; the nodes come first, under their own numbers.
  private(set) var sources: [Int]
  /// The numbers of the items of each layer, in order.
  var layers: [[Int]] = []
  /// For each item the items of the next layer that its line leads to.
  private(set) var next: [[Int]] = []
  /// For each item the items of the layer before it.
  private(set) var previous: [[Int]] = []
  private let nodes: Range<Int>
  /// The place of each node in an earlier drawing.
  private let familiar: [Int?]

  /// An arrow of the graph.
  struct Edge: Hashable {
    let from: Int
    let to: Int
  }

  /// Finds layers for `count` nodes.
  ///
  /// - Parameters:
  ///   - count: How many nodes there are.
  ///   - edges: The arrows; one from a node to itself, and a second one between the same nodes, count for nothing.
  ///   - familiar: A place of each node in an earlier drawing, if it had one: of two nodes that stood in a layer, and
  ///     stand in one now, the same one is first; only the others are moved to save crossings.
  ///   - sweeps: How often the layers are gone through to save crossings; 0 leaves the order that it begins with.
  /// - Complexity: O(*s* · *e* log *e*) in the sweeps and the edges with their bends.
  init(count: Int, edges: [Edge], familiar: [Int?] = [], sweeps: Int = 24) {
    self.familiar = familiar
    var graph = Acyclic(count: count, edges: edges)
    let layerOf = graph.layers()
    nodes = 0..<count
    sources = Array(nodes)
    next = Array(repeating: [], count: count)
    layers = Array(repeating: [], count: (layerOf.max() ?? -1) + 1)
    var layerOfItem = layerOf
    for node in 0..<count {
      var line = node
      let targets = graph.targets[node].sorted { (layerOf[$0], $0) < (layerOf[$1], $1) }
      for target in targets {
        while layerOfItem[line] + 1 < layerOf[target] {
          sources.append(node)
          next.append([])
          layerOfItem.append(layerOfItem[line] + 1)
          next[line].append(sources.count - 1)
          line = sources.count - 1
        }
        next[line].append(target)
      }
    }
    previous = Array(repeating: [], count: sources.count)
    for (item, targets) in next.enumerated() {
      for target in targets { previous[target].append(item) }
    }
    begin(layerOfItem)
    if sweeps > 0 { reduceCrossings(sweeps) }
  }

  /// The first order: as the nodes were given or stood before, a bend at the place of its node.
  private mutating func begin(_ layerOf: [Int]) {
    func key(_ item: Int) -> (Int, Int) {
      (familiarPlace(of: sources[item]) ?? .max, sources[item])
    }
    for item in sources.indices { layers[layerOf[item]].append(item) }
    layers = layers.map { $0.sorted { key($0) < key($1) } }
  }

  /// The place of a node in the earlier drawing; nil for bends and what is new.
  func familiarPlace(of item: Int) -> Int? {
    familiar.indices.contains(item) ? familiar[item] : nil
  }

  /// Whether an item is a bend of a line.
  func isBend(_ item: Int) -> Bool { !nodes.contains(item) }
}

/// A graph without cycles, made by turning round the edges that close one.
private struct Acyclic {
  var targets: [[Int]]
  /// The nodes, each behind those that lead to it.
  private var sorted: [Int] = []

  init(count: Int, edges: [LayerOrder.Edge]) {
    targets = Array(repeating: [], count: count)
    for edge in Set(edges) where edge.from != edge.to { targets[edge.from].append(edge.to) }
    for node in targets.indices { targets[node].sort() }
    walk()
  }

  /// A depth-first walk with a stack of its own; an edge to a node on the stack closes a cycle.
  private mutating func walk() {
    enum State { case new, open, done }
    var states = Array(repeating: State.new, count: targets.count)
    var kept: [[Int]] = Array(repeating: [], count: targets.count)
    for start in targets.indices where states[start] == .new {
      var stack = [(node: start, index: 0)]
      states[start] = .open
      while let (node, index) = stack.last {
        guard index < targets[node].count else {
          states[node] = .done
          sorted.append(node)
          stack.removeLast()
          continue
        }
        stack[stack.count - 1].index += 1
        let target = targets[node][index]
        if states[target] == .open {
          kept[target].append(node)
        } else {
          kept[node].append(target)
          guard states[target] == .new else { continue }
          states[target] = .open
          stack.append((target, 0))
        }
      }
    }
    sorted.reverse()
    targets = kept.map { Array(Set($0)).sorted() }
  }

  /// The layer of each node: behind all that lead to it, and then as near to its targets as it may be when more
  /// lines leave it than enter.
  mutating func layers() -> [Int] {
    var layer = Array(repeating: 0, count: targets.count)
    var entering = Array(repeating: 0, count: targets.count)
    for node in sorted {
      for target in targets[node] {
        layer[target] = max(layer[target], layer[node] + 1)
        entering[target] += 1
      }
    }
    for node in sorted.reversed() where targets[node].count > entering[node] {
      layer[node] = max(layer[node], targets[node].reduce(.max) { min($0, layer[$1]) } - 1)
    }
    return layer
  }
}
