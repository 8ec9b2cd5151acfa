extension LayerOrder {
  /// The number of crossings between all pairs of neighbouring layers.
  var crossings: Int {
    let places = places
    return layers.reduce(0) { $0 + crossings(behind: $1, places) }
  }

  /// The index of each item in its layer.
  private var places: [Int] {
    var places = Array(repeating: 0, count: sources.count)
    for layer in layers { for (place, item) in layer.enumerated() { places[item] = place } }
    return places
  }

  /// The number of crossings of the lines that leave a layer: the inversions of their ends.
  private func crossings(behind layer: [Int], _ places: [Int]) -> Int {
    let ends = layer.flatMap { item in next[item].map { places[$0] }.sorted() }
    guard let widest = ends.max() else { return 0 }
    var seen = Array(repeating: 0, count: widest + 2)
    var crossings = 0
    for (count, end) in ends.enumerated() {
      // A Fenwick tree counts the earlier lines that end at this place or before it.
      var (below, index) = (0, end + 1)
      while index > 0 {
        below += seen[index]
        index &= index - 1
      }
      crossings += count - below
      index = end + 1
      while index < seen.count {
        seen[index] += 1
        index += index & -index
      }
    }
    return crossings
  }

  /// Reduces crossings by barycentre sweeps in both directions, then by swaps of neighbours.
  ///
  /// The best order is kept, and of equal orders the first.
  mutating func reduceCrossings(_ sweeps: Int) {
    var best = (order: layers, crossings: crossings)
    for sweep in 0..<sweeps where best.crossings > 0 {
      let numbers = Array(layers.indices)
      for layer in sweep.isMultiple(of: 2)
        ? numbers.dropFirst()[...] : numbers.dropLast().reversed()[...]
      {
        arrange(layer, by: sweep.isMultiple(of: 2) ? previous : next)
      }
      let crossings = crossings
      if crossings < best.crossings { best = (layers, crossings) }
    }
    layers = best.order
    if best.crossings > 0 { swapNeighbours() }
  }

  /// Puts each item of a layer at the mean place of its neighbours; an item without neighbours keeps its place.
  private mutating func arrange(_ layer: Int, by neighbours: [[Int]]) {
    let places = places
    let means = layers[layer].map { item in
      let around = neighbours[item]
      return around.isEmpty
        ? Double(places[item])
        : around.reduce(0.0) { $0 + Double(places[$1]) } / Double(around.count)
    }
    layers[layer] = zip(layers[layer], means).enumerated()
      .sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }
      .map(\.element.0)
    keepFamiliarOrder(layer)
  }

  /// Restores the earlier order of the familiar nodes of a layer, within the places that they occupy together.
  private mutating func keepFamiliarOrder(_ layer: Int) {
    let slots = layers[layer].indices.filter { familiarPlace(of: layers[layer][$0]) != nil }
    let nodes = slots.map { layers[layer][$0] }
      .sorted { (familiarPlace(of: $0) ?? 0, $0) < (familiarPlace(of: $1) ?? 0, $1) }
    for (slot, node) in zip(slots, nodes) { layers[layer][slot] = node }
  }

  /// Swaps neighbours in a layer while that saves crossings, in at most 16 rounds.
  private mutating func swapNeighbours() {
    var places = places
    var hasSwapped = true
    var rounds = 0
    while hasSwapped, rounds < 16 {
      hasSwapped = false
      rounds += 1
      for layer in layers.indices {
        for index in layers[layer].indices.dropLast() {
          let (left, right) = (layers[layer][index], layers[layer][index + 1])
          guard familiarPlace(of: left) == nil || familiarPlace(of: right) == nil else { continue }
          var saved = 0
          for neighbours in [previous, next] {
            let (a, b) = (neighbours[left].map { places[$0] }, neighbours[right].map { places[$0] })
            for place in a {
              for other in b { saved += (place > other ? 1 : 0) - (place < other ? 1 : 0) }
            }
          }
          guard saved > 0 else { continue }
          layers[layer].swapAt(index, index + 1)
          (places[left], places[right]) = (index + 1, index)
          hasSwapped = true
        }
      }
    }
  }
}
