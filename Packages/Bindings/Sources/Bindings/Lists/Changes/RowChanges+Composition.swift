/// The parts of a composed batch while they are put together.
struct Composition<Element: Identifiable> {
  private let first: RowChanges<Element>
  private let next: RowChanges<Element>
  /// The positions between the two batches, seen from the first version.
  private let middle: PieceFinder
  private var provenance: Provenance
  /// Removed rows by position before.
  private var removed: [(position: Int, element: Element)] = []
  /// Inserted rows by position after.
  private var inserted: [(position: Int, element: Element)] = []
  /// The rows in both versions of which a batch says something, by position after.
  private var updates: [Int: (from: Int, old: Element, new: Element)] = [:]

  init(first: RowChanges<Element>, next: RowChanges<Element>) {
    self.first = first
    self.next = next
    middle = PieceFinder(first.provenance)
    provenance = first.provenance.then(next.provenance)
    addRows()
  }

  private mutating func addRows() {
    let goals = PieceFinder(next.provenance.inverted)
    let newerBefore = Dictionary(
      uniqueKeysWithValues: first.updated.lazy.map { ($0.from, $0.old) })
    let newerAfter = Dictionary(uniqueKeysWithValues: next.updated.lazy.map { ($0.from, $0.new) })

    removed = Array(first.removed)
    for (position, element) in next.removed {
      guard let origin = middle.origin(of: position) else { continue }
      removed.append((origin, newerBefore[origin] ?? element))
    }
    inserted = Array(next.inserted)
    for (position, element) in first.inserted {
      guard let goal = goals.origin(of: position) else { continue }
      inserted.append((goal, newerAfter[position] ?? element))
    }
    for update in first.updated {
      guard let goal = goals.origin(of: update.to) else { continue }
      updates[goal] = (update.from, update.old, newerAfter[update.to] ?? update.new)
    }
    for update in next.updated where updates[update.to] == nil {
      guard let origin = middle.origin(of: update.from) else { continue }
      updates[update.to] = (origin, update.old, update.new)
    }
  }

  /// Finds the rows that the first batch removes and the next one inserts.
  mutating func addRowsThatCameBack() {
    if first.removed.isEmpty || next.inserted.isEmpty { return }
    var gone = Dictionary(
      first.removed.lazy.map { ($0.element.id, $0) }, uniquingKeysWith: { old, _ in old })
    var back: [(new: Int, old: Int)] = []
    for (position, element) in next.inserted {
      guard let row = gone.removeValue(forKey: element.id) else { continue }
      back.append((position, row.position))
      updates[position] = (row.position, row.element, element)
    }
    if back.isEmpty { return }
    let old = Set(back.map(\.old))
    let new = Set(back.map(\.new))
    removed.removeAll { old.contains($0.position) }
    inserted.removeAll { new.contains($0.position) }
    provenance = provenance.keeping(back)
  }

  consuming func result(areEqual: (Element, Element) -> Bool) -> RowChanges<Element> {
    removed.sort { $0.position < $1.position }
    inserted.sort { $0.position < $1.position }
    let updated = updates.compactMap { goal, row in
      areEqual(row.old, row.new)
        ? nil : ListRowUpdate(from: row.from, to: goal, old: row.old, new: row.new)
    }
    return RowChanges(
      provenance, removed: removed.map(\.element), inserted: inserted.map(\.element),
      updated: updated.sorted { $0.to < $1.to })
  }
}

extension Provenance {
  /// The same with some new rows, by rising position, known to come from the older version.
  @usableFromInline
  func keeping(_ rows: [(new: Int, old: Int)]) -> Provenance {
    var result = Provenance(countBefore: countBefore)
    var next = rows.makeIterator()
    var row = next.next()
    var position = 0
    for piece in pieces {
      var rest = piece
      while let known = row, known.new < position + rest.count {
        result.append(rest.prefix(known.new - position))
        result.append(Piece(old: known.old, length: 1))
        rest = rest.dropping(known.new - position + 1)
        position = known.new + 1
        row = next.next()
      }
      result.append(rest)
      position += rest.count
    }
    return result
  }
}
