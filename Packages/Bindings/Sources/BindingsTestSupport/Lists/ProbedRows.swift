internal import Bindings

/// The rows of sections on a screen; a list without sections is one section.
struct ProbedRows<Element: Identifiable> {
  let shown: [[Element]]
  let areEqual: (Element, Element) -> Bool

  /// A batch, reduced to its public positions.
  struct Batch {
    let removed: [(path: ListPath, element: Element)]
    let inserted: [(path: ListPath, element: Element)]
    let moved: [ListMove<ListPath>]
    let updated: [ListRowUpdate<Element, ListPath>]
  }

  /// A row with its previous path; nil for a new row.
  typealias Shown = (origin: ListPath?, element: Element)

  /// Applies a batch.
  ///
  /// - Parameters:
  ///   - batch: The batch.
  ///   - origins: The previous position of each section of the newer version; nil for a new one.
  ///   - goal: The rows that a view reads from its list; those of new sections are shown.
  /// - Returns: The rows after the batch, with their previous paths.
  /// - Throws: ``ListProbeError`` when the batch is invalid or leads to other rows.
  func after(
    _ batch: Batch, origins: [Int?], leadingTo goal: [[Element]]?
  ) throws(ListProbeError) -> [[Shown]] {
    let staying = Set(origins.compactMap(\.self))
    /// The remaining rows, with their paths.
    var left = shown.enumerated().map { section, rows in
      rows.enumerated().map { row, element -> Shown? in
        (ListPath(section: section, row: row), element)
      }
    }
    func take(_ path: ListPath, for use: String) throws(ListProbeError) -> Shown {
      guard left.indices.contains(path.section), left[path.section].indices.contains(path.row)
      else { throw .illegal("there is no row at \(path), which is \(use)") }
      guard let row = left[path.section][path.row] else {
        throw .illegal("the row at \(path) is \(use), and named twice")
      }
      left[path.section][path.row] = nil
      return row
    }
    for (path, element) in batch.removed {
      guard staying.contains(path.section) else {
        throw .illegal("the row removed at \(path) is in a section that is removed itself")
      }
      guard areEqual(try take(path, for: "removed").element, element) else {
        throw .stale("the removed row at \(path) is not the one shown")
      }
    }
    var coming: [(path: ListPath, row: Shown)] = []
    for move in batch.moved { coming.append((move.to, try take(move.from, for: "moved"))) }
    for (path, element) in batch.inserted {
      guard origins.indices.contains(path.section), origins[path.section] != nil else {
        throw .illegal("the row inserted at \(path) is in a section that is new itself")
      }
      coming.append((path, (nil, element)))
    }
    let goals = Set(coming.map(\.path))
    var screen = origins.enumerated().map { section, origin -> [Shown] in
      if let origin { return left[origin].compactMap(\.self) }
      return (goal?[section] ?? []).enumerated()
        .filter { !goals.contains(ListPath(section: section, row: $0.offset)) }
        .map { (nil, $0.element) }
    }
    // In ascending order, so that the rows before each position are in place already.
    for (path, row) in coming.sorted(by: { $0.path < $1.path }) {
      guard screen.indices.contains(path.section), path.row <= screen[path.section].count else {
        throw .illegal("there is no place for a row at \(path)")
      }
      screen[path.section].insert(row, at: path.row)
    }
    guard goals.count == coming.count else { throw .illegal("two rows come to one place") }
    for update in batch.updated {
      guard screen.indices.contains(update.to.section),
        screen[update.to.section].indices.contains(update.to.row),
        screen[update.to.section][update.to.row].origin == update.from
      else { throw .illegal("the row updated at \(update.to) does not come from \(update.from)") }
      guard areEqual(screen[update.to.section][update.to.row].element, update.old) else {
        throw .stale("the updated row at \(update.from) is not the one shown")
      }
      guard update.old.id == update.new.id else {
        throw .illegal("the update at \(update.to) changes the identity")
      }
      screen[update.to.section][update.to.row].element = update.new
    }
    for (section, wanted) in (goal ?? []).enumerated() {
      let rows = screen[section].map(\.element)
      guard rows.count == wanted.count else {
        throw .stale("section \(section) gets \(rows.count) rows instead of \(wanted.count)")
      }
      for position in rows.indices
      where rows[position].id != wanted[position].id || !areEqual(rows[position], wanted[position])
      {
        throw .stale("section \(section) gets another row at \(position), or one with old content")
      }
    }
    return screen
  }
}
