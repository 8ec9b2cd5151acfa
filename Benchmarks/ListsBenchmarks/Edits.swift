import Bindings
import Measuring
import OrderedCollections

/// Edits of a list, and the storage of its rows.
@MainActor
enum Edits {
  /// Measures ten edits among the last thousand rows, so that the array itself shifts few rows.
  static func tenEdits(_ sizes: [Int]) {
    var times: [Int: Double] = [:]
    for n in sizes {
      let list = ObservableList((0..<n).map { IntRow($0, 0) })
      var told = 0
      let token = list.observeChanges { told += $0.changes?.count ?? 0 }
      var rows = list.value.map(\.id).map { IntRow($0, 0) }
      var random = SplitMix(state: 3)
      var next = n
      let ours = Way(name: "ours") {
        list.edit { edit in
          for step in 0..<10 {
            let position = edit.count - 1 - Int(random.next() % 900)
            if step < 4 {
              edit[position].content += 1
            } else if step % 2 == 0 {
              next += 1
              edit.insert(IntRow(next, 0), at: position)
            } else {
              edit.remove(at: position)
            }
          }
        }
        return told
      }
      let plain = Way(name: "the array alone") {
        for step in 0..<10 {
          let position = rows.count - 1 - Int(random.next() % 900)
          if step < 4 {
            rows[position].content += 1
          } else if step % 2 == 0 {
            next += 1
            rows.insert(IntRow(next, 0), at: position)
          } else {
            rows.remove(at: position)
          }
        }
        return rows.count
      }
      let figures = measure([ours, plain], rounds: rounds, samples: 3, milliseconds: milliseconds)
      times[n] = figures[0]
      table.report(
        Measurement(
          name: "tenEdits", size: n, ours: figures[0], peer: "limit", theirs: 10_000, target: 1,
          note: "ns per transaction with its batch, told to an observer; the array alone "
            + "\(Int(figures[1])) ns"))
      token.cancel()
    }
    if let short = times[1000], let long = times[100_000] {
      table.report(
        Measurement(
          name: "tenEdits.independent", size: 100_000, ours: long, peer: "1.5 x 1 000 rows",
          theirs: 1.5 * short, target: 1, note: "ns per transaction"))
    }
  }

  /// Measures an insertion and a removal in the middle.
  static func storage(_ sizes: [Int]) {
    for n in sizes {
      let list = ObservableList((0..<n).map { TextRow($0, $0) })
      var ordered = OrderedDictionary(
        uniqueKeysWithValues: (0..<n).map { TextRow($0, $0) }.map { ($0.id, $0) })
      let row = TextRow(2 * n, 0)
      let figures = measure(
        [
          Way(name: "ours") {
            list.edit { $0.insert(row, at: n / 2) }
            list.edit { $0.remove(at: n / 2) }
            return list.count
          },
          Way(name: "OrderedDictionary") {
            ordered.updateValue(row, forKey: row.id, insertingAt: n / 2)
            ordered.remove(at: n / 2)
            return ordered.count
          },
        ], rounds: rounds, samples: 1, milliseconds: milliseconds)
      table.report(
        Measurement(
          name: "storage.middle", size: n, ours: figures[0], peer: "OrderedDictionary",
          theirs: figures[1], target: nil, note: "ns per insertion and removal"))
    }
  }
}
