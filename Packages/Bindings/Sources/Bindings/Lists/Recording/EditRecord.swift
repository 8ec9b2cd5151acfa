/// The effect of a transaction's edits so far, in terms of the rows before it.
@usableFromInline
struct EditRecord<Element: Identifiable> {
  @usableFromInline var table: PieceTable
  /// The changes before the edits recorded here.
  @usableFromInline var earlier: RowChanges<Element>?
  /// The rows that went or were given to an update, as they were before that; the first entry of a row
  /// counts.
  @usableFromInline var formers: [Former] = []
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
    (formers, earlier) = ([], nil)
    table = PieceTable(count: 0)
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
          formers.append(Former(piece.start + offset, rows[next + offset]))
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
    if let origin = table.origin(of: position) { formers.append(Former(origin, old)) }
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
    let changes = recordedChanges(to: rows, traits)
    return earlier.map { $0.then(changes, areEqual: traits.areEqual) } ?? changes
  }
}

extension EditRecord {
  /// The batch of the edits recorded one by one.
  @inlinable
  func recordedChanges(to rows: [Element], _ traits: ListTraits<Element>) -> RowChanges<Element> {
    let formers = firstFormers
    var provenance = table.provenance
    var goals = PieceFinder(provenance.inverted)
    let back = rowsThatCameBack(formers.filter { goals.origin(of: $0.origin) == nil }, rows)
    if !back.isEmpty {
      provenance = provenance.keeping(back)
      goals = PieceFinder(provenance.inverted)
    }
    var removed = ListRuns<Element>()
    var updated: [ListRowUpdate<Element>] = []
    for former in formers {
      guard let goal = goals.origin(of: former.origin) else {
        removed.append(former.row, at: former.origin)
        continue
      }
      if traits.areEqual(former.row, rows[goal]) { continue }
      updated.append(
        ListRowUpdate(from: former.origin, to: goal, old: former.row, new: rows[goal]))
    }
    let inserted = provenance.inserted
    return RowChanges(
      provenance, removed: removed,
      inserted: ListRuns(ranges: inserted, elements: rows.elements(in: inserted)),
      updated: order(of: updated.map(\.to)).map { updated[$0] })
  }

  /// The first entry of each row, by position before the transaction.
  @inlinable var firstFormers: [Former] {
    var first: [Former] = []
    first.reserveCapacity(formers.count)
    for index in order(of: formers.map(\.origin))
    where formers[index].origin != first.last?.origin {
      first.append(formers[index])
    }
    return first
  }

  /// Rows that went and came again, which have stayed.
  @inlinable
  func rowsThatCameBack(_ gone: [Former], _ rows: [Element]) -> [(new: Int, old: Int)] {
    if gone.isEmpty { return [] }
    let inserted = table.provenance.inserted
    if inserted.isEmpty { return [] }
    let origins = Dictionary(
      gone.lazy.map { ($0.row.id, $0.origin) }, uniquingKeysWith: { first, _ in first })
    return inserted.joined().compactMap { position in
      origins[rows[position].id].map { (position, $0) }
    }
  }
}

/// The indexes of small numbers in rising order of these; equal ones keep theirs.
@usableFromInline
func order(of numbers: [Int]) -> [Int] {
  if numbers.count < 2 { return Array(numbers.indices) }
  var keys = numbers.enumerated().map { UInt64($0.element) << 32 | UInt64($0.offset) }
  keys.sort()
  return keys.map { Int($0 & 0xFFFF_FFFF) }
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
