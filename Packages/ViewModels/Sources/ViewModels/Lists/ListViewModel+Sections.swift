public import Bindings

extension ListViewModel {
  /// Appends a section; `cells` are appended to the cells that it already has.
  ///
  /// - Complexity: O(*s*) in the sections for each observed change; so add many sections in one batch.
  public func append(
    _ section: SectionViewModel, cells: [CellViewModel] = [], animation: ListAnimation? = nil
  ) throws(ViewModelError) {
    try action { () throws(ViewModelError) in
      try insert(section, cells: cells, at: content.count, animation: animation)
    }
  }

  /// Inserts a section before the one at `index`, or at the end; `cells` are appended to the cells that it already has.
  public func insert(
    _ section: SectionViewModel, cells: [CellViewModel] = [], at index: Int,
    animation: ListAnimation? = nil
  ) throws(ViewModelError) {
    try action { () throws(ViewModelError) in
      guard index >= 0, index <= content.count else { throw .noSection(index, of: content.count) }
      if let list = section.list { throw .inList(section, list === self, .duplicateSection) }
      let all = section.cells + cells
      try check(all)
      let isDone = edit(animation, [index]) {
        $0.insert(ListGroup(section), rows: all.map(ListRow.init), at: index)
      }
      guard isDone else { return }
      section.enter(self)
      enter(all, section)
      section.showFollowed()
    }
  }

  /// Removes a section with its rows, which stay in the section.
  public func remove(
    _ section: SectionViewModel, animation: ListAnimation? = nil
  ) throws(ViewModelError) {
    try action { () throws(ViewModelError) in
      guard let index = index(of: section) else { throw .notInList(section) }
      remove(sections: index..<(index + 1), animation)
    }
  }

  /// Removes the sections of a range with their rows, which stay in the sections.
  public func remove(
    sections: Range<Int>, animation: ListAnimation? = nil
  ) throws(ViewModelError) {
    try action { () throws(ViewModelError) in
      remove(sections: try existingSections(sections), animation)
    }
  }

  /// Removes all sections; has no effect on an empty list.
  public func removeAllSections(animation: ListAnimation? = nil) {
    action { remove(sections: 0..<content.count, animation) }
  }

  /// Moves a section with its rows so that its new index is `goal`.
  public func move(
    section: Int, to goal: Int, animation: ListAnimation? = nil
  ) throws(ViewModelError) {
    try action { () throws(ViewModelError) in
      let (section, goal) = (try existingSection(section), try existingSection(goal))
      edit(animation, []) { $0.moveSection(from: section, to: goal) }
    }
  }

  /// Reloads the sections of a range, with headers, footers and rows.
  public func reload(
    sections: Range<Int>, animation: ListAnimation? = nil
  ) throws(ViewModelError) {
    try action { () throws(ViewModelError) in
      reload(sections: try existingSections(sections), animation)
    }
  }

  /// Reloads everything.
  ///
  /// - Complexity: O(*n*) in the rows and sections.
  public func reloadAll(animation: ListAnimation? = nil) {
    action { reload(sections: 0..<content.count, animation) }
  }
}

extension ListViewModel {
  private func remove(sections: Range<Int>, _ animation: ListAnimation?) {
    guard !sections.isEmpty else { return }
    let (gone, cells) = (self.sections[sections], sections.map { content.rows(in: $0).map(\.cell) })
    guard edit(animation, [], { $0.removeSections(sections) }) else { return }
    for (section, cells) in zip(gone, cells) { section.leave(with: cells) }
    leave(cells.joined())
  }

  private func reload(sections: Range<Int>, _ animation: ListAnimation?) {
    guard !sections.isEmpty else { return }
    edit(animation, []) {
      for index in sections {
        $0.updateHeader(at: index) { $0.reload() }
        $0.updateRows(0..<$0.rowCount(in: index), in: index) { $0.reload() }
      }
    }
  }
}

extension ObservableSections<ListGroup, ListRow> {
  /// Returns the cells to their sections at the end of the list.
  func giveBack() {
    for (index, group) in headers.enumerated() {
      let cells = rows(in: index).map(\.cell)
      group.section.leave(with: cells)
      for cell in cells { cell.leave() }
    }
  }
}
