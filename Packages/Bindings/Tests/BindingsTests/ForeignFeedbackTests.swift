import Testing

@testable import Bindings

/// Observers of several graphs that keep changing what they read: as within one graph.
@Suite @MainActor struct ForeignFeedbackTests {
  private let here = Graph()
  private let there = Graph()

  /// Observers that hand a number on, from one graph to the other and back, and one that looks on.
  private func countLooks(_ other: Graph, length: Int) -> (looks: Int, copy: Int, issues: Int) {
    let issues = IssueLog(here, other)
    let from = (0...length).map { Property(0, label: "x\($0)", graph: here) }
    let to = (0..<length).map { Property(0, label: "y\($0)", graph: other) }
    let log = Property(0, label: "log", graph: other)
    var seen = 0
    var tokens = [
      observe(label: "logger", graph: here) { log.value = from.reduce(0) { $0 + $1.value } },
      log.observe { _ in seen += 1 },
    ]
    for index in 0..<length {
      tokens.append(from[index].observe { to[index].value = $0 })
      tokens.append(to[index].observe { from[index + 1].value = $0 })
    }
    seen = 0
    from[0].value = 1
    withExtendedLifetime(tokens) {}
    return (seen, log.value, issues.issues.count)
  }

  @Test func anObserverBesideALongWayOverTwoGraphsIsNotStopped() {
    #expect(countLooks(there, length: 150) == (151, 151, 0))
    #expect(countLooks(here, length: 150) == (151, 151, 0))
  }

  @Test(arguments: [false, true])
  func aCycleOverTwoGraphsStopsNobodyElse(isOneGraph: Bool) throws {
    let other = isOneGraph ? here : there
    let issues = IssueLog(here, other)
    let number = Property(0, label: "number", graph: here)
    let copy = Property(0, label: "copy", graph: other)
    let log = Property(0, label: "log", graph: other)
    let tokens = [
      number.observe(label: "logger") { log.value = $0 },
      number.observe(label: "forth") { copy.value = $0 },
      copy.observe(label: "back") { if $0 > 0 { number.value = $0 + 1 } },
    ]
    number.value = 1
    let issue = try #require(issues.issues.first)
    #expect(issues.issues.count == 1 && issue.code == .noFixedPoint)
    #expect(Set(issue.nodes.map(\.name)) == ["forth", "copy", "back", "number"])
    #expect(log.value == number.value)
    withExtendedLifetime(tokens) {}
  }

  /// What an observer of one graph queues in the other waits there for the end of that graph's batch.
  @Test func whatWaitsInABatchOfItsGraphFollowsFromNoLaterChange() {
    let issues = IssueLog(here, there)
    let numbers = (0..<3).map { _ in Property(0, graph: here) }
    let copy = Property(0, graph: there)
    var seen: [Int] = []
    let tokens = [
      numbers[0].observe { copy.value = $0 }, copy.observe { seen.append($0) },
      numbers[1].observe { if $0 > 0, $0 < 90 { numbers[1].value = $0 + 1 } },
    ]
    seen = []
    there.batch {
      for round in 1...150 {
        numbers[0].value = round
        numbers[1].value = 1
      }
    }
    #expect(seen == [150] && issues.issues.isEmpty)
    withExtendedLifetime(tokens) {}
  }

  /// A graph that ends in the middle has no nodes to name.
  @Test func aGraphThatEndsInTheMiddleIsNotAskedForItsNodes() {
    let issues = IssueLog(here)
    let number = Property(0, label: "number", graph: here)
    var rounds = 0
    var last: (Property<Int>, Subscription)?
    let token = number.observe { value in
      guard value > 0 else { return }
      rounds += 1
      let copy = Property(value, graph: Graph())
      // The graph of the round before ends here.
      last = (copy, copy.observe { if $0 > value { number.value = $0 } })
      copy.value = value + 1
    }
    number.value = 1
    #expect(rounds < 250 && issues.issues.map(\.code) == [.noFixedPoint])
    withExtendedLifetime((token, last)) {}
  }
}
