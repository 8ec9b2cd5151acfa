import Bindings
import BindingsTestSupport
import Testing
import ViewModels

/// The same calls on arrays, the obvious way.
@MainActor
private final class NaiveList {
  var sections: [(section: SectionViewModel, cells: [CellViewModel])] = []
  /// Sections that were taken out, with their rows.
  var away: [(section: SectionViewModel, cells: [CellViewModel])] = []

  func insert(_ cells: [CellViewModel], at row: Int, of section: Int, made: SectionViewModel?) {
    if let made { sections.append((made, [])) }
    sections[section].cells.insert(contentsOf: cells, at: row)
  }

  func replace(_ range: Range<Int>, of section: Int, with cells: [CellViewModel]) {
    sections[section].cells.replaceSubrange(range, with: cells)
  }

  func move(_ from: ListPath, _ to: ListPath) {
    let cell = sections[from.section].cells.remove(at: from.row)
    sections[to.section].cells.insert(cell, at: to.row)
  }
}

@MainActor
@Suite(.ownGraph) struct ListFuzzTests {
  @Test func everyBatchIsLegalAndLeadsToWhatArraysSay() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var numbers = SeededNumbers(state: seed)
    let watched = WatchedList()
    let naive = NaiveList()
    for step in 0..<2500 {
      let calls = Int.random(in: 1...4, using: &numbers)
      try batch {
        for _ in 0..<calls { try edit(watched.list, naive, &numbers) }
      }
      guard watched.refusals.isEmpty, agree(watched, naive) else {
        Issue.record("seed \(seed), step \(step): \(watched.refusals) \(watched.log.last ?? "")")
        return
      }
    }
    print("list fuzz: seed \(seed), \(watched.log.count) batches")
  }

  private func agree(_ watched: WatchedList, _ naive: NaiveList) -> Bool {
    let list = watched.list
    guard list.sections.map(\.id) == naive.sections.map(\.section.id),
      list.sections.map({ $0.cells.map(\.id) }) == naive.sections.map({ $0.cells.map(\.id) }),
      watched.probe.sections.map({ $0.rows.map(\.cell.id) })
        == naive.sections.map({ $0.cells.map(\.id) }),
      naive.away.allSatisfy({ $0.section.cells.map(\.id) == $0.cells.map(\.id) })
    else { return false }
    return naive.sections.enumerated().allSatisfy { section, entry in
      entry.section.list === list && entry.cells.allSatisfy { $0.list === list }
        && entry.cells.last.map {
          list.path(of: $0) == ListPath(section: section, row: entry.cells.count - 1)
        } ?? true
    }
  }

  private func edit(
    _ list: ListViewModel, _ naive: NaiveList, _ numbers: inout SeededNumbers
  ) throws {
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &numbers) }
    let style: ListAnimation? = number(0...1) == 0 ? nil : .left
    let sections = naive.sections.count
    let section = sections == 0 ? 0 : number(0...(sections - 1))
    let count = sections == 0 ? 0 : naive.sections[section].cells.count
    let fresh = (0..<number(0...(naive.sections.reduce(0) { $0 + $1.cells.count } < 60 ? 3 : 1)))
      .map { _ in TextCell("\(number(0...99))") }
    switch number(0...13) {
    case 0, 1:
      let row = number(0...count)
      try list.insert(fresh, at: row, section: sections == 0 ? nil : section, animation: style)
      if sections > 0 || !fresh.isEmpty {
        naive.insert(fresh, at: row, of: section, made: sections == 0 ? list.sections.first : nil)
      }
    case 2 where sections > 0 && count > 0:
      let from = number(0...(count - 1))
      let range = from..<number((from + 1)...count)
      try list.remove(rows: range, section: section, animation: style)
      naive.replace(range, of: section, with: [])
    case 3 where count > 0:
      let from = ListPath(section: section, row: number(0...(count - 1)))
      let goal = number(0...(sections - 1))
      let room = naive.sections[goal].cells.count - (goal == section ? 1 : 0)
      let to = ListPath(section: goal, row: number(0...room))
      try list.move(from: from, to: to, animation: style)
      naive.move(from, to)
    case 4 where sections > 0:
      let from = number(0...count)
      try list.replace(from: from, with: fresh, section: section, animation: style)
      naive.replace(from..<min(count, from + fresh.count), of: section, with: fresh)
    case 5 where sections > 0:
      let mixed = (naive.sections[section].cells.filter { _ in number(0...2) > 0 } + fresh)
        .shuffled(using: &numbers)
      try list.setCells(mixed, section: section, animation: style)
      naive.replace(0..<count, of: section, with: mixed)
    case 6 where sections < 6:
      let made = SectionViewModel()
      let place = number(0...sections)
      try list.insert(made, cells: fresh, at: place, animation: style)
      naive.sections.insert((made, fresh), at: place)
    case 7 where sections > 0 && number(0...2) == 0:
      try list.remove(sections: section..<(section + 1), animation: style)
      naive.away.append(naive.sections.remove(at: section))
      if naive.away.count > 4 { naive.away.removeFirst() }
    case 8 where sections > 0:
      let goal = number(0...(sections - 1))
      try list.move(section: section, to: goal, animation: style)
      naive.sections.insert(naive.sections.remove(at: section), at: goal)
    case 9 where count > 0: try list.reload(at: number(0...(count - 1)), section: section)
    case 10 where sections > 0: try list.reload(sections: section..<sections, animation: style)
    case 11 where !naive.away.isEmpty && sections < 6:
      var back = naive.away.remove(at: number(0...(naive.away.count - 1)))
      let place = number(0...sections)
      try list.insert(back.section, cells: fresh, at: place, animation: style)
      back.cells += fresh
      naive.sections.insert(back, at: place)
    case 12 where sections > 0 && naive.away.last?.cells.isEmpty == false:
      let last = naive.away.count - 1
      let cell = naive.away[last].cells.remove(at: number(0...(naive.away[last].cells.count - 1)))
      let row = number(0...count)
      try list.insert(cell, at: row, section: section, animation: style)
      naive.insert([cell], at: row, of: section, made: nil)
    default:
      // The cell may come back.
      guard count > 0, let cell = naive.sections[section].cells.first else { return }
      try list.remove(cell)
      naive.replace(0..<1, of: section, with: [])
      if number(0...1) == 0 {
        try list.append(cell, section: section)
        naive.sections[section].cells.append(cell)
      }
    }
  }
}
