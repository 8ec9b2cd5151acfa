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
    let binding = Binding.command(load, to: button)
    #expect(button.states == ["enabled"])
    button.taps.send(())
    #expect(load.isExecuting)
    #expect(button.states == ["enabled", "disabled executing"])
    let run = load.executions.first
    gate.send(())
    _ = await run?.finished()
    #expect(button.states == ["enabled", "disabled executing", "enabled"])
    binding.cancel()
  }

  @Test func inputIsTheValueAtTheTimeOfFiring() {
    let amount = Property(1)
    var inputs: [Int] = []
    let add = Command<Int, Void> { inputs.append($0) }
    let button = Button()
    let binding = Binding.command(add, to: button, input: amount)
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
    let binding = Binding.command(open, activatedBy: selections.signal)
    selections.send("row 3")
    #expect(opened == ["row 3"])
    binding.cancel()
  }

  @Test func propertiesShowTheStateTogether() async {
    let gate = SignalSource<Void>()
    let isAllowed = Property(true)
    let load = Command<Int, Void>(label: "load", enabled: isAllowed) { _ in
      _ = await gate.signal.first()
    }
    let isEnabled = Property(false)
    let isBusy = Property(true)
    var seen: [[Bool]] = []
    let token = observe { seen.append([isEnabled.value, isBusy.value]) }
    let taps = SignalSource<Void>()
    let binding = Binding.command(
      load, activatedBy: taps.signal, input: Property(7), isEnabled: isEnabled, isExecuting: isBusy)
    taps.send(())
    let run = load.executions.first
    gate.send(())
    _ = await run?.finished()
    isAllowed.value = false
    // Never [true, true] nor, but for the condition, [false, false].
    #expect(
      seen == [[false, true], [true, false], [false, true], [true, false], [false, false]])
    withExtendedLifetime((token, binding)) {}
  }

  @Test func aDisabledCommandRejectsWhatAControlSendsAllTheSame() {
    let isAllowed = Property(false)
    var runs = 0
    let clear = Command(enabled: isAllowed) { runs += 1 }
    let button = Button()
    let binding = Binding.command(clear, to: button)
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
    let bindings = [
      Binding.command(clear, to: button),
      Binding.errors(of: clear, to: Property<String?>(nil, graph: graph)),
      Binding.errors(of: clear, on: button) { _, _ in },
    ]
    let observers = graph.nodes.filter { $0.kind == .observer }
    #expect(observers.map(\.name) == ["clear shown", "errors of clear", "errors of clear"])
    #expect(
      observers.allSatisfy { $0.source?.hasPrefix("BindingsTests/CommandBindingTests") == true })
    withExtendedLifetime(bindings) {}
  }

  @Test func aControlIsNotKeptAliveAndItsBindingEndsWithIt() {
    var button: Button? = Button()
    weak let released = button
    let isAllowed = Property(true)
    let clear = Command(enabled: isAllowed) {}
    let binding = button.map { Binding.command(clear, to: $0) }
    button = nil
    #expect(released == nil)
    #expect(binding?.isActive == false)
    isAllowed.value = false
  }

  @Test func anErrorThatNoBindingShowsIsReported() {
    struct Failure: Error {}
    let graph = Graph()
    var issues: [GraphIssue.Code] = []
    graph.onIssue = { issues.append($0.code) }
    let fail = Command(graph: graph) { throw Failure() }
    let button = Button()
    let tie = Binding.command(fail, to: button)
    button.taps.send(())
    #expect(issues == [.unobservedError])
    let message = Property<String?>(nil)
    let errors = Binding.errors(of: fail, to: message)
    button.taps.send(())
    #expect(issues.count == 1)
    withExtendedLifetime((tie, errors)) {}
  }
}

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
    let binding = Binding.errors(of: load, to: message)
    #expect(message.value == nil)

    func run(cancelled: Bool = false) async -> [String?] {
      let execution = load.execute()
      let during = message.value
      if cancelled { execution.cancel() }
      gate.send(())
      _ = await execution.finished()
      return [during, message.value]
    }

    #expect(await run() == [nil, "no network"])
    #expect(await run(cancelled: true) == ["no network", "no network"])
    next.value = .success(1)
    #expect(await run() == ["no network", nil])
    binding.cancel()
  }

  @Test func signalOfResultsShowsAndClears() {
    let results = SignalSource<Result<Int, Failure>>()
    let message = Property<String?>(nil)
    let binding = Binding.errors(of: results.signal, to: message) { "Error: \($0)" }
    results.send(.failure(Failure(description: "full")))
    #expect(message.value == "Error: full")
    results.send(.success(1))
    #expect(message.value == nil)
    binding.cancel()
  }

  @MainActor final class Screen {
    var log: [String] = []
  }

  @Test func handlerGetsEachErrorAndOneClearing() {
    let fails = Property(true)
    let save = Command { if fails.peek() { throw Failure(description: "full") } }
    let screen = Screen()
    let binding = Binding.errors(of: save, on: screen) { screen, error in
      screen.log.append(error.map { "\($0)" } ?? "clear")
    }
    #expect(screen.log.isEmpty)
    save.execute()
    save.execute()
    fails.value = false
    save.execute()
    save.execute()
    #expect(screen.log == ["full", "full", "clear"])
    binding.cancel()
  }

  @Test func handlerOfASignalEndsWithItsTarget() {
    let results = SignalSource<Result<Int, Failure>>()
    var screen: Screen? = Screen()
    let binding = screen.map {
      Binding.errors(of: results.signal, on: $0) { screen, error in
        screen.log.append(error?.description ?? "clear")
      }
    }
    results.send(.success(1))
    results.send(.failure(Failure(description: "full")))
    results.send(.success(1))
    #expect(screen?.log == ["full", "clear"])
    screen = nil
    #expect(binding?.isActive == false)
    results.send(.success(1))
    #expect(!results.isObserved)
  }
}
