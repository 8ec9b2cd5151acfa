import Testing

@testable import Bindings

/// Replacements whose comparison runs outside the main actor.
@Suite @MainActor struct BackgroundReplacementTests {
  private let graph = Graph()
  private let list: ObservableList<Row>

  init() {
    graph.onIssue = { _ in }
    list = ObservableList((0..<50).map { Row(id: $0, text: 0) }, graph: graph)
  }

  private func rows(_ ids: Range<Int>, text: Int = 1) -> [Row] {
    ids.map { Row(id: $0, text: text) }
  }

  /// Replaces all rows; `body` runs while they are compared for the first time.
  private func replace(with rows: [Row], while body: @escaping () async throws -> Void) async throws
  {
    var body: (() async throws -> Void)? = body
    try await list.replace(with: rows) { old in
      let first = body
      body = nil
      do { try await first?() } catch { Issue.record(error) }
      return PreparedRows(rows, .keepFirst, from: old)
    }
  }

  @Test func observersGetTheBatchThatAComparisonFinds() async throws {
    var fuzz = ListFuzz("replacements in the background", share: 600)
    while await fuzz.next() {
      let list = ObservableList(fuzz.longer(fuzz.rows(upTo: 8)), graph: fuzz.quiet)
      var last: [Row] = []
      var fault: String?
      let token = list.observeChanges { update in
        if let changes = update.changes, changes != ListChanges(from: last, to: update.rows) {
          fault = fault ?? "\(changes) from \(last) to \(update.rows)"
        }
        last = update.rows
      }
      let new =
        fuzz.chance(30) ? fuzz.longer(fuzz.rows(upTo: 8)) : fuzz.version(after: list.peek())
      try await list.replaceInBackground(with: new)
      fuzz.count(1)
      fuzz.expect(list.peek() == new && last == new, "rows")
      if let fault { fuzz.expect(false, fault) }
      token.cancel()
    }
  }

  @Test func repeatedIdentitiesAreLeftOutAndReported() async throws {
    var issues = 0
    graph.onIssue = { _ in issues += 1 }
    try await list.replaceInBackground(with: [Row(id: 1, text: 1), Row(id: 1, text: 2)])
    #expect(list.peek() == [Row(id: 1, text: 1)])
    try await list.replaceInBackground(
      with: [Row(id: 1, text: 1), Row(id: 1, text: 2)], duplicates: .keepLast)
    #expect(list.peek() == [Row(id: 1, text: 2)])
    #expect(issues == 2)
  }

  @Test func whatIsEditedMeanwhileIsReplacedToo() async throws {
    var batches: [ListChanges<Row>] = []
    let token = list.observeChanges { update in
      if let changes = update.changes { batches.append(changes) }
    }
    try await replace(with: rows(0..<60)) { [list] in
      list.edit { edit in
        edit.append(Row(id: 99))
        edit[0].text = 1
      }
    }
    #expect(list.peek() == rows(0..<60))
    #expect(batches.count == 2)
    #expect(batches.last?.removed.elements == [Row(id: 99)])
    #expect(batches.last?.updated.count == 49, "row 0 has the new content already")
    token.cancel()
  }

  @Test func aListThatIsEditedAllTheTimeIsReplacedInTheEnd() async throws {
    let rows = rows(0..<60)
    var comparisons = 0
    try await list.replace(with: rows) { [list] old in
      comparisons += 1
      list.edit { $0.append(Row(id: 100 + comparisons)) }
      return PreparedRows(rows, .keepFirst, from: old)
    }
    #expect(list.peek() == rows && comparisons == 3)
  }

  @Test func ofTwoReplacementsTheOneThatWasAskedForLastCounts() async throws {
    await #expect(throws: CancellationError.self) {
      try await replace(with: rows(0..<60)) {
        try await list.replaceInBackground(with: rows(0..<70))
      }
    }
    #expect(list.peek() == rows(0..<70))
  }

  @Test func aReplacementAtOnceCountsMoreThanOneAskedForBefore() async {
    await #expect(throws: CancellationError.self) {
      try await replace(with: rows(0..<60)) { list.replace(with: list.peek()) }
    }
    #expect(list.peek() == rows(0..<50, text: 0))
  }

  @Test func aCancelledTaskLeavesTheListAsItIs() async {
    let task = Task {
      try await replace(with: rows(0..<60)) { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(list.peek() == rows(0..<50, text: 0))
  }

  @Test func theEndOfTheOwnersScopeLeavesTheListAsItIs() async {
    let scope = Scope()
    let task = Task { try await replace(with: rows(0..<60)) { scope.end() } }
    scope.onEnd { task.cancel() }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(list.peek() == rows(0..<50, text: 0))
  }

  @Test func anOrderingMeanwhileIsNoReplacement() async throws {
    try await replace(with: rows(0..<60)) { [list] in list.edit { $0.sort { $0.id > $1.id } } }
    #expect(list.peek() == rows(0..<60))
  }
}
