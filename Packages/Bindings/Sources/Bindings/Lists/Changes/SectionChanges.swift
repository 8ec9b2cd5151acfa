/// The changes from one version of a list with sections to another, as one value.
///
/// ```swift
/// let changes = SectionChanges(from: before, to: after)
/// print(changes.sections.inserted.count, before.applying(changes) == after)
/// ```
/// `sections` is the batch of sections, headers included. Rows are told by path, before and after. The
/// rows of a section that goes or comes are not told one by one, but for those that move out of it or
/// into it. A row of a section that moves has not moved, unless it changed its place in it. The laws
/// of ``ListChanges`` hold, and a row moves only if it changes its section or is out of order in it.
public struct SectionChanges<Header: Identifiable, Element: Identifiable> {
  /// The changes of the sections; an update is a header with other content.
  public let sections: ListChanges<Header>
  /// The rows that went from sections that stay, by path before.
  public let removed: [SectionRow<Element>]
  /// The rows that came to sections that stay, by path after.
  public let inserted: [SectionRow<Element>]
  /// The rows that changed their section, or their place among those that stay in it, by path after.
  public let moved: [SectionMove]
  /// The rows with the same identity and other content, by path after.
  public let updated: [SectionRowUpdate<Element>]
  /// The animation that the change asks for; of composed batches, the last hint counts.
  public var animation: ListAnimation?

  /// The rows of all sections as one list.
  let rows: RowChanges<Element>
  let before: SectionBounds
  let after: SectionBounds

  init(
    _ rows: RowChanges<Element>, sections: ListChanges<Header>, before: SectionBounds,
    after: SectionBounds, animation: ListAnimation? = nil
  ) {
    self.rows = rows
    self.sections = sections
    self.before = before
    self.after = after
    self.animation = animation
    let placement = SectionPlacement(
      rows.provenance, sections: sections.rows.provenance, before: before, after: after)
    removed = rows.removed.compactMap { flat, element in
      let path = before.path(of: flat)
      return placement.goals[path.section] == nil ? nil : SectionRow(path: path, element: element)
    }
    inserted = rows.inserted.compactMap {
      flat, element in
      let path = after.path(of: flat)
      return placement.origins[path.section] == nil ? nil : SectionRow(path: path, element: element)
    }
    moved = placement.moves
    updated = rows.updated.map {
      SectionRowUpdate(
        from: before.path(of: $0.from), to: after.path(of: $0.to), old: $0.old, new: $0.new)
    }
  }

  /// Whether the two versions are equal.
  public var isEmpty: Bool { sections.isEmpty && rows.isEmpty && before == after }

  /// The number of changes of sections and rows.
  public var count: Int {
    sections.count + removed.count + inserted.count + moved.count + updated.count
  }

  /// This step and the next one as one: from where this begins to where `next` ends.
  ///
  /// - Complexity: O(*k* log *k*) in the changes of both, and O(*s*) in the sections.
  func then(
    _ next: SectionChanges, headersAreEqual: (Header, Header) -> Bool,
    rowsAreEqual: (Element, Element) -> Bool
  ) -> SectionChanges {
    SectionChanges(
      rows.then(next.rows, areEqual: rowsAreEqual),
      sections: sections.then(next.sections, areEqual: headersAreEqual), before: before,
      after: next.after, animation: next.animation ?? animation)
  }
}

extension SectionChanges where Header: Equatable, Element: Equatable {
  /// The changes between two versions, found by comparing them.
  ///
  /// - Complexity: O(*n*) in the rows and sections, and O(*m* log *m*) in those out of order.
  public init(from old: [ListSection<Header, Element>], to new: [ListSection<Header, Element>]) {
    self.init(
      RowChanges(from: old.flatMap(\.rows), to: new.flatMap(\.rows), by: RowsByValue.self),
      sections: ListChanges(from: old.map(\.header), to: new.map(\.header)),
      before: SectionBounds(old.map(\.rows.count)), after: SectionBounds(new.map(\.rows.count)))
  }
}

extension SectionChanges: Sendable where Header: Sendable, Element: Sendable {}
extension SectionChanges: Equatable where Header: Equatable, Element: Equatable {}

/// A row with its path.
public struct SectionRow<Element> {
  /// Where the row is, or was.
  public let path: ListPath
  /// The row.
  public let element: Element
}

extension SectionRow: Sendable where Element: Sendable {}
extension SectionRow: Equatable where Element: Equatable {}

/// A row that changes its place: from a path before to a path after.
public struct SectionMove: Hashable, Sendable {
  /// Where the row was in the older version.
  public let from: ListPath
  /// Where the row is in the newer version.
  public let to: ListPath
}

/// A row that keeps its identity and changes its content.
public struct SectionRowUpdate<Element> {
  /// Where the row was in the older version.
  public let from: ListPath
  /// Where the row is in the newer version.
  public let to: ListPath
  /// The row before.
  public let old: Element
  /// The row after.
  public let new: Element
}

extension SectionRowUpdate: Sendable where Element: Sendable {}
extension SectionRowUpdate: Equatable where Element: Equatable {}

extension Array {
  /// The version that `changes` leads to from this one.
  ///
  /// - Precondition: The array has the sections and rows of the version at which `changes` begin.
  /// - Complexity: O(*n*) in the rows and sections.
  public func applying<Header, Row>(_ changes: SectionChanges<Header, Row>) -> [Element]
  where Element == ListSection<Header, Row> {
    precondition(
      SectionBounds(map(\.rows.count)) == changes.before,
      "changes were applied to other sections than those at which they begin")
    let headers = map(\.header).applying(changes.sections)
    var rows = flatMap(\.rows)
    rows.rearrange(by: changes.rows.provenance, inserting: changes.rows.inserted.elements)
    for update in changes.rows.updated { rows[update.to] = update.new }
    return zip(headers, changes.after.ranges).map { ListSection($0, rows: Array<Row>(rows[$1])) }
  }
}
