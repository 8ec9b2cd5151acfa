import Bindings
import Foundation
import Testing

@testable import REPLKit

/// The layers of a drawing, and the order in them.
@Suite struct LayerOrderTests {
  /// How many graphs are made at random; `PICTURES_FUZZ` sets another number.
  static let count = ProcessInfo.processInfo.environment["PICTURES_FUZZ"].flatMap(Int.init) ?? 500

  @Test func eachNodeStandsBehindThoseThatItReads() {
    let order = LayerOrder(nodes(reading: [[], [0], [0, 1], [3]]))
    // The fourth reads itself, which is no arrow of a drawing.
    #expect(order.layers.map { $0.filter { $0 < 4 } } == [[0, 3], [1], [2]])
    #expect(order.sources == [0, 1, 2, 3, 0])
  }

  @Test func anArrowThatClosesACircleIsTurnedRound() {
    let order = LayerOrder(nodes(reading: [[2], [0], [1]]))
    #expect(order.layers == [[0], [1], [2]] || order.layers.map(\.count) == [1, 2, 1])
  }

  @Test func aChainOfAHundredThousandNodesNeedsNoDeepStack() {
    let order = LayerOrder(nodes(reading: [[]] + (0..<100_000).map { [$0] }))
    #expect(order.layers.count == 100_001)
  }

  /// The method as textbooks give it: mean places, layer by layer, forwards and backwards; the best is kept.
  @Test func noMoreLinesCrossThanAfterPlainBarycentreSweeps() {
    var graphs = PictureGraphs(seed: 2)
    for round in 0..<Self.count {
      let nodes = graphs.next(most: 20)
      var reference = LayerOrder(nodes, sweeps: 0)
      var best = crossings(of: reference)
      for sweep in 0..<24 {
        let isForward = sweep.isMultiple(of: 2)
        let layers = Array(reference.layers.indices)
        for layer in isForward ? Array(layers.dropFirst()) : layers.dropLast().reversed() {
          let places = places(of: reference)
          let neighbours = isForward ? reference.previous : reference.next
          reference.layers[layer].sort { left, right in
            let means = [left, right].map { item in
              neighbours[item].isEmpty
                ? Double(places[item]!)
                : neighbours[item].reduce(0.0) { $0 + Double(places[$1]!) }
                  / Double(neighbours[item].count)
            }
            return (means[0], places[left]!) < (means[1], places[right]!)
          }
        }
        best = min(best, crossings(of: reference))
      }
      let order = LayerOrder(nodes)
      #expect(crossings(of: order) <= best, "round \(round)")
      #expect(order.crossings == crossings(of: order), "round \(round)")
    }
  }

  @Test func whoeverIsAddedLeavesTheOthersInTheirOrder() {
    var graphs = PictureGraphs(seed: 3)
    for round in 0..<Self.count {
      let nodes = graphs.next(most: 16, circles: round.isMultiple(of: 4))
      guard nodes.count > 1 else { continue }
      // Others may read the node that is added, which moves them to later layers.
      let before = LayerOrder(
        nodes.dropLast().map { node in
          var node = node
          node.reads.removeAll { $0 == nodes.count - 1 }
          return node
        })
      let known = places(of: before)
      let familiar = nodes.indices.map { $0 < nodes.count - 1 ? known[$0] : nil }
      let start = LayerOrder(nodes, familiar: familiar, sweeps: 0)
      let after = LayerOrder(nodes, familiar: familiar)
      #expect(after.crossings <= start.crossings, "round \(round)")
      let (layers, last) = (layers(of: before), layers(of: after))
      for layer in after.layers {
        let others = layer.filter { $0 < nodes.count - 1 }
        for (left, right) in zip(others, others.dropFirst()) {
          #expect(last[left] == last[right])
          #expect(
            layers[left] != layers[right] || known[left, default: 0] < known[right, default: 0],
            "round \(round): \(left) and \(right) have changed places")
        }
      }
    }
  }

  private func layers(of order: LayerOrder) -> [Int: Int] {
    Dictionary(
      uniqueKeysWithValues: order.layers.enumerated().flatMap { layer, items in
        items.map { ($0, layer) }
      })
  }

  private func nodes(reading reads: [[Int]]) -> [DrawnNode] {
    reads.map { DrawnNode(kind: .computed, name: "", value: nil, reads: $0, mark: nil) }
  }

  private func places(of order: LayerOrder) -> [Int: Int] {
    Dictionary(
      uniqueKeysWithValues: order.layers.flatMap { $0.enumerated().map { ($0.element, $0.offset) } }
    )
  }

  /// Each pair of lines, compared.
  private func crossings(of order: LayerOrder) -> Int {
    let places = places(of: order)
    return order.layers.reduce(0) { sum, layer in
      let lines = layer.flatMap { item in
        order.next[item].map { (places[item, default: 0], places[$0, default: 0]) }
      }
      return sum
        + lines.indices.reduce(0) { sum, index in
          sum
            + lines[..<index].count {
              ($0.0 - lines[index].0) * ($0.1 - lines[index].1) < 0
            }
        }
    }
  }
}
