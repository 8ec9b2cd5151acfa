import Bindings
import Measuring
import ViewModels

/// Cases of lists of cells: rows, sections, selection, events; and of conditions on rows.
@MainActor let listCases: [GrowthCase] = [
  GrowthCase("viewModel.list.append", size: 300) { count in
    let list = ListViewModel()
    for index in 0..<count { blackHole(try? list.append(TextCell("\(index)"))) }
    list.end()
  },
  GrowthCase("viewModel.list.removeLast", size: 300) { count in
    let list = ListViewModel()
    for index in 0..<count { blackHole(try? list.append(TextCell("\(index)"))) }
    for _ in 0..<count { blackHole(try? list.removeLast()) }
    list.end()
  },
  GrowthCase("viewModel.list.selectAndFind", size: 300, .rootEach) { count in
    let list = ListViewModel()
    let cells = (0..<count).map { TextCell("\($0)") }
    for cell in cells { blackHole(try? list.append(cell)) }
    for cell in cells { blackHole(list.path(of: cell)) }
    list.end()
  },
  GrowthCase("viewModel.list.follow", size: 300, .rootEach) { count in
    let rows = ObservableList<GrowthRow>()
    let list = ListViewModel()
    let section = SectionViewModel()
    blackHole(try? list.append(section))
    let token = list.follow(rows.cells { TextCell("\($0.id)") }, in: section)
    for id in 0..<count { rows.edit { $0.append(GrowthRow(id: id, rank: id)) } }
    token.cancel()
    list.end()
  },
  // The cost of the same rows in the underlying store.
  GrowthCase("viewModel.list.append.store", size: 300) { count in
    let list = ObservableSections<GrowthRow, GrowthRow>()
    list.edit { $0.append(GrowthRow(id: 0, rank: 0)) }
    for id in 0..<count { list.edit { $0.append(GrowthRow(id: id, rank: id), to: 0) } }
    blackHole(list)
  },
  GrowthCase("viewModel.list.setCells", size: 300) { count in
    let list = ListViewModel()
    let cells = (0..<count).map { TextCell("\($0)") }
    blackHole(try? list.setCells(cells))
    blackHole(try? list.setCells(cells.reversed()))
    list.end()
  },
  GrowthCase("viewModel.list.reload", size: 300) { count in
    let list = ListViewModel()
    let cells = (0..<count).map { TextCell("\($0)") }
    blackHole(try? list.setCells(cells))
    for cell in cells { blackHole(try? list.reload(cell)) }
    list.end()
  },
  GrowthCase("viewModel.list.reloadRows", size: 300) { count in
    let list = ListViewModel()
    blackHole(try? list.setCells((0..<count).map { TextCell("\($0)") }))
    blackHole(try? list.reload(rows: 0..<count))
    list.end()
  },
  // The sections have one row each. They are created once for each size, because the insertion of a section costs O(n).
  GrowthCase("viewModel.list.reloadAll", size: 100) { count in
    let list = sectionedList(count)
    list.reloadAll()
    blackHole(try? list.reload(sections: 0..<count))
  },
  // Each operation shifts the rows after the changed one.
  GrowthCase("viewModel.list.insertAndMove", size: 300, .linearEach) { count in
    let list = ListViewModel()
    for index in 0..<count {
      blackHole(try? list.insert(TextCell("\(index)"), at: 0))
      blackHole(try? list.move(from: 0, to: index))
    }
    list.end()
  },
  GrowthCase("viewModel.list.events", size: 300) { count in
    let list = ListViewModel()
    let cells = (0..<count).map { TextCell("\($0)") }
    blackHole(try? list.setCells(cells))
    let token = list.events.observe { blackHole($0) }
    for cell in cells { blackHole(try? list.report(.willDisplay, of: cell)) }
    token.cancel()
    list.end()
  },
  GrowthCase("viewModel.list.select", size: 300) { count in
    let list = ListViewModel()
    let cells = (0..<count).map { TextCell("\($0)") }
    blackHole(try? list.setCells(cells))
    for cell in cells { blackHole(try? list.select(cell)) }
    list.end()
  },
  // The selected cells are stored in an array.
  GrowthCase("viewModel.list.selectMany", size: 300, .linearEach) { count in
    let list = ListViewModel()
    list.allowsMultipleSelection = true
    let cells = (0..<count).map { TextCell("\($0)") }
    blackHole(try? list.setCells(cells))
    for cell in cells { blackHole(try? list.select(cell)) }
    for cell in cells { blackHole(try? list.deselect(cell)) }
    list.end()
  },
  GrowthCase("viewModel.list.removeSelected", size: 300) { count in
    let list = ListViewModel()
    list.allowsMultipleSelection = true
    let cells = (0..<count).map { TextCell("\($0)") }
    blackHole(try? list.setCells(cells))
    for cell in cells { blackHole(try? list.select(cell)) }
    for cell in cells.reversed() { blackHole(try? list.remove(cell)) }
    list.end()
  },
  // Each row leaves and returns within one batch, and takes its place among the selected rows again, by a binary search.
  GrowthCase("viewModel.list.returnSelected", size: 300, .logarithmicEach) { count in
    let list = ListViewModel()
    list.allowsMultipleSelection = true
    let cells = (0..<count).map { TextCell("\($0)") }
    blackHole(try? list.setCells(cells))
    for cell in cells { blackHole(try? list.select(cell)) }
    batch {
      for cell in cells.reversed() {
        blackHole(try? list.remove(cell))
        blackHole(try? list.append(cell))
      }
    }
    list.end()
  },
  // One header in a section of each list.
  GrowthCase("viewModel.list.sharedHeader", size: 100) { count in
    let header = SupplementaryViewModel("header")
    let sections = (0..<count).map { _ in SectionViewModel(header: header) }
    let lists = sections.map { _ in ListViewModel() }
    for (list, section) in zip(lists, sections) { blackHole(try? list.append(section)) }
    for list in lists { list.end() }
  },
  // Each transaction computes the bounds of the sections again.
  GrowthCase("viewModel.list.sections", size: 100, .linearEach) { count in
    let list = ListViewModel()
    for index in 0..<count {
      blackHole(try? list.insert(SectionViewModel(), cells: [TextCell("\(index)")], at: index / 2))
    }
    for index in 0..<count { blackHole(try? list.move(section: index, to: count - 1 - index)) }
    for index in 0..<count { blackHole(try? list.reload(sections: index..<(index + 1))) }
    for _ in 0..<count { blackHole(try? list.remove(sections: 0..<1)) }
    list.end()
  },
  GrowthCase("viewModel.grid.append", size: 300) { count in
    let grid = GridViewModel(columns: 3)
    for index in 0..<count { blackHole(try? grid.append(ImageCell("\(index)"))) }
    grid.end()
  },
  // One transaction doubles the number of rows; each row has its own property.
  GrowthCase("list.filter.ownProperties", size: 300) { count in
    let marks = (0..<(2 * count)).map { Property($0 % 2 == 0) }
    let rows = ObservableList((0..<count).map { GrowthRow(id: $0, rank: 0) })
    let shown = rows.filter { marks[$0.id].value }
    blackHole(shown.count)
    rows.edit { edit in
      edit.append(contentsOf: (count..<(2 * count)).map { GrowthRow(id: $0, rank: 0) })
    }
    blackHole(shown.count)
  },
  // Half of the rows have one identity and half another one, and none of them stays.
  GrowthCase("list.changes.repeatedIdentities") { count in
    let old = (0..<count).map { GrowthRow(id: $0 % 2, rank: 0) }
    let new = (0..<count).map { GrowthRow(id: 2 + $0 % 2, rank: 0) }
    blackHole(ListChanges(from: old, to: new))
  },
  // Edits of a list with many lists behind each other; each reads rows through those before it.
  GrowthCase("list.chainOfSorts", size: 10, .linearEach) { count in
    let list = ObservableList((0..<100).map { GrowthRow(id: $0, rank: $0) })
    var last: LiveList<GrowthRow> = list
    for _ in 0..<count { last = last.sorted { $0.rank < $1.rank } }
    blackHole(last.count)
    for place in 0..<50 {
      list.edit { edit in edit.update(at: place) { $0.rank = 100 - place } }
      blackHole(last.count)
    }
  },
  // One edit of a list with many observers.
  GrowthCase("list.observers", size: 300) { count in
    let list = ObservableList([GrowthRow(id: 0, rank: 0)])
    let tokens = (0..<count).map { _ in list.observeChanges { blackHole($0.changes) } }
    list.edit { $0.append(GrowthRow(id: 1, rank: 0)) }
    blackHole(tokens)
  },
  GrowthCase("list.filters", size: 300) { count in
    let list = ObservableList([GrowthRow(id: 0, rank: 0)])
    let filters = (0..<count).map { id in list.filter { $0.id != id } }
    let sum = Computed { filters.reduce(0) { $0 + $1.count } }
    blackHole(sum.value)
    list.edit { $0.append(GrowthRow(id: 1, rank: 0)) }
    blackHole(sum.value)
  },
  GrowthCase("list.sections.append", size: 300) { count in
    let list = ObservableSections<GrowthRow, GrowthRow>()
    list.edit { edit in
      for id in 0..<count {
        edit.append(GrowthRow(id: id, rank: 0), rows: [GrowthRow(id: id, rank: 0)])
      }
    }
    blackHole(list)
  },
]

@MainActor private var sectionedLists: [Int: ListViewModel] = [:]

/// Returns a list with a number of sections of one row.
@MainActor
private func sectionedList(_ count: Int) -> ListViewModel {
  if let known = sectionedLists[count] { return known }
  let list = ListViewModel()
  for index in 0..<count {
    blackHole(try? list.append(SectionViewModel(), cells: [TextCell("\(index)")]))
  }
  sectionedLists[count] = list
  return list
}
