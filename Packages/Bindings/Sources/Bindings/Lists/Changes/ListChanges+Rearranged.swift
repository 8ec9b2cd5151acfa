extension ListChanges {
  /// Makes the changes of a sorted list whose source went through `batch`, after all rows were sorted again.
  ///
  /// - Parameters:
  ///   - batch: The changes of the source.
  ///   - old: The sorted rows before, as positions in the older version of the source.
  ///   - new: The sorted rows after, as positions in the newer version of the source.
  @inlinable
  init(_ batch: ListChanges, rearrangedFrom old: [Int32], to new: [Int32]) {
    var places = [Int32](repeating: -1, count: batch.provenance.countBefore)
    for (place, position) in old.enumerated() { places[Int(position)] = Int32(place) }
    var origins = [Int32](repeating: -1, count: batch.provenance.countAfter)
    var position = 0
    for piece in batch.provenance.pieces {
      if piece.isKept {
        for offset in 0..<piece.count { origins[position + offset] = places[piece.start + offset] }
      }
      position += piece.count
    }
    var provenance = Provenance(countBefore: old.count)
    for position in new { provenance.append(Piece(old: Int(origins[Int(position)]), length: 1)) }

    var goals = [Int32](repeating: -1, count: batch.provenance.countAfter)
    for (place, position) in new.enumerated() { goals[Int(position)] = Int32(place) }
    let removed = batch.removed
      .map { (place: places[$0], row: $1) }.sorted { $0.place < $1.place }
    let inserted = batch.inserted
      .map { (place: goals[$0], row: $1) }.sorted { $0.place < $1.place }
    let updated = batch.updated.map {
      ListRowUpdate(
        from: Int(places[$0.from]), to: Int(goals[$0.to]), old: $0.old, new: $0.new)
    }
    self.init(
      provenance, removed: removed.map(\.row), inserted: inserted.map(\.row),
      updated: updated.sorted { $0.to < $1.to })
  }
}
