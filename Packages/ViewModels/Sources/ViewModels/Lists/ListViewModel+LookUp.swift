public import Bindings

extension ListViewModel {
  /// Where a cell is; `nil` when it is not in the list.
  ///
  /// - Complexity: O(*n*) in the rows of its section.
  public func path(of cell: CellViewModel) -> ListPath? {
    _ = content.version
    guard cell.list === self, let section = cell.home, let index = index(of: section),
      let row = section.cells.firstIndex(where: { $0 === cell })
    else { return nil }
    return ListPath(section: index, row: row)
  }

  /// The cell at a path; `nil` when there is none.
  public func cell(at path: ListPath) -> CellViewModel? {
    guard path.row >= 0, path.row < rowCount(in: path.section) else { return nil }
    return content[path].cell
  }

  /// The section at an index; `nil` when there is none.
  public func section(at index: Int) -> SectionViewModel? {
    let headers = content.headers
    return headers.indices.contains(index) ? headers[index].section : nil
  }

  /// Which section it is; `nil` when it is not in the list.
  public func index(of section: SectionViewModel) -> Int? {
    content.headers.firstIndex { $0.section === section }
  }

  /// The header of a section; `nil` when there is none, or only a title.
  public func header(in section: Int) -> SupplementaryViewModel? {
    self.section(at: section)?.header
  }

  /// The footer of a section; `nil` when there is none, or only a title.
  public func footer(in section: Int) -> SupplementaryViewModel? {
    self.section(at: section)?.footer
  }

  /// Which section has the header; `nil` when none has.
  public func section(ofHeader header: SupplementaryViewModel) -> Int? {
    content.headers.firstIndex { $0.section.header === header }
  }

  /// Which section has the footer; `nil` when none has.
  public func section(ofFooter footer: SupplementaryViewModel) -> Int? {
    content.headers.firstIndex { $0.section.footer === footer }
  }

  /// What a row says, asked row by row.
  ///
  /// ```swift
  /// let title = try list.value(\PostCell.title, at: ListPath(section: 0, row: 3))
  /// ```
  /// - Throws: ``ListError`` when there is no such row, or its cell is of another type.
  public func value<Cell: CellViewModel, Value>(
    _ keyPath: KeyPath<Cell, Value>, at path: ListPath
  ) throws(ListError) -> Value {
    let cell = try existingCell(at: path)
    guard let typed = cell as? Cell else {
      throw ListError(
        .cellType, "Row \(path) is a \(type(of: cell)), not a \(Cell.self). Ask that type.")
    }
    return typed[keyPath: keyPath]
  }
}

extension ListViewModel {
  /// The section meant when none is named.
  var lastSection: Int { max(content.count - 1, 0) }

  func existingSection(_ index: Int?) throws(ListError) -> Int {
    let index = index ?? lastSection
    guard content.headers.indices.contains(index) else {
      throw .noSection(index, of: content.count)
    }
    return index
  }

  func existingCell(at path: ListPath) throws(ListError) -> CellViewModel {
    let section = try existingSection(path.section)
    guard let cell = cell(at: path) else {
      throw .noRow(path.row, in: section, of: rowCount(in: section))
    }
    return cell
  }

  func cell(at row: Int, _ section: Int?) throws(ListError) -> CellViewModel {
    try existingCell(at: ListPath(section: section ?? lastSection, row: row))
  }

  func existingPath(of cell: CellViewModel) throws(ListError) -> ListPath {
    guard let path = path(of: cell) else { throw .notInList(cell) }
    return path
  }

  func existingRows(
    _ rows: Range<Int>, _ section: Int?
  ) throws(ListError) -> (section: Int, rows: Range<Int>) {
    let section = try existingSection(section)
    let count = rowCount(in: section)
    guard rows.lowerBound >= 0, rows.upperBound <= count else {
      throw rows.count == 1
        ? .noRow(rows.lowerBound, in: section, of: count) : .noRows(rows, in: section, of: count)
    }
    return (section, rows)
  }

  func existingSections(_ range: Range<Int>) throws(ListError) -> Range<Int> {
    guard range.lowerBound >= 0, range.upperBound <= content.count else {
      throw .noSection(
        range.lowerBound < 0 ? range.lowerBound : range.upperBound - 1, of: content.count)
    }
    return range
  }
}
