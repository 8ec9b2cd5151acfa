public import Bindings

/// A row of a list as its observers get it: a cell, and how often it was to be shown anew.
public struct ListRow: Identifiable, Equatable, Sendable {
  /// What the row shows.
  public let cell: CellViewModel
  /// How often the row was reloaded: what makes a reload a change.
  var reloads = 0

  /// The identity of the cell.
  public var id: ObjectIdentifier { ObjectIdentifier(cell) }

  /// Whether it is the same cell, and not reloaded in between.
  public static func == (first: ListRow, second: ListRow) -> Bool {
    first.cell === second.cell && first.reloads == second.reloads
  }
}

/// A section of a list as its observers get it, and how often it was to be shown anew.
public struct ListGroup: Identifiable, Equatable, Sendable {
  /// The section.
  public let section: SectionViewModel
  /// How often the section was reloaded: what makes a reload a change.
  var reloads = 0

  /// The identity of the section.
  public var id: ObjectIdentifier { ObjectIdentifier(section) }

  /// Whether it is the same section, and not reloaded in between.
  public static func == (first: ListGroup, second: ListGroup) -> Bool {
    first.section === second.section && first.reloads == second.reloads
  }
}

/// What leads from one state of a list to the next, as one batch.
public typealias ListViewChanges = SectionChanges<ListGroup, ListRow>

/// What an observer of a list gets.
public typealias ListViewUpdate = SectionUpdate<ListGroup, ListRow>

extension SectionChanges {
  /// How what goes would like to be shown.
  ///
  /// Where something comes in the same batch, what goes leaves on the other side: `animation`
  /// mirrored.
  public var removalAnimation: ListAnimation? {
    let comes = !inserted.isEmpty || !sections.inserted.isEmpty
    return comes ? animation?.mirrored : animation
  }

  /// The batch in a few words: `+ rows 0.0…0.2, - rows 0.4 left`.
  ///
  /// Removed and moved things have their places before, the others those after. Neighbours are written
  /// as a range.
  public var summary: String {
    var parts: [String] = []
    func add(_ what: String, _ places: [String]) {
      if !places.isEmpty { parts.append("\(what) \(places.joined(separator: " "))") }
    }
    add("- sections", sections.removed.ranges.map(\.text))
    add("+ sections", sections.inserted.ranges.map(\.text))
    add("> sections", sections.moved.map { "\($0.from)→\($0.to)" })
    add("~ sections", sections.updated.map { "\($0.to)" })
    add("- rows", removed.map(\.path).ranges)
    add("+ rows", inserted.map(\.path).ranges)
    add("> rows", moved.map { "\($0.from)→\($0.to)" })
    add("~ rows", updated.map(\.to).ranges)
    return parts.joined(separator: ", ") + (animation.map { " \($0.rawValue)" } ?? "")
  }
}

extension Range<Int> {
  fileprivate var text: String {
    count == 1 ? "\(lowerBound)" : "\(lowerBound)…\(upperBound - 1)"
  }
}

extension [ListPath] {
  /// The paths as text, neighbours put together; the paths rise.
  fileprivate var ranges: [String] {
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
