/// The cells of a list.
@MainActor
@usableFromInline
final class CellStage<Row: Identifiable, Cell: AnyObject & Identifiable>: ListStage {
  @usableFromInline let keeper: CellKeeper<Row, Cell>

  @inlinable
  init(_ keeper: CellKeeper<Row, Cell>) { self.keeper = keeper }

  @inlinable var storage: StageStorage { .stage }
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

/// The cells of a list with sections.
@MainActor
private final class SectionCellStage<
  Header: Identifiable, Row: Identifiable, Cell: AnyObject & Identifiable
>: SectionStage {
  private let source: SectionContents<Header, Row>
  private let keeper: CellKeeper<Row, Cell>

  init(_ source: SectionContents<Header, Row>, _ keeper: CellKeeper<Row, Cell>) {
    self.source = source
    self.keeper = keeper
  }

  var headers: [Header] { source.headers }
  var bounds: SectionBounds { source.bounds }

  func begin() -> [Cell] {
    keeper.begin(source.rows)
    return keeper.cells
  }

  func take(
    _ step: SectionChanges<Header, Row>, _ rows: inout [Cell]
  ) -> SectionChanges<Header, Cell> {
    rows = []
    let changes = keeper.take(step.rows)
    rows = keeper.cells
    return SectionChanges(
      changes, sections: step.sections, before: step.before, after: step.after,
      animation: step.animation)
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
      CellStage(keeper), traits: keeper.traits, label: label, fileID: fileID, line: line)
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
  /// The parameters are those of ``LiveList/cells(label:fileID:line:_:update:end:)``.
  ///
  /// - Returns: The sections with the cells of their rows.
  public func cells<Cell: AnyObject & Identifiable>(
    label: String? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ make: @escaping @MainActor (Element) -> Cell,
    update: (@MainActor (Cell, Element) -> Void)? = nil,
    end: @escaping @MainActor (Cell) -> Void = { _ in }
  ) -> LiveSections<Header, Cell> {
    let keeper = CellKeeper(graph, make, update, end)
    let cursor = contents.follow()
    let cells = SectionContents<Header, Cell>(
      [], headerTraits: contents.headerTraits, rowTraits: keeper.traits
    )
    .list(
      after: versions, SectionCellStage(contents, keeper), graph, label: label, fileID: fileID,
      line: line
    ) { [self] update in contents.advance(cursor, update) }
    let (above, below) = (versions, cells.versions)
    cells.attachment = keeper.settling(graph, label: label, fileID: fileID, line: line) {
      _ = (above.value, below.value)
    }
    return cells
  }
}
