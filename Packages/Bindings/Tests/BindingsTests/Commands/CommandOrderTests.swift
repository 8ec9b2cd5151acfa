import Bindings
import Testing

/// A command settles first and then tells what happened, so that whoever is told can ask it again.
@Suite @MainActor struct CommandOrderTests {
  struct Failure: Error {}

  /// A body that waits until the test lets it go.
  @MainActor final class Gate {
    private var waiting: [CheckedContinuation<Void, Never>] = []
    func wait() async { await withCheckedContinuation { waiting.append($0) } }
    func open() {
      let ready = waiting
      waiting = []
      for continuation in ready { continuation.resume() }
    }
  }

  /// A way for a body to cancel its own command.
  @MainActor final class Handle {
    var cancel: @MainActor () -> Void = {}
  }

  let gate = Gate()

  @Test func whoWaitsIsNotOvertakenByAnAnswerToAResult() async {
    var started: [Int] = []
    let command = Command<Int, Int>(policy: .queue(max: 5)) { number in
      started.append(number)
      if number < 3 { await gate.wait() }
      return number
    }
    var last: Execution<Int>?
    let token = command.results.observe { if $0 == 1 { last = command.execute(99) } }
    let first = command.execute(1)
    let second = command.execute(2)
    gate.open()
    _ = await first.result
    gate.open()
    _ = await second.result
    _ = await last?.result
    #expect(started == [1, 2, 99])
    token.cancel()
  }

  @Test func aRetryFromTheErrorsRuns() async {
    var starts = 0
    let command = Command<Void, Int>(policy: .drop) {
      starts += 1
      if starts == 1 {
        await gate.wait()
        throw Failure()
      }
      return starts
    }
    var retry: Execution<Int>?
    let token = command.errors.observe { _ in retry = command.execute() }
    let first = command.execute()
    gate.open()
    _ = await first.result
    #expect(await retry?.result.output == 2)
    token.cancel()
  }

  @Test func aRetryOfABodyThatDoesNotSuspendRuns() {
    var starts = 0
    let command = Command<Void, Int> {
      starts += 1
      if starts < 3 { throw Failure() }
      return starts
    }
    var last: Outcome<Int>?
    let token = command.errors.observe { _ in last = command.execute().outcome }
    command.execute()
    #expect(last?.output == 3)
    #expect(command.lastError == nil)
    token.cancel()
  }

  @Test func outcomesAreToldInTheirOrderWhateverIsExecutedMeanwhile() {
    let command = Command<Int, Int> { number in
      if number == 2 { throw Failure() }
      return number
    }
    var log: [String] = []
    let tokens = [
      command.results.observe { if $0 == 1 { command.execute(2); command.execute(3) } },
      command.results.observe { log.append("result \($0)") },
      command.errors.observe { _ in log.append("error") },
    ]
    command.execute(1)
    #expect(log == ["result 1", "error", "result 3"])
    withExtendedLifetime(tokens) {}
  }

  nonisolated static let policies: [CommandPolicy] = [
    .drop, .queue(max: 1), .restart, .join, .parallel(max: 1),
  ]

  /// When an end is told, nothing of the execution is left, so a new one is admitted.
  @Test(arguments: policies)
  func anObserverOfAnySignalOrStateCanExecuteAgain(_ policy: CommandPolicy) async {
    for kind in ["results", "errors", "isExecuting", "executions", "lastError"] {
      var starts = 0
      let command = Command<Int, Int>(policy: policy) { number in
        starts += 1
        if starts == 1 {
          await gate.wait()
          if kind == "errors" || kind == "lastError" { throw Failure() }
        }
        return number
      }
      var again: Execution<Int>?
      var hasEnded = false
      @MainActor func executeOnce() {
        guard again == nil else { return }
        #expect(command.isEnabled && !command.isExecuting && command.executions.isEmpty)
        again = command.execute(2)
      }
      let token =
        switch kind {
        case "results": command.results.observe { _ in executeOnce() }
        case "errors": command.errors.observe { _ in executeOnce() }
        case "isExecuting":
          observe {
            let isExecuting = command.isExecuting
            untracked { if hasEnded, !isExecuting { executeOnce() } }
          }
        case "executions":
          observe {
            let isEmpty = command.executions.isEmpty
            untracked { if hasEnded, isEmpty { executeOnce() } }
          }
        default:
          observe {
            let error = command.lastError
            untracked { if error != nil { executeOnce() } }
          }
        }
      let first = command.execute(1)
      hasEnded = true
      gate.open()
      _ = await first.result
      #expect(await again?.result.output == 2, "\(policy) \(kind)")
      token.cancel()
    }
  }

