/// Keeps one object for each row of a source, made when the row comes and ended when it goes.
@MainActor
@usableFromInline
final class CellKeeper<Row: Identifiable, Cell: AnyObject & Identifiable> {
  @usableFromInline let engine: Engine
  @usableFromInline let make: @MainActor (Row) -> Cell
  @usableFromInline let update: (@MainActor (Cell, Row) -> Void)?
  @usableFromInline let end: @MainActor (Cell) -> Void
  @usableFromInline let traits = ListTraits(RowsByReference<Cell>.self)
  @usableFromInline var cells: [Cell] = []
  @usableFromInline var rowIDs: [Row.ID] = []
  /// Cells that have yet to get new content, and cells that have yet to end, when nothing is computed.
  @usableFromInline var updates: [(Cell, Row)] = []
  @usableFromInline var ended: [Cell] = []
  /// True once a cell exists; until then the settling observer depends on nothing else.
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

  @inlinable
  func make(_ rows: [Row]) -> [Cell] {
    if rows.isEmpty { return [] }
    return engine.outsideComputing {
      gate.value = true
      var made: [Cell] = []
      made.reserveCapacity(rows.count)
      for row in rows { made.append(make(row)) }
      return made
    }
  }

  /// Begins anew: rows that had a cell keep it and get their content, or a new cell without `update`.
  @inlinable
  func begin(_ rows: [Row]) {
    var known: [Row.ID: [Cell]] = [:]
    for (id, cell) in zip(rowIDs, cells).reversed() { known[id, default: []].append(cell) }
    // The cell of each row, so far as there is one; the last of an identity's cells is its first row's.
    let kept = update == nil ? [] : rows.map { known[$0.id]?.popLast() }
    var next = make(update == nil ? rows : zip(rows, kept).filter { $1 == nil }.map(\.0))
      .makeIterator()
    cells = []
    rowIDs = identities(of: rows)
    cells.reserveCapacity(rows.count)
    for (index, row) in rows.enumerated() {
      if update != nil, let cell = kept[index] {
        updates.append((cell, row))
        cells.append(cell)
      } else if let cell = next.next() {
        cells.append(cell)
      }
    }
    for cells in known.values { ended += cells }
  }

  @inlinable
  func take(_ batch: RowChanges<Row>) -> RowChanges<Cell> {
    if batch.isEmpty { return RowChanges(unchanged: cells.count) }
    var changed: [(from: Int, to: Int, new: Cell)] = []
    if update != nil {
      updates.reserveCapacity(updates.count + batch.updated.count)
      for row in batch.updated { updates.append((cells[row.from], row.new)) }
    } else {
      for (row, cell) in zip(batch.updated, make(batch.updated.map(\.new))) {
        changed.append((row.from, row.to, cell))
        ended.append(cells[row.from])
      }
    }
    ended += cells.elements(in: batch.removed.ranges)
    rowIDs.rearrange(by: batch.provenance, inserting: identities(of: batch.inserted.elements))
    return cells.exchange(
      batch, inserted: make(batch.inserted.elements), changed: changed, traits)
  }

  /// Ends the cells of rows that went, then gives the others their new content.
  @inlinable
  func settle() {
    while !ended.isEmpty || !updates.isEmpty {
      let ending = ended
      let changing = updates
      (ended, updates) = ([], [])
      for cell in ending { end(cell) }
      // A row may have changed and gone before anybody settled.
      let gone = changing.isEmpty ? [] : Set(ending.map { ObjectIdentifier($0) })
      for (cell, row) in changing where !gone.contains(ObjectIdentifier(cell)) {
        update?(cell, row)
      }
    }
  }

  /// The observer that settles in each flush, before what the cells themselves observe.
  @inlinable
  func settling(
    _ graph: Graph, label: String?, fileID: StaticString, line: UInt,
    _ pull: @escaping @MainActor () -> Void
  ) -> Subscription {
    let keeper = self
    return graph.engine.subscribe(
      label: label.map { "\($0).cells" }, fileID: fileID, line: line
    ) {
      guard keeper.gate.value else { return }
      pull()
      graph.untracked { keeper.settle() }
    }
  }
}

/// Not isolated: a closure of the main actor would ask for its actor for every row.
@inlinable
func identities<Row: Identifiable>(of rows: [Row]) -> [Row.ID] { rows.map { $0.id } }
