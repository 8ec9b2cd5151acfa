/// The changes from one version of a list with sections to another, as one value.
///
/// ```swift
/// let token = contacts.observeChanges { update in
///   if let changes = update.changes { print(changes.sections.inserted.count, changes.moved) }
/// }
/// ```
/// `sections` is the batch of the sections, headers included. Rows are named by path, before and after. The
/// batch does not list the rows of an inserted or removed section, except for rows that move into it or
/// out of it. When a section moves, its rows do not count as moved unless their order inside it changes. The laws
/// of ``ListChanges`` hold, and a row moves only if it changes its section or its order in the section.
public struct SectionChanges<Header: Identifiable, Element: Identifiable> {
  /// The changes of the sections; an update is a header with other content.
  public let sections: ListChanges<Header>
  /// The rows that were removed from sections that stay, by path before.
  public let removed: [SectionRow<Element>]
  /// The rows that were inserted into sections that stay, by path after.
  public let inserted: [SectionRow<Element>]
  /// The rows that moved to another section, or among the rows that stay in their section, by path after.
  public let moved: [ListMove<ListPath>]
  /// The rows whose identity is the same and whose content differs, by path after.
  public let updated: [ListRowUpdate<Element, ListPath>]

  /// The rows of all sections as one list.
  let rows: ListChanges<Element>
  let before: SectionBounds
  let after: SectionBounds

  init(
    _ rows: ListChanges<Element>, sections: ListChanges<Header>, before: SectionBounds,
    after: SectionBounds
  ) {
    self.rows = rows
    self.sections = sections
    self.before = before
    self.after = after
    let origins = PieceFinder(sections.provenance)
    let goals = PieceFinder(sections.provenance.inverted)
    removed = rows.removed.compactMap { flat, element in
      let path = before.path(of: flat)
      return goals.origin(of: path.section).map { _ in SectionRow(path: path, element: element) }
    }
    inserted = rows.inserted.compactMap { flat, element in
      let path = after.path(of: flat)
      return origins.origin(of: path.section).map { _ in SectionRow(path: path, element: element) }
    }
    moved = Self.moves(rows.provenance, origins, before, after)
    updated = rows.updated.map {
      ListRowUpdate(
        from: before.path(of: $0.from), to: after.path(of: $0.to), old: $0.old, new: $0.new)
    }
  }

  /// The animation that the transaction requests; in composed batches, the last hint counts.
  public var animation: ListAnimation? { rows.animation }

  /// Whether the two versions are equal.
  public var isEmpty: Bool { sections.isEmpty && rows.isEmpty && before == after }

  /// The number of changes of sections and rows.
  public var count: Int {
    sections.count + removed.count + inserted.count + moved.count + updated.count
  }
}

extension SectionChanges {
  /// Returns the moves of rows; `origins` contains the origin of each section.
  private static func moves(
    _ rows: Provenance, _ origins: PieceFinder, _ before: SectionBounds, _ after: SectionBounds
  ) -> [ListMove<ListPath>] {
    let finder = PieceFinder(rows)
    var moves: [ListMove<ListPath>] = []
    for section in 0..<after.count {
      let origin = origins.origin(of: section)
      // The section as a separate list, in which rows from other sections are new.
      var own = Provenance(countBefore: origin.map { before.range(of: $0).count } ?? 0)
      finder.forEachPiece(in: after.range(of: section)) { piece in
        var rest = piece
        while rest.isKept, rest.count > 0 {
          let from = before.path(of: rest.start)
          let part = rest.prefix(before.range(of: from.section).upperBound - rest.start)
          rest = rest.dropping(part.count)
          if from.section == origin {
            own.append(Piece(old: from.row, length: part.count))
            continue
          }
          for offset in 0..<part.count {
            moves.append(
              ListMove(
                from: ListPath(section: from.section, row: from.row + offset),
                to: ListPath(section: section, row: own.countAfter + offset)))
          }
          own.append(.new(part.count))
        }
        own.append(rest)
      }
      guard let origin else { continue }
      moves += own.moves.map {
        ListMove(
          from: ListPath(section: origin, row: $0.from), to: ListPath(section: section, row: $0.to))
      }
    }
    return moves.sorted { $0.to < $1.to }
  }
}

extension SectionChanges: Sendable where Header: Sendable, Element: Sendable {}
extension SectionChanges: Equatable where Header: Equatable, Element: Equatable {}

/// A row with its path.
public struct SectionRow<Element> {
  /// The place of the row in the version to which the change refers.
  public let path: ListPath
  /// The row.
  public let element: Element
}

extension SectionRow: Sendable where Element: Sendable {}
extension SectionRow: Equatable where Element: Equatable {}
