import Testing

@testable import Bindings

/// Tracers and descriptions of values are the user's code: they end nodes, read, and try to write.
@Suite @MainActor struct TracerReentranceTests {
  let graph = Graph()

  /// A tracer that does something once, at the first record of a kind.
  @MainActor private final class Interrupter: Tracer {
    let kind: TraceRecord.Kind
    var action: (@MainActor () -> Void)?
    init(at kind: TraceRecord.Kind) { self.kind = kind }

    func record(_ record: TraceRecord) {
      guard record.kind == kind, let action else { return }
      self.action = nil
      action()
    }
  }

  /// A value whose description does something.
  @MainActor private final class Describing {
    var action: (@MainActor () -> Void)?
  }

  private struct Described: Equatable, CustomStringConvertible {
    let number: Int
    let describing: Describing

    static func == (lhs: Described, rhs: Described) -> Bool { lhs.number == rhs.number }

    var description: String {
      MainActor.assumeIsolated {
        let action = describing.action
        describing.action = nil
        action?()
      }
      return "\(number)"
    }
  }

  /// Reads as the tracer's, in a walk for an observer, in its run and at its write.
  @Test(arguments: [TraceRecord.Kind.recompute, .skip, .write, .equalWrite, .mark])
  func whatTheTracerReadsIsNobodysDependency(_ kind: TraceRecord.Kind) {
    let tracer = Interrupter(at: kind)
    let (number, same, told) = (
      Property(0, graph: graph), Property(0, graph: graph), Property(0, graph: graph)
    )
    let half = Computed(graph: graph) { number.value / 2 }
    let above = Computed(graph: graph) { half.value }
    _ = above.value
    graph.tracer = tracer
    var reads = 0
    tracer.action = {
      _ = told.value
      reads += 1
    }
    number.value = 1
    var runs = 0
    let token = observe(graph: graph) {
      runs += 1
      _ = above.value
      graph.mark("run")
      untracked { same.value = same.peek() == 0 ? 1 : same.peek() }
      untracked { same.value = same.peek() }
    }
    #expect(reads == 1 && runs == 1)
    told.value = 1
    #expect(runs == 1)
    token.cancel()
    graph.tracer = nil
  }

  @Test func anObserverThatTheTracerCancelsDoesNotRun() {
    let tracer = Interrupter(at: .observerRun)
    graph.tracer = tracer
    let number = Property(0, graph: graph)
    var seen: [Int] = []
    var held: [Int]? = [1]
    let token = observe(graph: graph) { [held] in seen.append(number.value + (held?.count ?? 0)) }
    held = nil
    tracer.action = { token.cancel() }
    number.value = 1
    #expect(seen == [1] && !token.isActive)
    #expect(graph.nodeCount == 1)
    graph.tracer = nil
  }

  @Test(arguments: TraceRecord.Kind.allCases)
  func aTracerMayEndWhatItIsToldOf(_ kind: TraceRecord.Kind) {
    let tracer = Interrupter(at: kind)
    graph.tracer = tracer
    let number = Property(0, graph: graph)
    var half: Computed<Int>? = Computed(graph: graph) { number.value / 2 }
    weak let weakHalf = half
    var tokens = (0..<2).map { _ in
      observe(graph: graph) { _ = (weakHalf?.value ?? 0) + number.peek() }
    }
    tracer.action = {
      tokens = []
      half = nil
    }
    for value in 1...3 { number.value = value }
    tracer.action = nil
    tokens = []
    half = nil
    #expect(graph.nodeCount == 1 && half == nil && tokens.isEmpty)
    graph.tracer = nil
  }

  @Test func aDescriptionMayEndTheComputedThatItDescribes() {
    graph.tracer = TraceLog()
    let (number, describing) = (Property(0, graph: graph), Describing())
    var evaluations = 0
    var value: Computed<Described>? = Computed(graph: graph) {
      evaluations += 1
      return Described(number: number.value, describing: describing)
    }
    weak let weakValue = value
    var token: Subscription? = observe(graph: graph) { _ = weakValue?.value }
    describing.action = {
      value = nil
      token = nil
    }
    number.value = 1
    #expect(evaluations == 1 && value == nil && token == nil)
    #expect(graph.nodeCount == 1)
    graph.tracer = nil
  }

  @Test func aDescriptionInAnEvaluationMustNotWrite() {
    let log = IssueLog(graph)
    graph.tracer = TraceLog()
    let (number, describing) = (Property(0, graph: graph), Describing())
    let other = Property(0, label: "other", graph: graph)
    let value = Computed(label: "value", graph: graph) {
      Described(number: number.value, describing: describing)
    }
    let token = observe(graph: graph) { _ = value.value }
    describing.action = {
      other.value = 1
      describing.action = { other.value = 2 }
    }
    number.value = 1
    #expect(other.value == 0)
    #expect(log.issues.map(\.code) == [.writeInComputed], "the same mistake twice")
    #expect(log.issues.first?.nodes.map(\.name) == ["value", "other"])
    token.cancel()
    graph.tracer = nil
  }

