public import Bindings

extension ListViewModel {
  /// Keeps the rows of a section equal to a list of cells, until the token is cancelled or released.
  ///
  /// ```swift
  /// list.keep(list.follow(unread.cells { MessageCell($0) }, in: inbox))
  /// ```
  /// Cells that are elsewhere are taken from there, and rows that were put into the section otherwise
  /// go with the next change of `cells`. While the section is in no list, nothing happens; when it comes back it
  /// shows the cells of now. A row that goes from one section that follows to another within a batch stays selected and
  /// keeps its image.
  ///
  /// - Returns: The token. Keep it: when it is released the section stays as it is.
  /// - Complexity: A batch of *k* changes costs O(*k* log *k*); rows after them are shifted in memory.
  public func follow<Cell: CellViewModel>(
    _ cells: LiveList<Cell>, in section: SectionViewModel
  ) -> Subscription {
    var editsSeen: Int?
    // The latest change of the cells while the section was in no list.
    var missed: ListUpdate<Cell>?
    let token = cells.observeChanges { [weak self, weak section] update in
      guard let self, let section, section.list === self else {
        (editsSeen, missed) = (nil, update)
        return
      }
      missed = nil
      action {
        self.take(update.changes?.inserted.elements ?? update.rows, notFrom: section)
        let edits = section.editCount
        if let changes = update.changes, edits == editsSeen, let index = index(of: section),
          rowCount(in: index) == changes.countBefore
        {
          self.apply(changes, to: section, at: index)
        } else {
          guard self.show(update.rows, in: section, update.animation) else {
            return editsSeen = nil
          }
        }
        // More edits than one: what left or came has changed the section, too.
        let count = section.editCount - edits
        editsSeen = count <= 1 ? edits + count : nil
      }
    }
    section.didEnter = { [weak self, weak section, weak token] in
      guard let self, let section, token?.isActive == true, section.list === self,
        let update = missed
      else { return }
      missed = nil
      action { _ = self.show(update.rows, in: section, update.animation) }
    }
    return token
  }

  /// Shows rows in a section.
  ///
  /// - Returns: Whether the section is in the list.
  private func show(
    _ rows: [CellViewModel], in section: SectionViewModel, _ animation: ListAnimation?
  ) -> Bool {
    take(rows, notFrom: section)
    guard let index = index(of: section) else { return false }
    if !section.cells.elementsEqual(rows, by: { $0 === $1 }) {
      exchange(0..<rowCount(in: index), of: index, for: rows, animation, mayReturn: true)
    }
    return true
  }

  /// Takes cells out of where they are, other than the section.
  private func take(_ cells: [CellViewModel], notFrom section: SectionViewModel) {
    for cell in cells where cell.home !== section {
      guard let list = cell.list, let path = list.path(of: cell) else { continue }
      list.remove(rows: path.row..<(path.row + 1), of: path.section, nil, mayReturn: true)
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
    leaveForNow(changes.removed.elements)
    enter(changes.inserted.elements, section)
  }
}
