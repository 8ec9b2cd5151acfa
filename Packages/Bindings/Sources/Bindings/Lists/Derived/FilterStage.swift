/// A filter stage: the rows of the source for which a condition holds, as one bit for each row of the source.
@MainActor
@usableFromInline
final class FilterStage<Element: Identifiable>: ListStage {
  /// Returns the results of the condition for rows.
  @usableFromInline let answers: @MainActor ([Element]) -> BitList
  @usableFromInline let criteria: Criteria<BitList>
  @usableFromInline var bits = BitList()

  @inlinable
  init(
    _ source: LiveList<Element>, label: String?,
    _ answers: @escaping @MainActor ([Element]) -> BitList
  ) {
    self.answers = answers
    criteria = Criteria(source, label: label, answers)
  }

  @inlinable var count: Int { bits.ones }
  @inlinable var storage: StageStorage { .source }

  @inlinable
  func begin(_ source: ListContents<Element>) { bits = criteria.evaluateAnew() }

  @inlinable
  func rows(of source: () -> [Element]) -> [Element] {
    let all = source()
    var rows: [Element] = []
    rows.reserveCapacity(bits.ones)
    bits.appendElements(of: all, to: &rows)
    return rows
  }

  @inlinable
  func row(at position: Int, _ source: ListContents<Element>) -> Element {
    source.heldRow(at: bits.position(ofRank: position))
  }

  @inlinable
  func take(
    _ batch: ListChanges<Element>, _ source: ListContents<Element>
  ) -> ListChanges<Element> {
    var fresh = criteria.refresh()
    if fresh == nil {
      if batch.isEmpty { return ListChanges(unchanged: bits.ones) }
      var (inserted, updated) = (BitList(), BitList())
      let isCovered = criteria.covers {
        inserted = answers(batch.inserted.elements)
        updated = answers(batch.updated.map(\.new))
      }
      if isCovered { fresh = bits.following(batch, inserted, updated) }
    }
    var pass = FilterPass(from: bits, to: fresh ?? criteria.evaluateAnew(), batch)
    bits = pass.new
    return pass.changes { source.row(at: $0) }
  }
}

extension BitList {
  /// Returns the bits of the rows after a batch: new rows and rows with new content get the given bits, all
  /// others keep theirs.
  @inlinable
  func following<Row: Identifiable>(
    _ batch: ListChanges<Row>, _ inserted: BitList, _ updated: BitList
  ) -> BitList {
    var result = BitList()
    result.reserve(batch.provenance.countAfter)
    var next = 0
    for piece in batch.provenance.pieces {
      if piece.isKept {
        result.append(contentsOf: self, in: piece.start..<piece.end)
      } else {
        result.append(contentsOf: inserted, in: next..<(next + piece.count))
        next += piece.count
      }
    }
    for (index, update) in batch.updated.enumerated() { result[update.to] = updated[index] }
    result.seal()
    return result
  }
}

/// A pass through the source's pieces that turns old and new bits into the changes of the rows that pass the
/// filter.
@usableFromInline
struct FilterPass<Element: Identifiable> {
  @usableFromInline let old: BitList
  @usableFromInline let new: BitList
  @usableFromInline let batch: ListChanges<Element>
  @usableFromInline var provenance: Provenance
  /// The removed rows; those that the source has removed as well come first.
  @usableFromInline var removed: [(rank: Int, element: Element)] = []
  @usableFromInline var inserted: [Element] = []
  @usableFromInline var updated: [ListRowUpdate<Element, Int>] = []
  @usableFromInline var nextUpdated = 0

  @inlinable
  init(from old: BitList, to new: BitList, _ batch: ListChanges<Element>) {
    self.old = old
    self.new = new
    self.batch = batch
    provenance = Provenance(countBefore: old.ones)
    for (position, element) in batch.removed where old[position] {
      removed.append((old.rank(position), element))
    }
  }

