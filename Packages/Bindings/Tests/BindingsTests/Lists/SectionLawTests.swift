import BindingsTestSupport
import Testing

@testable import Bindings

/// The laws of batches with sections, on random versions.
@Suite @MainActor struct SectionLawTests {
  private typealias Sections = [ListSection<Head, Row>]

  @Test func batchesReplayLeastAndCompose() async throws {
    var fuzz = ListFuzz("laws of batches with sections", share: 12)
    while await fuzz.next() {
      let a = fuzz.sections()
      let b = fuzz.version(after: a)
      let c = fuzz.version(after: b)
      let first = SectionChanges(from: a, to: b)
      let second = SectionChanges(from: b, to: c)
      check(first, from: a, to: b, &fuzz)
      let sum = first.then(second)
      check(sum, from: a, to: c, &fuzz)
      fuzz.expect(sum == SectionChanges(from: a, to: c), "composed batch equals the direct one")
      fuzz.count(3)
    }
  }

  @Test func editsBecomeTheBatchThatAComparisonFinds() async throws {
    var fuzz = ListFuzz("edits of lists with sections", share: 16)
    while await fuzz.next() {
      let graph = Graph()
      graph.onIssue = { _ in }
      let list = ObservableSections(fuzz.sections(), graph: graph)
      var screen = SectionProbe<Head, Row>()
      var fault: (any Error)?
      let token = list.observeChanges { update in
        let last = screen.sections
        do {
          try screen.show(update)
          if let changes = update.changes,
            changes != SectionChanges(from: last, to: update.sections)
          {
            fault = fault ?? ListProbeError.stale("\(changes) from \(last)")
          }
        } catch { fault = fault ?? error }
      }
      for _ in 0..<6 {
        graph.batch {
          for _ in 0...fuzz.below(3) { list.edit { fuzz.edit(&$0) } }
        }
        fuzz.count(1)
        fuzz.expect(screen.sections == list.peek(), "screen")
      }
      if let fault { fuzz.expect(false, "\(fault)") }
      token.cancel()
    }
  }

  private func check(
    _ changes: SectionChanges<Head, Row>, from a: Sections, to b: Sections, _ fuzz: inout ListFuzz
  ) {
    fuzz.expect(a.applying(changes) == b, "replay: \(changes) from \(a) to \(b)")
    var screen = SectionProbe<Head, Row>()
    screen.reload(a)
    do { try screen.show(changes, leadingTo: b) } catch {
      fuzz.expect(false, "refused: \(error): \(changes) from \(a) to \(b)")
    }
    var moves = 0
    for section in b {
      let old = a.first { $0.id == section.id }?.rows.map(\.id) ?? []
      let new = section.rows.map(\.id)
      moves += leastMoves(from: old, to: new)
      let elsewhere = a.filter { $0.id != section.id }.flatMap { $0.rows.map(\.id) }
      moves += new.count { elsewhere.contains($0) }
    }
    fuzz.expect(changes.moved.count == moves, "least")
    fuzz.expect(
      changes.sections.moved.count == leastMoves(from: a.map(\.id), to: b.map(\.id)),
      "least sections")
  }
}

extension SectionChanges where Header: Equatable, Element: Equatable {
  /// This step and the next one as one, as a reader of a list gets them.
  fileprivate func then(_ next: SectionChanges) -> SectionChanges {
    SectionChanges(
      rows.then(next.rows, areEqual: ==), sections: sections.then(next.sections, areEqual: ==),
      before: before, after: next.after)
  }
}

extension ListFuzz {
  mutating func sections() -> [ListSection<Head, Row>] {
    var ids = Array(0..<16).shuffled(using: &random)
    return Array(0..<6).shuffled(using: &random).prefix(below(5)).map { id in
      let count = min(below(4), ids.count)
      defer { ids.removeFirst(count) }
      let rows = ids.prefix(count).map { Row(id: $0, text: below(3)) }
      return ListSection(Head(id: id, title: below(3)), rows: rows)
    }
  }

  mutating func version(
    after sections: [ListSection<Head, Row>]
  ) -> [ListSection<Head, Row>] {
    if chance(5) { return self.sections() }
    let list = ObservableSections(sections, graph: quiet)
    list.edit { edit in for _ in 0..<(1 + below(4)) { self.edit(&edit) } }
    return list.peek()
  }

  fileprivate mutating func edit(_ list: inout SectionEdit<Head, Row>) {
    let path = anyPath(list)
    switch below(14) {
    case 0: list.insert(head(), rows: rows(upTo: 3), at: below(list.count + 1))
    case 1:
      let low = below(list.count + 1)
      list.removeSections(low..<(low + below(min(2, list.count - low + 1))))
    case 2: if list.count > 0 { list.moveSection(from: below(list.count), to: below(list.count)) }
    case 3:
      let title = below(3)
      let id = chance(3) ? below(6) : nil
      if list.count > 0 {
        list.updateHeader(at: below(list.count)) { $0 = Head(id: id ?? $0.id, title: title) }
      }
    case 4, 5:
      if list.count > 0 {
        let section = below(list.count)
        list.insert(
          contentsOf: [Row(id: below(16), text: below(3))],
          at: ListPath(section: section, row: below(list.rowCount(in: section) + 1)))
      }
    case 6, 7: if let path { list.remove(at: path) }
    case 8, 9, 10:
      guard let path else { return }
      let section = below(list.count)
      let room = list.rowCount(in: section) + (section == path.section ? 0 : 1)
      list.move(from: path, to: ListPath(section: section, row: below(room)))
    case 11:
      let text = below(3)
      if let path { list.update(at: path) { $0.text = text } }
    case 12:
      let row = Row(id: below(16), text: below(3))
      if let path { list.update(at: path) { $0 = row } }
    default:
      if list.count > 0, chance(30) { list.replaceRows(in: below(list.count), with: rows(upTo: 4)) }
    }
  }

  private mutating func head() -> Head { Head(id: below(7), title: below(3)) }

  private mutating func anyPath(_ list: SectionEdit<Head, Row>) -> ListPath? {
    let filled = (0..<list.count).filter { list.rowCount(in: $0) > 0 }
    guard !filled.isEmpty else { return nil }
    let section = filled[below(filled.count)]
    return ListPath(section: section, row: below(list.rowCount(in: section)))
  }
}
