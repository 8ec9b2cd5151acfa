/// A mapping of positions of rows that stay in a source, from the version before to the version after.
@usableFromInline
struct PositionShift {
  /// The steps of the offset: from `start` on, the offset grows by `by`; used when there are only a few.
  @usableFromInline var steps: [(start: Int32, by: Int32)] = []
  /// A lookup table from old to new positions; used when there are many steps.
  @usableFromInline var table: [Int32] = []

  /// Makes the mapping; `moved` are the old positions of the rows that move.
  @usableFromInline
  init(_ provenance: Provenance, moved: Set<Int>) {
    var new: Int32 = 0
    var total: Int32 = 0
    for piece in provenance.pieces {
      if piece.isKept, !moved.contains(piece.start) {
        let shift = new - piece.old
        if shift != total { steps.append((piece.old, shift - total)) }
        total = shift
      }
      new += piece.length
    }
    if steps.count <= ListTuning.shiftedPositions { return }
    table = [Int32](repeating: -1, count: provenance.countBefore)
    new = 0
    for piece in provenance.pieces {
      if piece.isKept {
        for offset in 0..<piece.length { table[Int(piece.old + offset)] = new + offset }
      }
      new += piece.length
    }
  }

  /// Turns positions before into positions after.
  @usableFromInline
  func apply(to positions: inout [Int32]) {
    if table.isEmpty {
      // From the back, so that positions already shifted are not below the start of a later iteration.
      for (start, by) in steps.reversed() { positions.add(by, toThoseFrom: start) }
    } else {
      for index in positions.indices { positions[index] = table[Int(positions[index])] }
    }
  }
}
