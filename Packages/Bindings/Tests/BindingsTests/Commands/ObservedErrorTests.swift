import Bindings
import Testing

/// An error that somebody has looked at is not reported, however short the look was.
@Suite @MainActor struct ObservedErrorTests {
  struct Broken: Error {}

  let graph = Graph()

  @Test func anObserverOfTheErrorsThatStopsAfterOneHasLooked() async {
    var issues: [GraphIssue] = []
    graph.onIssue = { issues.append($0) }
    let now = Command<Void, Void>(label: "now", graph: graph) { throw Broken() }
    let later = Command<Void, Void>(label: "later", graph: graph) {
      await Task.yield()
      throw Broken()
    }
    var told = 0
    let tokens = [now, later].map { $0.errors.prefix(1).observe { _ in told += 1 } }
    now.execute()
    #expect(issues.isEmpty)
    later.execute()
    while later.isExecuting { await Task.yield() }
    #expect(told == 2 && issues.isEmpty)
    now.execute()
    #expect(issues.map(\.code) == [.unobservedError])
    withExtendedLifetime(tokens) {}
  }

  @Test func whoReadsTheLastErrorHasLookedAtThatOne() {
    var issues: [GraphIssue] = []
    graph.onIssue = { issues.append($0) }
    let command = Command<Void, Void>(label: "command", graph: graph) { throw Broken() }
    var first: Execution<Void>? = command.execute()
    #expect(command.lastError is Broken)
    first = nil
    #expect(issues.isEmpty && first == nil)
    var second: Execution<Void>? = command.execute()
    second = nil
    #expect(issues.count == 1 && second == nil)
  }

  @Test func aRunWhoseErrorWasReplacedBeforeTheReadIsReported() {
    var issues: [GraphIssue] = []
    graph.onIssue = { issues.append($0) }
    let command = Command<Void, Void>(label: "command", graph: graph) { throw Broken() }
    var runs = [command.execute(), command.execute()]
    #expect(command.lastError is Broken)
    runs.removeLast()
    #expect(issues.isEmpty)
    runs.removeLast()
    #expect(issues.count == 1)
  }
}
