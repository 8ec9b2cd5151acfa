/// One step of a script that changes a list with sections piece by piece, in running positions.
public enum SectionStep<Header: Identifiable, Element: Identifiable> {
  /// Takes a section out, with the rows that are still in it.
  case removeSection(at: Int)
  /// Puts an empty section before the one at a position.
  case insertSection(Header, at: Int)
  /// Takes a section out and puts it back so that it ends at the second position.
  case moveSection(from: Int, to: Int)
  /// Gives the header of a section another content.
  case updateHeader(at: Int, old: Header, new: Header)
  /// Takes the row at a path out.
  case remove(at: ListPath, Element)
  /// Puts a row before the one at a path.
  case insert(Element, at: ListPath)
  /// Takes a row out and puts it back so that it ends at the second path.
  case move(from: ListPath, to: ListPath)
  /// Gives the row at a path another content.
  case update(at: ListPath, old: Element, new: Element)
}

extension SectionStep: Sendable where Header: Sendable, Element: Sendable {}
extension SectionStep: Equatable where Header: Equatable, Element: Equatable {}

extension SectionChanges {
  /// The batch as a script in running positions, for views that change one thing after the other, such
  /// as a browser's page.
  ///
  /// Rows are removed first, from the back. Then sections come and move, rows move, and the sections
  /// that go are taken out, so that a row can move from one that goes to one that comes. Last come new
  /// rows, those of new sections too, and updates.
  ///
  /// - Complexity: O(*k* log *k*) in the changes and in the rows that come, and O(*s*) in the sections.
  public var steps: [SectionStep<Header, Element>] {
    var script = SectionScript(self)
    script.run()
    return script.steps
  }

  /// The lines that look different on a view that shows a line for each header and each row, one below
  /// the other, such as a terminal.
  ///
  /// They reach to the end of the longer version: what lies behind it is to be cleared.
  public var ranges: [Range<Int>] {
    let placement = SectionPlacement(
      rows.provenance, sections: sections.rows.provenance, before: before, after: after)
    let pieces = rows.provenance.pieces(cutAt: before, after)
    var lines = Provenance(countBefore: before.rowCount + before.count)
    var next = 0
    var flat = 0
    for (section, origin) in placement.origins.enumerated() {
      lines.append(origin.map { Piece(old: before.headerLine(of: $0), length: 1) } ?? .new(1))
      while next < pieces.count, flat < after.range(of: section).upperBound {
        let piece = pieces[next]
        let line = piece.isKept ? piece.start + before.section(of: piece.start) + 1 : -1
        lines.append(Piece(old: line, length: piece.count))
        flat += piece.count
        next += 1
      }
    }
    let renewed =
      sections.updated.map { after.headerLine(of: $0.to) }
      + updated.map { after.headerLine(of: $0.to.section) + 1 + $0.to.row }
    return lines.changedPositions(renewed.sorted())
  }

  /// The sections of both versions in an order in which those that go stand among the others, behind the
  /// ones that they follow.
  func sectionsOfBoth(_ placement: SectionPlacement) -> [(old: Int?, new: Int?)] {
    var order: [(old: Int?, new: Int?)] = []
    var leaving = placement.goals.indices.filter { placement.goals[$0] == nil }[...]
    let moving = Set(sections.moved.lazy.map(\.from))
    for (section, origin) in placement.origins.enumerated() {
      if let origin, !moving.contains(origin) {
        while let next = leaving.first, next < origin {
          order.append((next, nil))
          leaving = leaving.dropFirst()
        }
      }
      order.append((origin, section))
    }
    return order + leaving.map { ($0, nil) }
  }
}

extension SectionBounds {
  /// The line of a section's header when each header and each row has one.
  fileprivate func headerLine(of section: Int) -> Int { starts[section] + section }
}

/// The script of a batch while it is written.
private struct SectionScript<Header: Identifiable, Element: Identifiable> {
  private let changes: SectionChanges<Header, Element>
  /// The sections as they stand while rows move.
  private let order: [(old: Int?, new: Int?)]
  private(set) var steps: [SectionStep<Header, Element>] = []

