import Bindings
import Testing

@Suite @MainActor struct CommandTests {
  struct Failure: Error, Equatable {}

  /// A body that waits until the test lets it go.
  @MainActor final class Gate {
    private var waiting: [CheckedContinuation<Void, Never>] = []
    var entered: Int { waiting.count }
    func wait() async { await withCheckedContinuation { waiting.append($0) } }
    func open() {
      let ready = waiting
      waiting = []
      for continuation in ready { continuation.resume() }
    }
  }

  @Test func bodyThatDoesNotSuspendRunsAtOnceAsOneBatch() {
    let phone = Property("1")
    let password = Property("x")
    var seen: [String] = []
    let clear = Command(label: "clear") {
      phone.value = "186"
      password.value = ""
      return phone.value.count
    }
    let token = observe { seen.append(phone.value + password.value) }
    let run = clear.execute()
    #expect(run.outcome?.output == 3)
    #expect(seen == ["1x", "186"])
    token.cancel()
  }

  @Test func bodyInsideAnObserverAddsNoDependencies() {
    let trigger = Property(0)
    let other = Property(0)
    var runs = 0
    let command = Command { _ = other.value }
    let token = observe {
      runs += 1
      _ = trigger.value
      command.execute()
    }
    other.value = 1
    #expect(runs == 1)
    trigger.value = 1
    #expect(runs == 2)
    token.cancel()
  }

  @Test func disabledCommandNamesTheFalseConditionsNearestToTheLeaves() {
    let phone = Property("186", label: "phone")
    let isPhoneValid = Computed(label: "isPhoneValid") { phone.value.count == 11 }
    let isReady = Property(true, label: "isReady")
    let canClear = Computed(label: "canClear") { isReady.value && isPhoneValid.value }
    var runs = 0
    let clear = Command(label: "clear", enabled: canClear) { runs += 1 }
    #expect(!clear.isEnabled)
    #expect(clear.disabledReasons == ["isPhoneValid is false"])
    guard case .rejected(let rejection) = clear.execute().outcome else {
      Issue.record("the disabled command ran")
      return
    }
    #expect(rejection.code == .disabled)
    #expect(rejection.message == "clear cannot run: isPhoneValid is false")
    #expect(runs == 0)
    phone.value = "18612345678"
    #expect(clear.isEnabled)
    #expect(clear.disabledReasons.isEmpty)
    clear.execute()
    #expect(runs == 1)
  }

  @Test func executingItselfIsRejectedAsBusy() {
    final class Holder { var command: Command<Void, Void>? }
    let holder = Holder()
    var inner: Outcome<Void>?
    holder.command = Command(label: "self") { inner = holder.command?.execute().outcome }
    holder.command?.execute()
    guard case .rejected(let rejection) = inner else {
      Issue.record("the command ran inside itself")
      return
    }
    #expect(rejection.code == .busy)
    #expect(holder.command?.isEnabled == true)
  }

  @Test func errorsOfABodyThatDoesNotSuspendAreOutcomeAndLastError() {
    let fails = Property(true)
    var wasExecuting = false
    let command = Command(label: "flaky") { if fails.value { throw Failure() } }
    let token = observe { wasExecuting = wasExecuting || command.isExecuting }
    guard case .failure(let error) = command.execute().outcome else {
      Issue.record("no failure")
      return
    }
    #expect(error is Failure)
    #expect(command.lastError is Failure)
    #expect(command.isEnabled)
    fails.value = false
    command.execute()
    #expect(command.lastError == nil)
    #expect(!wasExecuting)
    token.cancel()
  }

  @Test func enabledAndExecutingChangeTogether() async {
    let gate = Gate()
    let load = Command<Int, Int>(label: "load") { input in
      await gate.wait()
      return input + 1
    }
    var states: [String] = []
    let token = observe { states.append("\(load.isEnabled) \(load.isExecuting)") }
    let run = load.execute(1)
    #expect(run.outcome == nil)
    #expect(gate.entered == 1)
    gate.open()
    #expect(await run.result.output == 2)
    #expect(states == ["true false", "false true", "true false"])
    token.cancel()
  }

  @Test func asyncBodyStartsInsideExecute() async {
    var started = false
    let command = Command<Void, Void> {
      started = true
      await Task.yield()
    }
    let run = command.execute()
    #expect(started)
    _ = await run.result
  }

  @Test func asyncBodyThatNeverSuspendsHasFinishedAfterExecute() {
    func answer() async -> Int { 42 }
    let command = Command<Void, Int> { await answer() }
    #expect(command.execute().outcome?.output == 42)
    #expect(!command.isExecuting)
  }

  @Test func executingDoesNotStickAfterAnError() async {
    let command = Command<Void, Void>(label: "fails") {
      await Task.yield()
      throw Failure()
    }
    guard case .failure = await command.execute().result else {
      Issue.record("no failure")
      return
    }
    #expect(!command.isExecuting)
    #expect(command.isEnabled)
    #expect(command.lastError is Failure)
  }

