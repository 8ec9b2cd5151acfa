import BindingsTestSupport
import Testing

@testable import Bindings

/// Values that are replaced or let go of: their ends may come back to whoever replaces them.
@Suite @MainActor struct ReplacedValueTests {
  /// An event that does something when nobody has it any more.
  private struct Event: Equatable {
    let number: Int
    let ending: Ending?

    init(_ number: Int, atEnd action: (@MainActor () -> Void)? = nil) {
      self.number = number
      ending = action.map(Ending.init)
    }

    static func == (lhs: Event, rhs: Event) -> Bool { lhs.number == rhs.number }
  }

  @Test func observersWhoseEndsCancelEachOtherLeaveTheSourceInOrder() {
    let source = SignalSource<Int>()
    var newest: Subscription?
    for _ in 0..<40 {
      let older = newest
      newest = source.signal.observe { _ in withExtendedLifetime(older) {} }
    }
    newest = nil
    #expect(!source.isObserved)
    var seen = 0
    let tokens = (0..<40).map { _ in source.signal.observe { seen += $0 } }
    for (left, token) in zip((0..<40).reversed(), tokens) {
      token.cancel()
      #expect(source.isObserved == (left > 0))
      seen = 0
      source.send(1)
      #expect(seen == left)
    }
  }

  @Test(arguments: [false, true])
  func eventOfAPairMaySendToTheOtherWhenItEnds(isSecond: Bool) {
    let events = SignalSource<Event>()
    let numbers = SignalSource<Int>()
    let pairs =
      isSecond
      ? numbers.signal.combineLatest(events.signal).map { ($0.1, $0.0) }
      : events.signal.combineLatest(numbers.signal)
    var seen: [[Int]] = []
    let token = pairs.observe { seen.append([$0.number, $1]) }
    events.send(Event(1) { numbers.send(20) })
    numbers.send(10)
    events.send(Event(2))
    #expect(seen == [[1, 10], [2, 10], [2, 20]])
    token.cancel()
  }

  @Test func heldEventMayActivateItsThrottleWhenItEnds() {
    let clock = ManualClock()
    let isActive = Property(false)
    let source = SignalSource<Event>()
    var seen: [Int] = []
    let token = source.signal.debounce(for: .seconds(1), clock: clock, unless: isActive)
      .observe { seen.append($0.number) }
    source.send(Event(1) { isActive.value = true })
    source.send(Event(2))
    #expect(seen == [2])
    token.cancel()
  }

  @Test func heldEventMayMoveTheClockWhenItEnds() {
    for isThrottled in [false, true] {
      let clock = ManualClock()
      let source = SignalSource<Event>()
      var seen: [Int] = []
      let signal =
        isThrottled
        ? source.signal.throttle(for: .seconds(1), clock: clock)
        : source.signal.debounce(for: .seconds(1), clock: clock)
      let token = signal.observe { seen.append($0.number) }
      source.send(Event(0))
      source.send(Event(1) { clock.advance(by: .seconds(1)) })
      source.send(Event(2))
      clock.advance(by: .seconds(1))
      #expect(seen == (isThrottled ? [0, 2] : [2]))
      token.cancel()
    }
  }

  @Test func replayedEventMayBeAskedForWhenTheOneBeforeEnds() {
    let source = SignalSource<Event>()
    let shared = source.signal.replayLast()
    var seen: [String] = []
    var late: Subscription?
    let token = shared.observe { seen.append("first \($0.number)") }
    source.send(Event(1) { late = shared.observe { seen.append("late \($0.number)") } })
    source.send(Event(2))
    #expect(seen.sorted() == ["first 1", "first 2", "late 2"])
    withExtendedLifetime((token, late)) {}
  }

  @Test func editMayChangeThePropertyWhenItEnds() {
    let property = Property(Event(0))
    let edits = SignalSource<Event>()
    var shown: [Int] = []
    let token = property.bind(with: edits.signal) { shown.append($0.number) }
    edits.send(Event(1))
    edits.send(Event(1) { property.value = Event(7) })
    edits.send(Event(2))
    #expect(property.peek().number == 2 || shown.last == property.peek().number)
    token.cancel()
  }

  @Test func handlerOfIssuesMayReportWhenItIsReplaced() {
    let graph = Graph()
    var issues: [String] = []
    let first = Property(0, graph: graph)
    let culprit = Computed(graph: graph) {
      first.value = 1
      return first.value
    }
    func keeping(_ ending: Ending) -> (GraphIssue) -> Void {
      { _ in withExtendedLifetime(ending) { issues.append("old") } }
    }
    graph.onIssue = keeping(Ending { _ = culprit.value })
    graph.onIssue = { _ in issues.append("new") }
    #expect(issues == ["new"])
  }

  private final class Writer: Tracer {
    let ending: Ending
    init(_ action: @escaping @MainActor () -> Void) { ending = Ending(action) }
    func record(_ record: TraceRecord) {}
  }

  @Test func tracerThatIsReplacedInAnEvaluationWritesAfterIt() {
    let graph = Graph()
    let source = Property(0, graph: graph)
    let written = Property(0, graph: graph)
    let passed = Computed(graph: graph) { written.value }
    let unchanged = Computed(graph: graph) {
      if source.value > 0 { graph.tracer = nil }
      return 0
    }
    let sum = Computed(graph: graph) { passed.value + unchanged.value }
    var seen = -1
    let token = observe(graph: graph) { seen = sum.value }
    graph.tracer = Writer { written.value = 1 }
    source.value = 1
    #expect(seen == 1)
    #expect(graph.engine.verify() == nil)
    token.cancel()
  }

  @Test func tracerMayWriteWhenItIsReplaced() {
    let graph = Graph()
    let number = Property(0, graph: graph)
    var seen = 0
    let token = observe(graph: graph) { seen = number.value }
    let log = TraceLog()
    graph.tracer = Writer { number.value += 1 }
    graph.tracer = log
    #expect(seen == 1)
    #expect(log.records.map(\.kind) == [.write, .observerRun])
    graph.tracer = Writer { number.value += 1 }
    graph.tracer = nil
    #expect(seen == 2)
    #expect(graph.engine.verify() == nil)
    token.cancel()
  }

  @Test func waitThatIsCalledOffMayCallOffAnotherWhenItEnds() {
    let clock = ManualClock()
    let source = SignalSource<Int>()
    let other = source.signal.debounce(for: .seconds(1), clock: clock).observe { _ in }
    let token = source.signal.debounce(for: .seconds(1), clock: clock)
      .observe { [ending = Ending { other.cancel() }] _ in withExtendedLifetime(ending) {} }
    source.send(1)
    token.cancel()
    #expect(!other.isActive)
    #expect(clock.nextWake == nil)
  }

  @Test func noClosureOfAnOperatorRunsWhenAComparisonCancels() {
    struct Key: Equatable {
      let number: Int
      let compare: () -> Void
      static func == (lhs: Key, rhs: Key) -> Bool {
        lhs.compare()
        return lhs.number == rhs.number
      }
    }
    let source = SignalSource<Key>()
    var token: Subscription?
    var mapped: [Int] = []
    token = source.signal.removeDuplicates()
      .map {
        mapped.append($0.number)
        return $0.number
      }
      .observe { _ in }
    source.send(Key(number: 1) { token?.cancel() })
    source.send(Key(number: 2) {})
    #expect(mapped == [1])
  }
}
