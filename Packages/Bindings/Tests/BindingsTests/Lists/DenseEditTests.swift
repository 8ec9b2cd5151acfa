import BindingsTestSupport
import Testing

@testable import Bindings

/// Transactions of many edits, where a list goes over from recording them to comparing, and a sorted
/// one from exchanging rows to merging them and to sorting them again.
@Suite @MainActor struct DenseEditTests {
  @Test func manyEditsBecomeTheBatchThatAComparisonFinds() async {
    var fuzz = ListFuzz("transactions of many edits", share: 150)
    while await fuzz.next() {
      await Task.yield()  // one round takes long
      let list = ObservableList(fuzz.many(fuzz.below(200)), graph: fuzz.quiet)
      var last: [Row] = []
      var fault: String?
      let token = list.observeChanges { update in
        if let changes = update.changes, changes != ListChanges(from: last, to: update.rows) {
          fault = fault ?? "\(changes) from \(last) to \(update.rows)"
        }
        last = update.rows
      }
      for _ in 0..<4 {
        list.edit { edit in
          for _ in 0..<fuzz.below(300) { fuzz.editFew(&edit) }
          if fuzz.chance(20) { edit.replace(with: edit.rows.shuffled(using: &fuzz.random)) }
          for _ in 0..<fuzz.below(100) { fuzz.editFew(&edit) }
        }
        fuzz.count(1)
        fuzz.expect(last == list.peek(), "rows")
        if let fault { fuzz.expect(false, fault) }
      }
      token.cancel()
    }
  }

  @Test func replacementsInOneTransactionBeginAtTheRowsBeforeIt() async {
    var fuzz = ListFuzz("several replacements in one transaction", share: 150)
    while await fuzz.next() {
      await Task.yield()  // one round takes long
      let list = ObservableList(fuzz.many(fuzz.below(200)), graph: fuzz.quiet)
      var last: [Row] = []
      var fault: String?
      let token = list.observeChanges { update in
        if let changes = update.changes, changes != ListChanges(from: last, to: update.rows) {
          fault = fault ?? "\(changes) from \(last) to \(update.rows)"
        }
        last = update.rows
      }
      for _ in 0..<4 {
        list.edit { edit in
          for _ in 0...fuzz.below(3) { fuzz.replace(&edit) }
        }
        fuzz.count(1)
        fuzz.expect(last == list.peek(), "rows")
        if let fault { fuzz.expect(false, fault) }
      }
      token.cancel()
    }
  }

  @Test func manyEditsOfSectionsBecomeTheBatchThatAComparisonFinds() async {
    var fuzz = ListFuzz("transactions of many edits of sections", share: 300)
    while await fuzz.next() {
      await Task.yield()  // one round takes long
      let list = ObservableSections<Head, Row>(graph: fuzz.quiet)
      list.edit { edit in
        for id in 0..<8 { edit.append(Head(id: id)) }
        for row in fuzz.many(fuzz.below(120)) { edit.append(row, to: fuzz.below(8)) }
      }
      var last: [ListSection<Head, Row>] = []
      var fault: String?
      let token = list.observeChanges { update in
        if let changes = update.changes, changes != SectionChanges(from: last, to: update.sections)
        {
          fault = fault ?? "\(changes) from \(last) to \(update.sections)"
        }
        last = update.sections
      }
      for _ in 0..<3 {
        list.edit { edit in for _ in 0..<fuzz.below(250) { fuzz.editFew(&edit) } }
        fuzz.count(1)
        fuzz.expect(last == list.peek(), "sections")
        if let fault { fuzz.expect(false, fault) }
      }
      token.cancel()
    }
  }

