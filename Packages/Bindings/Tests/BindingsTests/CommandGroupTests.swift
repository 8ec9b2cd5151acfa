import Bindings
import BindingsTestSupport
import Testing

/// Commands that exclude each other, and commands made of commands.
@Suite @MainActor struct CommandGroupTests {
  let graph = Graph()
  let clock = ManualClock()

  private func makeSlow(
    _ label: String, group: CommandGroup?, policy: CommandPolicy = .drop
  ) -> Command<Void, Void> {
    Command(label: label, group: group, policy: policy, graph: graph) { [clock] in
      try await clock.sleep(for: .seconds(1))
    }
  }

  @Test func oneCommandOfAGroupRunsAtATime() async {
    let editing = CommandGroup(label: "editing", graph: graph)
    let save = makeSlow("save", group: editing)
    let discard = Command<Void, Int>(label: "discard", group: editing, graph: graph) { 1 }
    var seen: [[Bool]] = []
    let token = observe(graph: graph) {
      seen.append([save.isExecuting, save.isEnabled, discard.isEnabled, editing.isExecuting])
    }
    let run = save.execute()
    await clock.sleepers(1)
    #expect(editing.executing == save.node)
    guard case .rejected(let rejection)? = discard.execute().outcome else {
      Issue.record("discard ran beside save")
      return
    }
    #expect(rejection.code == .busy)
    #expect(rejection.message == "discard cannot run: save is executing")
    #expect(discard.enabledReasons == ["save is executing"])
    clock.advance(by: .seconds(1))
    _ = await run.finished()
    #expect(discard.execute().outcome?.output == 1)
    // Each change of all four together, and nothing in between.
    #expect(
      seen == [
        [false, true, true, false], [true, false, false, true], [false, true, true, false],
      ])
    token.cancel()
  }

  @Test func bodyThatDoesNotSuspendHoldsItsGroupToo() {
    let group = CommandGroup(graph: graph)
    let inner = Command<Void, Void>(label: "inner", group: group, graph: graph) {}
    var outcome: Outcome<Void>?
    let outer = Command<Void, Void>(label: "outer", group: group, graph: graph) {
      outcome = inner.execute().outcome
    }
    outer.execute()
    guard case .rejected(let rejection)? = outcome else {
      Issue.record("inner ran inside outer")
      return
    }
    #expect(rejection.reasons == ["outer is executing"])
    #expect(inner.isEnabled)
    #expect(!group.isExecuting)
  }

  @Test func policyOfTheCommandThatRunsStillApplies() async {
    let group = CommandGroup(graph: graph)
    let upload = makeSlow("upload", group: group, policy: .queue(max: 1))
    let other = makeSlow("other", group: group)
    let first = upload.execute()
    let second = upload.execute()
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    _ = await first.finished()
    // The second one began in the batch in which the first one ended.
    #expect(!other.isEnabled)
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    _ = await second.finished()
    #expect(other.isEnabled)
  }

  @Test func cancellingAGroupCancelsWhatRuns() async {
    let group = CommandGroup(graph: graph)
    let save = makeSlow("save", group: group)
    let run = save.execute()
    await clock.sleepers(1)
    group.cancel()
    guard case .cancelled = await run.finished() else {
      Issue.record("it was not cancelled")
      return
    }
    #expect(!group.isExecuting)
    group.cancel()
  }

  @Test func conditionIsNamedBeforeTheGroup() async {
    let group = CommandGroup(graph: graph)
    let isValid = Property(false, label: "isValid", graph: graph)
    let send = Command<Void, Void>(label: "send", enabled: isValid, group: group, graph: graph) {}
    let save = makeSlow("save", group: group)
    let run = save.execute()
    #expect(send.enabledReasons == ["isValid is false", "save is executing"])
    run.cancel()
    _ = await run.finished()
    #expect(send.enabledReasons == ["isValid is false"])
  }

  @Test func cancelCommandBelongsToTheGraphOfItsCommand() async {
    let save = makeSlow("save", group: nil)
    let stop = save.makeCancelCommand()
    #expect(stop.enabledReasons == ["save.isExecuting is false"])
    let run = save.execute()
    await clock.sleepers(1)
    #expect(stop.isEnabled)
    stop.execute()
    _ = await run.finished()
    #expect(!stop.isEnabled)
  }
}

