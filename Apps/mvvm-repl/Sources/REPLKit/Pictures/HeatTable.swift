public import Bindings
import DisplayWidth

/// The nodes of a graph that ran most over a session.
public struct HeatTable: Sendable, Hashable {
  /// One node.
  public struct Row: Sendable, Hashable {
    /// The path of the node, or its label.
    public let name: String
    /// What the node is.
    public let kind: Node.Kind
    /// How often it was evaluated, run or begun.
    public let runs: Int
    /// How many of the evaluations gave the value of before.
    public let equal: Int
  }

  /// The nodes that ran most, these first.
  public let rows: [Row]
  /// How many nodes ran at all.
  public let nodes: Int
  /// How often they ran, all together.
  public let runs: Int

  /// How many rows are shown unless it is told, and how many at most.
  static let (usual, most) = (10, 200)
}

extension HeatTable {
  /// How many cells a bar takes at most.
  private static let widestBar = 30

  /// The counts, and how many nodes are shown if there are others.
  var heading: Message {
    rows.count < nodes ? .heat(rows.count, of: nodes, runs) : .heat(nodes, runs)
  }

  /// What the signs mean that occur in it.
  var marks: [Message] {
    rows.first { $0.equal > 0 }.map { [.markOfEqualRuns($0.equal)] } ?? []
  }

  /// A line for each row: the name, the runs, how many of them gave the value of before, and its share of all runs.
  func lines(width: Int, _ cells: CellWidth = CellWidth()) -> [String] {
    let name = min(rows.map { cells.of($0.name) }.max() ?? 0, max(8, width / 2))
    let sign = cells.of("━") == 1 ? "━" : "="
    let counts = rows.map { ("\($0.runs)", $0.equal == 0 ? "" : "=\($0.equal)") }
    let (first, second) = (counts.map(\.0.count).max() ?? 0, counts.map(\.1.count).max() ?? 0)
    let bar = min(Self.widestBar, max(1, width - name - first - second - 15))
    let hottest = max(1, rows.first?.runs ?? 1)
    return zip(rows, counts).map { row, count in
      let length = max(1, (row.runs * bar + hottest / 2) / hottest)
      let share = runs == 0 ? 0 : (row.runs * 100 + runs / 2) / runs
      let padding = String(repeating: " ", count: first - count.0.count)
      let equal = second == 0 ? "" : "  " + count.1.padded(to: second)
      return
        ("  " + row.name.fitted(to: name, cells).padded(to: name, cells)
        + "  \(padding)\(count.0)\(equal)  "
        + String(repeating: sign, count: length).padded(to: bar) + "  \(share)%").fitted(
          to: width, cells)
    }
  }
}
