/// A run of rows of the newer version: either new or kept as a block from the older version.
@usableFromInline
struct Piece: Equatable, Sendable {
  /// The position of the run's first row in the older version; negative for new rows.
  @usableFromInline var old: Int32
  @usableFromInline var length: Int32

  @inlinable
  init(old: Int, length: Int) {
    self.old = Int32(truncatingIfNeeded: old)
    self.length = Int32(truncatingIfNeeded: length)
  }

  @inlinable
  static func new(_ length: Int) -> Piece { Piece(old: -1, length: length) }

  @inlinable var isKept: Bool { old >= 0 }
  @inlinable var start: Int { Int(old) }
  @inlinable var count: Int { Int(length) }
  @inlinable var end: Int { Int(old) + Int(length) }

  /// Returns the run without its first `count` rows.
  func dropping(_ count: Int) -> Piece {
    Piece(old: isKept ? start + count : -1, length: self.count - count)
  }

  /// Returns the first `count` rows of the run, or the whole run if it is shorter.
  func prefix(_ count: Int) -> Piece { Piece(old: Int(old), length: min(count, self.count)) }
}

/// The origin of each row of a version, as runs in the order of that version.
///
/// All positions of a change batch follow from it. Two runs that are adjacent in both versions are
/// stored as one run, and a row of the older version occurs at most once.
@usableFromInline
struct Provenance: Equatable, Sendable {
  @usableFromInline private(set) var pieces: [Piece]
  @usableFromInline let countBefore: Int
  @usableFromInline private(set) var countAfter: Int

  /// Makes a provenance without rows yet; the older version has `countBefore` rows.
  @inlinable
  init(countBefore: Int) {
    pieces = []
    self.countBefore = countBefore
    countAfter = 0
  }

  /// Makes a provenance in which all rows stay.
  @inlinable
  init(unchanged count: Int) {
    self.init(countBefore: count)
    append(Piece(old: 0, length: count))
  }

  @inlinable var isIdentity: Bool {
    countBefore == countAfter
      && (pieces.isEmpty || pieces.count == 1 && pieces[0].old == 0)
  }

  @inlinable
  mutating func reserve(_ count: Int) { pieces.reserveCapacity(count) }

  @inlinable
  mutating func append(_ piece: Piece) {
    if piece.length == 0 { return }
    countAfter += piece.count
    let last = pieces.count - 1
    if last >= 0 {
      let before = pieces[last]
      if piece.isKept ? before.isKept && before.end == piece.start : !before.isKept {
        pieces[last].length += piece.length
        return
      }
    }
    pieces.append(piece)
  }

  @inlinable
  mutating func append(contentsOf more: some Sequence<Piece>) {
    for piece in more { append(piece) }
  }
}

extension Provenance {
  /// The runs of kept rows in the order of the older version, each with the position of its first row in
  /// the newer version.
  var keptByOldPosition: [(piece: Piece, new: Int)] {
    var kept: [(piece: Piece, new: Int)] = []
    kept.reserveCapacity(pieces.count)
    var new = 0
    var isSorted = true
    for piece in pieces {
      if piece.isKept {
        if let last = kept.last, last.piece.old > piece.old { isSorted = false }
        kept.append((piece, new))
      }
      new += piece.count
    }
    return isSorted ? kept : kept.map(\.piece.old).indexesInOrder().map { kept[Int($0)] }
  }

  /// The positions of the older version whose rows were removed.
  @usableFromInline var removed: [Range<Int>] {
    var kept = 0
    for piece in pieces where piece.isKept { kept += piece.count }
    if kept == countBefore { return [] }
    var removed: [Range<Int>] = []
    var next = 0
    for (piece, _) in keptByOldPosition {
      if piece.start > next { removed.append(next..<piece.start) }
      next = piece.end
    }
    if countBefore > next { removed.append(next..<countBefore) }
    return removed
  }

