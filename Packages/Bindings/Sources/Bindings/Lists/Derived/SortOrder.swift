/// What a batch and a new order of all rows mean, seen from the order before.
@inlinable
func rearranged<Element: Identifiable>(
  _ batch: RowChanges<Element>, from old: [Int32], to new: [Int32]
) -> RowChanges<Element> {
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
  return RowChanges(
    provenance, removed: removed.map(\.row), inserted: inserted.map(\.row),
    updated: updated.sorted { $0.to < $1.to })
}

extension [Int32] {
  /// The first index at or after `low` for which `holds`, given that it holds from there on.
  @inlinable
  func firstIndex(from low: Int, where holds: (Int32) -> Bool) -> Int {
    var low = low
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Takes out the elements at the given indexes, which rise.
  @usableFromInline
  mutating func remove(atSorted indexes: [Int]) {
    if indexes.count <= 8 {
      for index in indexes.reversed() { remove(at: index) }
      return
    }
    var result: [Int32] = []
    result.reserveCapacity(count - indexes.count)
    var next = 0
    for index in indexes {
      result.append(contentsOf: self[next..<index])
      next = index + 1
    }
    result.append(contentsOf: self[next...])
    self = result
  }

  /// Puts elements before those at the given indexes, which rise.
  @usableFromInline
  mutating func insert(_ new: [(slot: Int, element: Int32)]) {
    if new.count <= 8 {
      for (slot, element) in new.reversed() { insert(element, at: slot) }
      return
    }
    var result: [Int32] = []
    result.reserveCapacity(count + new.count)
    var next = 0
    for (slot, element) in new {
      result.append(contentsOf: self[next..<slot])
      result.append(element)
      next = slot
    }
    result.append(contentsOf: self[next...])
    self = result
  }

  /// Adds to the elements that are not below `start`.
  @usableFromInline
  mutating func add(_ difference: Int32, toThoseFrom start: Int32) {
    for index in indices { self[index] &+= self[index] >= start ? difference : 0 }
  }
}
