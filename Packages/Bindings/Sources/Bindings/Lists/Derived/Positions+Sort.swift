extension [Int32] {
  /// Sorts positions by the rows at these positions; the sort is stable.
  ///
  /// Merge sort compares about half as often as the standard library's sort, which uses insertion sort for runs of 32
  /// and more, and moves four bytes per row. The comparisons are the main cost of sorting with a user's closure.
  ///
  /// - Complexity: O(*n* log *n*), and O(*n*) when they are in order.
  @inlinable
  mutating func sort<Row>(asOf rows: [Row], by isBefore: (Row, Row) -> Bool) {
    var width = 6
    for low in stride(from: 0, to: count, by: width) {
      insertionSort(low..<Swift.min(low + width, count), asOf: rows, by: isBefore)
    }
    if count <= width { return }
    var merged = [Int32](repeating: 0, count: count)
    while width < count {
      for low in stride(from: 0, to: count, by: 2 * width) {
        let middle = Swift.min(low + width, count)
        let high = Swift.min(middle + width, count)
        merge(low, middle, high, into: &merged, asOf: rows, by: isBefore)
      }
      swap(&self, &merged)
      width *= 2
    }
  }

  @inlinable
  mutating func insertionSort<Row>(
    _ range: Range<Int>, asOf rows: [Row], by isBefore: (Row, Row) -> Bool
  ) {
    for index in range.dropFirst() {
      let position = self[index]
      var place = index
      while place > range.lowerBound,
        isBefore(rows[Int(position)], rows[Int(self[place - 1])])
      {
        self[place] = self[place - 1]
        place -= 1
      }
      self[place] = position
    }
  }

  /// Merges two adjacent sorted ranges.
  @inlinable
  func merge<Row>(
    _ low: Int, _ middle: Int, _ high: Int, into merged: inout [Int32], asOf rows: [Row],
    by isBefore: (Row, Row) -> Bool
  ) {
    var left = low
    var right = middle
    var next = low
    if middle < high, isBefore(rows[Int(self[middle])], rows[Int(self[middle - 1])]) {
      while left < middle, right < high {
        if isBefore(rows[Int(self[right])], rows[Int(self[left])]) {
          merged[next] = self[right]
          right += 1
        } else {
          merged[next] = self[left]
          left += 1
        }
        next += 1
      }
    }
    for index in left..<middle {
      merged[next] = self[index]
      next += 1
    }
    for index in right..<high {
      merged[next] = self[index]
      next += 1
    }
  }
}
