import Testing

@testable import Bindings

/// To have asked too early, or to look only afterwards at something else, is not to have seen an error.
@Suite @MainActor struct OverlookedErrorTests {
  struct Broken: Error {}

  let graph = Graph()

  private func makeLog() -> IssueLog { IssueLog(graph) }

  @Test(.timeLimit(.minutes(10))) func theOutcomeOfARunThatGoesOnSaysNothing() async {
    let log = makeLog()
    let fail = Command<Void, Void>(label: "fail", graph: graph) {
      await Task.yield()
      throw Broken()
    }
    var run: Execution<Void>? = fail.execute()
    #expect(run?.outcome == nil)
    run = nil
    while log.issues.isEmpty, !Task.isCancelled { await Task.yield() }
    #expect(log.issues.map(\.code) == [.unobservedError] && run == nil)
  }

  @Test func whoObservesTheErrorsAfterwardsHasNotSeenIt() {
    let log = makeLog()
    let fail = Command<Void, Void>(label: "fail", graph: graph) { throw Broken() }
    var run: Execution<Void>? = fail.execute()
    let token = fail.errors.observe { _ in Issue.record("an old error was told") }
    run = nil
    #expect(log.issues.map(\.code) == [.unobservedError] && run == nil)
    token.cancel()
  }

  @Test func whoObservedTheLastErrorThenHasSeenIt() {
    let log = makeLog()
    let fail = Command<Void, Void>(label: "fail", graph: graph) { throw Broken() }
    let token = observe(graph: graph) { _ = fail.lastError }
    // Within the batch the run ends before the observer has its turn.
    batch { _ = fail.execute() }
    var run: Execution<Void>? = fail.execute()
    token.cancel()
    run = nil
    #expect(log.issues.isEmpty && run == nil)
  }

  @Test func aComputedThatWasReadBeforeHasNotSeenIt() {
    let log = makeLog()
    let fail = Command<Void, Void>(label: "fail", graph: graph) { throw Broken() }
    let message = Computed(graph: graph) { fail.lastError.map { "\($0)" } }
    #expect(message.value == nil)
    fail.execute()
    #expect(log.issues.map(\.code) == [.unobservedError])
    #expect(message.value != nil)
  }

  @Test func anObserverThatIsCancelledBeforeItRunsHasNotSeenIt() {
    let log = makeLog()
    let fail = Command<Void, Void>(label: "fail", graph: graph) { throw Broken() }
    let token = observe(graph: graph) { _ = fail.lastError }
    batch {
      fail.execute()
      token.cancel()
      #expect(log.issues.isEmpty)
    }
    #expect(log.issues.map(\.code) == [.unobservedError])
  }

  @Test func anErrorThatAnotherReplacesWithinABatchIsReported() {
    struct Numbered: Error, Equatable { let number: Int }
    let log = makeLog()
    let fail = Command<Int, Void>(label: "fail", graph: graph) { throw Numbered(number: $0) }
    var seen: [Int] = []
    let token = observe(graph: graph) {
      if let error = fail.lastError as? Numbered { seen.append(error.number) }
    }
    batch {
      fail.execute(1)
      fail.execute(2)
    }
    #expect(seen == [2] && log.issues.map { $0.cause as? Numbered } == [Numbered(number: 1)])
    token.cancel()
  }

  /// The execution is asked for by an observer, and its error is read by one that runs after that.
  @Test func anObserverThatWaitsForItsTurnIsGoingToSeeIt() {
    let log = makeLog()
    let fail = Command<Void, Void>(label: "fail", graph: graph) { throw Broken() }
    let step = Property(0, graph: graph)
    let asking = step.observe { if $0 == 1 { fail.execute() } }
    var seen = 0
    let reading = observe(graph: graph) { if fail.lastError != nil { seen += 1 } }
    step.value = 1
    #expect(seen == 1 && log.issues.isEmpty)
    withExtendedLifetime((asking, reading)) {}
  }

  enum Batch: CaseIterable { case all, own, others }

  /// The observer belongs to another graph, whose turn comes later.
  @Test(arguments: Batch.allCases)
  func anObserverOfAnotherGraphThatWaitsIsGoingToSeeIt(_ way: Batch) {
    let other = Graph()
    let log = IssueLog(graph, other)
    let fail = Command<Void, Void>(label: "fail", graph: graph) { throw Broken() }
    let step = Property(0, graph: other)
    var seen = 0
    let reading = step.observe { _ in if fail.lastError != nil { seen += 1 } }
    let change = {
      step.value = 1
      fail.execute()
    }
    switch way {
    case .all: batch(change)
    case .own: graph.batch { batch(change) }
    case .others: other.batch(change)
    }
    #expect(seen == 1 && log.issues.isEmpty)
    reading.cancel()
    batch { _ = fail.execute() }
    #expect(log.issues.map(\.code) == [.unobservedError])
  }

  @Test func whoExecutesAndLooksInItsFirstRunHasSeenIt() {
    let log = makeLog()
    let fail = Command<Void, Void>(label: "fail", graph: graph) { throw Broken() }
    let step = Property(0, graph: graph)
    let token = observe(graph: graph) {
      _ = step.value
      fail.execute()
      _ = untracked { fail.lastError }
    }
    #expect(log.issues.isEmpty)
    step.value = 1
    #expect(log.issues.isEmpty)
    token.cancel()
  }

  @Test func anErrorThatAnObserverOfErrorsCausesIsSeenByIt() {
    let log = makeLog()
    var count = 0
    let fail = Command<Void, Void>(label: "fail", graph: graph) { throw Broken() }
    let token = fail.errors.observe { _ in
      count += 1
      if count < 3 { fail.execute() }
    }
    fail.execute()
    #expect(count == 3 && log.issues.isEmpty)
    token.cancel()
  }

  @Test func progressThatIsSaidAfterTheEndDoesNotCount() async {
    var straggler: Task<Void, Never>?
    let (first, second) = (Gate(), Gate())
    let load = Command<Void, Void>(label: "load", graph: graph) {
      CommandProgress.report(1)
      await Task.yield()
      straggler = Task {
        await first.wait()
        CommandProgress.report(0.1)
        second.open()
      }
    }
    let log = TraceLog()
    graph.tracer = log
    let run = load.execute()
    _ = await run.result
    first.open()
    await second.wait()
    await straggler?.value
    #expect(run.progress == 1)
    #expect(log.records.filter { $0.kind == .commandProgress }.count == 1)
    graph.tracer = nil
  }

  /// A computed changes nothing, so what it executes leaves the latest error as it was.
  @Test func anExecutionInAComputedLeavesTheLatestErrorAndWhetherItStands() {
    let log = makeLog()
    let fail = Command<Bool, Int>(label: "fail", graph: graph) {
      if $0 { throw Broken() }
      return 1
    }
    let errors = fail.errors.observe { _ in }
    let failing = Computed(graph: graph) { fail.execute(true).outcome != nil }
    _ = failing.value
    #expect(fail.lastError == nil && !fail.state.hasFailed)
    fail.execute(true)
    let succeeding = Computed(graph: graph) { fail.execute(false).outcome != nil }
    _ = succeeding.value
    #expect(fail.lastError != nil && fail.state.hasFailed)
    // So the next success takes it away.
    fail.execute(false)
    #expect(fail.lastError == nil && !fail.state.hasFailed)
    #expect(log.issues.map(\.code) == [.writeInComputed, .writeInComputed])
    errors.cancel()
  }
}

/// A door that lets one task through once it is open.
@MainActor private final class Gate {
  private var isOpen = false
  func open() { isOpen = true }
  func wait() async { while !isOpen { await Task.yield() } }
}
