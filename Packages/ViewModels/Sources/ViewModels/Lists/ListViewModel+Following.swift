public import Bindings

extension ListViewModel {
  /// Keeps the rows of a section equal to a list of cells, until the token is cancelled or released.
  ///
  /// ```swift
  /// list.keep(list.follow(unread.cells { MessageCell($0) }, in: inbox))
  /// ```
  /// Cells that are elsewhere are taken from there, and rows that were put into the section otherwise
  /// go with the next change of `cells`. While the section is in no list, nothing happens.
  ///
  /// - Returns: The token. Keep it: when it is released the section stays as it is.
  /// - Complexity: A batch of *k* changes costs O(*k* log *k*); rows after them are shifted in memory.
  public func follow<Cell: CellViewModel>(
    _ cells: LiveList<Cell>, in section: SectionViewModel
  ) -> Subscription {
    var editsSeen: Int?
    return cells.observeChanges { [weak self, weak section] update in
      guard let self, let section, section.list === self else { return editsSeen = nil }
      action {
        self.take(update.changes?.inserted.elements ?? update.rows, notFrom: section)
        let edits = section.editCount
        if let changes = update.changes, edits == editsSeen, let index = index(of: section),
          rowCount(in: index) == changes.countBefore
        {
          self.apply(changes, to: section, at: index)
        } else {
          self.take(update.rows, notFrom: section)
          guard let index = index(of: section) else { return editsSeen = nil }
          self.exchange(0..<self.rowCount(in: index), of: index, for: update.rows, update.animation)
        }
        // More edits than one: what left or came has changed the section, too.
        let count = section.editCount - edits
        editsSeen = count <= 1 ? edits + count : nil
      }
    }
  }

  /// Takes cells out of where they are, other than the section.
  private func take(_ cells: [CellViewModel], notFrom section: SectionViewModel) {
    for cell in cells where cell.home !== section {
      guard let list = cell.list, let path = list.path(of: cell) else { continue }
      list.remove(rows: path.row..<(path.row + 1), of: path.section, nil)
    }
  }

  /// Takes a batch over as it is: the section has the rows at which it begins.
  private func apply<Cell: CellViewModel>(
    _ changes: ListChanges<Cell>, to section: SectionViewModel, at index: Int
  ) {
    let isDone = edit(changes.animation, [index]) {
      $0.apply(changes, to: index) { ListRow(cell: $0) }
    }
    guard isDone else { return }
    leave(changes.removed.elements)
    enter(changes.inserted.elements, section)
  }
}
