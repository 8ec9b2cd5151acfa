import Bindings
import Measuring

/// A list whose rows stand under keys: following an edit beside grouping everything again.
@MainActor
enum Sections {
  static func run(_ sizes: [Int]) {
    for n in sizes {
      for k in [1, 100] { follow(n, k) }
    }
  }

  /// Each edit gives a row new content and every third a new key.
  private static func follow(_ n: Int, _ k: Int) {
    let name = "sections.\(k)"
    if !wants(case: name) { return }
    var random = SplitMix(state: 5)
    let start = (0..<n).map {
      TaskRow(id: $0, title: "task", rank: Int(random.next() % UInt64(3 * keys)))
    }
    let list = ObservableList(start)
    var told = 0
    let token = list.sections { $0.section }
      .observeChanges { told += $0.changes?.count ?? 0 }
    var rows = start
    var grouped: [Int: [TaskRow]] = [:]
    var (oursRandom, theirRandom) = (random, random)
    let figures = measure(
      [
        Way(name: "ours") {
          list.edit { edit in
            for _ in 0..<k { write(&edit[Int(oursRandom.next() % UInt64(n))], &oursRandom) }
          }
          return told
        },
        Way(name: "Dictionary(grouping:)") {
          for _ in 0..<k { write(&rows[Int(theirRandom.next() % UInt64(n))], &theirRandom) }
          grouped = groupedRows(rows)
          return grouped.count
        },
      ], rounds: rounds, samples: 1, milliseconds: milliseconds)
    table.report(
      Measurement(
        name: name, size: n, ours: figures[0], peer: "Dictionary(grouping:)", theirs: figures[1],
        target: nil, note: "ns per transaction with its batch; \(keys) sections"))
    token.cancel()
  }
}

/// The number of keys.
private let keys = 100

private func write(_ row: inout TaskRow, _ random: inout SplitMix) {
  let number = random.next()
  row.rank = number % 3 == 0 ? Int(number % UInt64(3 * keys)) : (row.rank + keys) % (3 * keys)
}

/// Not isolated: a closure of the main actor would ask for its actor at every row.
private func groupedRows(_ rows: [TaskRow]) -> [Int: [TaskRow]] {
  Dictionary(grouping: rows) { $0.section }
}

extension TaskRow {
  fileprivate var section: Int { rank % keys }
}