  @Test(arguments: policies)
  func aBodyThatNeverSuspendsCanBeExecutedAgainFromItsResult(_ policy: CommandPolicy) {
    func answer(_ number: Int) async -> Int { number }
    let command = Command<Int, Int>(policy: policy) { await answer($0) }
    var results: [Int] = []
    let token = command.results.observe {
      results.append($0)
      if $0 < 1000 { command.execute($0 + 1) }
    }
    command.execute(1)
    #expect(results == Array(1...1000))
    token.cancel()
  }

  @Test func manyWaitingBodiesThatNeverSuspendNeedNoStack() async {
    func answer(_ number: Int) async -> Int { number }
    let command = Command<Int, Int>(policy: .queue(max: 20_000)) {
      if $0 == 0 { await gate.wait() }
      return await answer($0)
    }
    var sum = 0
    let token = command.results.observe { sum += $0 }
    let first = command.execute(0)
    for _ in 0..<20_000 { command.execute(1) }
    gate.open()
    _ = await first.result
    #expect(sum == 20_000)
    token.cancel()
  }

  @Test func joinDoesNotHandOutARunThatIsBeingCancelled() async {
    var starts = 0
    let command = Command<Void, Int>(policy: .join) {
      starts += 1
      let number = starts
      await gate.wait()
      return number
    }
    let first = command.execute()
    first.cancel()
    let second = command.execute()
    let third = command.execute()
    gate.open()
    #expect(await second.result.output == 2)
    #expect(await third.result.output == 2)
    #expect(starts == 2)
  }

  @Test func aRunThatAnObserverOfItsBeginningCancelsDoesNotBegin() async {
    var starts = 0
    let command = Command<Void, Void> {
      starts += 1
      await gate.wait()
    }
    let token = observe { if command.isExecuting { untracked { command.cancel() } } }
    let run = command.execute()
    gate.open()
    guard case .cancelled = await run.result else {
      Issue.record("it was not cancelled")
      return
    }
    #expect(starts == 0)
    token.cancel()
  }

  @Test func aCancellationThatExecutesAgainDoesNotMakeTwoRun() async {
    var begun: [Int] = []
    var ended: [Int] = []
    var again: (@MainActor () -> Void)?
    let gate = Gate()
    let load = Command<Int, Int>(label: "load", policy: .restart) { number in
      begun.append(number)
      await withTaskCancellationHandler {
        await gate.wait()
      } onCancel: {
        MainActor.assumeIsolated { again?() }
      }
      try Task.checkCancellation()
      ended.append(number)
      return number
    }
    var nested: [Execution<Int>] = []
    // However often it executes again, the execution that the caller asked for is started.
    again = { nested.append(load.execute(nested.count + 10)) }
    let first = load.execute(1)
    let last = load.execute(3)
    #expect(begun == [1, 3] && nested.count == 1)
    again = nil
    #expect(load.executions.count == 2)
    while load.isExecuting {
      gate.open()
      await Task.yield()
    }
    #expect(ended == [3] && last.outcome?.output == 3)
    for run in [first] + nested {
      guard case .cancelled? = run.outcome else {
        Issue.record("not cancelled: \(String(describing: run.outcome))")
        continue
      }
    }
  }

