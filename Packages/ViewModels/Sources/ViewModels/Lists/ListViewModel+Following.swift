public import Bindings

extension ListViewModel {
  /// Keeps the rows of a section equal to a list of cells, until the token is cancelled or released.
  ///
  /// ```swift
  /// list.keep(list.follow(unread.cells { MessageCell($0) }, in: inbox))
  /// ```
  /// Cells that are in another place move to the section, and rows that other code has put into the section
  /// are removed at the next change of `cells`. While the section is not in the list, nothing happens; on its return it
  /// shows the current cells. A row that moves from one following section to another within a batch stays selected and
  /// keeps its image.
  ///
  /// - Complexity: A batch of *k* changes costs O(*k* log *k*), and O(*s*) in the sections of the list; rows after them
  ///   are shifted in memory. If other code has changed the section's rows, for example by moving some away, all rows
  ///   are compared with the cells, O(*n*); so are, on its return, its rows and those of the sections that it takes cells
  ///   from.
  public func follow<Cell: CellViewModel>(
    _ cells: LiveList<Cell>, in section: SectionViewModel
  ) -> Subscription {
    let graph = cells.node.graph
    var shown: ListVersion?
    let state = Following { [weak self, weak section] isAgain in
      guard let self, let section, section.list === self else { return }
      action {
        let givers = self.show(cells.peek(), in: section, nil)
        // An observer that answers this may change the cells, and another one change them back.
        let isSettled = isAgain && shown == cells.version
        shown = cells.version
        if !isSettled { showAgainAfterBatch(givers + [section], in: graph) }
      }
    }
    section.follow(state)
    return cells.observeChanges { [weak self, weak section, state] update in
      guard let self, let section, section.list === self else { return }
      action {
        if let changes = update.changes { _ = take(changes.inserted.elements, notFrom: section) }
        let edits = section.editCount
        if let changes = update.changes, edits == state.editsSeen, let index = index(of: section),
          rowCount(in: index) == changes.countBefore
        {
          self.apply(changes, to: section, at: index)
        } else {
          let givers = self.show(update.rows, in: section, update.animation)
          if update.changes == nil, !givers.isEmpty {
            showAgainAfterBatch(givers + [section], in: graph)
          }
          if index(of: section) == nil { return state.editsSeen = nil }
        }
        // More than one edit means that code run by leaving or entering cells has edited the section, too.
        let count = section.editCount - edits
        state.editsSeen = count <= 1 ? edits + count : nil
      }
    }
  }

  /// Shows rows in a section, if it is in the list; returns the sections that had them.
  private func show(
    _ rows: [CellViewModel], in section: SectionViewModel, _ animation: ListAnimation?
  ) -> [SectionViewModel] {
    let givers = take(rows, notFrom: section)
    if let index = index(of: section), !section.cells.elementsEqual(rows, by: { $0 === $1 }) {
      exchange(0..<rowCount(in: index), of: index, for: rows, animation)
    }
    return givers
  }

  /// Compares the rows of sections with their cells once more at the end of the batch, until these are the same as before.
  ///
  /// A section that begins to follow, or returns, in the middle of a batch shows the cells of that moment. If they change
  /// back before the end of the batch, no observer is notified. It comes last, after those that it took cells from, so
  /// that it has the cells that are theirs, too.
  private func showAgainAfterBatch(_ sections: [SectionViewModel], in graph: Graph?) {
    atEndOfBatch(in: graph ?? ownGraph) {
      for section in sections { section.showFollowed(isAgain: true) }
    }
  }

  /// Removes cells from their current places, except for those in the section; returns the sections that had them.
  private func take(
    _ cells: [CellViewModel], notFrom section: SectionViewModel
  ) -> [SectionViewModel] {
    var (lists, givers): ([ListViewModel], [ObjectIdentifier: SectionViewModel]) = ([], [:])
    var paths: [ObjectIdentifier: [ListPath]] = [:]
    for cell in cells where cell.home !== section {
      guard let list = cell.list, let path = list.path(of: cell) else { continue }
      if let home = cell.home { givers[ObjectIdentifier(home)] = home }
      if paths[ObjectIdentifier(list)] == nil { lists.append(list) }
      paths[ObjectIdentifier(list), default: []].append(path)
    }
    for list in lists { list.takeOut(paths[ObjectIdentifier(list)]?.sorted() ?? []) }
    return Array(givers.values)
  }

  /// Removes rows in one edit; they may return before the batch ends.
  private func takeOut(_ paths: [ListPath]) {
    let going = paths.map { content[$0].cell }
    let sections = Dictionary(grouping: paths, by: \.section).mapValues { $0.map(\.row) }
    let isDone = edit(nil, Set(sections.keys)) { edit in
      for (section, rows) in sections.sorted(by: { $0.key < $1.key }) {
        edit.remove(rows, in: section)
      }
    }
    if isDone { leave(going) }
  }

  /// Applies a batch directly; the section must have the rows at which the batch begins.
  private func apply<Cell: CellViewModel>(
    _ changes: ListChanges<Cell>, to section: SectionViewModel, at index: Int
  ) {
    let isDone = edit(changes.animation, [index]) {
      $0.apply(changes, to: index) { ListRow($0) }
    }
    guard isDone else { return }
    leave(changes.removed.elements)
    enter(changes.inserted.elements, section)
  }
}

extension SectionEdit {
  /// Removes rows of a section, given in ascending order.
  fileprivate mutating func remove(_ rows: [Int], in section: Int) {
    var ranges: [Range<Int>] = []
    for row in rows {
      if let last = ranges.last, last.upperBound == row {
        ranges[ranges.count - 1] = last.lowerBound..<(row + 1)
      } else {
        ranges.append(row..<(row + 1))
      }
    }
    guard ranges.count > 64, let first = rows.first, let last = rows.last else {
      for range in ranges.reversed() { removeRows(range, in: section) }
      return
    }
    // Removing each range separately would shift the rows after it.
    var kept: [Element] = []
    let all = self.rows(in: section)
    for (range, next) in zip(ranges, ranges.dropFirst()) {
      let start = all.startIndex
      kept += all[(start + range.upperBound)..<(start + next.lowerBound)]
    }
    removeRows(first..<(last + 1), in: section)
    insert(contentsOf: kept, at: ListPath(section: section, row: first))
  }
}

/// The state of one call of ``ListViewModel/follow(_:in:)``; only its observer retains it, so it ends with the token.
@MainActor
final class Following {
  /// A closure that shows the current cells, if the section is in the list, and whether it does so once more.
  let show: @MainActor (_ isAgain: Bool) -> Void
  /// The number of the section's edits after the latest change, where leaving the list counts as one; `nil` when its rows
  /// may differ from the cells.
  var editsSeen: Int?

  init(show: @escaping @MainActor (_ isAgain: Bool) -> Void) { self.show = show }
}