  /// The walk has found one input up to date and stands at the other one when the end of an object writes.
  @Test(arguments: [TraceRecord.Kind.recompute, .skip])
  func aWriteOfWhatTheTracerEndsInAnEvaluationIsDroppedAndReported(_ kind: TraceRecord.Kind) {
    let log = IssueLog(graph)
    let tracer = Interrupter(at: kind)
    let (first, second) = (Property(0, graph: graph), Property(0, graph: graph))
    let same = Computed(graph: graph) { first.value }
    let odd = Computed(graph: graph) { second.value % 2 }
    let beyond = Computed(graph: graph) { odd.value }
    let sum = Computed(graph: graph) { same.value + beyond.value }
    var seen: [Int] = []
    let token = sum.observe { seen.append($0) }
    var ended: Subscription? = observe(graph: graph) {
      [ending = Ending { first.value = 7 }] in withExtendedLifetime(ending) {}
    }
    graph.tracer = tracer
    tracer.action = { ended = nil }
    second.value = 2
    #expect(ended == nil && first.value == 0 && sum.value == 0)
    #expect(log.issues.map(\.code) == [.writeInComputed])
    first.value = 3
    #expect(seen == [0, 3])
    token.cancel()
    graph.tracer = nil
  }

  @Test func aDescriptionOfAWrittenValueFindsTheGraphUpToDate() {
    graph.tracer = TraceLog()
    let describing = Describing()
    let value = Property(Described(number: 0, describing: describing), graph: graph)
    let other = Property(0, graph: graph)
    let tenfold = Computed(graph: graph) { value.value.number * 10 }
    var seen: [[Int]] = []
    let token = observe(graph: graph) {
      seen.append([value.value.number, tenfold.value, other.value])
    }
    let inspect: @MainActor () -> Void = {
      #expect(tenfold.value == value.value.number * 10)
      other.value += 1
    }
    describing.action = {
      inspect()
      describing.action = inspect
    }
    value.value = Described(number: 1, describing: describing)
    #expect(seen.last == [1, 10, 2])
    describing.action = {
      inspect()
      describing.action = inspect
    }
    value.update { $0 = Described(number: 2, describing: describing) }
    #expect(seen.last == [2, 20, 4])
    for state in seen { #expect(state[1] == state[0] * 10) }
    token.cancel()
    graph.tracer = nil
  }

  /// A comparison that drops the handle or the reader of what it compares must not bring back old flags.
  @Test(arguments: [false, true])
  func aComparisonMayEndTheComputed(dropsTheReader: Bool) {
    let number = Property(0, graph: graph)
    let comparing = Comparing()
    for _ in 0..<10 {
      var value: Computed<Compared>? = Computed(graph: graph) {
        Compared(number: number.value, comparing: comparing)
      }
      weak let weakValue = value
      var token: Subscription? = observe(graph: graph) { _ = weakValue?.value }
      comparing.action = {
        value = nil
        if dropsTheReader { token = nil }
      }
      number.value += 1
      token = nil
      #expect(value == nil && token == nil)
    }
    #expect(graph.nodeCount == 1 && graph.nodes.count == 1)
  }

  /// What was read is brought up to date ahead when little of the stack is left, as is asked for here.
  @Test func aTracerThatComesInTheMiddleOfALongChainSeesAWholeBatch() {
    let log = TraceLog()
    let number = Property(0, graph: graph)
    let first = Computed(graph: graph) { number.value + 1 }
    let second = Computed(graph: graph) { first.value }
    let last = Computed(graph: graph) { [graph] in
      let sum = number.value
      if sum == 1 {
        graph.tracer = log
        graph.engine.refreshDependencies(of: second.ref)
      }
      return sum + second.value
    }
    #expect(last.value == 1)
    number.value = 1
    #expect(last.value == 3)
    #expect(graph.engine.tracing?.isOpen == false)
    let before = Set(log.records.compactMap(\.batch))
    number.value = 2
    let written = log.records.last { $0.kind == .write }?.batch
    #expect(!before.isEmpty && written.map(before.contains) == false)
    graph.tracer = nil
  }

  @MainActor private final class Comparing {
    var action: (@MainActor () -> Void)?
  }

  private struct Compared: Equatable {
    let number: Int
    let comparing: Comparing

    static func == (lhs: Compared, rhs: Compared) -> Bool {
      MainActor.assumeIsolated {
        let action = lhs.comparing.action
        lhs.comparing.action = nil
        action?()
      }
      return lhs.number == rhs.number
    }
  }
}
