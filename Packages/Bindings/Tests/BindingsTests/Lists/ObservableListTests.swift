import Testing

@testable import Bindings

@Suite @MainActor struct ObservableListTests {
  let graph = Graph()
  let list: ObservableList<Row>

  init() {
    list = ObservableList((0..<5).map { Row(id: $0) }, label: "list", graph: graph)
  }

  @Test func theFirstUpdateIsAReloadAndTheOthersJoin() {
    var updates: [ListUpdate<Row>] = []
    let token = list.observeChanges { updates.append($0) }
    list.edit { $0.append(Row(id: 7)) }
    list.edit(animation: .left) { $0.remove(at: 0) }
    #expect(updates.map { $0.changes?.count } == [nil, 1, 1])
    #expect(updates.map { $0.animation } == [nil, nil, .left])
    token.cancel()
    list.edit { $0.removeAll() }
    #expect(updates.count == 3)
  }

  @Test func updatesKeepTheRowsOfTheirVersion() {
    let even = list.filter { $0.id % 2 == 0 }
    var updates: [ListUpdate<Row>] = []
    let tokens = [
      list.observeChanges { updates.append($0) }, even.observeChanges { updates.append($0) },
    ]
    list.edit { $0.removeAll() }
    #expect(updates.map { $0.rows.count } == [5, 3, 0, 0])
    withExtendedLifetime(tokens) {}
  }

  @Test func anUpdateShowsItsRowsEvenWhenTheObserverEditsTheListFirst() {
    let even = list.filter { $0.id % 2 == 0 }
    var counts: [Int] = []
    let token = even.observeChanges { update in
      if update.changes == nil { list.edit { $0.remove(id: 2) } }
      counts.append(update.rows.count)
    }
    #expect(counts == [3, 2])
    token.cancel()
  }

  @Test func aTransactionIsOneBatchAndSoIsABatchOfTransactions() {
    var counts: [Int] = []
    let token = list.observeChanges { counts.append($0.changes?.count ?? -1) }
    list.edit { list in
      list.append(Row(id: 7))
      list.append(Row(id: 8))
    }
    graph.batch {
      list.edit { $0.remove(id: 7) }
      list.edit { $0.remove(id: 8) }
    }
    #expect(counts == [-1, 2, 2])
    token.cancel()
  }

  @Test func whatLeavesTheRowsEqualTellsNobody() {
    var updates = 0
    var reads = 0
    let tokens = [
      list.observeChanges { _ in updates += 1 },
      observe(graph: graph) {
        _ = list.value
        reads += 1
      },
    ]
    let version = list.version
    list.edit { list in
      list.append(Row(id: 9))
      list.remove(id: 9)
      list.move(from: 0, to: 3)
      list.move(from: 3, to: 0)
      list[2].text = 1
      list[2].text = 0
    }
    list.replace(with: list.value)
    #expect((updates, reads) == (1, 1))
    #expect(list.version == version)
    graph.batch {
      list.edit { $0.append(Row(id: 9)) }
      list.edit { $0.remove(id: 9) }
    }
    #expect(updates == 1)
    withExtendedLifetime(tokens) {}
  }

  @Test func aReaderThatLooksLateGetsOneBatch() {
    var batches: [Int] = []
    let reader = LateReader(list) { batches.append($0.changes?.count ?? -1) }
    for id in 10..<20 { list.edit { $0.insert(Row(id: id), at: 0) } }
    #expect(batches == [-1])
    reader.look()
    #expect(batches == [-1, 10])
    reader.look()
    #expect(batches == [-1, 10])
  }

  @Test func aReaderThatLooksTooLateBeginsAnew() {
    var batches: [Int?] = []
    let reader = LateReader(list) { batches.append($0.changes?.count) }
    list.edit { $0.remove(at: 0) }
    reader.look()
    for round in 0..<2000 { list.edit { $0[0].text = round + 1 } }
    #expect(list.contents.steps.count < 300)
    reader.look()
    #expect(batches == [nil, 1, nil])
  }

