/// The numbers of rows of the sections in a transaction, and where the first of them begin.
///
/// What lies before an edit stays where it is, so edits from the front to the back find each place at once.
struct SectionCounts {
  /// The number of rows of each section.
  private(set) var each: [Int]
  /// The positions at which the sections begin, as far as they are known.
  private var starts = [0]

  init(_ counts: [Int] = []) { each = counts }

  var count: Int { each.count }

  subscript(section: Int) -> Int {
    get { each[section] }
    set {
      each[section] = newValue
      forget(after: section)
    }
  }

  /// The position at which a section begins; behind the last one, the number of rows.
  ///
  /// - Complexity: O(*s*) in the sections that do not know yet where they begin.
  func start(of section: Int) -> Int {
    let known = min(section, starts.count - 1)
    return each[known..<section].reduce(starts[known], +)
  }

  func range(of section: Int) -> Range<Int> {
    let start = start(of: section)
    return start..<(start + each[section])
  }

  /// Remembers where the sections up to this one begin.
  mutating func findStart(of section: Int) {
    while starts.count <= section { starts.append(start(of: starts.count)) }
  }

  mutating func insert(_ count: Int, at section: Int) {
    each.insert(count, at: section)
    forget(after: section)
  }

  mutating func removeSubrange(_ sections: Range<Int>) {
    each.removeSubrange(sections)
    forget(after: sections.lowerBound)
  }

  mutating func move(from section: Int, to goal: Int) {
    each.insert(each.remove(at: section), at: goal)
    forget(after: min(section, goal))
  }

  private mutating func forget(after section: Int) {
    if starts.count > section + 1 { starts.removeSubrange((section + 1)...) }
  }
}
