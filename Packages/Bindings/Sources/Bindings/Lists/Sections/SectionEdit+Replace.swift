extension SectionEdit {
  /// Replaces all sections; observers get only the difference.
  ///
  /// Sections and rows whose identity occurs earlier are left out and reported.
  public mutating func replace(with sections: [ListSection<Header, Element>]) {
    var newHeaders = sections.map(\.header)
    headerList.goneVersions.append(newHeaders)
    rowList.goneVersions += sections.map(\.rows)
    headerList.refused += newHeaders.removeRepeatedIdentities()
    var seenHeaders = Set<Header.ID>(minimumCapacity: sections.count)
    var newRows: [Element] = []
    var seenRows = Set<Element.ID>()
    var newCounts: [Int] = []
    for section in sections where seenHeaders.insert(section.id).inserted {
      let start = newRows.count
      for row in section.rows {
        if seenRows.insert(row.id).inserted {
          newRows.append(row)
        } else {
          rowList.refuse(row)
        }
      }
      newCounts.append(newRows.count - start)
    }
    bounds = SectionBounds(newCounts)
    headerList.replace(with: newHeaders)
    rowList.replace(with: newRows)
  }

  /// Replaces the rows of one section; observers get only the difference, and rows that another section has
  /// move into this section.
  public mutating func replaceRows(in section: Int, with new: [Element]) {
    check(section)
    findAllStarts()
    var sections = bounds.sections(headers, rowList.rows)
    let incoming = Set(new.map(\.id))
    for index in sections.indices {
      sections[index].rows.removeAll { incoming.contains($0.id) }
    }
    sections[section].rows = new
    replace(with: sections)
  }

  /// Applies the changes of another list to a section that has one row for each row of that list, as one edit.
  ///
  /// ```swift
  /// contacts.edit { $0.apply(changes, to: 0) { $0 } }
  /// ```
  /// Inserted rows that another section already has move from it to this section. Rows with a repeated identity are
  /// left out and reported.
  ///
  /// - Parameters:
  ///   - changes: The changes of the list.
  ///   - section: The position of the section.
  ///   - row: Makes a row of this list from an inserted or updated row of the other list.
  /// - Precondition: The section has as many rows as the version at which `changes` begin.
  /// - Complexity: O(*k* log *k*) in the changes; rows after them are shifted in memory.
  public mutating func apply<Source>(
    _ changes: ListChanges<Source>, to section: Int, _ row: (Source) -> Element
  ) {
    let range = place(of: section)
    precondition(
      range.count == changes.countBefore,
      "changes to a list of \(changes.countBefore) rows were applied to a section of \(range.count)"
    )
    if changes.isEmpty { return }
    var made: [Element] = []
    defer { rowList.gone += made }
    let flat = ListChanges(
      changes, at: range.lowerBound, of: rowList.rows, areEqual: rowList.traits.areEqual
    ) {
      made.append(row($0))
      return made[made.count - 1]
    }
    if !rowList.apply(flat) {
      let after = rowList.rows.applying(flat)
      let end = range.lowerBound + changes.countAfter
      return replaceRows(in: section, with: Array<Element>(after[range.lowerBound..<end]))
    }
    bounds[section] = changes.countAfter
  }
}

extension ListEdit {
  /// Applies changes, unless an inserted row has an identity that is already in the list.
  ///
  /// - Returns: Whether the changes were applied.
  fileprivate mutating func apply(_ changes: ListChanges<Element>) -> Bool {
    var incoming = Set<Element.ID>()
    let isKnown = changes.inserted.elements.contains {
      !incoming.insert($0.id).inserted || identities.contains($0.id, in: contents)
    }
    if isKnown || changes.updated.contains(where: { $0.old.id != $0.new.id }) { return false }
    record?.add(changes, from: contents, traits)
    contents.rearrange(by: changes.provenance, inserting: changes.inserted.elements)
    for update in changes.updated { contents[update.to] = update.new }
    gone += changes.removed.elements + changes.updated.map(\.old)
    for row in changes.removed.elements { identities.didRemove(row.id) }
    for (position, row) in changes.inserted { identities.didPut(row.id, at: position) }
    let moved = changes.moved
    for move in moved { identities.didPut(contents[move.to].id, at: move.to) }
    identities.didShift(
      by: changes.removed.count + changes.inserted.count + moved.count, others: count)
    isTouched = true
    return true
  }
}

extension ListChanges {
  /// Converts the changes of a list into changes of the part of `rows` that begins at `start`.
  fileprivate init<Source>(
    _ part: ListChanges<Source>, at start: Int, of rows: [Element],
    areEqual: (Element, Element) -> Bool, _ row: (Source) -> Element
  ) {
    var provenance = Provenance(countBefore: rows.count)
    provenance.append(Piece(old: 0, length: start))
    for piece in part.provenance.pieces {
      provenance.append(piece.isKept ? Piece(old: piece.start + start, length: piece.count) : piece)
    }
    let end = start + part.provenance.countBefore
    provenance.append(Piece(old: end, length: rows.count - end))
    let removed = part.removed.ranges.map { ($0.lowerBound + start)..<($0.upperBound + start) }
    self.init(
      provenance, removed: rows.elements(in: removed), inserted: part.inserted.elements.map(row),
      updated: part.updated.compactMap {
        let (old, new) = (rows[$0.from + start], row($0.new))
        if areEqual(old, new) { return nil }
        return ListRowUpdate(from: $0.from + start, to: $0.to + start, old: old, new: new)
      })
  }
}
