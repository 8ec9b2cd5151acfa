/// A stage that keeps one object (cell) for each row of the source, from the row's insertion to its removal.
@MainActor
@usableFromInline
final class CellStage<Row: Identifiable, Cell: AnyObject & Identifiable>: ListStage {
  @usableFromInline let engine: Engine
  @usableFromInline let make: @MainActor (Row) -> Cell
  @usableFromInline let update: (@MainActor (Cell, Row) -> Void)?
  @usableFromInline let end: @MainActor (Cell) -> Void
  @usableFromInline let traits = ListTraits(RowsByReference<Cell>.self)
  @usableFromInline var cells: [Cell] = []
  @usableFromInline var rowIDs: [Row.ID] = []
  /// The rows of the cells, kept only without `update`; after a restart, an unchanged row keeps its cell.
  @usableFromInline var rows: [Row] = []
  /// The updates that cells have yet to get; updates and ends are delivered when no evaluation runs.
  ///
  /// While the list settles, a delivered update, or one whose cell has ended, is replaced by `nil`.
  @usableFromInline var updates: [(Cell, Row)?] = []
  @usableFromInline var ended: [Cell] = []
  /// The number of updates that were delivered since the list began to settle.
  @usableFromInline var given = 0
  /// The indexes of each cell's entries in the first ``placed`` updates; filled when a cell ends, once per entry.
  @usableFromInline var places: [ObjectIdentifier: [Int]] = [:]
  @usableFromInline var placed = 0
  /// True once the cells were read; until then the settling observer has no other dependency.
  @usableFromInline let gate: Property<Bool>

  @inlinable
  init(
    _ graph: Graph, _ make: @escaping @MainActor (Row) -> Cell,
    _ update: (@MainActor (Cell, Row) -> Void)?, _ end: @escaping @MainActor (Cell) -> Void
  ) {
    engine = graph.engine
    self.make = make
    self.update = update
    self.end = end
    gate = Property(false, graph: graph)
  }

  @inlinable var storage: StageStorage { .stage }
  @inlinable var count: Int { cells.count }
  @inlinable
  func rows(of _: () -> [Row]) -> [Cell] { cells }
  @inlinable
  func row(at position: Int, _: ListContents<Row>) -> Cell { cells[position] }

  @inlinable
  func make(_ rows: [Row]) -> [Cell] {
    if rows.isEmpty { return [] }
    return engine.outsideComputing {
      var made: [Cell] = []
      made.reserveCapacity(rows.count)
      for row in rows { made.append(make(row)) }
      return made
    }
  }

  /// Restarts the stage: rows that had a cell keep it and get their content; without `update`, a changed row gets a new
  /// cell.
  @inlinable
  func begin(_ source: ListContents<Row>) {
    engine.outsideComputing { gate.value = true }
    let rows = source.rows
    var known: [Row.ID: [Int]] = [:]
    for (index, id) in rowIDs.enumerated().reversed() { known[id, default: []].append(index) }
    // The existing cell of each row, or nil; the last index of an identity belongs to its first row.
    let kept = rows.map { row -> Cell? in
      guard let index = known[row.id]?.last,
        update != nil || source.traits.areEqual(self.rows[index], row)
      else { return nil }
      known[row.id]?.removeLast()
      return cells[index]
    }
    var next = make(zip(rows, kept).filter { $1 == nil }.map(\.0)).makeIterator()
    let old = exchange(&cells, with: [])
    rowIDs = identities(of: rows)
    if update == nil { engine.letGo(ofRows: exchange(&self.rows, with: rows)) }
    cells.reserveCapacity(rows.count)
    for (row, cell) in zip(rows, kept) {
      if let cell {
        if update != nil { updates.append((cell, row)) }
        cells.append(cell)
      } else if let cell = next.next() {
        cells.append(cell)
      }
    }
    for indexes in known.values { ended += indexes.map { old[$0] } }
  }

  @inlinable
  func take(_ batch: ListChanges<Row>, _: ListContents<Row>) -> ListChanges<Cell> {
    if batch.isEmpty { return ListChanges(unchanged: cells.count) }
    var (old, fresh): ([Cell], [Cell]) = ([], [])
    if update != nil {
      updates.reserveCapacity(updates.count + batch.updated.count)
      for row in batch.updated { updates.append((cells[row.from], row.new)) }
    } else {
      fresh = make(batch.updated.map(\.new))
      old = batch.updated.map { cells[$0.from] }
    }
    let removed = cells.elements(in: batch.removed.ranges)
    ended += old + removed
    rowIDs.rearrange(by: batch.provenance, inserting: identities(of: batch.inserted.elements))
    if update == nil {
      let gone = rows.elements(in: batch.removed.ranges) + batch.updated.map { rows[$0.from] }
      defer { engine.letGo(ofRows: gone) }
      rows.rearrange(by: batch.provenance, inserting: batch.inserted.elements)
      for row in batch.updated { rows[row.to] = row.new }
    }
    let inserted = make(batch.inserted.elements)
    // Compares the cells if another row's cell takes over an identity, or if a new cell has another identity.
    let hasOtherIdentities =
      zip(old, fresh).contains { $0.id != $1.id }
      || !Set(identities(of: removed)).isDisjoint(with: identities(of: inserted))
    let before = hasOtherIdentities ? cells : []
    cells.rearrange(by: batch.provenance, inserting: inserted)
    for (update, new) in zip(batch.updated, fresh) { cells[update.to] = new }
    if hasOtherIdentities { return traits.changes(before, cells) }
    return ListChanges(
      batch.provenance, removed: removed, inserted: inserted,
      updated: zip(batch.updated, zip(old, fresh)).map { update, cells in
        ListRowUpdate(from: update.from, to: update.to, old: cells.0, new: cells.1)
      })
  }

