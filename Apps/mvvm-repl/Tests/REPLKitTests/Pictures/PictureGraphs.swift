import Bindings
@testable import REPLKit

/// Graphs for the tests of pictures.
struct PictureGraphs {
  private var numbers: SeededGenerator

  init(seed: UInt64) { numbers = SeededGenerator(seed: seed) }

  /// A graph made at random of at most `most` nodes; without `circles` each node reads earlier ones alone.
  ///
  /// With `mentions` some of what it would read it only mentions.
  mutating func next(most: Int, circles: Bool = false, mentions: Bool = false) -> [DrawnNode] {
    let count = Int.random(in: 0...most, using: &numbers)
    let density = Int.random(in: 0...3, using: &numbers)
    return (0..<count).map { node in
      let others = circles ? 0..<count : 0..<node
      let reads = (0..<Int.random(in: 0...density, using: &numbers)).compactMap { _ in
        others.randomElement(using: &numbers)
      }
      return DrawnNode(
        kind: [Node.Kind.property, .computed, .command, .observer].randomElement(using: &numbers)
          ?? .property,
        name: String("abcd 手机号é".prefix(Int.random(in: 0...8, using: &numbers))),
        value: Bool.random(using: &numbers) ? "\"\u{1b}x\"" : nil, reads: reads, mark: nil,
        mentions: mentions ? Array(Set(reads.filter { _ in Bool.random(using: &numbers) })) : [])
    }.map { node in
      var node = node
      node.reads.removeAll(where: node.mentions.contains)
      return node
    }
  }
}

extension LayerOrder {
  init(_ nodes: [DrawnNode], familiar: [Int?] = [], sweeps: Int = 24) {
    self.init(
      count: nodes.count,
      edges: nodes.enumerated().flatMap { node, shown in
        shown.reads.map { Edge(from: $0, to: node) }
      }, familiar: familiar, sweeps: sweeps)
  }
}
