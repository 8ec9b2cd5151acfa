import BindingsTestSupport
import Testing

@testable import Bindings

/// A cell that lives as long as its row.
@MainActor
private final class Cell: Identifiable {
  nonisolated let id: Int
  let text: Property<Int>
  private(set) var isEnded = false
  private(set) var effects: [Int] = []
  private let scope = Scope()

  init(_ row: Row, _ graph: Graph) {
    id = row.id
    text = Property(row.text, graph: graph)
    text.observe { [weak self] in self?.effects.append($0) }.store(in: scope)
  }

  func end() {
    isEnded = true
    scope.end()
  }
}

/// A row of which there are two with each identity.
private final class Half: Identifiable {
  let id: Int
  let row: Row

  init(_ row: Row) {
    id = row.id / 2
    self.row = row
  }
}

@Suite @MainActor struct CellTests {
  let graph = Graph()
  let source: ObservableList<Row>
  private let cells: LiveList<Cell>

  init() {
    let graph = graph
    source = ObservableList((0..<4).map { Row(id: $0, text: $0) }, graph: graph)
    cells = source.cells {
      Cell($0, graph)
    } update: {
      $0.text.value = $1.text
    } end: {
      $0.end()
    }
  }

  @Test func aCellIsKeptThroughMovesAndUpdates() {
    let before = cells.value
    source.edit { list in
      list.move(from: 0, to: 3)
      list.update(id: 1) { $0.text = 9 }
    }
    #expect(cells.value.map(\.id) == [1, 2, 3, 0])
    #expect(cells.value[0] === before[1])
    #expect(cells.value[3] === before[0])
    #expect(before[1].text.value == 9)
  }

  @Test func newContentIsOneEffectAndNoUpdateOfTheList() {
    var updates = 0
    let token = cells.observeChanges { _ in updates += 1 }
    let cell = cells.value[2]
    source.edit { list in list.update(id: 2) { $0.text = 7 } }
    #expect(cell.effects == [2, 7])
    #expect(updates == 1)
    token.cancel()
  }

  @Test func theCellsOfRemovedRowsEndBeforeTheirEffectsRun() {
    let token = cells.observeChanges { _ in }
    let cell = cells.value[1]
    graph.batch {
      source.edit { $0.remove(id: 1) }
      cell.text.value = 100
    }
    #expect(cell.isEnded)
    #expect(cell.effects == [1])
    token.cancel()
  }

  @Test func aCellOfARemovedRowIsReleased() {
    var screen = ListProbe<Cell>()
    let token = cells.observeChanges { update in
      #expect(throws: Never.self) { try screen.show(update) }
    }
    weak let gone = cells.value[3]
    source.edit { $0.remove(id: 3) }
    source.edit { $0.append(Row(id: 8)) }
    #expect(gone == nil)
    #expect(screen.rows.map(\.id) == [0, 1, 2, 8])
    token.cancel()
  }

  @Test func aRowThatComesBackInOneBatchKeepsItsCell() {
    let token = cells.observeChanges { _ in }
    let cell = cells.value[0]
    graph.batch {
      source.edit { $0.remove(id: 0) }
      source.edit { $0.append(Row(id: 0, text: 5)) }
    }
    #expect(cells.value.last === cell)
    #expect(!cell.isEnded)
    #expect(cell.text.value == 5)
    token.cancel()
  }

  /// Each change takes out the last row, whose own content had changed, too.
  @Test(arguments: [2, 9, 100])
  func aCellWhoseRowGoesWhileOthersChangeGetsNoNewContent(count: Int) {
    let graph = graph
    let source = ObservableList((0..<count).map { Row(id: $0, text: 0) }, graph: graph)
    var (changed, ended): ([Int], [Int]) = ([], [])
    let cells = source.cells {
      Cell($0, graph)
    } update: { cell, row in
      changed.append(row.id)
      if row.text == 1 { source.edit { $0.remove(id: count - changed.count) } }
    } end: {
      ended.append($0.id)
    }
    let token = cells.observeChanges { _ in }
    source.edit { list in for id in 0..<count { list.update(id: id) { $0.text = 1 } } }
    #expect(changed == Array(0..<(count + 1) / 2))
    #expect(ended == (count / 2..<count).reversed())
    #expect(cells.value.map(\.id) == Array(0..<count / 2))
    changed = []
    source.edit { list in for id in 0..<count / 2 { list.update(id: id) { $0.text = 2 } } }
    #expect(changed == Array(0..<count / 2))
    #expect(graph.engine.verify() == nil)
    token.cancel()
  }

  @Test func withoutAnUpdateAChangedRowGetsANewCell() {
    let graph = graph
    let plain = source.cells {
      Cell($0, graph)
    } end: {
      $0.end()
    }
    let old = plain.value[2]
    source.edit { list in list.update(id: 2) { $0.text = 7 } }
    #expect(plain.value[2] !== old)
    #expect(plain.value[2].text.value == 7)
    #expect(old.isEnded)
  }

