/// The layers of a layered drawing (Sugiyama's method): the layer of each node, and the order within a layer.
///
/// Edges lead from a layer to a later one. An edge that skips layers runs through *bends*, which are extra items in the
/// layers between. The edges of a node share its bends, so that they are drawn as one line with branches. An edge that
/// would close a cycle is reversed. The same input gives the same layers.
struct LayerOrder: Equatable {
  /// The node where the line through each item begins; the first items are the nodes themselves.
  private(set) var sources: [Int]
  /// The numbers of the items of each layer, in order.
  var layers: [[Int]] = []
  /// For each item, the items of the next layer to which its line leads.
  private(set) var next: [[Int]] = []
  /// For each item, the items of the layer before it whose lines lead to it.
  private(set) var previous: [[Int]] = []
  private let nodes: Range<Int>
  /// The position of each node in an earlier drawing.
  private let familiar: [Int?]

  struct Edge: Hashable {
    let from: Int
    let to: Int
  }

  /// Assigns layers to `count` nodes; edges from a node to itself and duplicates are ignored.
  ///
  /// Nodes with a position in an earlier drawing, `familiar`, keep their order within a layer; only the others move to
  /// save crossings.
  ///
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

  /// Sets the initial order: nodes by earlier position, then as given, and each bend at the place of its node.
  private mutating func begin(_ layerOf: [Int]) {
    func key(_ item: Int) -> (Int, Int) {
      (familiarPlace(of: sources[item]) ?? .max, sources[item])
    }
    for item in sources.indices { layers[layerOf[item]].append(item) }
    layers = layers.map { $0.sorted { key($0) < key($1) } }
  }

  /// Returns the position of a node in the earlier drawing; `nil` for bends and new nodes.
  func familiarPlace(of item: Int) -> Int? {
    familiar.indices.contains(item) ? familiar[item] : nil
  }

  /// Whether an item is a bend of a line.
  func isBend(_ item: Int) -> Bool { !nodes.contains(item) }
}

/// A graph without cycles, made by reversing the edges that close a cycle.
private struct Acyclic {
  var targets: [[Int]]
  private var sorted: [Int] = []

  init(count: Int, edges: [LayerOrder.Edge]) {
    targets = Array(repeating: [], count: count)
    for edge in Set(edges) where edge.from != edge.to { targets[edge.from].append(edge.to) }
    for node in targets.indices { targets[node].sort() }
    walk()
  }

  /// Walks depth-first with an explicit stack; an edge to a node on the stack closes a cycle and is reversed.
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

  /// Returns the layer of each node: behind all nodes that lead to it, and as near to its targets as possible if more
  /// lines leave the node than enter it.
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
