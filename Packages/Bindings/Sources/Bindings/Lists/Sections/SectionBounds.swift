/// The numbers of rows of the sections of a version, and where the sections begin among the rows of all of them.
///
/// What lies before an edit stays where it is, so edits from the front to the back find each place at once.
struct SectionBounds: Equatable, Sendable {
  /// The number of rows of each section.
  private(set) var counts: [Int]
  /// The positions at which the sections begin, as far as they are known; at last, the number of rows.
  private var starts = [0]

  /// Bounds of sections with so many rows each.
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

  /// The position at which a section begins; behind the last one, the number of rows.
  ///
  /// - Complexity: O(*s*) in the sections that do not know yet where they begin.
  func start(of section: Int) -> Int {
    let known = min(section, starts.count - 1)
    return counts[known..<section].reduce(starts[known], +)
  }

  func range(of section: Int) -> Range<Int> {
    let start = start(of: section)
    return start..<(start + counts[section])
  }

  /// Remembers where the sections up to this one begin.
  mutating func findStarts(upTo section: Int) {
    while starts.count <= section { starts.append(start(of: starts.count)) }
  }

  /// The path of a row that there is; it must be known where all sections begin.
  func path(of flat: Int) -> ListPath {
    // The last section that begins at the row or before it: the ones before may be empty.
    let section = starts.dropLast().lastIndex(notAbove: flat)
    return ListPath(section: section, row: flat - starts[section])
  }

  /// The sections with these headers and rows.
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
