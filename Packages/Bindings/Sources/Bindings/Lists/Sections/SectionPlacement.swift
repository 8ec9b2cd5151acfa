/// The kept rows of a list with sections that have moved.
struct SectionPlacement {
  /// For each section before, its position after; nil when it is gone.
  private(set) var goals: [Int?]
  /// For each section after, its position before; nil when it is new.
  private(set) var origins: [Int?]
  private(set) var moves: [SectionMove] = []

  init(
    _ rows: Provenance, sections: Provenance, before: SectionBounds, after: SectionBounds
  ) {
    goals = [Int?](repeating: nil, count: before.count)
    origins = []
    origins.reserveCapacity(after.count)
    for piece in sections.pieces {
      for offset in 0..<piece.count {
        let origin = piece.isKept ? piece.start + offset : nil
        if let origin { goals[origin] = origins.count }
        origins.append(origin)
      }
    }
    findMoves(rows, before: before, after: after)
  }

  private mutating func findMoves(
    _ rows: Provenance, before: SectionBounds, after: SectionBounds
  ) {
    let pieces = rows.pieces(cutAt: before, after)
    var next = 0
    var flat = 0
    for section in origins.indices {
      let end = after.range(of: section).upperBound
      let first = next
      var candidates: [Int32] = []
      while next < pieces.count, flat < end {
        let piece = pieces[next]
        if piece.isKept, before.section(of: piece.start) == origins[section] {
          candidates.append(Int32(next))
        }
        flat += piece.count
        next += 1
      }
      let staying = Set(candidates).subtracting(piecesThatMove(pieces, among: candidates))
      var row = 0
      for index in first..<next {
        let piece = pieces[index]
        if piece.isKept, !staying.contains(Int32(index)) {
          for offset in 0..<piece.count {
            moves.append(
              SectionMove(
                from: before.path(of: piece.start + offset),
                to: ListPath(section: section, row: row + offset)))
          }
        }
        row += piece.count
      }
    }
  }
}

extension Provenance {
  /// The pieces, none of which crosses a section's bounds in either version.
  func pieces(cutAt before: SectionBounds, _ after: SectionBounds) -> [Piece] {
    var result: [Piece] = []
    result.reserveCapacity(pieces.count + before.count + after.count)
    var flat = 0
    var section = 0
    for piece in pieces {
      var rest = piece
      while rest.count > 0 {
        while after.starts[section + 1] <= flat { section += 1 }
        var count = min(rest.count, after.starts[section + 1] - flat)
        if rest.isKept {
          let old = before.section(of: rest.start)
          count = min(count, before.starts[old + 1] - rest.start)
        }
        result.append(rest.prefix(count))
        rest = rest.dropping(count)
        flat += count
      }
    }
    return result
  }
}
