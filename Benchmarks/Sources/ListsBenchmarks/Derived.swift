import Bindings
import Measuring

/// A row of the derived lists.
struct TaskRow: Identifiable, Equatable {
  var id: Int
  var title: String
  var rank: Int
}

/// What is kept for each row.
final class TaskCell: Identifiable {
  let id: Int
  var row: TaskRow

  init(_ row: TaskRow) {
    id = row.id
    self.row = row
  }
}

/// A list filtered, sorted and given cells: following edits beside computing everything again.
@MainActor
enum Derived {
  static func run(_ sizes: [Int]) {
    for n in sizes {
      for k in [1, 10, 100, 1000] where k <= n / 10 { chain(n, k) }
    }
  }

  private struct Edits {
    var random = SplitMix(state: 11)
    var next: Int
    let size: Int

    init(next: Int) {
      self.next = next
      size = next
    }

    /// Four updates, three insertions and three removals in ten.
    mutating func apply(_ k: Int, to list: inout ListEdit<TaskRow>) {
      for _ in 0..<k {
        let position = Int(random.next() % UInt64(list.count))
        switch draw(list.count) {
        case 0..<4: list[position].rank = Int(random.next() % 1_000_000)
        case 4..<7:
          next += 1
          list.insert(row(next), at: position)
        default: list.remove(at: position)
        }
      }
    }

    mutating func apply(_ k: Int, to rows: inout [TaskRow]) {
      for _ in 0..<k {
        let position = Int(random.next() % UInt64(rows.count))
        switch draw(rows.count) {
        case 0..<4: rows[position].rank = Int(random.next() % 1_000_000)
        case 4..<7:
          next += 1
          rows.insert(row(next), at: position)
        default: rows.remove(at: position)
        }
      }
    }

    /// Which edit comes next; the list stays about as long as it was, however many rounds there are.
    private mutating func draw(_ count: Int) -> UInt64 {
      let number = random.next() % 10
      return number < 4 || abs(count - size) * 50 < size ? number : count < size ? 4 : 9
    }

    mutating func row(_ id: Int) -> TaskRow {
      TaskRow(id: id, title: "task", rank: Int(random.next() % 1_000_000))
    }
  }

  private static func isIncluded(_ row: TaskRow) -> Bool { row.rank & 1 == 0 }
  private static func isBefore(_ a: TaskRow, _ b: TaskRow) -> Bool {
    a.rank != b.rank ? a.rank < b.rank : a.id < b.id
  }

  private static func chain(_ n: Int, _ k: Int) {
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
          list.edit { oursEdits.apply(k, to: &$0) }
          return told
        },
        Way(name: "recompute") {
          edits1.apply(k, to: &recomputed.rows)
          recomputed.cells = recomputed.compute(isIncluded, isBefore)
          return recomputed.cells.count
        },
        Way(name: "recompute and diff") {
          edits2.apply(k, to: &compared.rows)
          let old = compared.visible
          compared.cells = compared.compute(isIncluded, isBefore)
          return ListChanges(from: old, to: compared.visible).count
        },
      ], rounds: rounds, samples: 1, milliseconds: milliseconds)
    table.report(
      Measurement(
        name: "filter+sort+cells.\(k)", size: n, ours: figures[0], peer: "recompute",
        theirs: figures[1], target: k == 1 && n == 100_000 ? 100 : nil, note: "ns per \(k) edits"))
    table.report(
      Measurement(
        name: "filter+sort+cells.\(k)", size: n, ours: figures[0], peer: "recompute and diff",
        theirs: figures[2], target: 1 / 1.2, note: "ns per \(k) edits"))
    token.cancel()
  }

  /// The same without any list: rows, and cells found by identity.
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
      return visible.map { row in
        if let cell = known[row.id] {
          cell.row = row
          return cell
        }
        let cell = TaskCell(row)
        known[row.id] = cell
        return cell
      }
    }
  }
}
