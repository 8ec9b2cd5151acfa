/// What the edits of a transaction have done so far, in terms of the rows before it.
@usableFromInline
struct EditRecord<Element: Identifiable> {
  @usableFromInline var table: PieceTable
  @usableFromInline let countBefore: Int
  /// What was done before the edits recorded here.
  @usableFromInline var earlier: RowChanges<Element>?
  /// The rows that are gone, with their positions before.
  @usableFromInline var gone: [Int: Element] = [:]
  @usableFromInline var goneByIdentity: [Element.ID: Int] = [:]
  /// The rows that stay and were given to an update, with their content before.
  @usableFromInline var touched: [Int: Element] = [:]

  @inlinable
  init(count: Int) {
    table = PieceTable(count: count)
    countBefore = count
  }

  @inlinable
  mutating func insert(_ row: Element, at position: Int) {
    // A row that went and comes back has stayed.
    if !goneByIdentity.isEmpty, let origin = goneByIdentity.removeValue(forKey: row.id) {
      touched[origin] = gone.removeValue(forKey: origin)
      table.insert(Piece(old: origin, length: 1), at: position)
    } else {
      table.insert(.new(1), at: position)
    }
  }

  @inlinable
  mutating func remove(_ rows: ArraySlice<Element>, at position: Int) {
    var next = rows.startIndex
    for piece in table.remove(position..<(position + rows.count)) {
      if piece.isKept {
        for offset in 0..<piece.count {
          let origin = piece.start + offset
          let row = touched.removeValue(forKey: origin) ?? rows[next + offset]
          gone[origin] = row
          goneByIdentity[row.id] = origin
        }
      }
      next += piece.count
    }
  }

  /// Takes the rows of a range out and puts them back so that they begin at `goal`.
  @inlinable
  mutating func move(_ range: Range<Int>, to goal: Int) {
    var place = goal
    for piece in table.remove(range) {
      table.insert(piece, at: place)
      place += piece.count
    }
  }

  @inlinable
  mutating func update(_ old: Element, at position: Int) {
    guard let origin = table.origin(of: position), touched[origin] == nil else { return }
    touched[origin] = old
  }

  /// Takes a change of all rows into account; `rows` are those before it.
  @inlinable
  mutating func add(
    _ changes: RowChanges<Element>, from rows: [Element], _ traits: ListTraits<Element>
  ) {
    let sum = self.changes(to: rows, traits).then(changes, areEqual: traits.areEqual)
    self = EditRecord(count: changes.provenance.countAfter)
    earlier = sum
  }

  /// The batch that leads to `rows`.
  @inlinable
  func changes(to rows: [Element], _ traits: ListTraits<Element>) -> RowChanges<Element> {
    let provenance = table.provenance
    var inserted: [Element] = []
    for range in provenance.inserted { inserted.append(contentsOf: rows[range]) }
    let removed = gone.sorted { $0.key < $1.key }.map(\.value)
    var updated: [ListRowUpdate<Element>] = []
    if !touched.isEmpty {
      let goals = PieceFinder(provenance.inverted)
      for (origin, old) in touched {
        guard let goal = goals.origin(of: origin), !traits.areEqual(old, rows[goal]) else {
          continue
        }
        updated.append(ListRowUpdate(from: origin, to: goal, old: old, new: rows[goal]))
      }
      updated.sort { $0.to < $1.to }
    }
    let changes = RowChanges(provenance, removed: removed, inserted: inserted, updated: updated)
    return earlier.map { $0.then(changes, areEqual: traits.areEqual) } ?? changes
  }
}