  /// The positions of the newer version whose rows are new.
  @usableFromInline var inserted: [Range<Int>] {
    var inserted: [Range<Int>] = []
    var next = 0
    for piece in pieces {
      if !piece.isKept { inserted.append(next..<(next + piece.count)) }
      next += piece.count
    }
    return inserted
  }

  /// The inverse provenance: for each row of the older version, its position in the newer version.
  @usableFromInline var inverted: Provenance {
    var inverse = Provenance(countBefore: countAfter)
    var next = 0
    for (piece, new) in keptByOldPosition {
      inverse.append(.new(piece.start - next))
      inverse.append(Piece(old: new, length: piece.count))
      next = piece.end
    }
    inverse.append(.new(countBefore - next))
    return inverse
  }

  /// Composes two steps: returns the origins in this step's older version of the rows of the newer version of `next`.
  @usableFromInline
  func then(_ next: Provenance) -> Provenance {
    precondition(
      countAfter == next.countBefore,
      "a batch that ends with \(countAfter) rows cannot go before one that starts with \(next.countBefore)"
    )
    let finder = PieceFinder(self)
    var result = Provenance(countBefore: countBefore)
    result.reserve(pieces.count + next.pieces.count)
    for piece in next.pieces {
      if piece.isKept {
        finder.forEachPiece(in: piece.start..<piece.end) { result.append($0) }
      } else {
        result.append(piece)
      }
    }
    return result
  }
}

extension Provenance {
  /// The smallest set of moves that puts the kept rows in order, by position after.
  @usableFromInline var moves: [ListMove<Int>] {
    if pieces.count < 2 { return [] }
    let kept = pieces.indices.lazy.filter { pieces[$0].isKept }.map { Int32($0) }
    var moves: [ListMove<Int>] = []
    var new = 0
    var next = 0
    for index in piecesThatMove(pieces, among: Array(kept)) {
      while next < Int(index) {
        new += pieces[next].count
        next += 1
      }
      for offset in 0..<pieces[next].count {
        moves.append(ListMove(from: pieces[next].start + offset, to: new + offset))
      }
    }
    return moves
  }

  /// Returns a copy in which some new rows, given by rising position, are kept from the older version.
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

/// Finds the pieces that make up a range of the newer version.
@usableFromInline
struct PieceFinder {
  @usableFromInline let pieces: [Piece]
  /// The start position of each piece in the newer version.
  @usableFromInline let starts: [Int32]

  @usableFromInline
  init(_ provenance: Provenance) {
    pieces = provenance.pieces
    var starts: [Int32] = []
    starts.reserveCapacity(pieces.count)
    var next: Int32 = 0
    for piece in pieces {
      starts.append(next)
      next += piece.length
    }
    self.starts = starts
  }

  func forEachPiece(in range: Range<Int>, _ body: (Piece) -> Void) {
    guard !range.isEmpty else { return }
    var index = starts.lastIndex(notAbove: Int32(range.lowerBound))
    var position = range.lowerBound
    while position < range.upperBound {
      let piece = pieces[index]
      let skipped = position - Int(starts[index])
      let count = min(piece.count - skipped, range.upperBound - position)
      body(piece.dropping(skipped).prefix(count))
      position += count
      index += 1
    }
  }

  /// Returns the older position of a row of the newer version; nil for a new row.
  @usableFromInline
  func origin(of position: Int) -> Int? {
    let index = starts.lastIndex(notAbove: Int32(position))
    let piece = pieces[index]
    return piece.isKept ? piece.start + position - Int(starts[index]) : nil
  }
}

extension RandomAccessCollection where Element: Comparable, Index == Int {
  /// The last index whose element is at most `value`, in a sorted collection whose first element is at
  /// most `value`.
  @inlinable
  func lastIndex(notAbove value: Element) -> Int {
    var low = startIndex
    var high = endIndex
    while high - low > 1 {
      let middle = (low + high) / 2
      if self[middle] <= value { low = middle } else { high = middle }
    }
    return low
  }
}
