extension ViewModelError {
  /// Makes the error for a missing id of a `noun`, or for none at all; the message lists the existing ids.
  static func gone(_ noun: String, _ id: Int?, open: [Int]) -> ViewModelError {
    let which = id.map { "\(noun) \($0) now: it ended, was answered already, or never was" }
    let others = open.map { "\(noun) \($0)" }.joined(separator: ", ")
    return ViewModelError(
      .gone,
      "There is no \(which ?? "\(noun) now"). "
        + (open.isEmpty
          ? "None is open: ask, show or begin one first." : "What is open: \(others)."))
  }

  static func noIndex(_ index: Int, of titles: [String]) -> ViewModelError {
    ViewModelError(
      .noChoice,
      titles.isEmpty
        ? "There is nothing to choose here. Dismiss it."
        : "There is nothing at \(index). Choose from \(titles.numbered.joined(separator: "  ")).",
      instead: .names(titles.numbered, asked: "\(index)"))
  }
}

extension Array where Element: Identifiable<Int> {
  /// Returns the element with an id; without an id, the last one.
  func element(_ id: Int?, _ noun: String) throws(ViewModelError) -> Element {
    guard let index = id.map({ id in index { $0.id == id } }) ?? indices.last else {
      throw .gone(noun, id, open: map(\.id))
    }
    return self[index]
  }
}

extension [String] {
  var numbered: [String] { enumerated().map { "\($0)) \($1)" } }
}
