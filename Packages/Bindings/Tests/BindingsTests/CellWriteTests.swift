import Testing

@testable import Bindings

/// Objects that a list makes while it is computed may write, and nobody misses it.
@Suite @MainActor struct CellWriteTests {
  let graph = Graph()

  private struct Row: Identifiable, Equatable { var id: Int }
  private final class Cell: Identifiable {
    let id: Int
    private let kept: [AnyObject]
    init(_ row: Row, _ onMake: () -> Void) {
      id = row.id
      onMake()
      kept = []
    }
    init(_ row: Row, keeping make: () -> [AnyObject]) {
      id = row.id
      kept = make()
    }
  }

  @Test func observersOfWhatACellWroteRunWhenTheListIsReadOutsideOfAFlush() {
    let made = Property(0, graph: graph)
    var seen: [Int] = []
    let token = made.observe { seen.append($0) }
    let list = ObservableList([Row(id: 1), Row(id: 2)], graph: graph)
    let cells = list.cells { row in Cell(row) { made.value += 1 } }
    #expect(cells.value.count == 2)
    #expect(seen == [0, 2])
    #expect(graph.engine.verify() == nil)
    token.cancel()
  }

  @Test func whatWasReadBeforeACellWroteIsReadAgain() {
    let graph = graph
    let made = Property(0, graph: graph)
    let twice = Computed(graph: graph) { made.value * 2 }
    let list = ObservableList([Row(id: 1)], graph: graph)
    let cells = list.cells { row in Cell(row) { made.value += 1 } }
    let both = Computed(graph: graph) { (made.value, twice.value, cells.value.count) }
    var seen: [String] = []
    let token = observe(graph: graph) { seen.append("\(twice.value) \(both.value)") }
    #expect(seen.last == "2 (1, 2, 1)")
    list.edit { $0.append(Row(id: 2)) }
    #expect(seen.last == "4 (2, 4, 2)")
    #expect(graph.engine.verify() == nil)
    token.cancel()
  }

  @Test func whatWasReadOfANewCellBeforeALaterCellWroteItIsReadAgain() {
    let graph = graph
    let box = DisposalTests.Box<Property<Int>>()
    let first = ObservableList([Row(id: 1)], graph: graph).cells { row in
      Cell(
        row,
        keeping: {
          let number = Property(0, graph: graph)
          box.content = number
          return [number]
        })
    }
    let second = ObservableList([Row(id: 1)], graph: graph).cells { row in
      Cell(row) { box.content?.value += 1 }
    }
    let both = Computed(graph: graph) {
      _ = first.value.count
      let number = box.content?.value ?? -1
      return number + 0 * second.value.count
    }
    var seen: [Int] = []
    let token = observe(graph: graph) { seen.append(both.value) }
    #expect(box.content?.value == 1)
    #expect(both.value == 1)
    #expect(seen.last == 1)
    #expect(graph.engine.verify() == nil)
    withExtendedLifetime(token) {}
  }

  @Test func batchInAComputedDoesNotRunObserversInTheMiddle() {
    let graph = graph
    var issues: [GraphIssue] = []
    graph.onIssue = { issues.append($0) }
    let copy = Property(0, graph: graph)
    let cells = ObservableList([Row(id: 1)], graph: graph).cells { row in
      Cell(
        row,
        keeping: {
          let number = Property(0, graph: graph)
          let token = number.observe { copy.value = $0 }
          number.value = 1
          return [number, token]
        })
    }
    let computed = Computed(graph: graph) {
      let count = cells.value.count
      graph.batch {}
      batch {}
      return count
    }
    #expect(computed.value == 1)
    #expect(copy.value == 1)
    #expect(issues.isEmpty)
    #expect(graph.engine.verify() == nil)
  }
}