  @Test func sortedListsAgreeWithRecomputing() async {
    var fuzz = ListFuzz("sorted lists after many edits", share: 150)
    while await fuzz.next() {
      await Task.yield()  // one round takes long
      let list = ObservableList(fuzz.many(fuzz.below(200)), graph: fuzz.quiet)
      let limit = Property(1, graph: fuzz.quiet)
      let sorted = list.filter { $0.text >= limit.value }.sorted { $0.text > $1.text }
      var screen = ListProbe<Row>()
      var fault: (any Error)?
      let token = sorted.observeChanges { update in
        do { try screen.show(update) } catch { fault = fault ?? error }
        if let changes = update.changes, changes.moved.count > update.rows.count {
          fault = fault ?? ListProbeError.stale("more moves than rows")
        }
      }
      for _ in 0..<6 {
        // From a few edits to about as many as there are rows.
        let count = 1 << fuzz.below(9)
        list.edit { edit in for _ in 0..<count { fuzz.editFew(&edit) } }
        fuzz.count(1)
        let wanted = list.peek().filter { $0.text >= 1 }.sorted { $0.text > $1.text }
        fuzz.expect(
          sorted.peek() == wanted, "\(count) edits: \(sorted.peek()) instead of \(wanted)")
        fuzz.expect(screen.rows == wanted, "screen after \(count) edits")
        if let fault { fuzz.expect(false, "\(fault) after \(count) edits") }
      }
      token.cancel()
    }
  }

  @Test func sortedListsFollowTheLeastMoves() async {
    var fuzz = ListFuzz("moves of sorted lists after many edits", share: 300)
    while await fuzz.next() {
      await Task.yield()  // one round takes long
      let list = ObservableList(fuzz.many(60 + fuzz.below(100)), graph: fuzz.quiet)
      let sorted = list.sorted { $0.text > $1.text }
      var last: [Row] = []
      var fault: String?
      let token = sorted.observeChanges { update in
        if let changes = update.changes, changes != ListChanges(from: last, to: update.rows) {
          fault = fault ?? "\(changes) from \(last) to \(update.rows)"
        }
        last = update.rows
      }
      for _ in 0..<4 {
        list.edit { edit in for _ in 0..<(10 + fuzz.below(50)) { fuzz.editFew(&edit) } }
        fuzz.count(1)
        if let fault { fuzz.expect(false, fault) }
      }
      token.cancel()
    }
  }
}

extension ListFuzz {
  fileprivate mutating func many(_ count: Int) -> [Row] {
    (0..<count).shuffled(using: &random).map { Row(id: $0, text: below(40)) }
  }

  /// Replaces the rows by some of which few or many are other, changed or elsewhere.
  fileprivate mutating func replace(_ list: inout ListEdit<Row>) {
    var rows = list.rows
    let part = below(rows.count + 1)
    switch below(4) {
    case 0: if rows.count > 1 { rows.swapAt(below(rows.count), below(rows.count)) }
    case 1: rows.shuffle(using: &random)
    case 2: for position in 0..<part { rows[position].text = below(40) }
    default: rows = Array(rows.dropFirst(part)) + (300..<(300 + part)).map { Row(id: $0) }
    }
    list.replace(with: rows)
  }

  /// An edit that leaves the list about as long as it is; rows that went may come again.
  fileprivate mutating func editFew(_ list: inout ListEdit<Row>) {
    let count = list.count
    switch below(8) {
    case 0, 1, 2:
      list.insert(Row(id: below(count + 60), text: below(40)), at: below(count + 1))
    case 3, 4: if count > 0 { list.remove(at: below(count)) }
    case 5: if count > 0 { list.move(from: below(count), to: below(count)) }
    default:
      let text = below(40)
      if count > 0 { list.update(at: below(count)) { $0.text = text } }
    }
  }

  fileprivate mutating func editFew(_ list: inout SectionEdit<Head, Row>) {
    let section = below(list.count)
    let count = list.rowCount(in: section)
    let text = below(40)
    let row = ListPath(section: section, row: below(max(1, count)))
    switch below(10) {
    case 0, 1, 2: list.insert(contentsOf: [Row(id: below(180), text: text)], at: row)
    case 3, 4: if count > 0 { list.remove(at: row) }
    case 5:
      let goal = below(list.count)
      let room = list.rowCount(in: goal) + (goal == section ? 0 : 1)
      if count > 0 { list.move(from: row, to: ListPath(section: goal, row: below(room))) }
    case 6: if chance(20) { list.moveSection(from: section, to: below(list.count)) }
    case 7: list.updateHeader(at: section) { $0.title = text }
    default: if count > 0 { list.update(at: row) { $0.text = text } }
    }
  }
}
