import Bindings
import Foundation
import Measuring

/// Two versions compared: ours, Heckel's way, and the standard library's.
@MainActor
enum Diffs {
  /// The time of our comparison by scenario and size, to tell whether it grows with the list.
  private static var ours: [String: [Int: Double]] = [:]

  static func run(_ sizes: [Int]) {
    for n in sizes {
      for (name, old, new) in Scenarios.all(n) {
        compare("int.\(name)", n, old.map(IntRow.init), new.map(IntRow.init))
        compare("text.\(name)", n, old.map(TextRow.init), new.map(TextRow.init))
      }
    }
    for (name, times) in ours.sorted(by: { $0.key < $1.key }) where name.hasPrefix("int.") {
      guard let long = times[100_000], let short = times[10_000] else { continue }
      table.report(
        Measurement(
          name: "linear.\(name)", size: 100_000, ours: long, peer: "15 x 10 000 rows",
          theirs: 15 * short, target: 1, note: "ns per diff"))
    }
  }

  private static func compare<Row: Identifiable & Hashable>(
    _ name: String, _ n: Int, _ old: [Row], _ new: [Row]
  ) {
    var ways = [
      Way(name: "ours") { ListChanges(from: old, to: new).count },
      Way(name: "Heckel") {
        let result = Heckel.changes(from: old, to: new)
        return result.moved.count + result.inserted.count
      },
    ]
    // Myers' way takes time by the number of differences, squared: not where nothing is in place.
    let isHopeless = ["shuffle", "reverse", "replaceAll"].contains { name.hasSuffix($0) }
    if n <= (isHopeless || name.hasSuffix("mixed5") ? 1000 : 10_000) {
      ways.append(Way(name: "CollectionDifference") { new.difference(from: old).count })
      ways.append(
        Way(name: "CollectionDifference, moves") {
          new.difference(from: old).inferringMoves().count
        })
    }
    let figures = measure(
      ways, rounds: rounds, samples: n >= 100_000 ? 1 : 3, milliseconds: milliseconds)
    ours[name, default: [:]][n] = figures[0]
    let moves = ListChanges(from: old, to: new).moved.count
    let theirMoves = Heckel.changes(from: old, to: new).moved.count
    for (way, figure) in zip(ways, figures).dropFirst() {
      var target: Double?
      if way.name == "Heckel", n == 10_000, name.hasSuffix("shuffle") {
        target = name.hasPrefix("int") ? 1 / 0.35 : 1 / 0.65
      }
      let note =
        way.name == "Heckel" ? "ns per diff; moves \(moves), theirs \(theirMoves)" : "ns per diff"
      table.report(
        Measurement(
          name: name, size: n, ours: figures[0], peer: way.name, theirs: figure, target: target,
          note: note))
    }
  }
}
