import Bindings
import BindingsTestSupport
import Testing

@Suite @MainActor struct ChangeRecorderTests {
  struct Failure: Error, CustomStringConvertible {
    var description = "full"
  }

  let number = Property(0, label: "number")
  let name = Property("", label: "name")

  /// Runs `body` with a recorder that must find fault, and returns what it says.
  private func faults(
    _ exhaustivity: Exhaustivity = .on, graph: Graph? = nil,
    _ body: @MainActor (ChangeRecorder) -> Void
  ) -> [String] {
    issueText { withRecorder(exhaustivity, graph: graph, body) }
  }

  @Test func everythingExpectedPasses() async {
    let double = Computed(label: "double") { number.value * 2 }
    let taps = SignalSource<Int>()
    let gate = SignalSource<Void>()
    let save = Command<Void, Void>(label: "save") {
      _ = await gate.signal.first()
      throw Failure()
    }
    await withRecorder { recorder in
      let numbers = recorder.watch(number)
      let doubles = recorder.watch(double, as: "double")
      let events = recorder.watch(taps.signal, as: "taps")
      let saving = recorder.watch(save)
      number.value = 1
      number.value = 2
      taps.send(7)
      numbers.expect(1, 2)
      doubles.expect(2, 4)
      events.expect(7)
      events.expect()
      let run = save.execute()
      gate.send(())
      _ = await run.result
      saving.expectError { $0 is Failure }
    }
  }

  @Test func changesThatNobodyExpectedFail() {
    let texts = faults { recorder in
      recorder.watch(number)
      recorder.watch(name, as: "the name")
      number.value = 1
      name.value = "Ada"
    }
    #expect(
      texts == [
        "'number' changed and the test did not expect it: 1",
        "'the name' changed and the test did not expect it: \"Ada\"",
      ])
  }

  @Test func otherChangesThanExpectedFail() {
    let texts = faults { recorder in
      let numbers = recorder.watch(number)
      number.value = 1
      number.value = 2
      numbers.expect(2)
      numbers.expect(3)
    }
    #expect(
      texts == [
        "'number' has not changed as expected.\n  expected  2\n    actual  1, 2",
        "'number' has not changed as expected.\n  expected  3\n    actual  nothing",
      ])
  }

  @Test func eventsThatNobodyExpectedFail() {
    let taps = SignalSource<Int>()
    let texts = faults { recorder in
      recorder.watch(taps.signal, as: "taps")
      taps.send(1)
    }
    #expect(texts == ["'taps' sent and the test did not expect it: 1"])
  }

  @Test func executionsThatRunAtTheEndFail() async {
    let gate = SignalSource<Void>()
    let load = Command<Void, Void>(label: "load", policy: .queue(max: 1)) {
      _ = await gate.signal.first()
    }
    var texts = faults { recorder in
      recorder.watch(load)
      load.execute()
    }
    #expect(
      texts == ["'load' still has 1 execution; wait for finished() or cancel() before the end."])
    texts = faults { recorder in
      recorder.watch(load)
      load.execute()
    }
    #expect(texts[0].hasPrefix("'load' still has 2 executions"))
    let runs = load.executions
    load.cancel()
    for run in runs { _ = await run.result }
  }

  @Test func errorsThatNobodyExpectedFail() {
    let save = Command(label: "save") { throw Failure() }
    #expect(
      faults { recorder in
        recorder.watch(save)
        save.execute()
      } == ["'save' failed and the test did not expect it: full"])
    #expect(
      faults { recorder in
        let errors = recorder.watch(save)
        save.execute()
        errors.expectError { $0 is CancellationError }
      } == ["'save' failed with another error: full"])
    #expect(
      faults { recorder in
        recorder.watch(save).expectError()
      } == ["'save' has not failed as expected."])
  }

  @Test func issuesOfTheTestsGraphFail() {
    let graph = Graph()
    var former = 0
    graph.onIssue = { _ in former += 1 }
    let counter = Property(0, graph: graph)
    let texts = faults(graph: graph) { _ in
      let bad = Computed(label: "bad", graph: graph) {
        counter.value += 1
        return 0
      }
      _ = bad.value
      // Nobody watches this one; its error is the graph's to report.
      Command(label: "save", graph: graph) { throw Failure() }.execute()
    }
    #expect(texts.count == 2)
    #expect(texts.contains { $0.contains("'save' failed and nobody looked") })
    #expect(former == 0)
    Command(graph: graph) { throw Failure() }.execute()
    #expect(former == 1)
  }

  @Test func offAsksOnlyForWhatIsExpected() {
    let load = Command<Void, Void>(label: "load") { _ = await Signal<Int>.never.first() }
    let save = Command(label: "save") { throw Failure() }
    withRecorder(.off) { recorder in
      let numbers = recorder.watch(number)
      recorder.watch(name)
      recorder.watch(load)
      let saving = recorder.watch(save)
      for value in 1...5 { number.value = value }
      name.value = "Ada"
      load.execute()
      save.execute()
      numbers.expect(2, 4)
      #expect(numbers.unexpected == [5])
      saving.expectError { $0 is Failure }
    }
    load.cancel()
    let texts = faults(.off) { recorder in
      let numbers = recorder.watch(number)
      number.value = 7
      number.value = 8
      numbers.expect(8, 7)
      recorder.watch(save).expectError { $0 is Failure }
    }
    #expect(
      texts == [
        "'number' has not changed as expected.\n  expected  8, 7\n    actual  7, 8",
        "'save' has not failed as expected.",
      ])
  }

  @Test func namedIsStrictOnlyWithThoseNames() {
    let texts = faults(.named(["number"])) { recorder in
      recorder.watch(number)
      recorder.watch(name)
      number.value = 1
      name.value = "Ada"
    }
    #expect(texts == ["'number' changed and the test did not expect it: 1"])
  }

  @Test func whatIsSkippedNeedNotBeExpected() {
    withRecorder { recorder in
      let numbers = recorder.watch(number)
      number.value = 1
      numbers.skip()
      number.value = 2
      numbers.expect(2)
    }
  }

  @Test func aBodyThatThrowsReportsNothingBesides() {
    #expect(throws: Failure.self) {
      try withRecorder { recorder in
        recorder.watch(number)
        number.value = 1
        throw Failure()
      }
    }
    #expect(number.node.dependents.isEmpty)
  }
}
