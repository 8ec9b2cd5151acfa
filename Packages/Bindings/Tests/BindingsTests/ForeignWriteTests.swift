import Bindings
import Testing

/// A computed only derives, whatever way its closure finds into another graph.
@Suite @MainActor struct ForeignWriteTests {
  private let here = Graph()
  private let there = Graph()

  enum Way: CaseIterable { case property, update, command, signal, run, otherComputed }

  @Test(arguments: Way.allCases, [false, true])
  func aComputedDoesNotWriteToAnotherGraph(_ way: Way, isMain: Bool) {
    let reader = isMain ? Graph.main : here
    let old = reader.onIssue
    defer { reader.onIssue = old }
    let (log, thereLog) = (IssueLog(reader), IssueLog(there))
    let number = Property(0, label: "number", graph: there)
    let set = Command<Int, Void>(graph: there) { number.value = $0 }
    let source = SignalSource<Int>(graph: there)
    let token = source.signal.bind(to: number)
    let writing = Computed(label: "writing", graph: there) {
      number.value = 1
      return 1
    }
    let derived = Computed(label: "derived", graph: reader) {
      switch way {
      case .property: number.value = 1
      case .update: number.update { $0 = 1 }
      case .command: set.execute(1)
      case .signal: source.send(1)
      case .run: there.run { number.value = 1 }
      case .otherComputed: _ = writing.peek()
      }
      return 0
    }
    _ = derived.value
    #expect(number.value == 0)
    let issues = (way == .otherComputed ? thereLog : log).issues
    #expect(issues.map(\.code) == [.writeInComputed])
    #expect(
      issues.first?.nodes.map(\.name) == [way == .otherComputed ? "writing" : "derived", "number"])
    number.value = 2
    set.execute(3)
    #expect(number.value == 3)
    token.cancel()
  }

  @Test func aComputedMakesNoObserverThroughAnotherGraph() {
    let log = IssueLog(here)
    let number = Property(0, graph: there)
    var runs = 0
    let watch = Command<Void, Void>(graph: there) {
      _ = number.observe { _ in runs += 1 }
    }
    let derived = Computed(label: "derived", graph: here) {
      watch.execute()
      return 0
    }
    _ = derived.value
    #expect(runs == 0 && log.issues.map(\.code) == [.observerInComputed])
    watch.execute()
    #expect(runs == 1)
  }

  @MainActor private final class Item: Identifiable {
    nonisolated let id: Int
    let count: Property<Int>
    init(_ id: Int, _ graph: Graph) {
      self.id = id
      count = Property(0, graph: graph)
      count.value = id
    }
  }

  /// What makes objects for a list may write, also when the list is asked by a computed elsewhere.
  @Test func objectsThatAListOfAnotherGraphMakesMayWrite() {
    let (log, thereLog) = (IssueLog(here), IssueLog(there))
    let there = there
    let rows = ObservableList([Row(id: 1), Row(id: 2)], graph: there)
    let items = rows.cells {
      Item($0.id, there)
    } update: { _, _ in
    } end: { _ in
    }
    let derived = Computed(graph: here) { items.peek().map { $0.count.peek() } }
    #expect(derived.value == [1, 2])
    #expect(log.issues.isEmpty && thereLog.issues.isEmpty)
  }

  @Test func theBodyOfACommandIsOneBatchOfAllGraphs() {
    let (one, other) = (Property(0, graph: there), Property(0, graph: there))
    var seen: [[Int]] = []
    let token = observe(graph: there) { seen.append([one.value, other.value]) }
    let set = Command<Int, Void>(graph: here) {
      one.value = $0
      other.value = $0
    }
    set.execute(1)
    #expect(seen == [[0, 0], [1, 1]])
    token.cancel()
  }
}
