/// The rows of the source for which a condition holds, as one bit for each row of the source.
@MainActor
@usableFromInline
final class FilterStage<Element: Identifiable>: ListStage {
  @usableFromInline let condition: RowCondition<Element>
  @usableFromInline let criteria: Criteria<BitList>
  @usableFromInline var bits = BitList()

  @inlinable
  init(
    _ source: ListContents<Element>, _ graph: Graph, label: String?,
    _ condition: RowCondition<Element>
  ) {
    self.condition = condition
    criteria = Criteria(graph, label: label) { condition.bits(source.rows) }
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
    source.row(at: bits.position(ofRank: position))
  }

  @inlinable
  func take(
    _ changes: ListChanges<Element>, _ source: ListContents<Element>
  ) -> RowChanges<Element> {
    let batch = changes.rows
    if let fresh = criteria.refresh() { return follow(batch, fresh, source) }
    if batch.isEmpty { return RowChanges(unchanged: bits.ones) }
    var answers: RowCondition<Element>.Answers = ([], [])
    if !criteria.covers({ answers = condition.answers(batch) }) {
      return follow(batch, criteria.evaluateAnew(), source)
    }
    var pass = FilterPass(bits, batch)
    pass.run(answers.inserted, answers.updated)
    return finish(pass)
  }

  /// Follows a batch with answers for all rows.
  @inlinable
  func follow(
    _ batch: RowChanges<Element>, _ fresh: BitList, _ source: ListContents<Element>
  ) -> RowChanges<Element> {
    var pass = FilterPass(bits, batch)
    pass.run(fresh) { source.row(at: $0) }
    return finish(pass)
  }

  @inlinable
  func finish(_ pass: consuming FilterPass<Element>) -> RowChanges<Element> {
    let (bits, changes) = pass.result()
    self.bits = bits
    return changes
  }
}

/// One way through the source's pieces, from old bits to new bits and to what it means for the rows
/// that are let through.
@usableFromInline
struct FilterPass<Element: Identifiable> {
  @usableFromInline let old: BitList
  @usableFromInline let batch: RowChanges<Element>
  @usableFromInline var new = BitList()
  @usableFromInline var provenance: Provenance
  @usableFromInline var removed = ListRuns<Element>()
  /// The removed rows that the source has removed as well or moved, which come in any order.
  @usableFromInline var removedApart: [(rank: Int, element: Element)] = []
  @usableFromInline var inserted: [Element] = []
  @usableFromInline var updated: [ListRowUpdate<Element>] = []
  @usableFromInline var nextInserted = 0
  @usableFromInline var nextUpdated = 0

  @inlinable
  init(_ bits: BitList, _ batch: RowChanges<Element>) {
    old = bits
    self.batch = batch
    provenance = Provenance(countBefore: bits.ones)
    new.reserve(batch.provenance.countAfter)
    for (position, element) in batch.removed
    where bits[position] {
      removedApart.append((bits.rank(position), element))
    }
  }

  /// With the answers for the rows that are new or have new content; the others keep theirs.
  @inlinable
  mutating func run(_ insertedAnswers: [Bool], _ updatedAnswers: [Bool]) {
    var position = 0
    for piece in batch.provenance.pieces {
      if !piece.isKept {
        for _ in 0..<piece.count { insert(insertedAnswers[nextInserted]) }
        position += piece.count
        continue
      }
      var offset = 0
      while offset < piece.count {
        if nextUpdated < batch.updated.count, batch.updated[nextUpdated].to == position + offset {
          update(updatedAnswers[nextUpdated], piece.start + offset)
          offset += 1
          continue
        }
        var end = piece.count
        if nextUpdated < batch.updated.count {
          end = min(end, batch.updated[nextUpdated].to - position)
        }
        keep((piece.start + offset)..<(piece.start + end))
        offset = end
      }
      position += piece.count
    }
  }

