import Bindings

extension SectionChanges {
  /// A short description of the batch: `+ rows 0.0…0.2, - rows 0.4 left`.
  ///
  /// Removed and moved sections and rows are named by their place before, all others by their place after. Neighbours
  /// are written as a range. When only the order changes, moves whose origin and goal are equal are left out.
  ///
  /// - Complexity: O(*n*) in the changes.
  var text: String {
    var parts: [String] = []
    func add(_ what: String, _ places: [String]) {
      if !places.isEmpty { parts.append("\(what) \(places.joined(separator: " "))") }
    }
    add("- sections", sections.removed.ranges.map(\.text))
    add("+ sections", sections.inserted.ranges.map(\.text))
    add("> sections", sections.moved.map { "\($0.from)→\($0.to)" })
    add("~ sections", sections.updated.map { "\($0.to)" })
    add("- rows", removed.map(\.path).runs)
    add("+ rows", inserted.map(\.path).runs)
    // In a batch that only changes the order, a move whose origin and goal are equal tells nothing.
    let isOrderAlone = removed.isEmpty && inserted.isEmpty && sections.isEmpty
    add(
      "> rows",
      moved.filter { !isOrderAlone || $0.from != $0.to }.map { "\($0.from)→\($0.to)" })
    add("~ rows", updated.map(\.to).runs)
    return parts.joined(separator: ", ") + (animation.map { " \($0.rawValue)" } ?? "")
  }
}

extension Range<Int> {
  fileprivate var text: String {
    count == 1 ? "\(lowerBound)" : "\(lowerBound)…\(upperBound - 1)"
  }
}

extension [ListPath] {
  /// The ascending paths as text, with neighbours joined into ranges.
  fileprivate var runs: [String] {
    var runs: [(first: ListPath, last: ListPath)] = []
    for path in self {
      if let run = runs.last, run.last.section == path.section, run.last.row + 1 == path.row {
        runs[runs.count - 1].last = path
      } else {
        runs.append((path, path))
      }
    }
    return runs.map { $0.first == $0.last ? "\($0.first)" : "\($0.first)…\($0.last)" }
  }
}
