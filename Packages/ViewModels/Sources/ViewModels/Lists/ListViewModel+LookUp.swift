public import Bindings

extension ListViewModel {
  /// The path of a cell; `nil` when it is not in the list.
  ///
  /// - Complexity: O(1) on average; O(*n*) for the first call and after many changes.
  public func path(of cell: CellViewModel) -> ListPath? {
    _ = content.version
    return cell.list === self ? rows.path(of: cell.id) : nil
  }

  /// The number of rows of a section; 0 if the section does not exist.
  public func rowCount(in section: Int) -> Int {
    (0..<content.count).contains(section) ? content.rowCount(in: section) : 0
  }

  /// The cell at a path; `nil` if the path does not exist.
  public func cell(at path: ListPath) -> CellViewModel? {
    guard path.row >= 0, path.row < rowCount(in: path.section) else { return nil }
    return content[path].cell
  }

  /// The section at an index; `nil` if the index does not exist.
  public func section(at index: Int) -> SectionViewModel? {
    let headers = content.headers
    return headers.indices.contains(index) ? headers[index].section : nil
  }

  /// The index of a section; `nil` when it is not in the list.
  public func index(of section: SectionViewModel) -> Int? {
    _ = content.version
    return section.list === self ? rows.section(of: ObjectIdentifier(section)) : nil
  }

  /// The index of the first section with the header or footer; `nil` when none has it.
  ///
  /// - Complexity: O(*s*) in the sections.
  public func index(of item: SupplementaryViewModel) -> Int? {
    content.headers.firstIndex { $0.section.header === item || $0.section.footer === item }
  }
}

extension ListViewModel {
  var lastSection: Int { max(content.count - 1, 0) }

  func existingSection(_ index: Int?) throws(ViewModelError) -> Int {
    let index = index ?? lastSection
    guard content.headers.indices.contains(index) else {
      throw .noSection(index, of: content.count)
    }
    return index
  }

  func existingCell(at path: ListPath) throws(ViewModelError) -> CellViewModel {
    let section = try existingSection(path.section)
    guard let cell = cell(at: path) else {
      throw .noRow(path.row, in: section, of: rowCount(in: section))
    }
    return cell
  }

  func existingPath(of cell: CellViewModel) throws(ViewModelError) -> ListPath {
    guard let path = path(of: cell) else { throw .notInList(cell) }
    return path
  }

  func existingRows(
    _ rows: Range<Int>, _ section: Int?
  ) throws(ViewModelError) -> (section: Int, rows: Range<Int>) {
    let section = try existingSection(section)
    let count = rowCount(in: section)
    guard rows.lowerBound >= 0, rows.upperBound <= count else {
      // Not `rows.count`, which may overflow an `Int`.
      throw !rows.isEmpty && rows.upperBound - 1 == rows.lowerBound
        ? .noRow(rows.lowerBound, in: section, of: count) : .noRows(rows, in: section, of: count)
    }
    return (section, rows)
  }

  func existingSections(_ range: Range<Int>) throws(ViewModelError) -> Range<Int> {
    guard range.lowerBound >= 0, range.upperBound <= content.count else {
      throw .noSection(
        range.lowerBound < 0 ? range.lowerBound : range.upperBound - 1, of: content.count)
    }
    return range
  }
}
