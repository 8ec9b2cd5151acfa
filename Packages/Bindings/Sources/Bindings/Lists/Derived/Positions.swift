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
    if indexes.count <= ListTuning.shiftedPositions {
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
    if new.count <= ListTuning.shiftedPositions {
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