  /// Returns the changes; `row` returns a row whose content is the same but whose result has changed.
  @inlinable
  mutating func changes(_ row: (Int) -> Element) -> ListChanges<Element> {
    var position = 0
    var nextInserted = 0
    for piece in batch.provenance.pieces {
      if piece.isKept {
        keep(piece, at: position, row)
      } else {
        for offset in 0..<piece.count where new[position + offset] {
          provenance.append(.new(1))
          inserted.append(batch.inserted.elements[nextInserted + offset])
        }
        nextInserted += piece.count
      }
      position += piece.count
    }
    removed.sort { $0.rank < $1.rank }
    return ListChanges(
      provenance, removed: removed.map(\.element), inserted: inserted, updated: updated)
  }

  @inlinable
  mutating func keep(_ piece: Piece, at position: Int, _ row: (Int) -> Element) {
    var offset = 0
    while offset < piece.count {
      let place = position + offset
      let nextUpdate = nextUpdated < batch.updated.count ? batch.updated[nextUpdated].to : .max
      if nextUpdate == place {
        update(piece.start + offset, place)
        offset += 1
        continue
      }
      let count = min(piece.count - offset, nextUpdate - place)
      let same = agreement(of: count, piece.start + offset, place)
      let rank = old.rank(piece.start + offset)
      provenance.append(
        Piece(old: rank, length: old.rank(piece.start + offset + same) - rank))
      offset += same
      if same < count {
        change(piece.start + offset, position + offset, row(position + offset))
        offset += 1
      }
    }
  }

  /// The number of leading rows, of `count`, for which the old and the new result are equal.
  @inlinable
  func agreement(of count: Int, _ origin: Int, _ place: Int) -> Int {
    var same = 0
    while same < count {
      let width = min(64, count - same)
      let difference =
        old.word(at: origin + same, count: width) ^ new.word(at: place + same, count: width)
      same += min(width, difference.trailingZeroBitCount)
      if difference != 0 { break }
    }
    return same
  }

  @inlinable
  mutating func update(_ origin: Int, _ place: Int) {
    let update = batch.updated[nextUpdated]
    nextUpdated += 1
    if old[origin] != new[place] {
      change(origin, place, new[place] ? update.new : update.old)
    } else if new[place] {
      let rank = old.rank(origin)
      updated.append(
        ListRowUpdate(from: rank, to: provenance.countAfter, old: update.old, new: update.new))
      provenance.append(Piece(old: rank, length: 1))
    }
  }

  /// Records that a row that stays in the source enters or leaves the filtered list.
  @inlinable
  mutating func change(_ origin: Int, _ place: Int, _ element: Element) {
    if new[place] {
      provenance.append(.new(1))
      inserted.append(element)
    } else {
      removed.append((old.rank(origin), element))
    }
  }
}

extension LiveList {
  /// Returns a list of the rows for which `isIncluded` holds, in the same order.
  ///
  /// ```swift
  /// let hits = messages.filter { $0.text.contains(query.value) }
  /// ```
  /// The reads of `isIncluded` are tracked: when `query` changes, the condition is evaluated for all
  /// rows, and observers get the difference as one batch. A condition that reads a separate node for each row is
  /// evaluated for all rows at each change.
  ///
  /// - Complexity: A batch of *k* changes costs O(*k*) evaluations and O(*n* / 64) steps.
  @inlinable @inline(__always)
  public func filter(
    label: String? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ isIncluded: @escaping @MainActor (Element) -> Bool
  ) -> LiveList<Element> {
    // The loop is written here, at the call site, so that the compiler inlines the condition: a closure call costs
    // several times as much, because it retains the row.
    let stage = FilterStage(self, label: label) { rows in
      var bits = BitList()
      bits.reserve(rows.count)
      for row in rows { bits.append(isIncluded(row)) }
      bits.seal()
      return bits
    }
    return derived(stage, traits: contents.traits, label: label, fileID: fileID, line: line)
  }
}
