import Bindings
import Testing

/// What observers of one graph write to another graph is one change there.
@Suite @MainActor struct ForeignFlushTests {
  private let here = Graph()
  private let there = Graph()

  enum Way: CaseIterable { case write, batch, batchOfHere, update, command }

  @Test(arguments: Way.allCases, [false, true])
  func whatAnObserverWritesToAnotherGraphIsOneChange(_ way: Way, isMain: Bool) {
    let target = isMain ? Graph.main : there
    let source = Property(0, graph: here)
    let (one, other) = (Property(0, graph: target), Property(0, graph: target))
    var seen: [[Int]] = []
    let reader = observe(graph: target) { seen.append([one.value, other.value]) }
    // Two observers: the change is over when both have run.
    let writers = [
      source.observe { one.value = $0 }, source.observe { other.value = $0 },
      source.observe { one.value = $0 + 1 },
    ]
    let set = Command<Int, Void>(graph: here) { source.value = $0 }
    seen = []
    switch way {
    case .write: source.value = 1
    case .batch: batch { source.value = 1 }
    case .batchOfHere: here.batch { source.value = 1 }
    case .update: source.update { $0 = 1 }
    case .command: set.execute(1)
    }
    #expect(seen == [[2, 1]])
    withExtendedLifetime((reader, writers)) {}
  }

  @Test func whatAnObserverWritesInItsFirstRunIsOneChange() {
    let (one, other) = (Property(0, graph: there), Property(0, graph: there))
    var seen: [[Int]] = []
    let reader = observe(graph: there) { seen.append([one.value, other.value]) }
    let writer = observe(graph: here) {
      one.value = 1
      other.value = 1
    }
    #expect(seen == [[0, 0], [1, 1]])
    withExtendedLifetime((reader, writer)) {}
  }

  @Test func aWriteBackComesInAFurtherPass() {
    let (limit, number) = (Property(3, graph: here), Property(0, graph: here))
    let copy = Property(0, graph: there)
    var seen: [[Int]] = []
    let tokens = [
      number.observe { copy.value = $0 },
      copy.observe { if $0 > limit.peek() { number.value = limit.peek() } },
      observe(graph: there) { seen.append([copy.value, number.peek()]) },
    ]
    seen = []
    number.value = 9
    #expect(number.value == 3 && copy.value == 3)
    #expect(seen == [[9, 3], [3, 3]])
    withExtendedLifetime(tokens) {}
  }

  /// Each graph writes to the next one, and the last one to the first.
  @Test(arguments: [2, 3, 5])
  func aRingOfGraphsThatNeverSettlesIsReportedOnce(count: Int) {
    let graphs = (0..<count).map { _ in Graph() }
    var issues: [GraphIssue.Code] = []
    for graph in graphs { graph.onIssue = { issues.append($0.code) } }
    let numbers = graphs.map { Property(0, graph: $0) }
    let tokens = numbers.indices.map { index in
      numbers[index].observe { number in
        // Not at the start.
        if number > 0 { numbers[(index + 1) % count].value = number + 1 }
      }
    }
    numbers[0].value = 1
    #expect(issues == [.noFixedPoint])
    issues = []
    numbers[0].value = 1
    #expect(issues == [.noFixedPoint])
    withExtendedLifetime(tokens) {}
  }

  @Test func aRingOfGraphsThatSettlesIsNotReported() {
    let graphs = (0..<3).map { _ in Graph() }
    let log = IssueLog(graphs[0], graphs[1], graphs[2])
    let numbers = graphs.map { Property(0, graph: $0) }
    let tokens = numbers.indices.map { index in
      numbers[index].observe { number in
        if number > 0, number < 240 { numbers[(index + 1) % 3].value = number + 1 }
      }
    }
    numbers[0].value = 1
    #expect(numbers.map(\.value).max() == 240 && log.issues.isEmpty)
    withExtendedLifetime(tokens) {}
  }

  @Test func aGraphThatEndsBeforeItsTurnIsNotMissed() {
    let source = Property(0, graph: here)
    var target: Property<Int>? = Property(0, graph: Graph())
    var runs = 0
    var reader = target?.observe { _ in runs += 1 }
    let writer = source.observe {
      target?.value = $0
      if $0 > 0 { (target, reader) = (nil, nil) }
    }
    source.value = 1
    #expect(runs == 1)
    withExtendedLifetime((writer, reader)) {}
  }

  @MainActor final class Button: CommandControl {
    let taps: SignalSource<Void>
    let isEnabled, isExecuting: Property<Bool>
    var activated: Signal<Void> { taps.signal }

    init(_ graph: Graph) {
      taps = SignalSource(graph: graph)
      (isEnabled, isExecuting) = (Property(false, graph: graph), Property(false, graph: graph))
    }

    func show(isEnabled: Bool, isExecuting: Bool) {
      self.isEnabled.value = isEnabled
      self.isExecuting.value = isExecuting
    }
  }

  @Test(arguments: [false, true])
  func aControlIsShownBothHalvesAsOneChange(isOfAnotherGraph: Bool) async {
    let button = Button(isOfAnotherGraph ? there : here)
    var seen: [[Bool]] = []
    let reader = observe(graph: button.isEnabled.node.graph ?? there) {
      seen.append([button.isEnabled.value, button.isExecuting.value])
    }
    let gate = SignalSource<Void>(graph: here)
    let load = Command<Void, Void>(graph: here) { _ = await gate.signal.first() }
    let binding = load.bind(to: button)
    button.taps.send(())
    let run = load.executions.first
    gate.send(())
    _ = await run?.result
    #expect(seen == [[false, false], [true, false], [false, true], [true, false]])
    withExtendedLifetime((reader, binding)) {}
  }
}