  @Test func cellsAreMadeInsideAComputedWithTheirObservers() {
    var issues: [GraphIssue] = []
    graph.onIssue = { issues.append($0) }
    let sum = Computed(graph: graph) { cells.value.reduce(0) { $0 + $1.text.value } }
    #expect(sum.value == 6)
    source.edit { $0.append(Row(id: 9, text: 10)) }
    #expect(sum.value == 16)
    source.edit { list in list.update(id: 9) { $0.text = 20 } }
    #expect(sum.value == 26)
    #expect(issues.isEmpty)
    #expect(graph.engine.verify() == nil)
  }

  @Test func nobodyAskingMeansNoCells() {
    var made = 0
    let graph = graph
    let lazy = source.cells { row in
      made += 1
      return Cell(row, graph)
    }
    source.edit { $0.append(Row(id: 9)) }
    #expect(made == 0)
    #expect(lazy.count == 5)
    #expect(made == 5)
  }

  @Test func everythingIsReleasedWithTheListWithoutAnotherWrite() {
    weak var cell: Cell?
    do {
      let graph = graph
      let list = source.cells { Cell($0, graph) }
      cell = list.value[0]
    }
    #expect(cell == nil)
    #expect(graph.engine.verify() == nil)
  }

  @Test func aGraphEndsWithTheCellsThatWereReadOutsideOfAFlush() {
    weak var gone: Graph?
    do {
      let graph = Graph()
      gone = graph
      let source = ObservableList([Row(id: 1)], graph: graph)
      let list = source.cells { Cell($0, graph) }
      #expect(list.value.count == 1)
    }
    #expect(gone == nil)
  }

  @Test func aCellThatEndsGetsNoContentAnyMore() {
    var updates = 0
    let cells = source.cells {
      Cell($0, graph)
    } update: { cell, _ in
      if cell.isEnded { updates += 1 }
    } end: {
      $0.end()
    }
    let cell = cells.value[1]
    graph.batch {
      source.edit { list in list.update(id: 1) { $0.text = 5 } }
      _ = cells.value
      source.edit { _ = $0.remove(id: 1) }
    }
    #expect(cell.isEnded && updates == 0)
  }

  @Test func cellsLiveAsLongAsAListDerivedFromThem() {
    func made() -> LiveList<Cell> {
      source.cells {
        Cell($0, graph)
      } update: {
        $0.text.value = $1.text
      } end: {
        $0.end()
      }
    }
    let filtered = made().filter { _ in true }
    let sorted = made().sorted { $0.id < $1.id }
    let lists = [filtered.value, sorted.value]
    source.edit { list in list.update(id: 1) { $0.text = 5 } }
    source.edit { _ = $0.remove(id: 2) }
    for cells in lists {
      #expect(cells[1].effects == [1, 5])
      #expect(cells.map(\.isEnded) == [false, false, true, false])
    }
    withExtendedLifetime((filtered, sorted)) {}
  }

  @Test func aCellWithoutUpdateIsReplacedAlsoWhenTheListHasForgottenTheSteps() {
    let cells = source.cells {
      Cell($0, graph)
    } end: {
      $0.end()
    }
    let old = cells.value
    let token = cells.observe { _ in }
    // More edits than a list remembers.
    graph.batch {
      for text in 1...400 { source.edit { list in list.update(id: 1) { $0.text = text } } }
    }
    #expect(cells.value.map(\.text.value) == [0, 400, 2, 3])
    #expect(old[1].isEnded && !cells.value[1].isEnded)
    token.cancel()
  }

  @Test func rowsOfOneIdentityHaveACellEachAlsoWhenTheListBeginsAnew() {
    // Two rows each: cells are not compared with each other.
    let halves = source.cells { Half($0) }
    let cells = halves.cells {
      Cell($0.row, graph)
    } update: {
      $0.text.value = $1.row.text
    } end: {
      $0.end()
    }
    #expect(cells.count == 4)
    graph.batch {
      for text in 1...400 { source.edit { list in list.update(id: 1) { $0.text = text } } }
    }
    #expect(cells.value.map(\.text.value) == [0, 400, 2, 3])
    source.edit { _ = $0.remove(id: 3) }
    #expect(cells.value.map(\.text.value) == [0, 400, 2])
    #expect(cells.value.allSatisfy { !$0.isEnded })
  }

  @Test func aCellThatReadsTheCellsWhileItIsMadeSpoilsNothing() {
    let graph = Graph()
    var issues = 0
    graph.onIssue = { _ in issues += 1 }
    let source = ObservableList([Row(id: 1)], graph: graph)
    final class Box { var cells: LiveList<Cell>? }
    let box = Box()
    let cells = source.cells { row in
      if row.id > 1 { _ = box.cells?.peek() }
      return Cell(row, graph)
    }
    #expect(cells.value.map(\.id) == [1])
    box.cells = cells
    source.edit { $0.append(Row(id: 2)) }
    #expect(cells.value.map(\.id) == [1, 2] && cells.count == 2)
    #expect(issues == 1)
  }
}
