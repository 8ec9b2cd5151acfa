import Bindings
import Testing

@Suite @MainActor struct BindingTests {
  @Test func oneWayCopiesNowAndAfterEachChangeUntilCancelled() {
    let source = Property(1)
    let target = Property(0)
    let binding = source.bind(to: target)
    #expect(target.value == 1)
    source.value = 2
    #expect(target.value == 2)
    binding.cancel()
    source.value = 3
    #expect(target.value == 2)
    #expect(!binding.isActive)
  }

  @Test func oneWayConverts() {
    let source = Property(1)
    let text = Property("")
    let doubled = Computed { source.value * 2 }
    let binding = doubled.bind(to: text) { "\($0)" }
    source.value = 4
    #expect(text.value == "8")
    binding.cancel()
  }

  @Test func releasingABindingEndsIt() {
    let source = Property(1)
    let target = Property(0)
    var binding: Subscription? = source.bind(to: target)
    binding = nil
    source.value = 2
    #expect(target.value == 1)
    #expect(binding == nil)
  }

  @Test func twoWayStartsWithTheLeadingValueAndSettlesInTwoNotifications() {
    let leading = Property("a")
    let following = Property("b")
    let binding = leading.bind(with: following)
    #expect(following.value == "a")
    var notifications: [String] = []
    let first = leading.observe { notifications.append("leading \($0)") }
    let second = following.observe { notifications.append("following \($0)") }
    notifications = []
    leading.value = "c"
    #expect(notifications.sorted() == ["following c", "leading c"])
    notifications = []
    following.value = "d"
    #expect(notifications.sorted() == ["following d", "leading d"])
    #expect(leading.value == "d")
    withExtendedLifetime((binding, first, second)) {}
  }

  @Test func leadingWinsWhenBothEndsAreWrittenInOneBatch() {
    let leading = Property(0)
    let following = Property(0)
    let binding = leading.bind(with: following)
    batch {
      following.value = 2
      leading.value = 1
    }
    #expect(leading.value == 1)
    #expect(following.value == 1)
    binding.cancel()
  }

  @Test func convertersThatAreNotExactLeaveTheTypedTextAlone() {
    let number = Property(1)
    let text = Property("")
    let binding = number.bind(
      with: text, forward: { "\($0)" }, backward: { Int($0) })
    #expect(text.value == "1")
    text.value = "007"
    #expect(number.value == 7)
    #expect(text.value == "007")
    text.value = "seven"
    #expect(number.value == 7)
    number.value = 8
    #expect(text.value == "8")
    binding.cancel()
  }

  @Test func aValueThatCannotBeConvertedIsReplacedByTheNextLeadingOne() {
    let number = Property(1)
    let text = Property("")
    let binding = number.bind(
      with: text, forward: { "\($0)" }, backward: { Int($0) })
    text.value = "x"
    number.value = 2
    #expect(text.value == "2")
    number.value = 1
    #expect(text.value == "1")
    binding.cancel()
  }

  @Test func twoWayBindingsInARingSettle() {
    let ring = (0..<3).map { Property($0) }
    let bindings = (0..<3).map { ring[$0].bind(with: ring[($0 + 1) % 3]) }
    ring[1].value = 9
    #expect(ring.map { $0.value } == [9, 9, 9])
    withExtendedLifetime(bindings) {}
  }

  /// NaN is the best known value that does not equal itself; an array that has one is another.
  @Test func aValueThatDoesNotEqualItselfIsOneRunForEachEnd() {
    let graph = Graph()
    var issues = 0
    graph.onIssue = { _ in issues += 1 }
    let (leading, following) = (Property(0.0, graph: graph), Property(1.0, graph: graph))
    let (lists, copies) = (Property([0.0], graph: graph), Property([1.0], graph: graph))
    let (number, text) = (Property(0.0, graph: graph), Property("", graph: graph))
    let (typed, edits) = (Property(0.0, graph: graph), SignalSource<Double>(graph: graph))
    var shown = 0
    let bindings = [
      leading.bind(with: following), lists.bind(with: copies),
      number.bind(with: text, forward: { "\($0)" }, backward: { Double($0) }),
      typed.bind(with: edits.signal) { _ in shown += 1 },
    ]
    var runs = 0
    let tokens = [
      leading.observe { _ in runs += 1 }, following.observe { _ in runs += 1 },
      lists.observe { _ in runs += 1 }, copies.observe { _ in runs += 1 },
    ]
    runs = 0
    leading.value = .nan
    #expect(runs == 2 && following.value.isNaN)
    following.value = 3
    #expect(leading.value == 3)
    runs = 0
    lists.value = [1, .nan]
    copies.value = [2, .nan]
    #expect(runs == 4 && lists.value.first == 2)
    number.value = .nan
    #expect(text.value == "nan")
    text.value = "NaN"
    #expect(text.value == "NaN")
    edits.send(.nan)
    #expect(typed.value.isNaN && shown == 1)
    #expect(issues == 0)
    withExtendedLifetime((bindings, tokens)) {}
  }

  @Test func anEditThatIsRefusedIsNotTakenForWhatTheControlShows() {
    let graph = Graph()
    let issues = IssueLog(graph)
    let (typed, edits) = (Property("a", graph: graph), SignalSource<String>(graph: graph))
    var field = ""
    let binding = typed.bind(with: edits.signal) { field = $0 }
    let computed = Computed(graph: graph) {
      edits.send("b")
      return 1
    }
    _ = computed.value
    #expect(typed.value == "a" && issues.issues.map(\.code) == [.writeInComputed])
    typed.value = "b"
    #expect(field == "b")
    binding.cancel()
  }

  @Test func aRingOfBindingsSettlesOnNaN() {
    let graph = Graph()
    var issues = 0
    graph.onIssue = { _ in issues += 1 }
    let ring = (0..<3).map { Property(Double($0), graph: graph) }
    let bindings = (0..<3).map { ring[$0].bind(with: ring[($0 + 1) % 3]) }
    ring[1].value = .nan
    #expect(ring.allSatisfy { $0.value.isNaN } && issues == 0)
    withExtendedLifetime(bindings) {}
  }
}
