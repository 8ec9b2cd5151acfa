public import Bindings

/// A strict virtual view of a list with sections: ``ListProbe`` for sections and rows.
///
/// ```swift
/// var screen = SectionProbe<Letter, Contact>()
/// let token = contacts.observeChanges { try? screen.show($0) }
/// ```
public struct SectionProbe<Header: Identifiable, Element: Identifiable> {
  /// The sections on the screen.
  public private(set) var sections: [ListSection<Header, Element>] = []
  /// The batch that led to them; nil after a reload.
  public private(set) var changes: SectionChanges<Header, Element>?
  /// The number of updates that it has shown.
  public private(set) var updateCount = 0
  private(set) var headers: ListProbe<Header>
  private let areEqual: (Element, Element) -> Bool

  /// Makes an empty screen.
  public init() where Header: Equatable, Element: Equatable {
    headers = ListProbe()
    areEqual = { $0 == $1 }
  }

  /// Makes an empty screen for objects under headers that are values.
  @_disfavoredOverload
  public init() where Header: Equatable, Element: AnyObject {
    headers = ListProbe()
    areEqual = { $0 === $1 }
  }

  /// Makes an empty screen for objects.
  @_disfavoredOverload
  public init() where Header: AnyObject, Element: AnyObject {
    headers = ListProbe()
    areEqual = { $0 === $1 }
  }

  /// Shows an update and makes sure that it leads to the sections that it claims.
  ///
  /// - Throws: ``ListProbeError``; then the screen stays as it was.
  @MainActor
  public mutating func show(_ update: SectionUpdate<Header, Element>) throws(ListProbeError) {
    guard let changes = update.changes else { return reload(update.sections) }
    try show(changes, leadingTo: update.sections)
  }

  /// Shows sections afresh.
  public mutating func reload(_ sections: [ListSection<Header, Element>]) {
    self.sections = sections
    headers.reload(sections.map(\.header))
    changes = nil
    updateCount += 1
  }

  /// Shows a batch and makes sure that it leads to `goal`.
  ///
  /// A new section shows its rows from `goal`, as a view asks its list for them.
  ///
  /// - Throws: ``ListProbeError``; then the screen stays as it was.
  public mutating func show(
    _ changes: SectionChanges<Header, Element>, leadingTo goal: [ListSection<Header, Element>]
  ) throws(ListProbeError) {
    var headers = headers
    try headers.show(changes.sections, leadingTo: goal.map(\.header))
    let origins = origins(of: changes.sections, count: goal.count)
    let rows = try rows(after: changes, origins, goal)
    try check(rows, against: goal)
    self.headers = headers
    sections = zip(headers.rows, rows).map { ListSection($0, rows: $1) }
    self.changes = changes
    updateCount += 1
  }

  func check(
    _ result: [[Element]], against goal: [ListSection<Header, Element>]
  ) throws(ListProbeError) {
    for (section, rows) in result.enumerated() {
      let wanted = goal[section].rows
      guard rows.count == wanted.count else {
        throw .stale("section \(section) gets \(rows.count) rows instead of \(wanted.count)")
      }
      for position in rows.indices
      where rows[position].id != wanted[position].id
        || !areEqual(rows[position], wanted[position])
      {
        throw .stale("section \(section) gets another row at \(position), or one with old content")
      }
    }
  }

  /// For each section after, its position before; nil for a new one.
  private func origins(of changes: ListChanges<Header>, count: Int) -> [Int?] {
    let leaving = Set(changes.removed.map(\.position) + changes.moved.map(\.from))
    let goals = Dictionary(uniqueKeysWithValues: changes.moved.map { ($0.to, $0.from) })
    let new = Set(changes.inserted.map(\.position))
    var staying = sections.indices.filter { !leaving.contains($0) }.makeIterator()
    return (0..<count).map { new.contains($0) ? nil : goals[$0] ?? staying.next() }
  }

  private func rows(
    after changes: SectionChanges<Header, Element>, _ origins: [Int?],
    _ goal: [ListSection<Header, Element>]
  ) throws(ListProbeError) -> [[Element]] {
    var sources = sections.map { SlotList(count: $0.rows.count, name: "before") }
    let goals = Dictionary(
      uniqueKeysWithValues: origins.enumerated().compactMap { after, before in
        before.map { ($0, after) }
      })
    for row in changes.removed {
      guard goals[row.path.section] != nil else {
        throw .illegal("the row removed at \(row.path) is in a section that is removed itself")
      }
      try sources[row.path.section].take(row.path.row, for: "removed")
      guard areEqual(sections[row.path.section].rows[row.path.row], row.element) else {
        throw .stale("the removed row at \(row.path) is not the one shown")
      }
    }
    for move in changes.moved {
      guard sections.indices.contains(move.from.section) else {
        throw .illegal("a row moved from section \(move.from.section), which there is not")
      }
      try sources[move.from.section].take(move.from.row, for: "moved from")
    }

    var screen: [ListPath: Element] = [:]
    var cameFrom: [ListPath: ListPath] = [:]
    var slots = goal.map { SlotList(count: $0.rows.count, name: "after") }
    for row in changes.inserted {
      guard origins.indices.contains(row.path.section), origins[row.path.section] != nil else {
        throw .illegal("the row inserted at \(row.path) is in a section that is new itself")
      }
      try slots[row.path.section].take(row.path.row, for: "inserted")
      screen[row.path] = row.element
    }
    for move in changes.moved {
      guard slots.indices.contains(move.to.section) else {
        throw .illegal("a row moved to section \(move.to.section), which there is not")
      }
      try slots[move.to.section].take(move.to.row, for: "moved to")
      screen[move.to] = sections[move.from.section].rows[move.from.row]
      cameFrom[move.to] = move.from
    }
    for (after, before) in origins.enumerated() {
      let open = slots[after].free
      guard let before else {
        for row in open { screen[ListPath(section: after, row: row)] = goal[after].rows[row] }
        continue
      }
      let staying = sources[before].free
      guard staying.count == open.count else {
        throw .illegal(
          "section \(before) keeps \(staying.count) rows where \(open.count) have room")
      }
      for (row, source) in zip(open, staying) {
        let path = ListPath(section: after, row: row)
        screen[path] = sections[before].rows[source]
        cameFrom[path] = ListPath(section: before, row: source)
      }
    }
    for update in changes.updated {
      guard cameFrom[update.to] == update.from, let shown = screen[update.to] else {
        throw .illegal("the row updated at \(update.to) does not come from \(update.from)")
      }
      guard areEqual(shown, update.old), update.old.id == update.new.id else {
        throw .stale("the row updated at \(update.to) is not the one shown")
      }
      screen[update.to] = update.new
    }
    return goal.indices.map { section in
      goal[section].rows.indices.compactMap { screen[ListPath(section: section, row: $0)] }
    }
  }
}
