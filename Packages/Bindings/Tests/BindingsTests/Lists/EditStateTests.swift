import Testing

@testable import Bindings

/// A row that may keep an object, by whose end the user's code runs.
private struct KeptRow: Identifiable, Equatable {
  var id: Int
  var object: Ending?

  static func == (first: KeptRow, second: KeptRow) -> Bool {
    first.id == second.id && first.object === second.object
  }
}

/// A list, what is derived from it, and a list with sections, as the user's code finds them around an edit.
@Suite @MainActor struct EditStateTests {
  private let graph = Graph()
  private let list: ObservableList<KeptRow>
  private let sections: ObservableSections<Head, KeptRow>

  init() {
    list = ObservableList((1...3).map { KeptRow(id: $0) }, graph: graph)
    sections = ObservableSections(
      [ListSection(Head(id: 0), rows: [KeptRow(id: 1), KeptRow(id: 2)])], graph: graph)
  }

  private var ids: [Int] { list.peek().map(\.id) }

  // MARK: Issues

  @Test func aHandlerOfIssuesFindsAListAsTheEditHasLeftIt() {
    let filter = list.filter { $0.id != 2 }
    let sorted = list.sorted { $0.id > $1.id }
    var seen: [[Int]] = []
    _ = (filter.count, sorted.count)
    graph.onIssue = { [list] _ in
      seen.append([list.count, list.value.count, filter.count, sorted.count])
      seen.append(filter.value.map(\.id))
      seen.append(sorted.value.map(\.id))
    }
    list.edit { for id in [1, 9, 10] { $0.append(KeptRow(id: id)) } }
    #expect(seen == [[5, 5, 4, 5], [1, 3, 9, 10], [10, 9, 3, 2, 1]])
    seen = []
    list.edit {
      $0.append(KeptRow(id: 1))
      for id in [2, 3, 10] { $0.remove(id: id) }
    }
    #expect(seen == [[2, 2, 2, 2], [1, 9], [9, 1]])
  }

  @Test func aHandlerOfIssuesFindsSectionsAsTheEditHasLeftThem() {
    let count = Computed(graph: graph) { [sections] in sections.count }
    let rows = Computed(graph: graph) { [sections] in sections.rows.count }
    var seen: [[Int]] = []
    _ = (count.value, rows.value)
    graph.onIssue = { [sections] _ in
      seen.append([sections.count, count.value, sections.rowCount, rows.value])
    }
    sections.edit { $0.append(Head(id: 1), rows: [KeptRow(id: 2), KeptRow(id: 3)]) }
    #expect(seen == [[2, 2, 3, 3]])
  }

  @Test func anIssueInTheMiddleOfAnEditIsToldAfterIt() {
    let on = Property(0, graph: graph)
    let written = Property(-1, graph: graph)
    let bad = Computed(graph: graph) {
      written.value = on.value
      return on.value
    }
    var told: [[Int]] = []
    graph.onIssue = { [list, sections] _ in told.append([list.value.count, sections.value.count]) }
    list.edit {
      _ = bad.value
      $0.append(KeptRow(id: 9))
    }
    on.value = 1
    sections.edit {
      _ = bad.value
      $0.append(Head(id: 9))
    }
    #expect(told == [[4, 1], [4, 2]])
  }

  @Test func theIdentitiesOfASecureListAreNotTold() {
    let log = IssueLog(graph)
    list.node.isSecure = true
    sections.node.isSecure = true
    list.edit { for id in [4111, 4111] { $0.append(KeptRow(id: id)) } }
    sections.edit { for id in [4111, 4111] { $0.append(Head(id: id), rows: [KeptRow(id: id)]) } }
    #expect(log.issues.map(\.code) == [.duplicateIdentity, .duplicateIdentity])
    #expect(!log.issues.contains { $0.message.contains("4111") })
    list.node.isSecure = false
    list.edit { $0.append(KeptRow(id: 4111)) }
    #expect(log.issues.last?.message.contains("4111") == true)
  }

  // MARK: Ends of rows

  @Test func aRowThatOnlyAReleasedReaderKeptEndsAfterTheEdit() {
    var seen: [[Int]] = []
    let filter = list.filter { $0.id != 2 }
    list.edit { [list] in
      $0.append(
        KeptRow(
          id: 4,
          object: Ending { seen = [[list.count, list.value.count], filter.value.map(\.id)] }))
    }
    var other: LiveList<KeptRow>? = list.filter { $0.id != 3 }
    _ = (filter.count, other?.count)
    list.edit { $0.remove(id: 4) }
    _ = filter.count
    #expect(seen.isEmpty)
    other = nil
    list.edit {
      $0.remove(id: 3)
      $0.remove(id: 2)
    }
    #expect(seen == [[1, 1], [1]] && other == nil)
  }

