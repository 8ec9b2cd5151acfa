/// Rows with their positions, neighbours kept together.
///
/// ```swift
/// for (position, row) in changes.inserted { print(position, row) }
/// ```
public struct ListRuns<Element>: Sequence {
  /// The positions, rising and not touching.
  @inlinable public var ranges: [Range<Int>] { places }
  /// The rows of all ranges, one after the other.
  @inlinable public var elements: [Element] { rows }
  @usableFromInline var places: [Range<Int>]
  @usableFromInline var rows: [Element]

  @inlinable
  init(ranges: [Range<Int>] = [], elements: [Element] = []) {
    places = ranges
    rows = elements
  }

  /// The number of rows.
  @inlinable public var count: Int { rows.count }

  /// Whether there are no rows.
  @inlinable public var isEmpty: Bool { rows.isEmpty }

  /// The rows with their positions, one by one.
  @inlinable
  public func makeIterator() -> Iterator { Iterator(self) }

  /// Goes through rows with their positions.
  public struct Iterator: IteratorProtocol {
    @usableFromInline let runs: ListRuns
    @usableFromInline var index = 0
    @usableFromInline var range = 0
    @usableFromInline var position: Int

    @inlinable
    init(_ runs: ListRuns) {
      self.runs = runs
      position = runs.places.first?.lowerBound ?? 0
    }

    /// The next row, until there is none.
    @inlinable
    public mutating func next() -> (position: Int, element: Element)? {
      if index == runs.rows.count { return nil }
      if position == runs.places[range].upperBound {
        range += 1
        position = runs.places[range].lowerBound
      }
      defer {
        index += 1
        position += 1
      }
      return (position, runs.rows[index])
    }
  }
}

extension ListRuns {
  /// Adds a row behind the others.
  @inlinable
  mutating func append(_ row: Element, at position: Int) {
    if let last = places.last, last.upperBound == position {
      places[places.count - 1] = last.lowerBound..<(position + 1)
    } else {
      places.append(position..<(position + 1))
    }
    rows.append(row)
  }
}

extension Array {
  /// The elements of ranges, one after the other.
  ///
  /// Most ranges of a large batch hold one row, for which a slice is not worth its while.
  @inlinable
  func elements(in ranges: [Range<Int>]) -> [Element] {
    if ranges.isEmpty { return [] }
    var count = 0
    for range in ranges { count += range.count }
    var result: [Element] = []
    result.reserveCapacity(count)
    for range in ranges { for position in range { result.append(self[position]) } }
    return result
  }
}

extension ListRuns: Sendable where Element: Sendable {}
extension ListRuns: Equatable where Element: Equatable {}