  init(_ changes: SectionChanges<Header, Element>) {
    self.changes = changes
    order = changes.sectionsOfBoth(
      SectionPlacement(
        changes.rows.provenance, sections: changes.sections.rows.provenance,
        before: changes.before, after: changes.after))
  }

  mutating func run() {
    for row in changes.removed.reversed() { steps.append(.remove(at: row.path, row.element)) }
    arrangeSections()
    moveRows()
    for (position, section) in order.enumerated().reversed() where section.new == nil {
      steps.append(.removeSection(at: position))
    }
    for (flat, row) in changes.rows.inserted {
      steps.append(.insert(row, at: changes.after.path(of: flat)))
    }
    for update in changes.updated {
      steps.append(.update(at: update.to, old: update.old, new: update.new))
    }
    for update in changes.sections.updated {
      steps.append(.updateHeader(at: update.to, old: update.old, new: update.new))
    }
  }

  /// Lets sections come and move, while those that go are still there.
  private mutating func arrangeSections() {
    var provenance = Provenance(countBefore: changes.before.count)
    for section in order { provenance.append(Piece(old: section.old ?? -1, length: 1)) }
    let arrangement = ListChanges(
      RowChanges(
        provenance, removed: [], inserted: changes.sections.inserted.elements, updated: []))
    for step in arrangement.steps {
      switch step {
      case .insert(let header, let position): steps.append(.insertSection(header, at: position))
      case .move(let from, let to): steps.append(.moveSection(from: from, to: to))
      case .remove, .update: break
      }
    }
  }

  /// Moves rows, in positions among the lines of all headers and rows; headers are landmarks there.
  private mutating func moveRows() {
    if changes.moved.isEmpty { return }
    let (before, after) = (changes.before, changes.after)
    let gone = RangeCounter(changes.rows.removed.ranges)
    let new = RangeCounter(changes.rows.inserted.ranges)
    var placeOfOld = [Int](repeating: 0, count: before.count)
    var placeOfNew = [Int](repeating: 0, count: after.count)
    var countsBefore = [Int](repeating: 0, count: order.count)
    for (place, section) in order.enumerated() {
      if let new = section.new { placeOfNew[new] = place }
      guard let old = section.old else { continue }
      placeOfOld[old] = place
      let range = before.range(of: old)
      // A section that goes takes its rows with it.
      countsBefore[place] =
        range.count - (section.new == nil ? 0 : gone.count(in: range))
    }
    var countsAfter = countsBefore
    for move in changes.moved {
      countsAfter[placeOfOld[move.from.section]] -= 1
      countsAfter[placeOfNew[move.to.section]] += 1
    }
    let linesBefore = SectionBounds(countsBefore)
    let linesAfter = SectionBounds(countsAfter)
    let moves = changes.moved.map { move in
      let (source, goal) = (placeOfOld[move.from.section], placeOfNew[move.to.section])
      let sourceStart = before.range(of: move.from.section).lowerBound
      let goalStart = after.range(of: move.to.section).lowerBound
      let rowsGone =
        order[source].new == nil
        ? 0 : gone.count(in: sourceStart..<(sourceStart + move.from.row))
      let rowsNew = new.count(in: goalStart..<(goalStart + move.to.row))
      return ListMove(
        from: linesBefore.headerLine(of: source) + 1 + move.from.row - rowsGone,
        to: linesAfter.headerLine(of: goal) + 1 + move.to.row - rowsNew)
    }

    var counts = Tally(countsBefore)
    for (move, running) in zip(changes.moved, moves.running) {
      let (source, goal) = (placeOfOld[move.from.section], placeOfNew[move.to.section])
      let from = running.from - counts.sum(below: source) - source - 1
      counts.add(-1, at: source)
      let to = running.to - counts.sum(below: goal) - goal - 1
      counts.add(1, at: goal)
      steps.append(
        .move(
          from: ListPath(section: source, row: from), to: ListPath(section: goal, row: to)))
    }
  }
}
