import Testing

@testable import Bindings

/// Adapters of a batch for views of other kinds, proved on strict screens.
@Suite @MainActor struct StagingTests {
  @Test func stagedBatchesLeadATableViewToTheRows() async throws {
    var fuzz = ListFuzz("staged flat batches", share: 24)
    while await fuzz.next() {
      let a = fuzz.rows(upTo: 8)
      let b = fuzz.version(after: a)
      let changes = ListChanges(from: a, to: b)
      let stages = changes.staged(for: .tableView, leadingTo: b)
      fuzz.count(1)
      fuzz.expect(stages.count <= 2 && stages.isEmpty == changes.isEmpty, "number of stages")
      var screen = ListProbe<Row>()
      screen.reload(a)
      do { for stage in stages { try screen.show(stage) } } catch {
        fuzz.expect(false, "\(error): \(stages) from \(a) to \(b)")
      }
      fuzz.expect(screen.rows == b, "screen")
    }
  }

  @Test func stagedBatchesLeadATableViewToTheSections() async throws {
    var fuzz = ListFuzz("staged batches with sections", share: 24)
    while await fuzz.next() {
      let a = fuzz.sections()
      let b = fuzz.version(after: a)
      let changes = SectionChanges(from: a, to: b)
      let stages = changes.staged(for: .tableView, leadingTo: b)
      fuzz.count(1)
      fuzz.expect(stages.count <= 3 && stages.isEmpty == changes.isEmpty, "number of stages")
      var screen = SectionProbe<Head, Row>()
      screen.reload(a)
      do { for stage in stages { try screen.show(stage) } } catch {
        fuzz.expect(false, "\(error): \(stages) from \(a) to \(b)")
      }
      fuzz.expect(screen.sections == b, "screen")
    }
  }

  @Test func stepsLeadFromVersionToVersionOneByOne() async {
    var fuzz = ListFuzz("steps", share: 24)
    while await fuzz.next() {
      let a = fuzz.rows(upTo: 9)
      let b = fuzz.version(after: a)
      let changes = ListChanges(from: a, to: b)
      var rows = a
      for step in changes.steps {
        switch step {
        case .remove(let position, let row):
          fuzz.expect(rows.remove(at: position) == row, "removed row")
        case .insert(let row, let position): rows.insert(row, at: position)
        case .move(let from, let to): rows.insert(rows.remove(at: from), at: to)
        case .update(let position, let old, let new):
          fuzz.expect(rows[position] == old, "updated row")
          rows[position] = new
        }
      }
      fuzz.count(1)
      fuzz.expect(changes.steps.count == changes.count, "one step for each change")
      fuzz.expect(rows == b, "\(changes.steps) makes \(rows) of \(a) instead of \(b)")
    }
  }

  @Test func rangesAreThePositionsThatLookDifferent() async {
    var fuzz = ListFuzz("ranges", share: 48)
    while await fuzz.next() {
      let a = fuzz.rows(upTo: 9)
      let b = fuzz.version(after: a)
      let dirty = Set(ListChanges(from: a, to: b).ranges.joined())
      fuzz.count(1)
      for position in 0..<max(a.count, b.count) {
        let isSame = position < min(a.count, b.count) && a[position] == b[position]
        fuzz.expect(dirty.contains(position) != isSame, "position \(position) from \(a) to \(b)")
      }
    }
  }

  @Test func stepsLeadFromSectionsToSectionsOneByOne() async {
    var fuzz = ListFuzz("steps of sections", share: 24)
    while await fuzz.next() {
      let a = fuzz.sections()
      let b = fuzz.version(after: a)
      let steps = SectionChanges(from: a, to: b).steps
      var page = Page(sections: a)
      for step in steps { page.take(step) }
      fuzz.count(1)
      fuzz.expect(
        page.sections == b && page.surprises == 0,
        "\(steps) makes \(page.sections) of \(a) instead of \(b)")
      fuzz.expect(a != b || steps.isEmpty, "no steps where nothing changes")
    }
  }

  @Test func rangesOfSectionsAreTheLinesThatLookDifferent() async {
    var fuzz = ListFuzz("ranges of sections", share: 48)
    while await fuzz.next() {
      let a = fuzz.sections()
      let b = fuzz.version(after: a)
      let dirty = Set(SectionChanges(from: a, to: b).ranges.joined())
      let (old, new) = (lines(a), lines(b))
      fuzz.count(1)
      for line in 0..<max(old.count, new.count) {
        let isSame = line < min(old.count, new.count) && old[line] == new[line]
        fuzz.expect(dirty.contains(line) != isSame, "line \(line) from \(a) to \(b)")
      }
    }
  }

  private func lines(_ sections: [ListSection<Head, Row>]) -> [[Int]] {
    sections.flatMap { section in
      [[0, section.header.id, section.header.title]] + section.rows.map { [1, $0.id, $0.text] }
    }
  }

  @Test func strictScreensRefuseWhatATableViewThrowsOn() {
    var screen = ListProbe<Row>()
    screen.reload((0..<3).map { Row(id: $0) })
    let three = screen.rows
    var changed = three
    changed[1].text = 1
    let illegal = [
      StagedBatch(removed: [3], rows: three), StagedBatch(removed: [1, 1], rows: [three[0]]),
      StagedBatch(removed: [1], rows: three), StagedBatch(removed: [1], reloaded: [1], rows: three),
      StagedBatch(moved: [ListMove(from: 0, to: 2)], reloaded: [0], rows: three),
    ]
    for batch in illegal {
      let error = #expect(throws: ListProbeError.self) { try screen.show(batch) }
      #expect(error?.code == .illegalBatch)
    }
    let stale = #expect(throws: ListProbeError.self) {
      try screen.show(StagedBatch(rows: changed))
    }
    #expect(stale?.code == .staleScreen)
    #expect(screen.rows == three)
    let other = ListChanges(from: changed, to: [])
    #expect(throws: ListProbeError.self) { try screen.show(other) }
  }
}

/// A view that is changed step by step, like a page in a browser.
private struct Page {
  var sections: [ListSection<Head, Row>]
  /// How many steps spoke of something else than what is there.
  var surprises = 0

  mutating func take(_ step: SectionStep<Head, Row>) {
    switch step {
    case .removeSection(let position): sections.remove(at: position)
    case .insertSection(let header, let position):
      sections.insert(ListSection(header), at: position)
    case .moveSection(let from, let to): sections.insert(sections.remove(at: from), at: to)
    case .updateHeader(let position, let old, let new):
      if sections[position].header != old { surprises += 1 }
      sections[position].header = new
    case .remove(let path, let row):
      if sections[path.section].rows.remove(at: path.row) != row { surprises += 1 }
    case .insert(let row, let path): sections[path.section].rows.insert(row, at: path.row)
    case .move(let from, let to):
      let row = sections[from.section].rows.remove(at: from.row)
      sections[to.section].rows.insert(row, at: to.row)
    case .update(let path, let old, let new):
      if sections[path.section].rows[path.row] != old { surprises += 1 }
      sections[path.section].rows[path.row] = new
    }
  }
}
