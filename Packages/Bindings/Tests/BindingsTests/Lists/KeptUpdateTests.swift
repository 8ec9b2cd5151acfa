import Testing

@testable import Bindings

/// Updates that somebody keeps show the rows of their version, whatever happens to the chain of lists
/// they come from.
@Suite @MainActor struct KeptUpdateTests {
  let graph = Graph()
  let source: ObservableList<Row>
  let limit: Property<Int>

  init() {
    source = ObservableList((0..<6).map { Row(id: $0, text: $0) }, graph: graph)
    limit = Property(0, graph: graph)
  }

  /// The identities that the first update of `list` shows after `change`, which it has not shown before.
  private func kept(_ list: LiveList<Row>, after change: () -> Void) -> [Int]? {
    var kept: ListUpdate<Row>?
    let token = list.observeChanges { kept = kept ?? $0 }
    change()
    token.cancel()
    return kept?.rows.map(\.id)
  }

  @Test func aFilterBeforeASortMayChange() {
    let list = source.filter { $0.text >= limit.value }.sorted { $0.text > $1.text }
    #expect(kept(list) { limit.value = 4 } == [5, 4, 3, 2, 1, 0])
  }

  @Test func anOrderBeforeAFilterMayChange() {
    let list = source.sorted { $0.text * (1 - limit.value) < $1.text * (1 - limit.value) }
      .filter { $0.text < 3 }
    #expect(kept(list) { limit.value = 2 } == [0, 1, 2])
  }

  @Test func aConditionBeforeAnotherMayChange() {
    let list = source.filter { $0.text >= limit.value }.filter { $0.id % 2 == 0 }
    #expect(kept(list) { limit.value = 3 } == [0, 2, 4])
  }

  @Test func anUpdateOutlivesTheGraph() {
    var lists: [ListUpdate<Row>] = []
    var cells: ListUpdate<IdentityCell>?
    var sections: SectionUpdate<Row, Row>?
    do {
      let graph = Graph()
      let source = ObservableList(source.peek(), graph: graph)
      let sectioned = ObservableSections(
        [ListSection(Row(id: 0), rows: source.peek())], graph: graph)
      let filtered = source.filter { $0.id > 2 }
      let tokens = [
        source.observeChanges { lists.append($0) },
        filtered.observeChanges { lists.append($0) },
        source.sorted { $0.id > $1.id }.observeChanges { lists.append($0) },
        filtered.cells { IdentityCell($0) }.observeChanges { cells = $0 },
        sectioned.observeChanges { sections = $0 },
      ]
      withExtendedLifetime(tokens) {}
    }
    #expect(
      lists.map { $0.rows.map(\.id) } == [[0, 1, 2, 3, 4, 5], [3, 4, 5], [5, 4, 3, 2, 1, 0]])
    #expect(cells?.rows.map(\.id) == [3, 4, 5])
    #expect(sections?.sections.map { $0.rows.map(\.id) } == [[0, 1, 2, 3, 4, 5]])
  }

  @Test func sectionsMayChange() {
    let list = ObservableSections(
      [ListSection(Row(id: 0), rows: source.peek())], graph: graph)
    var kept: [SectionUpdate<Row, Row>] = []
    let token = list.observeChanges { kept.append($0) }
    list.edit { edit in
      edit.append(Row(id: 1), rows: [Row(id: 6)])
      edit.move(from: ListPath(section: 0, row: 5), to: ListPath(section: 1, row: 0))
    }
    list.edit { $0.removeSections(0..<2) }
    let wanted = [[[0, 1, 2, 3, 4, 5]], [[0, 1, 2, 3, 4], [5, 6]], []]
    #expect(kept.map { $0.sections.map { $0.rows.map(\.id) } } == wanted)
    token.cancel()
  }

  @Test func severalStagesMayChangeOneAfterTheOther() {
    let factor = Property(1, graph: graph)
    let list = source.filter { $0.text >= limit.value }
      .sorted { $0.text * factor.value < $1.text * factor.value }
      .filter { $0.id < 4 - limit.value }
    var updates: [ListUpdate<Row>] = []
    let token = list.observeChanges { updates.append($0) }
    factor.value = -1
    limit.value = 1
    source.edit { $0.removeAll() }
    #expect(updates.map { $0.rows.map(\.id) } == [[0, 1, 2, 3], [3, 2, 1, 0], [2, 1], []])
    token.cancel()
  }

  @Test func followersThatAreGoneAreForgotten() {
    let filtered = source.filter { $0.text >= limit.value }
    for round in 0..<50 {
      let token = filtered.sorted { $0.text > $1.text }.observeChanges { _ in }
      limit.value = round % 3
      token.cancel()
    }
    limit.value = 3
    #expect(filtered.count == 3)
    #expect(filtered.contents.cursors.count <= 1)
  }

  @Test func theReadersOfAListThatIsNeverEditedAreForgotten() {
    let sections = ObservableSections<Row, Row>([ListSection(Row(id: 0))], graph: graph)
    for _ in 0..<1000 {
      source.observeChanges { _ in }.cancel()
      sections.observeChanges { _ in }.cancel()
      _ = source.filter { $0.text >= limit.value }.count
    }
    #expect(source.contents.cursors.count < 32)
  }

  @Test func randomChainsKeepTheRowsOfTheirVersions() async {
    var fuzz = ListFuzz("kept updates of chains", share: 16)
    while await fuzz.next() { fuzz.followChain() }
  }
}

