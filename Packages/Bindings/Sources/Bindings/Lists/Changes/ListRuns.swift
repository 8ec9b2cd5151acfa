/// Rows with their positions, stored as runs of neighbours.
///
/// ```swift
/// for (position, row) in changes.inserted { print(position, row) }
/// ```
public struct ListRuns<Element>: Sequence {
  /// The ranges of positions, in ascending order and not adjacent.
  public let ranges: [Range<Int>]
  /// The rows of all ranges, one after the other.
  public let elements: [Element]

  @inlinable
  init(ranges: [Range<Int>], elements: [Element]) {
    self.ranges = ranges
    self.elements = elements
  }

  /// The number of rows.
  @inlinable public var count: Int { elements.count }

  /// Whether there are no rows.
  @inlinable public var isEmpty: Bool { elements.isEmpty }

  /// The rows with their positions, one by one.
  @inlinable
  public func makeIterator() -> some IteratorProtocol<(position: Int, element: Element)> {
    zip(ranges.joined(), elements).lazy.map { (position: $0, element: $1) }.makeIterator()
  }
}

extension Array {
  /// Returns the elements of ranges, one range after the other.
  ///
  /// Most ranges of a large batch hold one row, for which appending is cheaper than making a slice.
  @inlinable
  func elements(in ranges: [Range<Int>]) -> [Element] {
    if ranges.isEmpty { return [] }
    var result: [Element] = []
    result.reserveCapacity(ranges.reduce(0) { $0 + $1.count })
    for range in ranges { for position in range { result.append(self[position]) } }
    return result
  }
}

extension ListRuns: Sendable where Element: Sendable {}
extension ListRuns: Equatable where Element: Equatable {}
