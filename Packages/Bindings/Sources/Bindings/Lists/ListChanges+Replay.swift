extension Array where Element: Identifiable {
  /// The version that `changes` leads to from this one.
  ///
  /// - Precondition: The array has the length of the version at which `changes` begin.
  /// - Complexity: O(*n*).
  public func applying(_ changes: ListChanges<Element>) -> [Element] {
    var copy = self
    copy.apply(changes)
    return copy
  }

  /// Goes to the version that `changes` lead to.
  ///
  /// - Precondition: The array has the length of the version at which `changes` begin.
  /// - Complexity: O(*n*); a few changes only shift what lies behind them.
  public mutating func apply(_ changes: ListChanges<Element>) {
    precondition(
      count == changes.countBefore,
      "changes to a list of \(changes.countBefore) rows were applied to one of \(count)")
    rearrange(by: changes.rows.provenance, inserting: changes.rows.inserted)
    for update in changes.updated { self[update.to] = update.new }
  }
}

extension Array {
  /// Puts rows where they belong, without their updates.
  @usableFromInline
  mutating func rearrange(by provenance: Provenance, inserting new: [Element]) {
    if provenance.pieces.count <= 8, provenance.isRising {
      let removed = provenance.removed
      for range in removed.reversed() { removeSubrange(range) }
      var next = 0
      for range in provenance.inserted {
        insert(contentsOf: new[next..<(next + range.count)], at: range.lowerBound)
        next += range.count
      }
      return
    }
    var result: [Element] = []
    result.reserveCapacity(provenance.countAfter)
    var next = 0
    for piece in provenance.pieces {
      if piece.isKept {
        result.append(contentsOf: self[piece.start..<piece.end])
      } else {
        result.append(contentsOf: new[next..<(next + piece.count)])
        next += piece.count
      }
    }
    self = result
  }
}

extension Provenance {
  /// Whether the kept rows keep their order.
  var isRising: Bool {
    var end: Int32 = 0
    for piece in pieces where piece.isKept {
      if piece.old < end { return false }
      end = piece.old + piece.length
    }
    return true
  }
}