/// A random chain of derived lists of one source, with the rows that it should have.
@MainActor
private final class Chain {
  let source: ObservableList<Row>
  let parameters: [Property<Int>]
  /// Each list of the chain, and how it comes from the source's rows.
  var lists: [(list: LiveList<Row>, recompute: ([Row]) -> [Row])] = []
  var kept: [(update: ListUpdate<Row>, rows: [Row], list: Int)] = []
  var seen = 0
  var edits = 0

  init(_ source: ObservableList<Row>, _ parameters: [Property<Int>]) {
    self.source = source
    self.parameters = parameters
    lists = [(source, { $0 })]
  }

  func add(_ kind: Int, _ parameter: Property<Int>) {
    let (list, rows) = lists[lists.count - 1]
    switch kind {
    case 0:
      lists.append(
        (
          list.filter { $0.text >= parameter.value },
          { rows($0).filter { $0.text >= parameter.peek() } }
        ))
    case 1:
      lists.append(
        (
          list.sorted { $0.text * parameter.value < $1.text * parameter.value },
          { rows($0).sorted { $0.text * parameter.peek() < $1.text * parameter.peek() } }
        ))
    default:
      lists.append(
        (
          list.filter { $0.text < parameter.value || $0.id % 2 == 0 },
          { rows($0).filter { $0.text < parameter.peek() || $0.id % 2 == 0 } }
        ))
    }
  }

  /// Keeps every third update, and now and then edits the source.
  func observe(_ index: Int) -> Subscription {
    let (list, rows) = lists[index]
    return list.observeChanges { [unowned self] update in
      seen += 1
      if seen % 3 == 0 { kept.append((update, rows(source.peek()), index)) }
      if seen % 7 == 0, kept.count > 2 { kept.removeFirst() }
      guard seen % 5 == 0, edits < 4 else { return }
      edits += 1
      if seen % 2 == 0 {
        source.edit { if $0.count > 0 { $0.remove(at: 0) } }
      } else {
        parameters[seen % parameters.count].value = seen % 3 - 1
      }
    }
  }
}

extension ListFuzz {
  fileprivate mutating func followChain() {
    let parameters = (0..<4).map { _ in Property(below(3) - 1, graph: quiet) }
    let chain = Chain(ObservableList(rows(upTo: 10), graph: quiet), parameters)
    for parameter in parameters { chain.add(below(3), parameter) }
    var tokens: [Subscription] = []
    for index in chain.lists.indices where index == parameters.count || chance(40) {
      tokens.append(chain.observe(index))
    }
    for _ in 0..<8 {
      chain.edits = 0
      quiet.batch {
        for parameter in parameters where chance(25) { parameter.value = below(4) - 1 }
        for _ in 0..<below(3) { chain.source.edit { self.edit(&$0) } }
      }
      count(1)
      if chance(10), tokens.count > 1 { tokens.removeFirst() }
    }
    for (update, rows, list) in chain.kept {
      expect(update.rows == rows, "list \(list) kept \(update.rows) instead of \(rows)")
    }
    for (list, recompute) in chain.lists {
      expect(list.peek() == recompute(chain.source.peek()), "list")
    }
  }
}
