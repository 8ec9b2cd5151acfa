import Bindings
import BindingsTestSupport
import Testing

/// Leak tests: no object outlives its last owner; there is one test for each construct.
@Suite @MainActor struct LeakTests {
  @MainActor final class Screen: CommandControl {
    let scope = Scope()
    let taps = SignalSource<Void>()
    var text = ""
    var token: Subscription?
    var activated: Signal<Void> { taps.signal }
    func show(isEnabled: Bool, isExecuting: Bool) {}
  }

  @Test func propertyComputedAndObserver() {
    expectNoLeaks { check in
      let number = check.track(Property(1, graph: check.graph))
      let double = check.track(Computed(graph: check.graph) { number.value * 2 })
      let token = check.track(observe(graph: check.graph) { _ = double.value })
      number.value = 3
      #expect(token.isActive)
    }
  }

  @Test func objectThatObservesItself() {
    expectNoLeaks { check in
      let screen = check.track(Screen())
      let text = Property("a", graph: check.graph)
      screen.token = observe(with: screen, graph: check.graph) { $0.text = text.value }
      text.value = "b"
      #expect(screen.text == "b")
    }
  }

  @Test func everyBinding() {
    expectNoLeaks { check in
      let graph = check.graph
      let first = check.track(Property("a", graph: graph))
      let second = check.track(Property("b", graph: graph))
      let number = check.track(Property(0, graph: graph))
      let screen = check.track(Screen())
      let clear = check.track(Command(graph: graph) { first.value = "" })
      let texts = check.track(SignalSource<String>())
      let reuse = check.track(SignalSource<Void>())
      let bindings = [
        first.bind(to: second),
        first.bind(to: number) { $0.count },
        first.signal.bind(to: second),
        first.bind(to: \.text, on: screen),
        first.observe(with: screen) { $0.text = $1 },
        first.bind(with: second),
        first.bind(with: number, forward: { $0.count }, backward: { "\($0)" }),
        first.bind(with: texts.signal) { [weak screen] in screen?.text = $0 },
        texts.signal.bind(to: first),
        screen.taps.signal.bind(to: clear),
        clear.bind(to: screen),
      ]
      let scope = check.track(Scope())
      scope.end(at: reuse.signal)
      for binding in bindings { check.track(binding).store(in: scope) }
      first.value = "c"
      screen.taps.send(())
    }
  }

  @Test func scopeThatItsObjectKeeps() {
    expectNoLeaks { check in
      let screen = check.track(Screen())
      let text = Property("a", graph: check.graph)
      observe(with: screen, graph: check.graph) { $0.text = text.value }.store(in: screen.scope)
      text.bind(to: \.text, on: screen).store(in: screen.scope)
      screen.scope.end(at: screen.taps.signal)
      screen.scope.onEnd { [weak screen] in screen?.text = "" }
      check.track(screen.scope)
    }
  }

  @Test func commandWithItsExecutions() async {
    await expectNoLeaks { check in
      let number = check.track(Property(0, graph: check.graph))
      let add = check.track(
        Command<Int, Int>(graph: check.graph) { amount in
          await Task.yield()
          number.value += amount
          return number.value
        })
      #expect(await add.execute(1).result.output == 1)
      let run = add.execute(2)
      add.cancel()
      _ = await run.result
    }
  }

  @Test func everyOperator() {
    expectNoLeaks { check in
      let clock = ManualClock()
      let source = check.track(SignalSource<Int>())
      let other = check.track(SignalSource<Int>())
      let isActive = check.track(Property(true, graph: check.graph))
      let second = Duration.seconds(1)
      let operators: [Signal<Int>] = [
        source.signal.map { $0 }, source.signal.filter { $0 > 0 }, source.signal.scan(0, +),
        source.signal.prefix(3), source.signal.prefix(until: other.signal),
        source.signal.dropFirst(),
        source.signal.prepend(0), source.signal.handleEvents { _ in },
        source.signal.removeDuplicates(), Signal.merge([source.signal, other.signal]),
        source.signal.append(other.signal),
        source.signal.zip(other.signal).map { $0 + $1 },
        source.signal.combineLatest(other.signal).map { $0 + $1 },
        source.signal.flatMap(.latest) { _ in other.signal },
        source.signal.flatMap(.merge) { _ in other.signal },
        source.signal.flatMap(.concat) { _ in other.signal }, source.signal.share(),
        source.signal.replayLast(), source.signal.debounce(for: second, clock: clock),
        source.signal.throttle(for: second, clock: clock),
        source.signal.delay(for: second, clock: clock),
        source.signal.forwardWhileActive(isActive),
        source.signal.debounce(for: second, clock: clock, unless: isActive),
      ]
      let tokens = operators.map { check.track($0.observe { _ in }) }
      for value in 1...3 {
        source.send(value)
        other.send(value)
        clock.advance(by: .milliseconds(400))
      }
      for token in tokens.dropLast(tokens.count / 2) { token.cancel() }
    }
  }

  struct Message: Identifiable, Equatable {
    var id: Int
  }

  final class Cell: Identifiable {
    let message: Message
    init(_ message: Message) { self.message = message }
  }

  @Test func everyList() {
    expectNoLeaks { check in
      let messages = check.track(ObservableList<Message>(graph: check.graph))
      let parity = check.track(Property(0, graph: check.graph))
      let even = check.track(messages.filter { $0.id % 2 == parity.value })
      let newest = check.track(even.sorted { $0.id > $1.id })
      let days = check.track(
        ObservableSections<Message, Message>([ListSection(Message(id: 0))], graph: check.graph))
      let cells = check.track(newest.cells { Cell($0) })
      let tokens = [
        cells.observeChanges { _ in }, days.observeChanges { _ in }, newest.observeChanges { _ in },
      ]
      messages.edit { for id in 0..<6 { $0.append(Message(id: id)) } }
      days.edit { $0.append(Message(id: 1), to: 0) }
      parity.value = 1
      #expect(cells.value.map(\.message.id) == [5, 3, 1])
      check.track(cells.value[0], "a cell")
      for token in tokens { check.track(token) }
    }
  }

  @Test func whatLeaksIsNamed() {
    var kept: [AnyObject] = []
    let texts = issueText {
      expectNoLeaks { check in
        let number = check.track(Property(0, label: "number", graph: check.graph))
        check.track(Screen(), "the screen")
        kept.append(number)
      }
    }
    #expect(texts == ["Property<Int> has leaked.", "Nodes have leaked:\nproperty number"])
    #expect(kept.count == 1)
  }

  @Test func anObserverThatCapturesItsOwnOwnerLeaksAndIsNamed() {
    weak var leaked: Screen?
    let texts = issueText {
      expectNoLeaks { check in
        let screen = check.track(Screen())
        let text = Property("a", label: "text", graph: check.graph)
        screen.token = observe(label: "observer", graph: check.graph) { screen.text = text.value }
        leaked = screen
      }
    }
    #expect(texts.count == 2)
    #expect(texts.last == "Nodes have leaked:\nproperty text\nobserver observer")
    leaked?.token = nil
    #expect(leaked == nil)
  }
}
