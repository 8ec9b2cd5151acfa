public import Bindings

/// A row of a list as its observers get it: a cell, and how often it was to be shown again.
public struct ListRow: Identifiable, Equatable, Sendable {
  /// The cell that the row shows.
  public let cell: CellViewModel
  /// The cell's number of reloads at the time, which makes a reload a change.
  var reloads: Int

  @MainActor
  init(_ cell: CellViewModel) { (self.cell, reloads) = (cell, cell.reloads) }

  /// The identity of the cell.
  public var id: ObjectIdentifier { ObjectIdentifier(cell) }

  /// Whether it is the same cell, and not reloaded in between.
  public static func == (first: ListRow, second: ListRow) -> Bool {
    first.cell === second.cell && first.reloads == second.reloads
  }
}

extension ListRow {
  /// Has the cell shown again, here and wherever it goes.
  @MainActor
  mutating func reload() {
    cell.reloads += 1
    reloads = cell.reloads
  }
}

/// A section of a list as its observers get it, and how often it was to be shown again.
public struct ListGroup: Identifiable, Equatable, Sendable {
  /// The section.
  public let section: SectionViewModel
  /// The section's number of reloads at the time, which makes a reload a change.
  var reloads: Int

  @MainActor
  init(_ section: SectionViewModel) { (self.section, reloads) = (section, section.reloads) }

  /// The identity of the section.
  public var id: ObjectIdentifier { ObjectIdentifier(section) }

  /// Whether it is the same section, and not reloaded in between.
  public static func == (first: ListGroup, second: ListGroup) -> Bool {
    first.section === second.section && first.reloads == second.reloads
  }
}

extension ListGroup {
  /// Has the section shown again, here and wherever it goes.
  @MainActor
  mutating func reload() {
    section.reloads += 1
    reloads = section.reloads
  }
}

/// An update of an observer of a list.
public typealias ListViewUpdate = SectionUpdate<ListGroup, ListRow>

extension SectionChanges {
  /// The animation for rows and sections that go.
  ///
  /// Where something comes in the same batch, what goes leaves on the other side: `animation`
  /// mirrored.
  public var removalAnimation: ListAnimation? {
    let comes = !inserted.isEmpty || !sections.inserted.isEmpty
    return comes ? animation?.mirrored : animation
  }
}
