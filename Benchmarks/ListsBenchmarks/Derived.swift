import Bindings
import Measuring

/// A row of the derived lists.
struct TaskRow: Identifiable, Equatable {
  var id: Int
  var title: String
  var rank: Int
}

/// A cell that is kept as long as its row is shown.
final class TaskCell: Identifiable {
  let id: Int
  var row: TaskRow

  init(_ row: TaskRow) {
    id = row.id
    self.row = row
  }
}

/// A filtered and sorted list with cells: incremental updates, compared with a complete recomputation.
@MainActor
enum Derived {
  static func run(_ sizes: [Int]) {
    for n in sizes {
      for k in [1, 10, 100, 1000] where k <= n / 10 { chain(n, k, .mixed) }
      for k in [n / 4, n / 2, n] {
        // Each insertion shifts the rows after it, and with 100 000 rows nothing else would be measured.
        if n <= 10_000 { chain(n, k, .mixed) }
        chain(n, k, .updates)
        chain(n, k, .replacement)
      }
    }
  }

  /// The kinds of transactions.
  private enum Kind: String {
    /// Single edits: of ten, four updates, three insertions and three removals.
    case mixed = ""
    /// Single updates of the content of rows.
    case updates = "update"
    /// One replacement of all rows, of which a number differ.
    case replacement = "replace"
  }

  private struct Edits {
    var random = SplitMix(state: 11)
    var next: Int
    let size: Int

    init(next: Int) {
      self.next = next
      size = next
    }

    mutating func apply(_ k: Int, _ kind: Kind, to list: inout ListEdit<TaskRow>) {
      switch kind {
      case .replacement: list.replace(with: replacement(of: list.rows, k))
      case .updates:
        for position in positions(k, of: list.count) { list[position].rank = rank() }
      case .mixed:
        for _ in 0..<k {
          let position = Int(random.next() % UInt64(list.count))
          switch draw(list.count) {
          case 0..<4: list[position].rank = rank()
          case 4..<7: list.insert(newRow(), at: position)
          default: list.remove(at: position)
          }
        }
      }
    }

    mutating func apply(_ k: Int, _ kind: Kind, to rows: inout [TaskRow]) {
      switch kind {
      case .replacement: rows = replacement(of: rows, k)
      case .updates:
        for position in positions(k, of: rows.count) { rows[position].rank = rank() }
      case .mixed:
        for _ in 0..<k {
          let position = Int(random.next() % UInt64(rows.count))
          switch draw(rows.count) {
          case 0..<4: rows[position].rank = rank()
          case 4..<7: rows.insert(newRow(), at: position)
          default: rows.remove(at: position)
          }
        }
      }
    }

    /// Returns rows as a server resends them: of `k`, four in ten are changed, three are new and three are gone.
    private mutating func replacement(of rows: [TaskRow], _ k: Int) -> [TaskRow] {
      var result: [TaskRow] = []
      result.reserveCapacity(rows.count + k)
      for row in rows {
        var row = row
        if Int(random.next() % UInt64(size)) < k {
          switch draw(rows.count) {
          case 0..<4: row.rank = rank()
          case 4..<7: result.append(newRow())
          default: continue
          }
        }
        result.append(row)
      }
      return result
    }

    /// Returns a number of different positions all over the list.
    private func positions(_ k: Int, of count: Int) -> StrideTo<Int> {
      stride(from: 0, to: count, by: count / k)
    }

    /// Returns the kind of the next edit, so that the list keeps about its length over any number of rounds.
    private mutating func draw(_ count: Int) -> UInt64 {
      let number = random.next() % 10
      return number < 4 || abs(count - size) * 50 < size ? number : count < size ? 4 : 9
    }

    private mutating func rank() -> Int { Int(random.next() % 1_000_000) }

    private mutating func newRow() -> TaskRow {
      next += 1
      return row(next)
    }

    mutating func row(_ id: Int) -> TaskRow { TaskRow(id: id, title: "task", rank: rank()) }
  }

  private static func isIncluded(_ row: TaskRow) -> Bool { row.rank & 1 == 0 }
  private static func isBefore(_ a: TaskRow, _ b: TaskRow) -> Bool {
    a.rank != b.rank ? a.rank < b.rank : a.id < b.id
  }

  private static func chain(_ n: Int, _ k: Int, _ kind: Kind) {
    let parts = ["filter+sort+cells", kind.rawValue, "\(k)"]
    let name = parts.filter { !$0.isEmpty }.joined(separator: ".")
    if !wants(case: name) { return }
    var edits = Edits(next: n)
    let start = (0..<n).map { edits.row($0) }

    let list = ObservableList(start)
    let cells = list.filter { isIncluded($0) }.sorted { isBefore($0, $1) }
      .cells {
        TaskCell($0)
      } update: {
        $0.row = $1
      }
    var told = 0
    let token = cells.observeChanges { told += $0.changes?.count ?? 0 }

    let recomputed = Recomputed(start)
    let compared = Recomputed(start)
    var (oursEdits, edits1, edits2) = (edits, edits, edits)
    let figures = measure(
      [
        Way(name: "ours") {
          list.edit { oursEdits.apply(k, kind, to: &$0) }
          return told
        },
        Way(name: "recompute") {
          edits1.apply(k, kind, to: &recomputed.rows)
          recomputed.cells = recomputed.compute(isIncluded, isBefore)
          return recomputed.cells.count
        },
        Way(name: "recompute and diff") {
          edits2.apply(k, kind, to: &compared.rows)
          let old = compared.visible
          compared.cells = compared.compute(isIncluded, isBefore)
          return ListChanges(from: old, to: compared.visible).count
        },
      ], rounds: rounds, samples: 1, milliseconds: milliseconds)
    let note = "ns per transaction"
    table.report(
      Measurement(
        name: name, size: n, ours: figures[0], peer: "recompute", theirs: figures[1],
        target: k == 1 && n == 100_000 ? 100 : nil, note: note))
    table.report(
      Measurement(
        name: name, size: n, ours: figures[0], peer: "recompute and diff", theirs: figures[2],
        target: 1 / 1.2, note: note))
    token.cancel()
  }

  /// The same without observable lists: rows, and cells that are found by identity as long as they are shown.
  private final class Recomputed {
    var rows: [TaskRow]
    var visible: [TaskRow] = []
    var cells: [TaskCell] = []
    private var known: [Int: TaskCell] = [:]

    init(_ rows: [TaskRow]) { self.rows = rows }

    func compute(
      _ isIncluded: (TaskRow) -> Bool, _ isBefore: (TaskRow, TaskRow) -> Bool
    ) -> [TaskCell] {
      visible = rows.filter(isIncluded).sorted(by: isBefore)
      let old = known
      known = [:]
      known.reserveCapacity(visible.count)
      return visible.map { row in
        let cell: TaskCell
        if let shown = old[row.id] {
          cell = shown
          cell.row = row
        } else {
          cell = TaskCell(row)
        }
        known[row.id] = cell
        return cell
      }
    }
  }
}
