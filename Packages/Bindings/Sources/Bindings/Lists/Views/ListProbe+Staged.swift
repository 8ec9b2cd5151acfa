extension ListProbe {
  /// Shows a staged batch as a table view does: it asks the data source for rows that are new or
  /// reloaded, and keeps the others as they were.
  ///
  /// - Throws: ``ListProbeError``, also when the batch leaves a row with old content; then the screen
  ///   stays as it was.
  public mutating func show(_ batch: StagedBatch<Element>) throws(ListProbeError) {
    var sources = SlotList(count: rows.count, name: "before")
    for position in batch.removed { try sources.take(position, for: "removed") }
    for move in batch.moved { try sources.take(move.from, for: "moved from") }
    let stays = sources.free
    for position in batch.reloaded { try sources.take(position, for: "reloaded") }
    let reloaded = Set(batch.reloaded)
    guard stays.count + batch.moved.count + batch.inserted.count == batch.rows.count else {
      throw .illegal(
        "the batch makes \(stays.count + batch.moved.count + batch.inserted.count) rows of \(rows.count), the data source has \(batch.rows.count)"
      )
    }
    var goals = SlotList(count: batch.rows.count, name: "after")
    var screen = batch.rows
    for position in batch.inserted { try goals.take(position, for: "inserted") }
    for move in batch.moved {
      try goals.take(move.to, for: "moved to")
      screen[move.to] = rows[move.from]
    }
    for (goal, source) in zip(goals.free, stays) where !reloaded.contains(source) {
      screen[goal] = rows[source]
    }
    try check(screen, against: batch.rows)
    reload(screen)
  }
}

extension SectionProbe {
  /// Shows a staged batch as a table view does: it asks the data source for sections and rows that are
  /// new or reloaded, and keeps the others as they were.
  ///
  /// - Throws: ``ListProbeError``, also when the batch leaves something with old content; then the
  ///   screen stays as it was.
  public mutating func show(
    _ batch: StagedSectionBatch<Header, Element>
  ) throws(ListProbeError) {
    var headers = headers
    try headers.show(
      StagedBatch(
        removed: batch.removedSections, inserted: batch.insertedSections,
        moved: batch.movedSections, reloaded: batch.reloadedSections,
        rows: batch.sections.map(\.header)))
    let changesRows =
      !batch.removed.isEmpty || !batch.inserted.isEmpty || !batch.moved.isEmpty
      || !batch.reloaded.isEmpty
    if !batch.movedSections.isEmpty, changesRows {
      throw .illegal("rows change while sections move")
    }

    var origins = [Int?](repeating: nil, count: batch.sections.count)
    var goals = [Int?](repeating: nil, count: sections.count)
    let fixed = Set(batch.removedSections + batch.movedSections.map(\.from))
    let new = Set(batch.insertedSections + batch.movedSections.map(\.to))
    for move in batch.movedSections { (origins[move.to], goals[move.from]) = (move.from, move.to) }
    for (goal, source) in zip(
      origins.indices.filter { !new.contains($0) }, goals.indices.filter { !fixed.contains($0) })
    {
      (origins[goal], goals[source]) = (source, goal)
    }

    var sources = sections.map { SlotList(count: $0.rows.count, name: "before") }
    func take(_ path: ListPath, _ use: String) throws(ListProbeError) {
      guard goals.indices.contains(path.section), goals[path.section] != nil,
        !batch.reloadedSections.contains(path.section)
      else { throw .illegal("the row \(use) at \(path) is in a section that goes or is reloaded") }
      try sources[path.section].take(path.row, for: use)
    }
    for path in batch.removed { try take(path, "removed") }
    for move in batch.moved { try take(move.from, "moved from") }
    let stays = sources.map(\.free)
    for path in batch.reloaded { try take(path, "reloaded") }
    let reloaded = Set(batch.reloaded)

    var slots = batch.sections.map { SlotList(count: $0.rows.count, name: "after") }
    var screen = batch.sections
    for path in batch.inserted {
      guard origins.indices.contains(path.section), origins[path.section] != nil else {
        throw .illegal("a row is inserted at \(path) in a section that comes with its rows")
      }
      try slots[path.section].take(path.row, for: "inserted")
    }
    for move in batch.moved {
      guard origins.indices.contains(move.to.section), origins[move.to.section] != nil else {
        throw .illegal("a row moves to \(move.to) in a section that comes with its rows")
      }
      try slots[move.to.section].take(move.to.row, for: "moved to")
      screen[move.to.section].rows[move.to.row] = sections[move.from.section].rows[move.from.row]
    }
    for (goal, source) in origins.enumerated() {
      guard let source, !batch.reloadedSections.contains(source) else { continue }
      let open = slots[goal].free
      guard open.count == stays[source].count else {
        throw .illegal(
          "section \(source) keeps \(stays[source].count) rows for \(open.count) places")
      }
      for (place, row) in zip(open, stays[source])
      where !reloaded.contains(ListPath(section: source, row: row)) {
        screen[goal].rows[place] = sections[source].rows[row]
      }
    }
    try check(screen.map(\.rows), against: batch.sections)
    reload(screen)
  }
}
