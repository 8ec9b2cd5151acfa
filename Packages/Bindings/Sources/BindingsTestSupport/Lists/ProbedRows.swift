internal import Bindings

/// The rows of sections on a screen; a list without sections is one section.
struct ProbedRows<Element: Identifiable> {
  let shown: [[Element]]
  let areEqual: (Element, Element) -> Bool

  /// A batch by its public positions alone.
  struct Batch {
    let removed: [(path: ListPath, element: Element)]
    let inserted: [(path: ListPath, element: Element)]
    let moved: [ListMove<ListPath>]
    let updated: [ListRowUpdate<Element, ListPath>]
  }

  /// Follows a batch.
  ///
  /// - Parameters:
  ///   - batch: The batch.
  ///   - origins: For each section after, its position before; nil for a new one.
  ///   - newRows: The rows of the new sections, by position after; those that move there are told.
  /// - Returns: The rows that the batch makes of these.
  /// - Throws: ``ListProbeError`` when the batch cannot be followed.
  func after(
    _ batch: Batch, origins: [Int?], newRows: (Int) -> [Element]
  ) throws(ListProbeError) -> [[Element]] {
    let staying = Set(origins.compactMap(\.self))
    var sources = shown.map { SlotList(count: $0.count, name: "before") }
    for (path, element) in batch.removed {
      guard staying.contains(path.section) else {
        throw .illegal("the row removed at \(path) is in a section that is removed itself")
      }
      try sources[path.section].take(path.row, for: "removed")
      guard areEqual(shown[path.section][path.row], element) else {
        throw .stale("the removed row at \(path) is not the one shown")
      }
    }
    for move in batch.moved {
      guard shown.indices.contains(move.from.section), origins.indices.contains(move.to.section)
      else {
        throw .illegal("a row moved from \(move.from) to \(move.to), where there is no section")
      }
      try sources[move.from.section].take(move.from.row, for: "moved from")
    }
    for (path, _) in batch.inserted {
      guard origins.indices.contains(path.section), origins[path.section] != nil else {
        throw .illegal("the row inserted at \(path) is in a section that is new itself")
      }
    }

    let coming = batch.inserted.map(\.path.section) + batch.moved.map(\.to.section)
    let counts = Dictionary(coming.map { ($0, 1) }, uniquingKeysWith: +)
    var slots = origins.enumerated().map { section, origin in
      SlotList(
        count: origin.map { sources[$0].free.count + counts[section, default: 0] }
          ?? newRows(section).count, name: "after")
    }
    var screen: [ListPath: Element] = [:]
    var cameFrom: [ListPath: ListPath] = [:]
    for (path, element) in batch.inserted {
      try slots[path.section].take(path.row, for: "inserted")
      screen[path] = element
    }
    for move in batch.moved {
      try slots[move.to.section].take(move.to.row, for: "moved to")
      cameFrom[move.to] = move.from
    }
    let sizes = slots.map(\.count)
    for (section, origin) in origins.enumerated() {
      guard let origin else {
        let rows = newRows(section)
        for row in slots[section].free { screen[ListPath(section: section, row: row)] = rows[row] }
        continue
      }
      for (row, source) in zip(slots[section].free, sources[origin].free) {
        cameFrom[ListPath(section: section, row: row)] = ListPath(section: origin, row: source)
      }
    }
    for (path, origin) in cameFrom { screen[path] = shown[origin.section][origin.row] }
    for update in batch.updated {
      guard cameFrom[update.to] == update.from, let old = screen[update.to] else {
        throw .illegal("the row updated at \(update.to) does not come from \(update.from)")
      }
      guard areEqual(old, update.old) else {
        throw .stale("the updated row at \(update.from) is not the one shown")
      }
      guard update.old.id == update.new.id else {
        throw .illegal("the update at \(update.to) changes the identity")
      }
      screen[update.to] = update.new
    }
    return sizes.enumerated().map { section, count in
      (0..<count).compactMap { screen[ListPath(section: section, row: $0)] }
    }
  }

  /// Makes sure that the rows are those that a view asks its list for.
  ///
  /// - Throws: ``ListProbeError`` when they are others.
  func check(_ result: [[Element]], against goal: [[Element]]) throws(ListProbeError) {
    for (section, rows) in result.enumerated() {
      let wanted = goal[section]
      guard rows.count == wanted.count else {
        throw .stale("section \(section) gets \(rows.count) rows instead of \(wanted.count)")
      }
      for position in rows.indices
      where rows[position].id != wanted[position].id || !areEqual(rows[position], wanted[position])
      {
        throw .stale("section \(section) gets another row at \(position), or one with old content")
      }
    }
  }
}

/// The positions of one version, each of which may be named once.
struct SlotList {
  private var isTaken: [Bool]
  private let name: String

  init(count: Int, name: String) {
    isTaken = [Bool](repeating: false, count: count)
    self.name = name
  }

  var count: Int { isTaken.count }

  mutating func take(_ position: Int, for use: String) throws(ListProbeError) {
    guard isTaken.indices.contains(position) else {
      throw .illegal("position \(position) \(use) is out of bounds \(name) (\(isTaken.count) rows)")
    }
    if isTaken[position] { throw .illegal("position \(position) \(use) is named twice \(name)") }
    isTaken[position] = true
  }

  /// The positions that nobody named.
  var free: [Int] { isTaken.indices.filter { !isTaken[$0] } }
}
