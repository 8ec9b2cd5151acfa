import Bindings
import Foundation
import Measuring

/// A comparison of two versions of a list: ours, Heckel's algorithm, and the standard library's.
@MainActor
enum Diffs {
  static func run(_ sizes: [Int]) {
    for n in sizes {
      for (name, old, new) in Scenarios.all(n) {
        if wants(case: "int.\(name)") {
          compare("int.\(name)", n, old.map(IntRow.init), new.map(IntRow.init))
        }
        if wants(case: "text.\(name)") {
          compare("text.\(name)", n, old.map(TextRow.init), new.map(TextRow.init))
        }
      }
    }
    if sizes.contains(10_000), sizes.contains(100_000) { compareSizes() }
  }

  /// Measures whether the time of a comparison is linear in the number of rows: both lengths run in the same rounds.
  ///
  /// The branch predictor of a processor learns a short list that is compared repeatedly. So ten different short lists
  /// take turns, which together have as many rows as the long one.
  private static func compareSizes() {
    let short = (0..<10).map { Scenarios.all(10_000, seed: UInt64($0)) }
    for (index, long) in Scenarios.all(100_000).enumerated() {
      let name = "linear.int.\(long.name)"
      if !wants(case: name) { continue }
      let ways = [short.map { $0[index] }, [long]].map { scenarios in
        let pairs = scenarios.map { ($0.old.map(IntRow.init), $0.new.map(IntRow.init)) }
        var turn = 0
        return Way(name: "ours") {
          turn = (turn + 1) % pairs.count
          return ListChanges(from: pairs[turn].0, to: pairs[turn].1).count
        }
      }
      let figures = measure(ways, rounds: 2 * rounds, samples: 1, milliseconds: milliseconds)
      table.report(
        Measurement(
          name: name, size: 100_000, ours: figures[1], peer: "15 x 10 000 rows",
          theirs: 15 * figures[0], target: 1,
          note: "ns per diff; ten lists of 10 000 rows in turn"))
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
    // The time of Myers' algorithm grows with the rows times the differences: it takes seconds to minutes if few rows
    // are in place, or if many rows of a long list are not.
    let isHopeless = ["shuffle", "reverse", "replaceAll"].contains { name.hasSuffix($0) }
    let isEasy = ["same", "firstToLast", "lastToFirst", "prepend50", "append50"]
      .contains { name.hasSuffix($0) }
    if n <= (isHopeless ? 1000 : isEasy ? 100_000 : 10_000) {
      ways.append(Way(name: "CollectionDifference") { new.difference(from: old).count })
      ways.append(
        Way(name: "CollectionDifference, moves") {
          new.difference(from: old).inferringMoves().count
        })
    }
    let figures = measure(
      ways, rounds: rounds, samples: n >= 100_000 ? 1 : 3, milliseconds: milliseconds)
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
