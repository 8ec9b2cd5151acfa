/// Where the rows that stay in a source go: positions before as positions after.
@usableFromInline
struct PositionShift {
  /// From which position on by how much more than those before it, if it is so few steps.
  @usableFromInline var steps: [(start: Int32, by: Int32)] = []
  /// The positions after by those before, otherwise.
  @usableFromInline var table: [Int32] = []

  /// `moved` are the positions before of the rows that do not stay.
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
      // From the back, so that what has been shifted still lies behind what comes next.
      for (start, by) in steps.reversed() { positions.add(by, toThoseFrom: start) }
    } else {
      for index in positions.indices { positions[index] = table[Int(positions[index])] }
    }
  }
}