  @Test(arguments: policies)
  func aComputedNeitherStartsNorDropsAnExecution(_ policy: CommandPolicy) async {
    let graph = Graph()
    let issues = IssueLog(graph)
    var bodies = 0
    let load = Command<Void, Void>(policy: policy, graph: graph) {
      bodies += 1
      await Task.yield()
    }
    var outcome: Outcome<Void>?
    let starting = Computed(graph: graph) {
      outcome = load.execute().outcome
      return 0
    }
    _ = starting.value
    guard case .cancelled? = outcome else {
      Issue.record("it was started")
      return
    }
    #expect(bodies == 0 && issues.issues.map(\.code) == [.writeInComputed])
    #expect(load.isEnabled && !load.isExecuting && load.executions.isEmpty)

    let runs = [load.execute(), load.execute()]
    let (count, isExecuting) = (load.executions.count, load.isExecuting)
    let cancelling = Computed(graph: graph) {
      runs[1].cancel()
      return load.executions.count
    }
    #expect(cancelling.value == count && load.isExecuting == isExecuting)
    for run in runs { _ = await run.result }
    #expect(load.executions.isEmpty && !load.isExecuting && load.isEnabled)
  }

  @Test func theEndOfAnOldErrorFindsTheStateChanged() async {
    struct Broken: Error {
      let number: Int
      let ending: FuzzEnding
    }
    final class Seen: @unchecked Sendable { var look: (@MainActor () -> Void)? }
    let seen = Seen()
    var states: [[Bool]] = []
    let load = Command<Int, Void> { number in
      await Task.yield()
      throw Broken(number: number, ending: FuzzEnding { seen.look?() })
    }
    let count = Computed { load.executions.count }
    _ = await load.execute(1).result
    seen.look = {
      let isNew = (load.lastError as? Broken)?.number == 2
      states.append([load.isExecuting, load.isEnabled, count.value == 0, isNew])
    }
    _ = await load.execute(2).result
    #expect(states == [[false, true, true, true]])
    seen.look = nil
  }

  @Test func anObserverOfTheStateRunsAfterTheEventThatReadsIt() async {
    let load = Command<Void, Void> { await Task.yield() }
    var shown: [Bool] = []
    let observer = observe { shown.append(load.isExecuting) }
    var told: [Bool] = []
    let results = load.results.observe { told += [shown.last == true, load.isExecuting] }
    _ = await load.execute().result
    #expect(told == [true, false] && shown == [false, true, false])
    withExtendedLifetime((observer, results)) {}
  }

  @Test func waitingExecutionsCanBeCancelledInAnyOrder() async {
    var started: [Int] = []
    let command = Command<Int, Void>(policy: .queue(max: 100)) { number in
      started.append(number)
      if number == 0 { await gate.wait() }
    }
    let runs = (0...100).map { command.execute($0) }
    for index in stride(from: 100, to: 0, by: -1) where index % 10 != 0 { runs[index].cancel() }
    #expect(command.executions.count == 11)
    gate.open()
    _ = await runs[0].result
    _ = await runs[100].result
    #expect(started == Array(stride(from: 0, through: 100, by: 10)))
  }

  /// Each level reads both of the level below, so there are 2 to the power of 40 ways down.
  @Test func theReasonsBehindALadderOfConditionsAreFoundOnce() {
    let isReady = Property(false, label: "isReady")
    var level: [Computed<Bool>] = [Computed { isReady.value }, Computed { isReady.value }]
    for _ in 0..<40 {
      let (left, right) = (level[0], level[1])
      level = [
        Computed { [left.value, right.value].allSatisfy { $0 } },
        Computed { [left.value, right.value].allSatisfy { $0 } },
      ]
    }
    let command = Command(enabled: level[0]) {}
    guard case .rejected(let rejection) = command.execute().outcome else {
      Issue.record("it ran")
      return
    }
    #expect(rejection.reasons == ["isReady is false"])
  }
}
