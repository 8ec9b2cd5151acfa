import Testing

@testable import Bindings

/// Filters and orders whose closure reads the list that it makes: a cycle, in which the list is as it was before.
@Suite @MainActor struct SelfReadingListTests {
  private let graph = Graph()
  private let log: IssueLog
  private let source: ObservableList<Row>
  private let isOn: Property<Bool>
  private let box = Box()

  /// What the closure reads; a list cannot be named in the closure that it is made with.
  @MainActor final class Box {
    var list: LiveList<Row>?
    /// What each read in the closure got.
    var seen: [[Int]] = []

    func look() { seen.append(list?.peek().map(\.id) ?? []) }

    /// Each way to read the rows, in an order in which no way helps the next one.
    func lookAround() {
      guard let list else { return }
      let rows = (0..<list.count).map { list[$0].id }
      seen += [rows, list.value.map(\.id), list.isEmpty ? [] : rows]
    }
  }

  init() {
    log = IssueLog(graph)
    source = ObservableList((1...3).map { Row(id: $0) }, graph: graph)
    isOn = Property(false, graph: graph)
  }

  enum Kind: CaseIterable { case filter, order, furtherFilter }
  enum Way: CaseIterable { case value, everyWay }

  private func list(_ kind: Kind, _ way: Way) -> LiveList<Row> {
    let (isOn, box) = (isOn, box)
    let look: @MainActor () -> Void = {
      if isOn.value { way == .value ? box.look() : box.lookAround() }
    }
    let list: LiveList<Row>
    switch kind {
    case .order:
      list = source.sorted {
        look()
        return $0.id < $1.id
      }
      box.list = list
    case .filter, .furtherFilter:
      list = source.filter { _ in
        look()
        return true
      }
      box.list = kind == .filter ? list : list.filter { _ in true }
    }
    return list
  }

  private let edits: [(inout ListEdit<Row>) -> Void] = [
    { $0.insert(Row(id: 9), at: 0) },
    { $0.removeSubrange(0..<2) },
    { $0.removeAll() },
    { $0.replace(with: (4...90).map { Row(id: $0) }) },
    { $0.update(at: 1) { $0.text = 7 } },
    { $0.move(from: 0, to: 2) },
    // So many that they are not told as changes.
    { edit in for text in 1...60 { edit.update(at: text % 3) { $0.text = text } } },
  ]

  @Test(arguments: Kind.allCases, Way.allCases)
  func theReadThatClosesTheCycleGetsTheRowsFromBefore(kind: Kind, way: Way) {
    for isKept in [false, true] {
      for edit in edits {
        log.issues = []
        isOn.value = false
        source.replace(with: (1...3).map { Row(id: $0) })
        let list = list(kind, way)
        #expect(box.list?.count == 3)
        if isKept { #expect(box.list?.value.count == 3) }
        box.seen = []
        graph.batch {
          isOn.value = true
          source.edit(edit)
        }
        var wanted = source.peek().map(\.id)
        if kind == .order { wanted.sort() }
        #expect(list.value.map(\.id) == wanted && list.count == wanted.count)
        #expect(box.seen.allSatisfy { $0 == [1, 2, 3] || $0 == wanted }, "\(box.seen)")
        #expect(box.seen.isEmpty || box.seen[0] == [1, 2, 3] || kind == .furtherFilter)
        #expect(
          log.issues.allSatisfy { $0.code == .cycle } && log.issues.isEmpty == box.seen.isEmpty)
        isOn.value = false
        source.edit { $0.append(Row(id: 100)) }
        #expect(list.value.map(\.id) == wanted + [100])
        // One that was evaluated in the cycle follows with the next change.
        #expect(box.list?.value.map(\.id) == wanted + [100])
        box.list = nil
      }
    }
  }

  @Test func aFilterWhoseAnswersFollowItsOwnLengthIsStillAList() {
    let list = source.filter { [isOn, box] row in
      !isOn.value || row.id % 2 == (box.list?.count ?? 0) % 2
    }
    box.list = list
    #expect(list.count == 3)
    graph.batch {
      isOn.value = true
      source.edit { $0.removeSubrange(0..<1) }
    }
    #expect(list.value.map(\.id) == [3] && list.count == 1)
    box.list = nil
  }

  // The source has forgotten the steps since the list was read, so the rows of then cannot be made any more.
  @Test(arguments: [false, true])
  func afterForgottenStepsTheReadGetsTheRowsFromBeforeIfTheyWereRead(isKept: Bool) {
    let list = list(.filter, .everyWay)
    #expect(list.count == 3)
    if isKept { #expect(list.value.count == 3) }
    box.seen = []
    graph.batch {
      isOn.value = true
      for id in 10..<400 { source.edit { $0.append(Row(id: id)) } }
    }
    #expect(list.count == 393)
    #expect(!box.seen.isEmpty && box.seen.allSatisfy { $0 == (isKept ? [1, 2, 3] : []) })
    #expect(list.value.map(\.id) == source.peek().map(\.id) && list[392].id == 399)
    box.list = nil
  }

  // A tool may ask for the conditions' own node before anybody asks for the list.
  @Test func aListWhoseConditionsAreAskedForFirstIsInOrder() {
    let list = list(.filter, .everyWay)
    #expect(list.count == 3)
    graph.batch {
      isOn.value = true
      source.edit { $0.remove(at: 0) }
      for node in graph.nodes.reversed() { node.refresh() }
      source.edit { $0.insert(Row(id: 9), at: 0) }
      for node in graph.nodes { node.refresh() }
    }
    #expect(list.value.map(\.id) == [9, 2, 3])
    box.list = nil
  }

  @Test func aCycleDoesNotMakeTheRowsOfALongChainSlow() {
    var chain: [LiveList<Row>] = [source]
    for _ in 0..<500 { chain.append(chain[chain.count - 1].filter { _ in true }) }
    func timeOfReads() -> Duration {
      source.edit { $0[0].text += 1 }
      _ = chain[500].count
      return ContinuousClock().measure { for index in 0..<60 { _ = chain[500][index % 3] } }
    }
    // The first evaluation keeps the rows of each list for the next one.
    _ = timeOfReads()
    let before = (0..<3).map { _ in timeOfReads() }.min() ?? .zero
    let list = list(.filter, .value)
    _ = list.count
    isOn.value = true
    _ = list.count
    #expect(log.issues.map(\.code) == [.cycle])
    // If each list of the chain looked at all lists before it, a read would take two hundred times as long.
    #expect(((0..<3).map { _ in timeOfReads() }.min() ?? .zero) < before * 40)
    box.list = nil
  }
}