@Suite @MainActor struct CombinedCommandTests {
  let graph = Graph()
  let clock = ManualClock()

  @Test func combinedCommandRunsAllInOneBatchAndKeepsTheirOrder() async {
    let slow = Command<Int, Int>(label: "slow", graph: graph) { [clock] in
      try await clock.sleep(for: .seconds(2))
      return $0 * 2
    }
    let fast = Command<Int, Int>(label: "fast", graph: graph) { $0 * 3 }
    let both = Command.combined(label: "both", [slow, fast], graph: graph)
    var seen: [[Bool]] = []
    let token = observe(graph: graph) { seen.append([both.isExecuting, slow.isExecuting]) }
    let run = both.execute(7)
    await clock.sleepers(1)
    clock.advance(by: .seconds(2))
    #expect(await run.finished().output == [14, 21])
    #expect(seen.first == [false, false] && seen.last == [false, false])
    #expect(seen.contains([true, true]))
    token.cancel()
  }

  @Test func combinedCommandNamesEveryFalseCondition() {
    let a = Property(false, label: "isPhoneValid", graph: graph)
    let b = Property(false, label: "isOnline", graph: graph)
    let first = Command<Void, Void>(label: "first", enabled: a, graph: graph) {}
    let second = Command<Void, Void>(label: "second", enabled: b, graph: graph) {}
    let both = Command.combined(label: "both", [first, second], graph: graph)
    #expect(both.enabledReasons == ["isPhoneValid is false", "isOnline is false"])
    a.value = true
    #expect(both.enabledReasons == ["isOnline is false"])
    b.value = true
    #expect(both.isEnabled)
  }

  @Test func anyAdmitsWhatCanRun() async {
    let allowed = Property(false, label: "allowed", graph: graph)
    let first = Command<Void, Int>(label: "first", enabled: allowed, graph: graph) { 1 }
    let second = Command<Void, Int>(label: "second", graph: graph) { 2 }
    let any = Command.combined([first, second], when: .any, graph: graph)
    #expect(await any.execute().finished().output == [2])
    allowed.value = true
    #expect(await any.execute().finished().output == [1, 2])
  }

  @Test func firstErrorInOrderIsTheOutcomeAndTheOthersRunOn() async {
    struct Broken: Error, Equatable { let name: String }
    var hasEnded = false
    let failing = Command<Void, Void>(label: "failing", graph: graph) { throw Broken(name: "a") }
    let slow = Command<Void, Void>(label: "slow", graph: graph) { [clock] in
      try await clock.sleep(for: .seconds(1))
      hasEnded = true
    }
    let both = Command.combined([slow, failing], graph: graph)
    let run = both.execute()
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    guard case .failure(let error) = await run.finished() else {
      Issue.record("it did not fail")
      return
    }
    #expect(error as? Broken == Broken(name: "a"))
    #expect(hasEnded)
  }

  @Test func cancellingItCancelsWhatItBegan() async {
    let commands = (0..<2).map { index in
      Command<Void, Void>(label: "\(index)", graph: graph) { [clock] in
        try await clock.sleep(for: .seconds(1))
      }
    }
    let both = Command.combined(commands, graph: graph)
    let run = both.execute()
    await clock.sleepers(2)
    #expect(commands.map(\.isExecuting) == [true, true])
    both.cancel()
    guard case .cancelled = await run.finished() else {
      Issue.record("it was not cancelled")
      return
    }
    #expect(commands.map(\.isExecuting) == [false, false])
  }

  @Test func partsNameTheWholeAsTheirCause() async throws {
    let log = TraceLog()
    graph.tracer = log
    let part = Command<Void, Int>(label: "part", graph: graph) { 1 }
    let whole = Command.combined(label: "whole", [part], graph: graph)
    _ = await whole.execute().finished()
    let starts = log.records.filter { $0.kind == .commandStart }
    #expect(starts.map(\.label) == ["whole", "part"])
    #expect(starts[1].cause == starts[0].id)
  }
}
