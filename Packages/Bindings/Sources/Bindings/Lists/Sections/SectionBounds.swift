/// The row counts of a version's sections, with a cache of the positions at which sections begin in the flat list.
///
/// An edit discards only later cached positions, so edits from the front to the back compute each position once.
struct SectionBounds: Equatable, Sendable {
  /// The number of rows of each section.
  private(set) var counts: [Int]
  /// The cached start positions of the leading sections; when complete, the last element is the number of rows.
  private var starts = [0]

  /// Makes the bounds of sections with the given row counts.
  init(_ counts: [Int] = []) {
    self.counts = counts
    findStarts(upTo: counts.count)
  }

  static func == (first: SectionBounds, second: SectionBounds) -> Bool {
    first.counts == second.counts
  }

  var count: Int { counts.count }

  subscript(section: Int) -> Int {
    get { counts[section] }
    set {
      counts[section] = newValue
      forget(after: section)
    }
  }

  /// Returns the start position of a section; for the index after the last section, the number of rows.
  ///
  /// - Complexity: O(*s*) in the sections without a cached start position.
  func start(of section: Int) -> Int {
    let known = min(section, starts.count - 1)
    return counts[known..<section].reduce(starts[known], +)
  }

  func range(of section: Int) -> Range<Int> {
    let start = start(of: section)
    return start..<(start + counts[section])
  }

  /// Caches the start positions up to this section.
  mutating func findStarts(upTo section: Int) {
    while starts.count <= section { starts.append(start(of: starts.count)) }
  }

  /// Returns the path of an existing row; the start positions of all sections must be cached.
  func path(of flat: Int) -> ListPath {
    // The last section that begins at or before the row; sections before it may be empty and begin there, too.
    let section = starts.dropLast().lastIndex(notAbove: flat)
    return ListPath(section: section, row: flat - starts[section])
  }

  /// Returns the sections with these headers and rows.
  func sections<Header, Element>(
    _ headers: [Header], _ rows: [Element]
  ) -> [ListSection<Header, Element>] {
    headers.indices.map { ListSection(headers[$0], rows: Array(rows[range(of: $0)])) }
  }

  mutating func insert(_ count: Int, at section: Int) {
    counts.insert(count, at: section)
    forget(after: section)
  }

  mutating func removeSubrange(_ sections: Range<Int>) {
    counts.removeSubrange(sections)
    forget(after: sections.lowerBound)
  }

  mutating func move(from section: Int, to goal: Int) {
    counts.insert(counts.remove(at: section), at: goal)
    forget(after: min(section, goal))
  }

  private mutating func forget(after section: Int) {
    if starts.count > section + 1 { starts.removeSubrange((section + 1)...) }
  }
}
