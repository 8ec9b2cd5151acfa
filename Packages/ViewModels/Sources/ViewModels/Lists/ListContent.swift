public import Bindings

/// A row of a list as observers see it: a cell with the number of its reloads.
public struct ListRow: Identifiable, Equatable, Sendable {
  /// The cell that the row shows.
  public let cell: CellViewModel
  /// The cell's number of reloads at that time, so that a reload counts as a change.
  var reloads: Int

  @MainActor
  init(_ cell: CellViewModel) { (self.cell, reloads) = (cell, cell.reloads) }

  /// The identity of the cell.
  public var id: ObjectIdentifier { ObjectIdentifier(cell) }

  /// Whether both rows have the same cell and the same number of reloads.
  public static func == (first: ListRow, second: ListRow) -> Bool {
    first.cell === second.cell && first.reloads == second.reloads
  }
}

extension ListRow {
  /// Reloads the cell, in this list and in any later one.
  @MainActor
  mutating func reload() {
    cell.reloads += 1
    reloads = cell.reloads
  }
}

/// A section of a list as observers see it, with the number of its reloads.
public struct ListGroup: Identifiable, Equatable, Sendable {
  /// The section.
  public let section: SectionViewModel
  /// The section's number of reloads at that time, so that a reload counts as a change.
  var reloads: Int

  @MainActor
  init(_ section: SectionViewModel) { (self.section, reloads) = (section, section.reloads) }

  /// The identity of the section.
  public var id: ObjectIdentifier { ObjectIdentifier(section) }

  /// Whether both have the same section and the same number of reloads.
  public static func == (first: ListGroup, second: ListGroup) -> Bool {
    first.section === second.section && first.reloads == second.reloads
  }
}

extension ListGroup {
  /// Reloads the section, in this list and in any later one.
  @MainActor
  mutating func reload() {
    section.reloads += 1
    reloads = section.reloads
  }
}

/// An update of an observer of a list.
public typealias ListViewUpdate = SectionUpdate<ListGroup, ListRow>

extension SectionChanges {
  /// The animation for removed rows and sections.
  ///
  /// If the same batch also inserts something, removed items leave on the opposite side: the animation is the
  /// mirrored `animation`.
  public var removalAnimation: ListAnimation? {
    let comes = !inserted.isEmpty || !sections.inserted.isEmpty
    return comes ? animation?.mirrored : animation
  }
}
