/// The positions at which the sections of a version begin and end among the rows of all of them.
struct SectionBounds: Equatable, Sendable {
  /// The position at which each section begins, then the number of rows.
  private let starts: [Int]

  /// Bounds of sections with so many rows each.
  init(_ counts: some Sequence<Int>) {
    var starts = [0]
    for count in counts { starts.append((starts.last ?? 0) + count) }
    self.starts = starts
  }

  var count: Int { starts.count - 1 }

  func range(of section: Int) -> Range<Int> { starts[section]..<starts[section + 1] }

  /// The numbers of rows.
  var counts: [Int] { zip(starts.dropFirst(), starts).map(-) }

  /// The sections with these headers and rows.
  func sections<Header, Element>(
    _ headers: [Header], _ rows: [Element]
  ) -> [ListSection<Header, Element>] {
    headers.indices.map { ListSection(headers[$0], rows: Array(rows[range(of: $0)])) }
  }

  /// The path of a row that there is.
  func path(of flat: Int) -> ListPath {
    // The last section that begins at the row or before it: the ones before may be empty.
    let section = starts.dropLast().lastIndex(notAbove: flat)
    return ListPath(section: section, row: flat - starts[section])
  }
}