  @Test func dropRejectsWhileRunning() async {
    let gate = Gate()
    let command = Command<Void, Void>(label: "load") { await gate.wait() }
    let first = command.execute()
    guard case .rejected(let rejection) = command.execute().outcome else {
      Issue.record("ran twice")
      return
    }
    #expect(rejection.code == .busy)
    #expect(rejection.reasons == ["it is executing"])
    gate.open()
    _ = await first.result
  }

  @Test func queueRunsInOrderAndRejectsWhenFull() async {
    let gate = Gate()
    var log: [Int] = []
    let command = Command<Int, Void>(policy: .queue(max: 1)) { number in
      log.append(number)
      await gate.wait()
    }
    let first = command.execute(1)
    #expect(command.isEnabled)
    let second = command.execute(2)
    #expect(!command.isEnabled)
    guard case .rejected = command.execute(3).outcome else {
      Issue.record("the queue took too many")
      return
    }
    #expect(command.executions.count == 2)
    #expect(log == [1])
    gate.open()
    _ = await first.result
    #expect(log == [1, 2])
    gate.open()
    _ = await second.result
    #expect(command.executions.isEmpty)
  }

  @Test func waitingExecutionIsRejectedWhenTheConditionFailsMeanwhile() async {
    let gate = Gate()
    let isOnline = Property(true, label: "isOnline")
    let command = Command<Int, Void>(enabled: isOnline, policy: .queue(max: 1)) { _ in
      await gate.wait()
    }
    let first = command.execute(1)
    let second = command.execute(2)
    isOnline.value = false
    gate.open()
    _ = await first.result
    guard case .rejected(let rejection) = await second.result else {
      Issue.record("ran while disabled")
      return
    }
    #expect(rejection.reasons == ["isOnline is false"])
    #expect(!command.isExecuting)
  }

  @Test func restartCancelsTheEarlierOne() async {
    let gate = Gate()
    let command = Command<Int, Int>(policy: .restart) { number in
      await gate.wait()
      return number
    }
    let first = command.execute(1)
    let second = command.execute(2)
    gate.open()
    guard case .cancelled = await first.result else {
      Issue.record("the earlier one was not cancelled")
      return
    }
    #expect(await second.result.output == 2)
  }

  @Test func joinSharesTheRunningOne() async {
    let gate = Gate()
    var runs = 0
    let command = Command<Void, Int>(policy: .join) {
      runs += 1
      await gate.wait()
      return runs
    }
    let first = command.execute()
    let second = command.execute()
    gate.open()
    #expect(await first.result.output == 1)
    #expect(await second.result.output == 1)
    #expect(runs == 1)
  }

  @Test func parallelRunsUpToItsLimit() async {
    let gate = Gate()
    let command = Command<Int, Int>(policy: .parallel(max: 2)) { number in
      await gate.wait()
      return number
    }
    let first = command.execute(1)
    let second = command.execute(2)
    #expect(gate.entered == 2)
    guard case .rejected = command.execute(3).outcome else {
      Issue.record("ran three")
      return
    }
    gate.open()
    #expect(await first.result.output == 1)
    #expect(await second.result.output == 2)
    #expect(!command.isExecuting)
  }

  @Test func cancelEndsTheBodyAndTheOutcomeSaysSo() async {
    let command = Command<Void, Void>(label: "long") {
      while !Task.isCancelled { await Task.yield() }
      try Task.checkCancellation()
    }
    let run = command.execute()
    command.cancel()
    guard case .cancelled = await run.result else {
      Issue.record("not cancelled")
      return
    }
    #expect(command.lastError == nil)
    #expect(!command.isExecuting)
  }

  @Test func waitingExecutionCanBeCancelled() async {
    let gate = Gate()
    let command = Command<Int, Void>(policy: .queue(max: 2)) { _ in await gate.wait() }
    let first = command.execute(1)
    let second = command.execute(2)
    second.cancel()
    guard case .cancelled = second.outcome else {
      Issue.record("still waiting")
      return
    }
    gate.open()
    _ = await first.result
    #expect(command.executions.isEmpty)
  }

  @Test func progressThatIsNoNumberIsNotTaken() async {
    let gate = Gate()
    let command = Command<Void, Void> {
      CommandProgress.report(.nan)
      await gate.wait()
    }
    let run = command.execute()
    #expect(run.progress == nil)
    gate.open()
    _ = await run.result
  }

  @Test func progressIsObservable() async {
    let gate = Gate()
    let command = Command<Void, Void> {
      CommandProgress.report(0.5)
      await gate.wait()
      CommandProgress.report(2)
    }
    let run = command.execute()
    #expect(run.progress == 0.5)
    gate.open()
    _ = await run.result
    #expect(run.progress == 1)
  }

  @Test func errorThatNobodyLooksAtIsReported() async throws {
    let graph = Graph()
    var issues: [GraphIssue] = []
    graph.onIssue = { issues.append($0) }
    let command = Command(label: "broken", graph: graph) { throw Failure() }
    command.execute()
    #expect(issues.map(\.code) == [.unobservedError])
    #expect(issues.first?.cause is Failure)
    #expect(issues.first?.message.contains("'broken'") == true)
    issues = []
    let token = observe(graph: graph) { _ = command.lastError }
    command.execute()
    #expect(issues.isEmpty)
    token.cancel()
  }
}
