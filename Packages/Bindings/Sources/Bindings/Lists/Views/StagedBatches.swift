/// What a kind of view accepts in one batch.
public enum ListViewRules: Sendable {
  /// A table view in the manner of UIKit's.
  ///
  /// A row is not reloaded and moved at once. No row moves out of a section that goes or into one that
  /// comes. Sections do not move while rows change, and a section is not reloaded while its rows
  /// change.
  case tableView
}

/// One of the batches that lead a view from version to version, in the positions that table views
/// take: removals, reloads and origins before the batch, insertions and goals after it.
public struct StagedBatch<Element: Identifiable> {
  /// The rows to take out.
  public var removed: [Int] = []
  /// The rows to put in.
  public var inserted: [Int] = []
  /// The rows to move.
  public var moved: [ListMove] = []
  /// The rows to ask for again, by position before.
  public var reloaded: [Int] = []
  /// What the view's data source holds during and after the batch.
  public var rows: [Element] = []
}

/// One of the batches that lead a view with sections from version to version.
public struct StagedSectionBatch<Header: Identifiable, Element: Identifiable> {
  /// The sections to take out.
  public var removedSections: [Int] = []
  /// The sections to put in, with their rows.
  public var insertedSections: [Int] = []
  /// The sections to move.
  public var movedSections: [ListMove] = []
  /// The sections whose header is to be asked for again, by position before.
  public var reloadedSections: [Int] = []
  /// The rows to take out.
  public var removed: [ListPath] = []
  /// The rows to put in.
  public var inserted: [ListPath] = []
  /// The rows to move.
  public var moved: [SectionMove] = []
  /// The rows to ask for again, by path before.
  public var reloaded: [ListPath] = []
  /// What the view's data source holds during and after the batch.
  public var sections: [ListSection<Header, Element>] = []
}

extension ListUpdate {
  /// The fewest batches that lead a view of that kind to ``rows``; nil when it must reload.
  ///
  /// ```swift
  /// for batch in update.staged(for: .tableView) ?? [] { table.perform(batch) }
  /// ```
  @MainActor
  public func staged(for rules: ListViewRules) -> [StagedBatch<Element>]? {
    changes?.staged(for: rules, leadingTo: rows)
  }
}

extension ListChanges {
  /// The fewest batches that lead a view of that kind to `goal`: one, or two when a row moves and
  /// changes.
  ///
  /// - Parameters:
  ///   - rules: What the view accepts.
  ///   - goal: The rows after the changes.
  /// - Returns: The batches in order; none when nothing changes.
  public func staged(
    for rules: ListViewRules, leadingTo goal: [Element]
  ) -> [StagedBatch<Element>] {
    if isEmpty { return [] }
    let moving = Set(moved.lazy.map(\.to))
    let late = updated.filter { moving.contains($0.to) }
    var first = StagedBatch<Element>()
    first.removed = removed.map(\.position)
    first.inserted = inserted.map(\.position)
    first.moved = moved
    first.reloaded = updated.lazy.filter { !moving.contains($0.to) }.map(\.from)
    first.rows = goal
    if late.isEmpty { return [first] }
    for update in late { first.rows[update.to] = update.old }
    return [first, StagedBatch(reloaded: late.map(\.to), rows: goal)]
  }
}

extension SectionUpdate {
  /// The fewest batches that lead a view of that kind to ``sections``; nil when it must reload.
  @MainActor
  public func staged(for rules: ListViewRules) -> [StagedSectionBatch<Header, Element>]? {
    changes?.staged(for: rules, leadingTo: sections)
  }
}

extension SectionChanges {
  /// The fewest batches that lead a view of that kind to `goal`: sections that move come first, then
  /// all else but reloads of what moves and of headers, then those.
  ///
  /// - Parameters:
  ///   - rules: What the view accepts.
  ///   - goal: The sections after the changes.
  /// - Returns: The batches in order; none when nothing changes.
  public func staged(
    for rules: ListViewRules, leadingTo goal: [ListSection<Header, Element>]
  ) -> [StagedSectionBatch<Header, Element>] {
    let start = goal.applying(inverted)
    var stages: [StagedSectionBatch<Header, Element>] = []
    var rest = self
    if !sections.moved.isEmpty {
      let turn = movingSections
      stages.append(
        StagedSectionBatch(
          movedSections: turn.sections.moved, sections: start.applying(turn)))
      rest = turn.inverted.then(
        self, headersAreEqual: { _, _ in false }, rowsAreEqual: { _, _ in false })
    }
    stages += rest.batches(leadingTo: goal)
    return stages
  }

  /// The moves of sections alone.
  private var movingSections: SectionChanges {
    let placed = SectionPlacement(
      rows.provenance, sections: sections.rows.provenance, before: before, after: after)
    let order = sectionsOfBoth(placed).compactMap(\.old)
    var headers = Provenance(countBefore: before.count)
    var flat = Provenance(countBefore: before.rowCount)
    for section in order {
      headers.append(Piece(old: section, length: 1))
      flat.append(
        Piece(old: before.range(of: section).lowerBound, length: before.range(of: section).count))
    }
    return SectionChanges(
      RowChanges(flat, removed: [], inserted: [], updated: []),
      sections: ListChanges(RowChanges(headers, removed: [], inserted: [], updated: [])),
      before: before, after: SectionBounds(order.map { before.range(of: $0).count }))
  }

  /// The batches of changes in which no section moves.
  private func batches(
    leadingTo goal: [ListSection<Header, Element>]
  ) -> [StagedSectionBatch<Header, Element>] {
    let placed = SectionPlacement(
      rows.provenance, sections: sections.rows.provenance, before: before, after: after)
    var first = StagedSectionBatch<Header, Element>()
    first.removedSections = sections.removed.map(\.position)
    first.insertedSections = sections.inserted.map(\.position)
    first.removed = removed.map(\.path)
    first.inserted = inserted.map(\.path)
    for move in moved {
      switch (placed.goals[move.from.section], placed.origins[move.to.section]) {
      case (nil, nil): break
      case (nil, _): first.inserted.append(move.to)
      case (_, nil): first.removed.append(move.from)
      default: first.moved.append(move)
      }
    }
    first.sections = goal
    var last = StagedSectionBatch<Header, Element>()
    last.reloadedSections = sections.updated.map(\.to)
    let renewed = Set(last.reloadedSections)
    for update in sections.updated { first.sections[update.to].header = update.old }
    let shown = Set(first.inserted)
    let moving = Set(first.moved.lazy.map(\.to))
    for update in updated
    where placed.origins[update.to.section] != nil && !shown.contains(update.to) {
      if moving.contains(update.to) {
        first.sections[update.to.section].rows[update.to.row] = update.old
        if !renewed.contains(update.to.section) { last.reloaded.append(update.to) }
      } else {
        first.reloaded.append(update.from)
      }
    }
    last.sections = goal
    let isFirstEmpty =
      first.removedSections.isEmpty && first.insertedSections.isEmpty && first.removed.isEmpty
      && first.inserted.isEmpty && first.moved.isEmpty && first.reloaded.isEmpty
    let isLastEmpty = last.reloadedSections.isEmpty && last.reloaded.isEmpty
    return (isFirstEmpty ? [] : [first]) + (isLastEmpty ? [] : [last])
  }
}
