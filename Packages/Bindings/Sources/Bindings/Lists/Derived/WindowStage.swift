/// The rows of the source in a range of positions.
@MainActor
final class WindowStage<Element: Identifiable>: ListStage {
  private let range: @MainActor () -> Range<Int>
  private var current = 0..<0

  init(_ range: @escaping @MainActor () -> Range<Int>) { self.range = range }

  var count: Int { current.count }
  var storage: StageStorage { .source }

  func begin(_ source: ListContents<Element>) { current = range().clamped(to: 0..<source.count) }

  func rows(of source: () -> [Element]) -> [Element] { Array(source()[current]) }

  func row(at position: Int, _ source: ListContents<Element>) -> Element {
    source.row(at: current.lowerBound + position)
  }

  func take(
    _ changes: ListChanges<Element>, _ source: ListContents<Element>
  ) -> RowChanges<Element> {
    let batch = changes.rows
    let old = current
    current = range().clamped(to: 0..<source.count)
    if old == current, batch.isEmpty { return RowChanges(unchanged: old.count) }

    var contentBefore = [Int: Element](minimumCapacity: batch.updated.count)
    for update in batch.updated { contentBefore[update.from] = update.old }
    var provenance = Provenance(countBefore: old.count)
    let new = current
    PieceFinder(batch.provenance).forEachPiece(in: new) { piece in
      let inside = piece.isKept ? (piece.start..<piece.end).clamped(to: old) : 0..<0
      if inside.isEmpty { return provenance.append(.new(piece.count)) }
      provenance.append(.new(inside.lowerBound - piece.start))
      provenance.append(Piece(old: inside.lowerBound - old.lowerBound, length: inside.count))
      provenance.append(.new(piece.end - inside.upperBound))
    }
    var gone = [Int: Element](minimumCapacity: batch.removed.count)
    for (position, row) in batch.removed
    where old.contains(position) {
      gone[position] = row
    }
    let goals = PieceFinder(batch.provenance.inverted)
    var removed: [Element] = []
    for position in provenance.removed.joined() {
      let before = old.lowerBound + position
      if let row = gone[before] ?? contentBefore[before] {
        removed.append(row)
      } else if let goal = goals.origin(of: before) {
        removed.append(source.row(at: goal))
      }
    }
    let inserted = provenance.inserted.flatMap { range in
      range.map { source.row(at: new.lowerBound + $0) }
    }
    let updated = batch.updated.compactMap { update in
      old.contains(update.from) && new.contains(update.to)
        ? ListRowUpdate(
          from: update.from - old.lowerBound, to: update.to - new.lowerBound, old: update.old,
          new: update.new) : nil
    }
    return RowChanges(
      provenance, removed: removed, inserted: inserted, updated: updated)
  }
}

extension LiveList {
  /// The rows in a range of positions, as far as there are any.
  ///
  /// ```swift
  /// let page = messages.window(first.value..<(first.value + 20))
  /// ```
  /// The reads of `range` are tracked; it is evaluated at each change.
  ///
  /// - Complexity: A batch of *k* changes costs O(*k* + *w*) in a window of *w* rows.
  public func window(
    _ range: @autoclosure @escaping @MainActor () -> Range<Int>, label: String? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> LiveList<Element> {
    derived(WindowStage(range), traits: contents.traits, label: label, fileID: fileID, line: line)
  }

  /// The first rows, as far as there are any.
  ///
  /// ```swift
  /// let shown = messages.prefix(limit.value)
  /// ```
  /// The reads of `count` are tracked; it is evaluated at each change. Less than no rows are none.
  public func prefix(
    _ count: @autoclosure @escaping @MainActor () -> Int, label: String? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> LiveList<Element> {
    window(0..<max(0, count()), label: label, fileID: fileID, line: line)
  }
}