  @Test func aRowOfAStepThatIsForgottenEndsAfterTheEdit() {
    var seen: [[Int]] = []
    let shown = list.filter { $0.id != 2 }
    let idle = list.filter { $0.id != 3 }
    list.edit { [list] in
      $0.append(
        KeptRow(
          id: 4, object: Ending { seen.append([list.count, list.value.count, shown.value.count]) }))
    }
    _ = (shown.count, idle.count)
    list.edit { $0.remove(id: 4) }
    var edits = 0
    while seen.isEmpty, edits < 1000 {
      _ = shown.count
      list.edit { if edits % 2 == 0 { $0.remove(id: 1) } else { $0.append(KeptRow(id: 1)) } }
      edits += 1
    }
    let count = ids.count
    #expect(seen == [[count, count, count - 1]])
    withExtendedLifetime(idle) {}
  }

  @Test func aRowOfASectionThatOnlyACancelledObserverKeptEndsAfterTheEdit() {
    var seen: [[Int]] = []
    let rows = Computed(graph: graph) { [sections] in sections.rows.count }
    sections.edit { [sections] in
      $0.append(
        KeptRow(
          id: 3,
          object: Ending { seen.append([sections.rowCount, sections.rows.count, rows.value]) }),
        to: 0)
    }
    let token = sections.observeChanges { _ in }
    graph.batch {
      sections.edit { $0.remove(at: ListPath(section: 0, row: 2)) }
      _ = rows.value
      token.cancel()
      sections.edit { $0.remove(at: ListPath(section: 0, row: 0)) }
    }
    #expect(seen == [[1, 1, 1]])
  }

  @Test func whatAnEvaluationInAnEditReplacesEndsAfterTheEdit() {
    let source = Property(0, graph: graph)
    var seen: [[Int]] = []
    let made = Computed(graph: graph) { [list, source] in
      _ = source.value
      return Ending { seen.append([list.count, list.peek().count]) }
    }
    let rows = Property([0], graph: graph)
    _ = made.value
    list.edit {
      source.value = 1
      _ = made.value
      $0.append(KeptRow(id: 9))
    }
    #expect(seen == [[4, 4]])
    rows.update {
      source.value = 2
      _ = made.value
      $0.append(1)
    }
    #expect(seen == [[4, 4], [4, 4]])
  }

  @Test func rowsOfOtherListsThatGoInAnEditEndAfterIt() {
    var seen: [[Int]] = []
    func ending() -> Ending { Ending { [list] in seen.append([list.count, list.peek().count]) } }
    let other = ObservableList([KeptRow(id: 1, object: ending())], graph: graph)
    let parts = ObservableSections(
      [ListSection(Head(id: 0), rows: [KeptRow(id: 1, object: ending())])], graph: Graph())
    list.edit {
      other.edit { $0.remove(id: 1) }
      parts.edit { $0.removeSections(0..<1) }
      #expect(seen.isEmpty)
      $0.append(KeptRow(id: 9))
    }
    #expect(seen == [[4, 4], [4, 4]])
  }

  // MARK: Other graphs

  @Test func anObserverOfAnotherGraphRunsAfterTheEditThatWroteThere() {
    let other = Graph()
    let (first, second) = (Property(0, graph: other), Property(0, graph: other))
    var seen: [[Int]] = []
    let token = observe(graph: other) { [list, sections] in
      seen.append([first.value, second.value, list.peek().count, sections.peek().count])
    }
    list.edit {
      first.value = 1
      $0.append(KeptRow(id: 9))
      second.value = 1
    }
    sections.edit {
      first.value = 2
      $0.append(Head(id: 9))
      second.value = 2
    }
    #expect(seen == [[0, 0, 3, 1], [1, 1, 4, 1], [2, 2, 4, 2]])
    token.cancel()
  }

  @Test func aGraphThatIsMadeInAnEditJoinsItsBatch() {
    var seen: [Int] = []
    var token: Subscription?
    list.edit {
      let number = Property(0, graph: Graph())
      token = number.observe { seen.append($0) }
      number.value = 1
      $0.append(KeptRow(id: 9))
      number.value = 2
    }
    #expect(seen == [0, 2])
    token?.cancel()
  }
}