  /// Ends the cells of removed rows, then delivers new content to the others.
  ///
  /// `end` and `update` may remove further rows, which `refresh` detects; the cells of those rows end before any
  /// other cell changes. The number of steps is limited to the work at the beginning. Further work comes from the
  /// closures' writes, which queue the observer again; the engine stops observers that never settle.
  ///
  /// - Complexity: O(*n*) in the updates and the ends, plus the time of the closures.
  @inlinable
  func settle(_ refresh: () -> Void) {
    if updates.count > cells.count { keepLatestUpdates() }
    var steps = ended.count + updates.count
    while steps > 0, !ended.isEmpty || given < updates.count {
      while steps > 0, !ended.isEmpty {
        endGone()
        refresh()
        steps -= 1
      }
      while steps > 0, ended.isEmpty, given < updates.count {
        let next = updates[given]
        updates[given] = nil
        given += 1
        guard let (cell, row) = next else { continue }
        update?(cell, row)
        refresh()
        steps -= 1
      }
    }
    forgetPlaces(keeping: updates[given...].filter { $0 != nil })
  }

  /// Replaces the pending updates by `rest` and clears the index of their places.
  ///
  /// Releasing a row may run a `deinit` that calls this stage again, so the old updates are released last.
  @inlinable
  func forgetPlaces(keeping rest: [(Cell, Row)?]) {
    let old = exchange(&updates, with: rest)
    places = [:]
    (given, placed) = (0, 0)
    engine.letGo(ofRows: old)
  }

  /// Keeps only the latest content of each cell, because rows that change each other would accumulate updates.
  @inlinable
  func keepLatestUpdates() {
    var known: Set<ObjectIdentifier> = []
    let latest = updates.reversed().filter { update in
      update.map { known.insert(ObjectIdentifier($0.0)).inserted } ?? false
    }
    engine.letGo(ofRows: exchange(&updates, with: latest.reversed()))
  }

  /// Ends the cells of removed rows.
  @inlinable
  func endGone() {
    let ending = ended
    ended = []
    // A row may have been changed and removed before the list settled. A pending update retains its cell, so no other
    // object can have its `ObjectIdentifier` until the update is delivered or removed.
    for index in placed..<updates.count {
      guard let (cell, _) = updates[index] else { continue }
      places[ObjectIdentifier(cell), default: []].append(index)
    }
    placed = updates.count
    // Releasing these rows may run a `deinit` that calls this stage again.
    var gone: [(Cell, Row)?] = []
    for cell in ending {
      for index in places.removeValue(forKey: ObjectIdentifier(cell)) ?? [] {
        gone.append(exchange(&updates[index], with: nil))
      }
    }
    for cell in ending { end(cell) }
    engine.letGo(ofRows: gone)
  }

  /// Ends the cells of rows that were removed before the list itself ended.
  @inlinable
  func end(in graph: Graph) {
    forgetPlaces(keeping: [])
    graph.run {
      if engine.isComputing {
        engine.outsideComputing { endGone() }
      } else {
        untracked { endGone() }
      }
    }
  }
}

/// The identities of rows; not isolated, because a closure of the main actor would check its actor for every row.
@inlinable
func identities<Row: Identifiable>(of rows: [Row]) -> [Row.ID] { rows.map { $0.id } }

extension LiveList {
  /// Returns a list with one object (cell) for each row, kept as long as the row is in the list.
  ///
  /// ```swift
  /// let rows = messages.cells { MessageCell($0) } update: { $0.message.value = $1 } end: { $0.end() }
  /// ```
  /// A row that moves or changes keeps its cell. `update` gets the new content, and the list of
  /// cells reports nothing: the cell's own properties report the change. After so many changes that the source has
  /// discarded the steps, each cell gets the content of its row, changed or not. Without `update`, a changed
  /// row gets a new cell in place of the old one, which the list reports as an update.
  ///
  /// Cells are made at the first read, and from then on in each flush. A flush first ends the cells of
  /// removed rows, so that their observers do not run again, and then delivers new content to the other cells.
  ///
  /// - Parameters:
  ///   - label: The name of the list in issues and traces.
  ///   - fileID: The file of the call, for issues and traces.
  ///   - line: The line in that file.
  ///   - make: Makes a cell. It may observe, but writes to nothing but the cell.
  ///   - update: Gives a cell the new content of its row.
  ///   - end: Ends a cell whose row was removed. It is not called for the cells that exist when the list
  ///     itself is released, or whose removal nobody has read by then.
  /// - Returns: The cells, in the order of their rows.
  @inlinable
  public func cells<Cell: AnyObject & Identifiable>(
    label: String? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ make: @escaping @MainActor (Element) -> Cell,
    update: (@MainActor (Cell, Element) -> Void)? = nil,
    end: @escaping @MainActor (Cell) -> Void = { _ in }
  ) -> LiveList<Cell> {
    let stage = CellStage(graph, make, update, end)
    let cells = derived(stage, traits: stage.traits, label: label, fileID: fileID, line: line)
    // The observer runs in each flush before the observers inside the cells.
    let (above, below, graph) = (versions, cells.versions, graph)
    let attachment = Scope()
    graph.engine.subscribe(label: label.map { "\($0).cells" }, fileID: fileID, line: line) {
      guard stage.gate.value else { return }
      _ = (above.value, below.value)
      untracked { stage.settle { _ = below.peek() } }
    }.store(in: attachment)
    attachment.onEnd { stage.end(in: graph) }
    cells.attachment = attachment
    return cells
  }
}
