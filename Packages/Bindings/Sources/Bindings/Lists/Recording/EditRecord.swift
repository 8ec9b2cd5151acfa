/// The combined effect of a transaction's edits so far, relative to the rows before the transaction.
@usableFromInline
struct EditRecord<Element: Identifiable> {
  @usableFromInline var table: PieceTable
  /// The removed or updated rows with their previous content; the first entry of a row counts.
  @usableFromInline var formers: [ListChanges<Element>.Former] = []
  /// The rows before the transaction, set once there were so many edits that comparing is cheaper than recording.
  @usableFromInline var base: [Element]?
  /// The changes from `base` to the current rows, if they are known.
  @usableFromInline var known: ListChanges<Element>?
  @usableFromInline var edits = 0
  /// The largest number of edits that are recorded one by one.
  @usableFromInline let recorded: Int
  /// The number of edits after which the transaction is reported as two versions instead of changes.
  @usableFromInline let rewriting: Int

  @inlinable
  init(count: Int) {
    table = PieceTable(Provenance(unchanged: count))
    recorded = ListTuning.recordedEdits(rows: count)
    rewriting = ListTuning.rewritingEdits(rows: count)
  }

  /// Whether edits are still recorded one by one.
  @inlinable var isRecording: Bool { base == nil }

  /// Prepares the record for an edit; call it before each edit, with the rows before the edit.
  ///
  /// Recording an edit takes as long as comparing a few rows, and longer after many edits. So after a share
  /// of the rows has been edited, this method reconstructs the rows before the transaction once; the end of
  /// the transaction is then compared with them.
  @inlinable
  mutating func prepare(
    _ rows: [Element], _ traits: ListTraits<Element>, edits: Int = 1
  ) {
    self.edits += edits
    if base != nil {
      known = nil
    } else if self.edits > recorded {
      compare(rows.reverting(changes(to: rows, traits)))
    }
  }

  /// Stops recording; the changes will be found by comparing with `base`.
  @inlinable
  mutating func compare(_ base: [Element], known: ListChanges<Element>? = nil) {
    self.base = base
    self.known = known
    formers = []
    table = PieceTable(Provenance(countBefore: 0))
  }

  @inlinable
  mutating func insert(_ count: Int, at position: Int) {
    if base == nil { table.insert(.new(count), at: position) }
  }

  @inlinable
  mutating func remove(_ rows: ArraySlice<Element>, at position: Int) {
    if base != nil { return }
    var next = rows.startIndex
    for piece in table.remove(position..<(position + rows.count)) {
      if piece.isKept {
        for offset in 0..<piece.count {
          formers.append((piece.start + offset, rows[next + offset]))
        }
      }
      next += piece.count
    }
  }

  /// Moves the rows of a range so that they begin at `goal`, counted after the removal.
  @inlinable
  mutating func move(_ range: Range<Int>, to goal: Int) {
    if base != nil { return }
    var place = goal
    for piece in table.remove(range) {
      table.insert(piece, at: place)
      place += piece.count
    }
  }

  /// Records a row before it is changed or removed.
  @inlinable
  mutating func update(_ old: Element, at position: Int) {
    if base != nil { return }
    if let origin = table.origin(of: position) { formers.append((origin, old)) }
  }

  /// Records a change of all rows, which is nil when most rows are different; `rows` are the rows before it.
  mutating func add(
    _ changes: ListChanges<Element>?, from rows: [Element], _ traits: ListTraits<Element>
  ) {
    let isFirst = edits == 0
    edits += changes.map { max($0.writes, 1) } ?? rewriting + 1
    if base != nil {
      known = nil
    } else if edits <= recorded, let changes, changes.provenance.pieces.count <= recorded {
      for (position, row) in changes.removed { update(row, at: position) }
      for row in changes.updated { update(row.old, at: row.from) }
      table = PieceTable(table.provenance.then(changes.provenance))
    } else if isFirst {
      compare(rows, known: changes)
    } else {
      compare(rows.reverting(self.changes(to: rows, traits)))
    }
  }

  /// The step that leads to `rows`; both versions when there were so many edits that a reader is quicker to
  /// restart.
  @inlinable
  func step(
    to rows: [Element], _ traits: ListTraits<Element>, _ animation: ListAnimation?
  ) -> ListTransition<Element> {
    if let base, edits > rewriting, !base.elementsEqual(rows, by: traits.areEqual) {
      return .rewrite(
        ListRewrite(from: base, to: rows, traits, known: known, animation: animation))
    }
    var changes = changes(to: rows, traits)
    changes.animation = animation
    return .changes(changes)
  }

  @inlinable
  func changes(to rows: [Element], _ traits: ListTraits<Element>) -> ListChanges<Element> {
    if let base { return known ?? traits.changes(base, rows) }
    return ListChanges(table.provenance, formers, areEqual: traits.areEqual) { rows[$0] }
  }
}
