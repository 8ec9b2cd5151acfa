import Bindings
import Measuring

/// Each operation of a list, compared with a list of a tenth of the rows: it may take eleven times as long at most.
///
/// An observer follows each list, so the batch is part of the operation.
@MainActor
enum Growth {
  static func run(_ sizes: [Int]) {
    let large = sizes.max() ?? 100_000
    let small = large / 10
    for (name, make) in operations where wants(case: "growth.\(name)") {
      let figures = measure(
        [Way(name: "large", each: make(large)), Way(name: "small", each: make(small))],
        rounds: rounds, samples: 1, milliseconds: milliseconds)
      table.report(
        Measurement(
          name: "growth.\(name)", size: large, ours: figures[0], peer: "11 x \(small) rows",
          theirs: 11 * figures[1], target: 1, note: "ns per operation"))
    }
  }

  private typealias Operation = @MainActor () -> Int

  private static let operations: [(String, @MainActor (Int) -> Operation)] =
    edits + lookUps + derived + sections

  private static func rows(_ count: Int) -> [TaskRow] {
    (0..<count).map { TaskRow(id: $0, title: "task", rank: $0 &* 7919 % count) }
  }

  /// Returns an operation on a list with an observer; the body gets the next free identity.
  private static func edit(
    _ body: @escaping @MainActor (ObservableList<TaskRow>, inout Int) -> Void
  ) -> @MainActor (Int) -> Operation {
    { count in
      let list = ObservableList(rows(count))
      var told = 0
      let token = list.observeChanges { told += $0.changes?.count ?? 0 }
      var next = count
      return {
        body(list, &next)
        return withExtendedLifetime(token) { told }
      }
    }
  }

  /// Returns an operation that shifts rows by removing one and inserting it at the front, and looks up so many others.
  private static func moveByID(lookingUp count: Int) -> @MainActor (Int) -> Operation {
    edit { list, next in
      list.edit { edit in
        next += 1
        if let row = edit.remove(id: next &* 7919 % edit.count) { edit.insert(row, at: 0) }
        for _ in 0..<count {
          next += 1
          blackHole(edit.position(of: next &* 7919 % edit.count))
        }
      }
    }
  }

  private static let edits: [(String, @MainActor (Int) -> Operation)] = [
    (
      "append",
      edit { list, next in
        next += 1
        list.edit { $0.append(TaskRow(id: next, title: "task", rank: 0)) }
        list.edit { $0.remove(at: $0.count - 1) }
      }
    ),
    (
      "insert",
      edit { list, next in
        next += 1
        list.edit { $0.insert(TaskRow(id: next, title: "task", rank: 0), at: $0.count / 2) }
        list.edit { $0.remove(at: $0.count / 2) }
      }
    ),
    ("move", edit { list, _ in list.edit { $0.move(from: 1, to: $0.count - 2) } }),
    (
      "update",
      edit { list, next in
        next += 1
        list.edit { $0[next % $0.count].rank += 1 }
      }
    ),
    (
      "updateByID",
      edit { list, next in
        next += 1
        list.edit { edit in
          edit.update(id: next % edit.count) { $0.rank += 1 }
        }
      }
    ),
    ("removeByID", moveByID(lookingUp: 1)),
    ("positionByID", moveByID(lookingUp: 16)),
    ("replace", edit { list, _ in list.replace(with: list.value.reversed()) }),
    (
      "sort",
      edit { list, _ in list.edit { $0.replace(with: $0.rows.sorted { $0.rank > $1.rank }) } }
    ),
    (
      "removeAll",
      edit { list, _ in
        let rows = list.value
        list.edit { $0.removeAll { $0.id % 2 == 0 } }
        list.replace(with: rows)
      }
    ),
  ]

  private static let lookUps: [(String, @MainActor (Int) -> Operation)] = [
    (
      "row",
      { count in
        let list = ObservableList(rows(count)).filter { $0.rank % 2 == 0 }
        return { list[list.count / 2].id }
      }
    )
  ]

  /// Returns an operation in which a derived list follows one update of its source.
  private static func follow(
    _ make: @escaping @MainActor (ObservableList<TaskRow>) -> LiveList<TaskRow>
  ) -> @MainActor (Int) -> Operation {
    { count in
      let list = ObservableList(rows(count))
      var told = 0
      let token = make(list).observeChanges { told += $0.changes?.count ?? 0 }
      var next = 0
      return {
        next += 1
        list.edit { $0[next % count].rank += 2 }
        return withExtendedLifetime(token) { told }
      }
    }
  }

  private static let derived: [(String, @MainActor (Int) -> Operation)] = [
    ("filter", follow { $0.filter { $0.rank % 2 == 0 } }),
    ("sorted", follow { $0.sorted { $0.rank < $1.rank } }),
    (
      "condition",
      { count in
        let limit = Property(0)
        let list = ObservableList(rows(count)).filter { $0.rank >= limit.value }
        var told = 0
        let token = list.observeChanges { told += $0.changes?.count ?? 0 }
        return {
          limit.value = count / 2 - limit.value
          return withExtendedLifetime(token) { told }
        }
      }
    ),
    (
      "cells",
      { count in
        let list = ObservableList(rows(count))
        let cells = list.cells {
          TaskCell($0)
        } update: {
          $0.row = $1
        }
        var told = 0
        let token = cells.observeChanges { told += $0.changes?.count ?? 0 }
        var next = count
        return {
          next += 1
          list.edit { edit in
            edit[next % count].rank += 1
            edit.append(TaskRow(id: next, title: "task", rank: 0))
            edit.remove(at: edit.count - 1)
          }
          return withExtendedLifetime(token) { told }
        }
      }
    ),
  ]

  /// Returns an operation on a list with a section for each ten rows.
  private static func edit(
    _ body: @escaping @MainActor (ObservableSections<IntRow, TaskRow>, inout Int) -> Void
  ) -> @MainActor (Int) -> Operation {
    { count in
      let all = rows(count)
      let sections = ObservableSections(
        stride(from: 0, to: count, by: 10).map {
          ListSection(IntRow($0, 0), rows: Array(all[$0..<($0 + 10)]))
        })
      var told = 0
      let token = sections.observeChanges { told += $0.changes?.count ?? 0 }
      var next = count
      return {
        body(sections, &next)
        return withExtendedLifetime(token) { told }
      }
    }
  }

  private static let sections: [(String, @MainActor (Int) -> Operation)] = [
    (
      "sections.append",
      edit { list, next in
        next += 1
        list.edit { $0.append(TaskRow(id: next, title: "task", rank: 0), to: $0.count / 2) }
        list.edit { $0.remove(at: ListPath(section: $0.count / 2, row: 10)) }
      }
    ),
    (
      "sections.apply",
      edit { list, next in
        next += 1
        let old = Array(list.rows(in: 3))
        let new = old + [TaskRow(id: next, title: "task", rank: 0)]
        list.edit { $0.apply(ListChanges(from: old, to: new), to: 3) { $0 } }
        list.edit { $0.apply(ListChanges(from: new, to: old), to: 3) { $0 } }
      }
    ),
    (
      "sections.pathOfRow",
      edit { list, next in
        next += 1
        blackHole(list.path(of: next % list.rowCount))
      }
    ),
    ("sections.move", edit { list, _ in list.edit { $0.moveSection(from: 0, to: $0.count - 1) } }),
    (
      "sections.removeAll",
      edit { list, _ in
        let all = list.value
        list.edit { $0.removeSections(0..<$0.count) }
        list.edit { $0.replace(with: all) }
      }
    ),
  ]
}
