import DisplayWidth
import Testing

@testable import REPLKit

/// What each picture of a graph keeps, whatever the graph.
@Suite struct GraphPictureLawTests {
  @Test func aPictureOfAnyGraphKeepsItsLaws() {
    var graphs = PictureGraphs(seed: 1)
    for round in 0..<LayerOrderTests.count {
      let nodes = graphs.next(
        most: round.isMultiple(of: 100) ? 60 : 14, circles: round.isMultiple(of: 3),
        mentions: round.isMultiple(of: 2))
      let picture = GraphPicture(nodes)
      let faults =
        overlaps(in: picture) + strays(in: picture) + gaps(in: picture) + dots(in: picture)
      #expect(
        faults.isEmpty,
        "round \(round), \(nodes.map(\.reads)): \(Set(faults))\n\(picture.lines().joined(separator: "\n"))"
      )
      guard faults.isEmpty else { return }
      #expect(picture.lines().allSatisfy { $0.displayWidth <= picture.width }, "round \(round)")
      #expect(round > 100 || GraphPicture(nodes) == picture, "round \(round)")
      #expect(
        GraphTree(nodes: nodes).lines(width: 40).allSatisfy { $0.displayWidth <= 40 },
        "round \(round)")
    }
  }

  /// Boxes stand apart, inside of the picture.
  private func overlaps(in picture: GraphPicture) -> [String] {
    var taken: Set<GraphPicture.Point> = []
    return picture.boxes.flatMap { box in
      points(of: box).compactMap { point in
        if !taken.insert(point).inserted { return "box \(box.node) stands on another one" }
        let isInside =
          (0..<picture.width).contains(point.x) && (0..<picture.height).contains(point.y)
        return isInside ? nil : "box \(box.node) is outside"
      }
    }
  }

  /// No line runs through a box, and two lines meet only where one crosses the other.
  private func strays(in picture: GraphPicture) -> [String] {
    let inside = Set(
      picture.boxes.flatMap { box in
        points(of: box).filter { $0.x > box.x && $0.x < box.x + box.width - 1 }
      })
    return picture.cells.flatMap { point, lines in
      var faults: [String] = []
      if inside.contains(point) { faults.append("a line runs through a box") }
      if lines.count > 1 {
        let ways = Set(lines.map(\.sides.rawValue))
        if ways != [
          GraphPicture.Sides([.up, .down]).rawValue, GraphPicture.Sides([.left, .right]).rawValue,
        ] {
          faults.append("lines of \(lines.map(\.source)) touch at \(point)")
        }
      }
      return faults
    }
  }

  /// Each line leads forwards from the box that is read to the box that reads it, and nowhere else.
  private func gaps(in picture: GraphPicture) -> [String] {
    picture.nodes.indices.flatMap { source in
      let box = picture.boxes[source]
      let line = Set(picture.cells.filter { $0.value.contains { $0.source == source } }.keys)
      var open = [GraphPicture.Point(x: box.x + box.width - 1, y: box.y + 1)]
      var seen: Set<GraphPicture.Point> = []
      var reached: Set<Int> = []
      while let point = open.popLast() {
        guard line.contains(point), seen.insert(point).inserted else { continue }
        if let other = picture.boxes.first(where: {
          $0.x == point.x && points(of: $0).contains(point)
        }) {
          reached.insert(other.node)
          if !picture.heads.contains(.init(x: point.x - 1, y: point.y)) { reached.insert(-1) }
        }
        open += [
          .init(x: point.x + 1, y: point.y), .init(x: point.x, y: point.y + 1),
          .init(x: point.x, y: point.y - 1),
        ]
      }
      // An arrow that closes a circle is drawn the other way round.
      let readers = Set(
        picture.nodes.indices.filter { picture.nodes[$0].inputs.contains(source) && $0 != source })
      let others = Set(picture.nodes[source].inputs).subtracting([source])
      let before = others.filter { picture.boxes[$0].x > box.x }
      let wanted = readers.filter { picture.boxes[$0].x > box.x }.union(before)
      return reached == wanted ? [] : ["\(source) leads to \(reached), not to \(wanted)"]
    }
  }

  /// A line is dotted where it enters a box exactly if nothing was read along it.
  private func dots(in picture: GraphPicture) -> [String] {
    let cells = picture.cells
    return picture.boxes.flatMap { box in
      (box.y..<box.y + box.height).flatMap { y in
        (cells[GraphPicture.Point(x: box.x, y: y)] ?? []).compactMap { line -> String? in
          let isRead =
            picture.nodes[box.node].reads.contains(line.source)
            || picture.nodes[line.source].reads.contains(box.node)
          return line.isDotted == !isRead ? nil : "\(line.source) to \(box.node) is drawn wrongly"
        }
      }
    }
  }

  private func points(of box: GraphPicture.Box) -> [GraphPicture.Point] {
    (box.y..<box.y + box.height).flatMap { y in
      (box.x..<box.x + box.width).map { GraphPicture.Point(x: $0, y: y) }
    }
  }
}

extension DrawnNode {
  fileprivate var inputs: [Int] { reads + mentions }
}
