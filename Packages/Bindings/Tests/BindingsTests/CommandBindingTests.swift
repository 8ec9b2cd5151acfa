import Bindings
import Testing

@Suite @MainActor struct CommandBindingTests {
  @MainActor final class Button: CommandControl {
    let taps = SignalSource<Void>()
    var states: [String] = []
    var activated: Signal<Void> { taps.signal }
    func show(isEnabled: Bool, isExecuting: Bool) {
      states.append((isEnabled ? "enabled" : "disabled") + (isExecuting ? " executing" : ""))
    }
  }

  @Test func activationExecutesAndTheStateComesBackAsOneChange() async {
    let gate = SignalSource<Void>()
    let load = Command<Void, Void>(label: "load") { _ = await gate.signal.first() }
    let button = Button()
    let binding = load.bind(to: button)
    #expect(button.states == ["enabled"])
    button.taps.send(())
    #expect(load.isExecuting)
    #expect(button.states == ["enabled", "disabled executing"])
    let run = load.executions.first
    gate.send(())
    _ = await run?.result
    #expect(button.states == ["enabled", "disabled executing", "enabled"])
    binding.cancel()
  }

  @Test func aComputedMakesNoHalfOfABinding() {
    let graph = Graph()
    let issues = IssueLog(graph)
    var runs = 0
    let save = Command<Void, Void>(label: "save", graph: graph) { runs += 1 }
    let button = Button()
    let number = Property(0, graph: graph)
    let edits = SignalSource<Int>(graph: graph)
    var tokens: [Subscription] = []
    let computed = Computed(graph: graph) {
      tokens = [save.bind(to: button), number.bind(with: edits.signal) { _ in runs += 1 }]
      return 0
    }
    _ = computed.value
    button.taps.send(())
    edits.send(9)
    #expect(issues.issues.map(\.code) == [.observerInComputed, .observerInComputed])
    #expect(runs == 0 && number.value == 0 && button.states.isEmpty)
    #expect(tokens.count == 2 && tokens.allSatisfy { !$0.isActive })
  }

  @Test func whatIsReadForAnActivationThatComesAtOnceIsNoDependency() {
    @MainActor final class Impatient: CommandControl {
      let delay = Property(0)
      var activated: Signal<Void> { Signal.just(()).map { _ = self.delay.value } }
      func show(isEnabled: Bool, isExecuting: Bool) {}
    }
    let control = Impatient()
    var runs = 0
    let save = Command<Void, Void> { runs += 1 }
    var bindings: [Subscription] = []
    let token = observe { bindings.append(save.bind(to: control)) }
    control.delay.value = 1
    #expect(runs == 1 && bindings.count == 1)
    token.cancel()
  }

  @Test func inputIsTheValueAtTheTimeOfFiring() {
    let amount = Property(1)
    var inputs: [Int] = []
    let add = Command<Int, Void> { inputs.append($0) }
    let button = Button()
    let binding = add.bind(to: button, input: amount)
    amount.value = 2
    button.taps.send(())
    amount.value = 3
    #expect(inputs == [2])
    button.taps.send(())
    #expect(inputs == [2, 3])
    binding.cancel()
    button.taps.send(())
    #expect(inputs.count == 2)
  }

  @Test func eventsCanBeTheInput() {
    let selections = SignalSource<String>()
    var opened: [String] = []
    let open = Command<String, Void> { opened.append($0) }
    let binding = selections.signal.bind(to: open)
    selections.send("row 3")
    #expect(opened == ["row 3"])
    binding.cancel()
  }

  @Test func aDisabledCommandRejectsWhatAControlSendsAllTheSame() {
    let isAllowed = Property(false)
    var runs = 0
    let clear = Command(enabled: isAllowed) { runs += 1 }
    let button = Button()
    let binding = clear.bind(to: button)
    button.taps.send(())
    #expect(runs == 0)
    #expect(button.states == ["disabled"])
    isAllowed.value = true
    button.taps.send(())
    #expect(runs == 1)
    binding.cancel()
  }

  @Test func bindingsAreReportedWhereTheyWereMade() {
    let graph = Graph()
    let clear = Command(label: "clear", graph: graph) {}
    let button = Button()
    let binding = clear.bind(to: button)
    let observers = graph.nodes.filter { $0.kind == .observer }
    #expect(observers.map(\.name) == ["clear shown"])
    #expect(
      observers.allSatisfy { $0.source?.hasPrefix("BindingsTests/CommandBindingTests") == true })
    withExtendedLifetime(binding) {}
  }

  @Test func aControlThatIsGoneExecutesNothing() {
    final class Window: CommandControl {
      let taps: SignalSource<Void>
      init(_ taps: SignalSource<Void>) { self.taps = taps }
      var activated: Signal<Void> { taps.signal }
      func show(isEnabled: Bool, isExecuting: Bool) {}
    }
    var runs = 0
    let save = Command<Void, Void> { runs += 1 }
    let taps = SignalSource<Void>()
    var window: Window? = Window(taps)
    let binding = window.map { save.bind(to: $0) }
    taps.send(())
    window = nil
    taps.send(())
    #expect(runs == 1 && binding?.isActive == false && !taps.isObserved)
  }

  @Test func aControlIsNotKeptAliveAndItsBindingEndsWithIt() {
    var button: Button? = Button()
    weak let released = button
    let isAllowed = Property(true)
    let clear = Command(enabled: isAllowed) {}
    let binding = button.map { clear.bind(to: $0) }
    button = nil
    #expect(released == nil)
    isAllowed.value = false
    #expect(binding?.isActive == false)
  }

  @Test func anErrorThatNoBindingShowsIsReported() {
    struct Failure: Error {}
    let graph = Graph()
    var issues: [GraphIssue.Code] = []
    graph.onIssue = { issues.append($0.code) }
    let fail = Command(graph: graph) { throw Failure() }
    let button = Button()
    let tie = fail.bind(to: button)
    button.taps.send(())
    #expect(issues == [.unobservedError])
    let message = Property<String?>(nil, graph: graph)
    let errors = Computed(graph: graph) { fail.lastError.map { "\($0)" } }.bind(to: message)
    button.taps.send(())
    #expect(issues.count == 1)
    withExtendedLifetime((tie, errors)) {}
  }
}

/// An error stands from the failure until the next success.
@Suite @MainActor struct ErrorBindingTests {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  @Test func messageStandsUntilTheNextSuccess() async {
    let next = Property(Result<Int, Failure>.failure(Failure(description: "no network")))
    let gate = SignalSource<Void>()
    let load = Command<Void, Int>(label: "load") {
      _ = await gate.signal.first()
      return try next.peek().get()
    }
    let message = Property<String?>("old")
    let binding = Computed { load.lastError.map { "\($0)" } }.bind(to: message)
    #expect(message.value == nil)

    func run(cancelled: Bool = false) async -> [String?] {
      let execution = load.execute()
      let during = message.value
      if cancelled { execution.cancel() }
      gate.send(())
      _ = await execution.result
      return [during, message.value]
    }

    #expect(await run() == [nil, "no network"])
    #expect(await run(cancelled: true) == ["no network", "no network"])
    next.value = .success(1)
    #expect(await run() == ["no network", nil])
    binding.cancel()
  }

  @Test func eachErrorIsHeardEvenWhenItEqualsTheOneBefore() {
    let save = Command { throw Failure(description: "full") }
    var log: [String] = []
    let token = save.errors.observe { log.append("\($0)") }
    save.execute()
    save.execute()
    #expect(log == ["full", "full"])
    token.cancel()
  }
}
