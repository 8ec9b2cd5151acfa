/// The positions at which the sections of a version begin and end among the rows of all of them.
@usableFromInline
struct SectionBounds: Equatable, Sendable {
  /// The position at which each section begins, then the number of rows.
  private(set) var starts: [Int]

  /// Bounds of sections with so many rows each.
  init(_ counts: some Sequence<Int>) {
    starts = [0]
    for count in counts { starts.append((starts.last ?? 0) + count) }
  }

  var count: Int { starts.count - 1 }
  var rowCount: Int { starts.last ?? 0 }

  func range(of section: Int) -> Range<Int> { starts[section]..<starts[section + 1] }

  var ranges: [Range<Int>] { (0..<count).map(range(of:)) }

  /// The section that holds the row.
  func section(of flat: Int) -> Int {
    var low = 0
    var high = count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= flat { low = middle } else { high = middle }
    }
    return low
  }

  func path(of flat: Int) -> ListPath {
    let section = section(of: flat)
    return ListPath(section: section, row: flat - starts[section])
  }
}

extension SectionBounds {
  /// Makes a section longer, or shorter by less than nothing.
  mutating func grow(_ section: Int, by difference: Int) {
    for index in (section + 1)..<starts.count { starts[index] += difference }
  }

  /// Puts an empty section before the one at `section`.
  mutating func insertSection(at section: Int) { starts.insert(starts[section], at: section) }

  /// Takes sections out, with their rows.
  mutating func removeSections(_ sections: Range<Int>) {
    let rows = starts[sections.upperBound] - starts[sections.lowerBound]
    starts.removeSubrange(sections)
    for index in sections.lowerBound..<starts.count { starts[index] -= rows }
  }

  /// Takes a section out and puts it back so that it ends at `goal`.
  mutating func moveSection(from section: Int, to goal: Int) {
    let rows = range(of: section).count
    removeSections(section..<(section + 1))
    insertSection(at: goal)
    grow(goal, by: rows)
  }
}
