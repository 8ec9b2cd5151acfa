/// The effect of a transaction's edits so far, in terms of the rows before it.
@usableFromInline
struct EditRecord<Element: Identifiable> {
  @usableFromInline var table: PieceTable
  /// The changes before the edits recorded here.
  @usableFromInline var earlier: RowChanges<Element>?
  /// The rows that went, as they were when they went.
  @usableFromInline var gone: [Former] = []
  /// The rows that were given to an update, as they were before it; the first entry of a row counts.
  @usableFromInline var touched: [Former] = []
  /// The rows before the transaction, once there have been so many edits that to compare is cheaper.
  @usableFromInline var base: [Element]?
  /// The changes from those to the rows now, if they are known.
  @usableFromInline var known: RowChanges<Element>?
  @usableFromInline var edits = 0
  /// The number of edits to record.
  @usableFromInline let recorded: Int
  /// From how many edits on they are not told as changes.
  @usableFromInline let rewriting: Int

  /// A row as it was.
  @usableFromInline
  struct Former {
    /// Its position before the transaction.
    @usableFromInline let origin: Int
    @usableFromInline let row: Element

    @inlinable
    init(_ origin: Int, _ row: Element) {
      self.origin = origin
      self.row = row
    }
  }

  @inlinable
  init(count: Int) {
    table = PieceTable(count: count)
    recorded = ListTuning.recordedEdits(rows: count)
    rewriting = ListTuning.rewritingEdits(rows: count)
  }

  /// Whether edits are still recorded one by one.
  @inlinable var isRecording: Bool { base == nil }

  /// To be called before each edit, with the rows before it.
  ///
  /// To record an edit takes as long as to compare a few rows, and longer the more there are. So after
  /// a share of the rows has been edited, the rows before the transaction are made up once, and the
  /// end of it is compared with them.
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

  /// Records no more.
  @inlinable
  mutating func compare(_ base: [Element], known: RowChanges<Element>? = nil) {
    self.base = base
    self.known = known
    (gone, touched, earlier) = ([], [], nil)
    table = PieceTable(count: 0)
  }

  @inlinable
  mutating func insert(_ count: Int, at position: Int) {
    if base == nil { table.insert(.new(count), at: position) }
  }

  @inlinable
  mutating func remove(_ row: Element, at position: Int) {
    if base != nil { return }
    if let origin = table.removeRow(at: position) { gone.append(Former(origin, row)) }
  }

  @inlinable
  mutating func remove(_ rows: ArraySlice<Element>, at position: Int) {
    if base != nil { return }
    var next = rows.startIndex
    for piece in table.remove(position..<(position + rows.count)) {
      if piece.isKept {
        for offset in 0..<piece.count {
          gone.append(Former(piece.start + offset, rows[next + offset]))
        }
      }
      next += piece.count
    }
  }

  /// Takes the rows of a range out and puts them back so that they begin at `goal`.
  @inlinable
  mutating func move(_ range: Range<Int>, to goal: Int) {
    if base != nil { return }
    var place = goal
    for piece in table.remove(range) {
      table.insert(piece, at: place)
      place += piece.count
    }
  }

  @inlinable
  mutating func update(_ old: Element, at position: Int) {
    if base != nil { return }
    if let origin = table.origin(of: position) { touched.append(Former(origin, old)) }
  }

  /// Takes a change of all rows into account, nil when most are others; `rows` are those before it.
  @inlinable
  mutating func add(
    _ changes: RowChanges<Element>?, from rows: [Element], _ traits: ListTraits<Element>
  ) {
    let isFirst = edits == 0 && earlier == nil
    edits += changes?.count ?? rewriting + 1
    if base != nil {
      known = nil
      return
    }
    let before = isFirst ? nil : self.changes(to: rows, traits)
    let isRewrite = edits > rewriting && changes.map { $0.count > recorded } ?? true
    let sum = changes.map { before?.then($0, areEqual: traits.areEqual) ?? $0 }
    if let sum, !isRewrite {
      self = EditRecord(count: sum.provenance.countAfter)
      earlier = sum
    } else {
      compare(before.map { rows.reverting($0) } ?? rows, known: sum)
    }
  }

  /// The rows before the transaction and, if it is known, what leads to `rows`: when so many edits were
  /// made that whoever follows them is quicker to begin anew.
  @inlinable
  func rewrite(
    to rows: [Element], _ traits: ListTraits<Element>
  ) -> (base: [Element], known: RowChanges<Element>?)? {
    guard let base, edits > rewriting, !base.elementsEqual(rows, by: traits.areEqual) else {
      return nil
    }
    return (base, known)
  }

  /// The batch that leads to `rows`.
  @inlinable
  func changes(to rows: [Element], _ traits: ListTraits<Element>) -> RowChanges<Element> {
    if let base { return known ?? traits.changes(base, rows) }
    var summary = EditSummary(self, rows)
    summary.findRowsThatCameBack()
    let changes = summary.changes(traits)
    return earlier.map { $0.then(changes, areEqual: traits.areEqual) } ?? changes
  }
}

extension Array where Element: Identifiable {
  /// The version to which `changes` that begin with this one lead.
  func applying(_ changes: RowChanges<Element>) -> [Element] {
    var rows = self
    rows.rearrange(by: changes.provenance, inserting: changes.inserted.elements)
    for update in changes.updated { rows[update.to] = update.new }
    return rows
  }

  /// The version at which `changes` that lead to this one begin.
  @inlinable
  func reverting(_ changes: RowChanges<Element>) -> [Element] {
    var rows = self
    rows.rearrange(by: changes.provenance.inverted, inserting: changes.removed.elements)
    for update in changes.updated { rows[update.from] = update.old }
    return rows
  }
}
