import BindingsTestSupport
import Testing

@testable import Bindings

/// Batches and ranges of sections, each taken over as one edit.
@Suite @MainActor struct SectionEditTests {
  let graph = Graph()
  let sections: ObservableSections<Head, Row>

  init() {
    sections = ObservableSections(
      (0..<3).map { head in
        ListSection(Head(id: head), rows: (0..<3).map { Row(id: 10 * head + $0) })
      }, graph: graph)
  }

  private var ids: [[Int]] { sections.peek().map { $0.rows.map(\.id) } }

  @Test func aHeaderWithAnotherIdentityIsAnotherSectionWithTheRows() throws {
    let log = IssueLog(graph)
    var screen = SectionProbe<Head, Row>()
    var problems: [String] = []
    let token = sections.observeChanges { update in
      do { try screen.show(update) } catch { problems.append("\(error)") }
    }
    sections.edit { $0.updateHeader(at: 0) { $0.id = 77 } }
    #expect(sections.peek().map(\.id) == [77, 1, 2] && ids[0] == [0, 1, 2])
    let changes = try #require(screen.changes)
    #expect(
      changes.sections.removed.ranges == [0..<1] && changes.sections.inserted.ranges == [0..<1])
    #expect(changes.removed.isEmpty && changes.inserted.isEmpty && changes.updated.isEmpty)
    #expect(
      changes.moved.map(\.from.row) == [0, 1, 2] && changes.moved.allSatisfy { $0.from == $0.to })
    #expect(log.issues.isEmpty && problems.isEmpty)
    sections.edit { $0.updateHeader(at: 0) { $0.id = 2 } }
    #expect(sections.peek().map(\.id) == [77, 1, 2])
    #expect(log.issues.map(\.code) == [.duplicateIdentity])
    token.cancel()
  }

  @Test func theBatchOfASectionIsTheBatchOfTheList() throws {
    var told: [SectionChanges<Head, Row>] = []
    let token = sections.observeChanges { update in
      if let changes = update.changes { told.append(changes) }
    }
    let old = sections.peek()[1].rows
    let new = [Row(id: 12), Row(id: 30), Row(id: 10, text: 7)]
    sections.edit(animation: .left) { $0.apply(ListChanges(from: old, to: new), to: 1) { $0 } }
    #expect(ids == [[0, 1, 2], [12, 30, 10], [20, 21, 22]])
    let changes = try #require(told.first)
    let (first, second, third) = (
      ListPath(section: 1, row: 0), ListPath(section: 1, row: 1), ListPath(section: 1, row: 2)
    )
    #expect(told.count == 1 && changes.count == 4 && changes.animation == .left)
    #expect(changes.removed.map(\.path) == [second] && changes.inserted.map(\.path) == [second])
    #expect(changes.moved == [ListMove(from: third, to: first)])
    #expect(changes.updated.map(\.to) == [third])
    token.cancel()
  }

  @Test func theRowsOfARangeAreChangedAtOnce() {
    var told: [[ListPath]] = []
    let token = sections.observeChanges { update in
      if let changes = update.changes { told.append(changes.updated.map(\.to)) }
    }
    sections.edit {
      $0.updateRows(1..<3, in: 1) { $0.text += 1 }
      $0.updateRows(1..<1, in: 0) { $0.text += 1 }
    }
    sections.edit { edit in
      for section in 1..<3 { edit.updateRows(0..<3, in: section) { $0.text += 1 } }
    }
    #expect(
      sections.peek().map { $0.rows.map(\.text) } == [[0, 0, 0], [1, 2, 2], [1, 1, 1]])
    #expect(
      told == [
        (1..<3).map { ListPath(section: 1, row: $0) },
        (1..<3).flatMap { section in (0..<3).map { ListPath(section: section, row: $0) } },
      ])
    token.cancel()
  }

  @Test func aRowThatAnotherSectionHasIsTakenFromIt() {
    let token = sections.observeChanges { _ in }
    let old = sections.peek()[1].rows
    sections.edit { $0.apply(ListChanges(from: old, to: old + [Row(id: 0)]), to: 1) { $0 } }
    #expect(ids == [[1, 2], [10, 11, 12, 0], [20, 21, 22]])
    token.cancel()
  }

  @Test func aRowIsFoundWhereverEditsPutIt() {
    #expect(sections.path(of: 21) == ListPath(section: 2, row: 1))
    sections.edit {
      $0.removeSections(0..<2)
      $0.append(Head(id: 9), rows: [Row(id: 90)])
    }
    #expect(sections.path(of: 21) == ListPath(section: 0, row: 1))
    #expect(sections.path(of: 90) == ListPath(section: 1, row: 0))
    #expect(sections.path(of: 10) == nil)
    #expect(sections.rows.map(\.id) == [20, 21, 22, 90])
    #expect(sections.rows(in: 1).map(\.id) == [90])
  }

  @Test func aSectionIsFoundWhereverEditsPutIt() {
    #expect(sections.section(of: 2) == 2 && sections.section(of: 9) == nil)
    sections.edit { edit in
      edit.moveSection(from: 2, to: 0)
      edit.insert(Head(id: 9), at: 1)
      edit.removeSections(2..<3)
    }
    #expect([2, 9, 0, 1].map { sections.section(of: $0) } == [0, 1, nil, 2])
  }

  @Test func aRowThatOnlyCrossesABoundaryHasMoved() {
    let (last, first) = (ListPath(section: 0, row: 2), ListPath(section: 1, row: 0))
    let version = sections.version
    sections.edit { $0.move(from: last, to: first) }
    #expect(ids[0] == [0, 1] && ids[1] == [2, 10, 11, 12] && sections.version != version)
    var told: [SectionChanges<Head, Row>] = []
    let token = sections.observeChanges { update in
      if let changes = update.changes { told.append(changes) }
    }
    sections.edit { $0.move(from: first, to: last) }
    #expect(ids[0] == [0, 1, 2] && told.map(\.count) == [1])
    #expect(told.first?.moved == [ListMove(from: first, to: last)])
    token.cancel()
  }

  @Test func randomChangesOfSectionsLeadToTheirRows() async {
    var fuzz = ListFuzz("changes applied to sections", share: 24)
    while await fuzz.next() {
      let list = ObservableSections(fuzz.sections(), graph: fuzz.quiet)
      if list.isEmpty { continue }
      var screen = SectionProbe<Head, Row>()
      var fault: (any Error)?
      let token = list.observeChanges { update in
        do { try screen.show(update) } catch { fault = fault ?? error }
      }
      for _ in 0..<4 {
        fuzz.quiet.batch {
          for _ in 0...fuzz.below(2) {
            let section = fuzz.below(list.count)
            let old = list.peek()[section].rows
            let new = fuzz.version(after: old)
            list.edit { $0.apply(ListChanges(from: old, to: new), to: section) { $0 } }
            fuzz.expect(list.peek()[section].rows == new, "\(old) to \(new)")
            for row in new {
              fuzz.expect(list.path(of: row.id)?.section == section, "the row \(row) is found")
            }
          }
        }
        fuzz.count(1)
        fuzz.expect(screen.sections == list.peek(), "screen")
        if let fault { fuzz.expect(false, "\(fault)") }
      }
      token.cancel()
    }
  }

  /// Applies the changes from `old` to `new` to the first section with rows made by `row`, and shows
  /// them in a strict view.
  private func apply(
    from old: [Row], to new: [Row], row: @escaping (Row) -> Row
  ) -> (updates: Int, issues: Int) {
    var counts = (updates: 0, issues: 0)
    graph.onIssue = { _ in counts.issues += 1 }
    sections.edit { $0.replace(with: [ListSection(Head(id: 0), rows: old)]) }
    var probe = SectionProbe<Head, Row>()
    let token = sections.observeChanges { update in
      do { try probe.show(update) } catch { Issue.record(error) }
      if update.changes != nil { counts.updates += 1 }
    }
    sections.edit { $0.apply(ListChanges(from: old, to: new), to: 0, row) }
    #expect(probe.sections == sections.peek())
    token.cancel()
    return counts
  }

  @Test func aRowThatComesOutWithAnotherIdentityIsAnotherRow() {
    let old = [Row(id: 1), Row(id: 2)]
    let counts = apply(from: old, to: [Row(id: 1, text: 7), Row(id: 2)]) { Row(id: $0.text) }
    #expect(ids == [[7, 2]] && counts == (1, 0))
    #expect(sections.path(of: 7) == ListPath(section: 0, row: 0) && sections.path(of: 1) == nil)
  }

  @Test func ofRowsThatComeOutWithOneIdentityTheFirstIsTaken() {
    let old = [Row(id: 1)]
    let counts = apply(from: old, to: old + [Row(id: 3), Row(id: 4)]) { _ in Row(id: 9) }
    #expect(ids == [[1, 9]] && counts == (1, 1))
  }

  @Test func newContentThatComesOutEqualIsNoUpdate() {
    let counts = apply(from: [Row(id: 1)], to: [Row(id: 1, text: 3)]) { Row(id: $0.id) }
    #expect(ids == [[1]] && counts == (0, 0))
  }

  @Test func aListIsMadeWithItsSectionsInsideAComputedToo() {
    var issues = 0
    graph.onIssue = { _ in issues += 1 }
    let made = Computed(graph: graph) {
      ObservableSections([ListSection(Head(id: 0), rows: [Row(id: 1)])], graph: graph)
    }
    #expect(made.value.rows == [Row(id: 1)] && made.value.count == 1)
    #expect(issues == 0)
  }
}