  @Test func repeatedIdentitiesAreLeftOutAndReportedOnce() {
    var issues: [GraphIssue] = []
    graph.onIssue = { issues.append($0) }
    list.replace(with: [Row(id: 1, text: 1), Row(id: 2), Row(id: 1, text: 2)])
    #expect(list.value == [Row(id: 1, text: 1), Row(id: 2)])
    list.edit { list in
      let isTaken = list.append(Row(id: 2))
      #expect(!isTaken)
      list[1] = Row(id: 1)
    }
    #expect(list.value == [Row(id: 1, text: 1), Row(id: 2)])
    #expect(issues.map(\.code) == [.duplicateIdentity, .duplicateIdentity])
    #expect(issues[0].message.hasPrefix("'list' was given rows with an identity it has already: 1"))
  }

  @Test func duplicatesAreFoundWhereverTheyStand() {
    graph.onIssue = { _ in }
    let token = list.observeChanges { _ in }
    // The repeated row is inserted far from the one that stays.
    list.replace(with: list.value + [Row(id: 0, text: 1)])
    #expect(list.value.map(\.id) == [0, 1, 2, 3, 4])
    list.edit { $0.insert(contentsOf: [Row(id: 9), Row(id: 9), Row(id: 3)], at: 2) }
    #expect(list.value.map(\.id) == [0, 1, 9, 2, 3, 4])
    token.cancel()
  }

  @Test func anEditInsideAComputedIsRefused() {
    var issues: [GraphIssue] = []
    graph.onIssue = { issues.append($0) }
    let computed = Computed(graph: graph) {
      list.edit { $0.removeAll() }
      return list.count
    }
    #expect(computed.value == 5)
    #expect(issues.map(\.code) == [.writeInComputed])
  }

  @Test func whatWasEditedBeforeAnErrorStays() {
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try list.edit { list throws(Stop) in
        list.remove(at: 0)
        throw Stop()
      }
    }
    #expect(list.count == 4)
  }

  @Test func rowsAreFoundByIdentityWhereverEditsPutThem() {
    list.edit { list in
      for id in 100..<300 { list.insert(Row(id: id), at: (id * 7) % (list.count + 1)) }
      for id in stride(from: 100, to: 300, by: 3) { list.remove(id: id) }
      list.move(from: 0, to: 90)
      for (position, row) in list.rows.enumerated() {
        let found = list.position(of: row.id)
        #expect(found == position)
      }
      let gone = list.position(of: 100)
      #expect(gone == nil)
      list.replace(with: list.rows.sorted { $0.id < $1.id })
      let four = list.position(of: 4)
      #expect(four == 4)
    }
  }

  @Test func aDiamondOfListsIsEvaluatedOnceAndSeenConsistent() {
    var evaluations = 0
    let even = list.filter {
      evaluations += 1
      return $0.id % 2 == 0
    }
    let odd = list.filter { $0.id % 2 == 1 }
    let both = Computed(graph: graph) { even.value + odd.value }
    var seen: [Int] = []
    let token = observe(graph: graph) {
      #expect(both.value.count == list.count)
      #expect(even.count + odd.count == list.count)
      seen.append(both.value.count)
    }
    evaluations = 0
    graph.batch {
      list.edit { $0.append(Row(id: 10)) }
      list.edit { $0.append(Row(id: 11)) }
    }
    #expect(evaluations == 2)
    #expect(seen == [5, 7])
    token.cancel()
  }

  @Test func anUnobservedDerivedListCostsNothing() {
    var evaluations = 0
    let even = list.filter {
      evaluations += 1
      return $0.id % 2 == 0
    }
    list.edit { $0.append(Row(id: 10)) }
    #expect(evaluations == 0)
    #expect(even.count == 4)
  }

  @Test func listsAreValuesOfTheGraphWithALabel() {
    #expect(list.node.label == "list")
    #expect(list.version.description == "5 rows, version 0")
    let titles = Computed(graph: graph) { list.value.map(\.id) }
    list.edit { $0.remove(id: 0) }
    #expect(titles.value == [1, 2, 3, 4])
  }

  @Test func objectsAreRowsToo() {
    final class Item: Identifiable {}
    let items = [Item(), Item()]
    let list = ObservableList(items, graph: graph)
    var counts: [Int] = []
    let token = list.observeChanges { counts.append($0.changes?.count ?? -1) }
    list.replace(with: items.reversed())
    #expect(counts == [-1, 1])
    token.cancel()
  }
}
