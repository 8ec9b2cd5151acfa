extension LiveList {
  /// The rows of this list, then those of the others.
  ///
  /// ```swift
  /// let all = pinned.concat(messages)
  /// ```
  /// Identities are to be unique in all lists together; a row that goes from one list to another
  /// within one ``batch(_:)`` has moved. All lists belong to the same graph.
  ///
  /// - Complexity: A batch of *k* changes costs O(*k* log *k*) in the changes of all lists.
  public func concat(
    _ others: LiveList<Element>..., label: String? = nil, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> LiveList<Element> {
    let sources = [self] + others
    let parts = sources.map(\.contents)
    let contents = ListContents<Element>(
      nil, traits: contents.traits, makeRows: { parts.flatMap(\.rows) },
      makeRow: { position in
        var rest = position
        for part in parts {
          if rest < part.count { return part.row(at: rest) }
          rest -= part.count
        }
        preconditionFailure("row \(position) was asked of a shorter list")
      })
    let cursors = parts.map { $0.follow { [weak contents] in contents?.willChange() } }
    return contents.list(
      after: sources.map(\.versions), graph, label: label, fileID: fileID, line: line
    ) {
      // The closure keeps the lists, with what is attached to them, and not their contents alone.
      let batches = zip(sources, cursors).map { $0.contents.advance($1)?.changes }
      contents.willChange()
      let known = batches.compactMap { $0 }
      let changes =
        known.count == parts.count
        ? RowChanges(side: known.map(\.rows), areEqual: contents.traits.areEqual) : nil
      if let changes, changes.isEmpty { return }
      contents.stored = nil
      contents.count = parts.reduce(0) { $0 + $1.count }
      contents.didChange(
        changes.map {
          .changes(ListChanges($0, animation: known.lazy.compactMap(\.animation).last))
        })
    }
  }
}

extension RowChanges {
  /// The changes of several lists as changes of their concatenation.
  fileprivate init(side parts: [RowChanges], areEqual: (Element, Element) -> Bool) {
    let before = parts.reduce(0) { $0 + $1.provenance.countBefore }
    self.init(
      Provenance(countBefore: before), removed: ListRuns(), inserted: ListRuns(), updated: [])
    var start = 0
    for part in parts {
      let goal = provenance.countAfter
      for update in part.updated {
        updated.append(
          ListRowUpdate(
            from: update.from + start, to: update.to + goal, old: update.old, new: update.new))
      }
      for piece in part.provenance.pieces {
        provenance.append(
          piece.isKept ? Piece(old: piece.start + start, length: piece.count) : piece)
      }
      for (position, row) in part.removed { removed.append(row, at: position + start) }
      for (position, row) in part.inserted { inserted.append(row, at: position + goal) }
      start += part.provenance.countBefore
    }
    joinRowsThatWentElsewhere(areEqual)
  }

  /// A row that goes in one place and comes in another has moved.
  @usableFromInline
  mutating func joinRowsThatWentElsewhere(_ areEqual: (Element, Element) -> Bool) {
    if removed.isEmpty || inserted.isEmpty { return }
    var gone: [Element.ID: (position: Int, row: Element)] = [:]
    for (position, row) in removed {
      gone[row.id] = (position, row)
    }
    var back: [(new: Int, old: Int)] = []
    var stillInserted = ListRuns<Element>()
    for (position, row) in inserted {
      guard let old = gone.removeValue(forKey: row.id) else {
        stillInserted.append(row, at: position)
        continue
      }
      back.append((position, old.position))
      if !areEqual(old.row, row) {
        updated.append(ListRowUpdate(from: old.position, to: position, old: old.row, new: row))
      }
    }
    if back.isEmpty { return }
    provenance = provenance.keeping(back)
    inserted = stillInserted
    let old = Set(back.map(\.old))
    var stillRemoved = ListRuns<Element>()
    for (position, row) in removed where !old.contains(position) {
      stillRemoved.append(row, at: position)
    }
    removed = stillRemoved
    updated.sort { $0.to < $1.to }
  }
}
