extension LayerOrder {
  /// Returns the start of each item along its layer, with lines as straight as the order allows.
  ///
  /// Each sweep moves each layer as near to its neighbours as possible (least squares, by pooling adjacent violators).
  /// Lines through bends have a higher weight, so that long lines become straight.
  ///
  /// An item has a size along its layer, and an anchor, the offset where its lines end.
  ///
  /// - Complexity: O(*i* + *e*) in the items and their lines, for each of eight sweeps.
  func positions(sizes: [Int], anchors: [Int], gap: Int) -> [Int] {
    /// Returns the starts of the items of a layer when they are packed without spare space.
    func offsets(in layer: [Int]) -> [Int] {
      var end = 0
      return layer.map { item in
        defer { end += sizes[item] + gap }
        return end
      }
    }
    var starts = Array(repeating: 0.0, count: sources.count)
    for layer in layers {
      for (item, offset) in zip(layer, offsets(in: layer)) { starts[item] = Double(offset) }
    }
    for sweep in 0..<8 {
      let isForward = sweep.isMultiple(of: 2)
      for layer in isForward ? layers : layers.reversed() {
        let wishes = layer.map { item -> (wish: Double, weight: Double) in
          let around = isForward ? previous[item] : next[item]
          guard !around.isEmpty else { return (starts[item], 0.1) }
          let weights = around.map {
            isBend($0) && isBend(item) ? 8.0 : isBend($0) || isBend(item) ? 2 : 1
          }
          let weight = weights.reduce(0, +)
          let mean = zip(around, weights).reduce(0.0) {
            $0 + (starts[$1.0] + Double(anchors[$1.0])) * $1.1
          }
          return (mean / weight - Double(anchors[item]), weight)
        }
        let offsets = offsets(in: layer)
        let shifts = Self.ascending(zip(wishes, offsets).map { ($0.wish - Double($1), $0.weight) })
        for (index, item) in layer.enumerated() {
          starts[item] = shifts[index] + Double(offsets[index])
        }
      }
    }
    return settled(starts, sizes, gap)
  }

  /// Rounds the starts to whole numbers from 0, keeping the gaps.
  private func settled(_ starts: [Double], _ sizes: [Int], _ gap: Int) -> [Int] {
    let first = starts.min() ?? 0
    var places = Array(repeating: 0, count: sources.count)
    for layer in layers {
      var end = 0
      for item in layer {
        places[item] = max(end, Int((starts[item] - first).rounded()))
        end = places[item] + sizes[item] + gap
      }
    }
    return places
  }

  /// Returns the ascending numbers nearest to `wishes`: isotonic regression by pooling adjacent violators.
  private static func ascending(_ wishes: [(value: Double, weight: Double)]) -> [Double] {
    var pools: [(sum: Double, weight: Double, count: Int)] = []
    for wish in wishes {
      pools.append((wish.value * wish.weight, wish.weight, 1))
      while pools.count > 1 {
        let (last, before) = (pools[pools.count - 1], pools[pools.count - 2])
        guard before.sum / before.weight > last.sum / last.weight else { break }
        pools.removeLast(2)
        pools.append(
          (before.sum + last.sum, before.weight + last.weight, before.count + last.count))
      }
    }
    return pools.flatMap { Array(repeating: $0.sum / $0.weight, count: $0.count) }
  }
}
