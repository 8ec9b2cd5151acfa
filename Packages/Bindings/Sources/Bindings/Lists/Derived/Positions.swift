extension [Int32] {
  /// The first index at or after `low` for which `holds` is true; it must be true for all later indexes.
  ///
  /// The index is usually near `low`, so the search is exponential (galloping).
  @inlinable
  func firstIndex(from low: Int, where holds: (Int32) -> Bool) -> Int {
    var low = low
    var high = low
    var step = 1
    while high < count, !holds(self[high]) {
      low = high + 1
      high += step
      step *= 2
    }
    high = Swift.min(high, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The indexes of the given elements in an array that contains each number below its length once: in the
  /// order of the elements, and ascending.
  @usableFromInline
  func indexes(of elements: [Int32]) -> (each: [Int32], rising: [Int32]) {
    if elements.count <= ListTuning.shiftedPositions {
      let indexes = elements.map { Int32(firstIndex(of: $0) ?? 0) }
      return (indexes, indexes.sorted())
    }
    var ranks = [Int32](repeating: -1, count: count)
    for (rank, element) in elements.enumerated() { ranks[Int(element)] = Int32(rank) }
    var indexes = elements
    var rising: [Int32] = []
    rising.reserveCapacity(elements.count)
    for (index, element) in enumerated() where ranks[Int(element)] >= 0 {
      indexes[Int(ranks[Int(element)])] = Int32(index)
      rising.append(Int32(index))
    }
    return (indexes, rising)
  }

  /// Appends a run of elements.
  ///
  /// Copying a few elements one by one is quicker than making a slice.
  private mutating func append(_ range: Range<Int>, of other: [Int32]) {
    if range.count > 16 { return append(contentsOf: other[range]) }
    for index in range { append(other[index]) }
  }

  /// The indexes of the elements, which are all different, in ascending order of the elements.
  func indexesInOrder() -> [Int32] {
    guard let lowest = self.min(), let highest = self.max() else { return [] }
    let span = Int(highest - lowest) + 1
    if !ListTuning.sortsInTable(count, of: span) {
      return indices.map { Int32($0) }.sorted { self[Int($0)] < self[Int($1)] }
    }
    var table = [Int32](repeating: -1, count: span)
    for (index, element) in enumerated() { table[Int(element - lowest)] = Int32(index) }
    return table.filter { $0 >= 0 }
  }

  /// Removes the elements at the given ascending indexes.
  @usableFromInline
  mutating func remove(atSorted indexes: [Int32]) {
    if indexes.count <= ListTuning.shiftedPositions {
      for index in indexes.reversed() { remove(at: Int(index)) }
      return
    }
    var result: [Int32] = []
    result.reserveCapacity(count - indexes.count)
    var next = 0
    for index in indexes {
      result.append(next..<Int(index), of: self)
      next = Int(index) + 1
    }
    result.append(next..<count, of: self)
    self = result
  }

  /// Inserts elements before those at the given ascending indexes.
  @usableFromInline
  mutating func insert(_ new: [(slot: Int, element: Int32)]) {
    if new.count <= ListTuning.shiftedPositions {
      for (slot, element) in new.reversed() { insert(element, at: slot) }
      return
    }
    var result: [Int32] = []
    result.reserveCapacity(count + new.count)
    var next = 0
    for (slot, element) in new {
      result.append(next..<slot, of: self)
      result.append(element)
      next = slot
    }
    result.append(next..<count, of: self)
    self = result
  }

  /// Adds a number to all elements that are at least `start`.
  @usableFromInline
  mutating func add(_ difference: Int32, toThoseFrom start: Int32) {
    for index in indices { self[index] &+= self[index] >= start ? difference : 0 }
  }
}