  /// With answers for all rows.
  @inlinable
  mutating func run(_ answers: BitList, row: (Int) -> Element) {
    var position = 0
    for piece in batch.provenance.pieces {
      if !piece.isKept {
        for offset in 0..<piece.count { insert(answers[position + offset]) }
        position += piece.count
        continue
      }
      var offset = 0
      while offset < piece.count {
        let nextUpdate = nextUpdated < batch.updated.count ? batch.updated[nextUpdated].to : .max
        let place = position + offset
        if nextUpdate == place {
          update(answers[place], piece.start + offset)
          offset += 1
          continue
        }
        let count = min(64, piece.count - offset, nextUpdate - place)
        let difference =
          old.word(at: piece.start + offset, count: count) ^ answers.word(at: place, count: count)
        // Up to the next row whose answer is another.
        let same = min(count, difference.trailingZeroBitCount)
        if same > 0 {
          keep((piece.start + offset)..<(piece.start + offset + same))
          offset += same
        }
        if same < count {
          change(to: answers[position + offset], piece.start + offset, row(position + offset))
          offset += 1
        }
      }
      position += piece.count
    }
  }

  @inlinable
  mutating func keep(_ range: Range<Int>) {
    new.append(contentsOf: old, in: range)
    let rank = old.rank(range.lowerBound)
    provenance.append(Piece(old: rank, length: old.rank(range.upperBound) - rank))
  }

  @inlinable
  mutating func insert(_ isIn: Bool) {
    new.append(isIn)
    if isIn {
      provenance.append(.new(1))
      inserted.append(batch.inserted.elements[nextInserted])
    }
    nextInserted += 1
  }

  @inlinable
  mutating func update(_ isIn: Bool, _ origin: Int) {
    let wasIn = old[origin]
    if wasIn, isIn {
      let rank = old.rank(origin)
      let update = batch.updated[nextUpdated]
      updated.append(
        ListRowUpdate(from: rank, to: provenance.countAfter, old: update.old, new: update.new))
      provenance.append(Piece(old: rank, length: 1))
      new.append(true)
    } else if wasIn {
      change(to: false, origin, batch.updated[nextUpdated].old)
    } else if isIn {
      change(to: true, origin, batch.updated[nextUpdated].new)
    } else {
      new.append(false)
    }
    nextUpdated += 1
  }

  /// A row of the source that stays comes in or goes out.
  @inlinable
  mutating func change(to isIn: Bool, _ origin: Int, _ element: Element) {
    new.append(isIn)
    if isIn {
      provenance.append(.new(1))
      inserted.append(element)
    } else {
      let rank = old.rank(origin)
      if let last = removed.places.last, last.upperBound > rank {
        removedApart.append((rank, element))
      } else {
        removed.append(element, at: rank)
      }
    }
  }

  @inlinable
  consuming func result() -> (BitList, RowChanges<Element>) {
    new.seal()
    let changes = RowChanges(
      provenance, removed: allRemoved,
      inserted: ListRuns(ranges: provenance.inserted, elements: inserted), updated: updated)
    return (new, changes)
  }

  /// All removed rows by rising rank.
  @inlinable var allRemoved: ListRuns<Element> {
    if removedApart.isEmpty { return removed }
    var all = ListRuns<Element>()
    var rest = removed.makeIterator()
    var next = rest.next()
    for (rank, element) in removedApart.sorted(by: { $0.rank < $1.rank }) {
      while let row = next, row.position < rank {
        all.append(row.element, at: row.position)
        next = rest.next()
      }
      all.append(element, at: rank)
    }
    while let row = next {
      all.append(row.element, at: row.position)
      next = rest.next()
    }
    return all
  }
}

extension LiveList {
  /// The rows for which `isIncluded` holds, in their order.
  ///
  /// ```swift
  /// let hits = messages.filter { $0.text.contains(query.value) }
  /// ```
  /// The reads of `isIncluded` are tracked: when `query` changes, the condition is evaluated for all
  /// rows, and the change is told as a batch. A condition that reads a node of each row is evaluated
  /// for all rows at each change.
  ///
  /// - Complexity: A batch of *k* changes costs O(*k*) evaluations and O(*n* / 64) steps.
  @inlinable @inline(__always)
  public func filter(
    label: String? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ isIncluded: @escaping @MainActor (Element) -> Bool
  ) -> LiveList<Element> {
    derived(
      FilterStage(contents, graph, label: label, RowCondition(isIncluded)), traits: contents.traits,
      label: label, fileID: fileID, line: line)
  }
}
