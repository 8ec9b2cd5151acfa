import Testing

@testable import Bindings

/// Sections by key of lists long enough that few changes are followed one by one.
@Suite @MainActor struct DerivedSectionsTests {
  @Test func sectionsOfLongListsGetTheBatchThatAComparisonFinds() async {
    var fuzz = ListFuzz("sections of long lists", share: 200)
    while await fuzz.next() {
      await Task.yield()  // one round takes long
      var ids = (0..<2000).shuffled(using: &fuzz.random).makeIterator()
      let width = 1 + fuzz.below(20)
      func row() -> Row { Row(id: ids.next() ?? -1, text: fuzz.below(40)) }
      let source = ObservableList(
        (0..<(40 + fuzz.below(300))).map { _ in row() }, graph: fuzz.quiet)
      let isOrdered = fuzz.chance(50)
      // Coarse: keys that stand beside each other in order.
      let list =
        isOrdered
        ? source.sections {
          $0.text / width
        } orderedBy: {
          $0 / 3 > $1 / 3
        }
        : source.sections { $0.text / width }
      var last: [ListSection<ListKey<Int>, Row>] = []
      var fault: String?
      let token = list.observeChanges { update in
        if let changes = update.changes, changes != SectionChanges(from: last, to: update.sections)
        {
          fault = fault ?? "\(changes) from \(last) to \(update.sections)"
        }
        last = update.sections
      }
      for _ in 0..<8 {
        source.edit { edit in
          for _ in 0...fuzz.below(fuzz.chance(20) ? 60 : 9) {
            let position = fuzz.below(edit.count)
            switch fuzz.below(5) {
            case 0: edit.insert(row(), at: position)
            case 1: if edit.count > 20 { edit.remove(at: position) }
            case 2: edit.move(from: position, to: fuzz.below(edit.count))
            default: edit[position].text = fuzz.below(40)
            }
          }
        }
        fuzz.count(1)
        let rows = source.peek()
        var keys: [Int] = []
        for row in rows where !keys.contains(row.text / width) { keys.append(row.text / width) }
        if isOrdered { keys.sort { $0 / 3 > $1 / 3 } }
        let wanted = keys.map { key in
          ListSection(ListKey(key), rows: rows.filter { $0.text / width == key })
        }
        fuzz.expect(list.peek() == wanted, "\(list.peek()) instead of \(wanted)")
        fuzz.expect(last == wanted, "told")
        if let fault { fuzz.expect(false, fault) }
      }
      token.cancel()
    }
  }

  @Test func keysThatComeAndGoAreForgotten() {
    let source = ObservableList((0..<10).map { Row(id: $0, text: $0) })
    let list = source.sections { $0.text }
    let token = list.observeChanges { _ in }
    for round in 0..<100 {
      source.edit { edit in
        edit[round % 10].text += 10
        edit.move(from: round % 10, to: (round * 7) % 10)
      }
      #expect(list.headers.map(\.id) == source.peek().map(\.text))
      #expect(list.peek().map(\.rows) == source.peek().map { [$0] })
    }
    token.cancel()
  }

  @Test func aRowThatChangesItsSectionIsOneMoveAndOneUpdate() {
    let source = ObservableList((0..<1000).map { Row(id: $0, text: $0 % 10) })
    var batches: [SectionChanges<ListKey<Int>, Row>] = []
    let token = source.sections { $0.text }.observeChanges { update in
      if let changes = update.changes { batches.append(changes) }
    }
    source.edit { $0.update(id: 500) { $0.text = 3 } }
    #expect(batches.count == 1)
    #expect(
      batches.last?.moved == [
        ListMove(from: ListPath(section: 0, row: 50), to: ListPath(section: 3, row: 50))
      ])
    #expect(batches.last?.updated.map(\.new) == [Row(id: 500, text: 3)])
    #expect(batches.last?.count == 2)
    token.cancel()
  }
}
