/// Keeps one object for each row of a source, made when the row comes and ended when it goes.
@MainActor
@usableFromInline
final class CellKeeper<Row: Identifiable, Cell: AnyObject & Identifiable> {
  @usableFromInline let engine: Engine
  @usableFromInline let make: @MainActor (Row) -> Cell
  @usableFromInline let update: (@MainActor (Cell, Row) -> Void)?
  @usableFromInline let end: @MainActor (Cell) -> Void
  @usableFromInline var cells: [Cell] = []
  @usableFromInline var rowIDs: [Row.ID] = []
  /// What is left to do when nothing is being computed.
  @usableFromInline var updates: [(Cell, Row)] = []
  @usableFromInline var ended: [Cell] = []
  /// Opens once there are cells to look after.
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

  /// Begins anew; rows that had a cell keep it.
  @inlinable
  func begin(_ rows: [Row]) {
    var known = Dictionary(zip(rowIDs, cells), uniquingKeysWith: { first, _ in first })
    var unknown: [Row] = []
    for row in rows where known[row.id] == nil { unknown.append(row) }
    var next = make(unknown).makeIterator()
    cells = []
    rowIDs = []
    cells.reserveCapacity(rows.count)
    rowIDs.reserveCapacity(rows.count)
    for row in rows {
      if let cell = known.removeValue(forKey: row.id) {
        if update != nil { updates.append((cell, row)) }
        cells.append(cell)
      } else if let cell = next.next() {
        cells.append(cell)
      }
      rowIDs.append(row.id)
    }
    ended += known.values
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
      batch, inserted: make(batch.inserted.elements), changed: changed, areEqual: ===)
  }

  /// Ends the cells of rows that went, then gives the others their new content.
  @inlinable
  func settle() {
    while !ended.isEmpty || !updates.isEmpty {
      let ending = ended
      let changing = updates
      (ended, updates) = ([], [])
      for cell in ending { end(cell) }
      for (cell, row) in changing { update?(cell, row) }
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

/// The cells of a list.
@MainActor
@usableFromInline
final class CellStage<Row: Identifiable, Cell: AnyObject & Identifiable>: ListStage {
  @usableFromInline let keeper: CellKeeper<Row, Cell>

  @inlinable
  init(_ keeper: CellKeeper<Row, Cell>) { self.keeper = keeper }

  @inlinable var keepsRows: Bool { true }
  @inlinable var count: Int { keeper.cells.count }
  @inlinable
  func rows(of _: () -> [Row]) -> [Cell] { keeper.cells }
  @inlinable
  func row(at position: Int, _: ListContents<Row>) -> Cell { keeper.cells[position] }
  @inlinable
  func begin(_ source: ListContents<Row>) { keeper.begin(source.rows) }
  @inlinable
  func take(_ batch: ListChanges<Row>, _: ListContents<Row>) -> RowChanges<Cell> {
    keeper.take(batch.rows)
  }
}

extension LiveList {
  /// One object for each row, kept for as long as the row is in the list.
  ///
  /// ```swift
  /// let rows = messages.cells { MessageCell($0) } update: { $0.message.value = $1 } end: { $0.end() }
  /// ```
  /// A row that moves or changes keeps its cell. New content is given to `update`, and the list of
  /// cells stays silent: the cell's own properties tell. Without `update`, a changed row gets a new
  /// cell in place of the old one, and that is an update of the list.
  ///
  /// Cells are made when somebody first asks for them. In a flush, the cells of rows that went end
  /// first, so that what they observe does not run again; then cells get their new content.
  ///
  /// - Parameters:
  ///   - label: What to call the list in issues and traces.
  ///   - fileID: Where it was made, for issues and traces.
  ///   - line: The line in that file.
  ///   - make: Makes a cell. It may observe, but writes to nothing but the cell.
  ///   - update: Gives a cell the new content of its row.
  ///   - end: Ends a cell whose row has gone. Cells that are there when the list itself is released
  ///     are just let go.
  /// - Returns: The cells, in the order of their rows.
  @inlinable
  public func cells<Cell: AnyObject & Identifiable>(
    label: String? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ make: @escaping @MainActor (Element) -> Cell,
    update: (@MainActor (Cell, Element) -> Void)? = nil,
    end: @escaping @MainActor (Cell) -> Void = { _ in }
  ) -> LiveList<Cell> {
    let keeper = CellKeeper(graph, make, update, end)
    let cells = derived(
      CellStage(keeper), traits: ListTraits(RowsByReference<Cell>.self), label: label,
      fileID: fileID, line: line)
    let (above, below) = (versions, cells.versions)
    cells.attachment = keeper.settling(graph, label: label, fileID: fileID, line: line) {
      _ = (above.value, below.value)
    }
    return cells
  }
}

extension LiveSections {
  /// One object for each row, kept for as long as the row is in the list, whatever its section.
  ///
  /// See ``LiveList/cells(label:fileID:line:_:update:end:)``.
  ///
  /// - Parameters:
  ///   - label: What to call the list in issues and traces.
  ///   - fileID: Where it was made, for issues and traces.
  ///   - line: The line in that file.
  ///   - make: Makes a cell. It may observe, but writes to nothing but the cell.
  ///   - update: Gives a cell the new content of its row.
  ///   - end: Ends a cell whose row has gone.
  /// - Returns: The sections with the cells of their rows.
  public func cells<Cell: AnyObject & Identifiable>(
    label: String? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ make: @escaping @MainActor (Element) -> Cell,
    update: (@MainActor (Cell, Element) -> Void)? = nil,
    end: @escaping @MainActor (Cell) -> Void = { _ in }
  ) -> LiveSections<Header, Cell> {
    let source = self
    let upstream = contents
    let keeper = CellKeeper(graph, make, update, end)
    let contents = SectionContents<Header, Cell>(
      [], headerTraits: upstream.headerTraits, rowTraits: ListTraits(RowsByReference<Cell>.self))
    let cursor = upstream.follow()
    let versions = Computed(label: label, graph: graph, fileID: fileID, line: line) {
      _ = source.versions.value
      let batch = upstream.advance(cursor)
      if let batch, batch.isEmpty { return contents.version }
      _ = contents.take()
      guard let batch else {
        keeper.begin(upstream.rows)
        contents.put(upstream.headers, keeper.cells, bounds: upstream.bounds)
        contents.didChange(nil)
        return contents.version
      }
      let changes = SectionChanges(
        keeper.take(batch.rows), sections: batch.sections, before: batch.before,
        after: batch.after, animation: batch.animation)
      contents.put(upstream.headers, keeper.cells, bounds: upstream.bounds)
      if !changes.isEmpty { contents.didChange(changes) }
      return contents.version
    }
    let cells = LiveSections<Header, Cell>(contents, versions: versions, graph: graph)
    let above = self.versions
    cells.attachment = keeper.settling(graph, label: label, fileID: fileID, line: line) {
      _ = (above.value, versions.value)
    }
    return cells
  }
}
