extension Array where Element: Identifiable {
  /// Returns the version to which `changes` lead from this one.
  ///
  /// - Precondition: The array has the length of the version at which `changes` begin.
  /// - Complexity: O(*n*).
  public func applying(_ changes: ListChanges<Element>) -> [Element] {
    precondition(
      count == changes.countBefore,
      "changes to a list of \(changes.countBefore) rows were applied to one of \(count)")
    var rows = self
    rows.rearrange(by: changes.provenance, inserting: changes.inserted.elements)
    for update in changes.updated { rows[update.to] = update.new }
    return rows
  }

  /// Returns the version at which `changes` begin; this array is the version to which they lead.
  @inlinable
  func reverting(_ changes: ListChanges<Element>) -> [Element] {
    var rows = self
    rows.rearrange(by: changes.provenance.inverted, inserting: changes.removed.elements)
    for update in changes.updated { rows[update.from] = update.old }
    return rows
  }
}

extension Array {
  /// Moves, inserts and removes rows as `provenance` says; updates of rows are not applied.
  @inlinable
  mutating func rearrange(by provenance: Provenance, inserting new: [Element]) {
    if provenance.pieces.count <= ListTuning.shiftedPieces {
      return rearrangeInPlace(by: provenance, inserting: new)
    }
    var result: [Element] = []
    result.reserveCapacity(provenance.countAfter)
    var next = 0
    for piece in provenance.pieces {
      if piece.isKept {
        if piece.length == 1 {
          result.append(self[piece.start])
        } else {
          result.append(contentsOf: self[piece.start..<piece.end])
        }
      } else {
        result.append(contentsOf: new[next..<(next + piece.count)])
        next += piece.count
      }
    }
    self = result
  }

  @inlinable
  mutating func rearrangeInPlace(by provenance: Provenance, inserting new: [Element]) {
    let pieces = provenance.pieces
    let kept = pieces.indices.lazy.filter { pieces[$0].isKept }.map { Int32($0) }
    let moving = Set(piecesThatMove(pieces, among: Array<Int32>(kept)))
    var leaving = provenance.removed
    var moved: [Int32: ArraySlice<Element>] = [:]
    for index in moving {
      let piece = pieces[Int(index)]
      leaving.append(piece.start..<piece.end)
      moved[index] = [Element](self[piece.start..<piece.end])[...]
    }
    leaving.sort { $0.lowerBound > $1.lowerBound }
    for range in leaving { removeSubrange(range) }
    var next = 0
    var position = 0
    for (index, piece) in pieces.enumerated() {
      if !piece.isKept {
        insert(contentsOf: new[next..<(next + piece.count)], at: position)
        next += piece.count
      } else if let rows = moved[Int32(index)] {
        insert(contentsOf: rows, at: position)
      }
      position += piece.count
    }
  }
}
