import Bindings
import BindingsTestSupport
import Testing

/// What reads a hidden value for the first time shows it as little as who has known it.
@MainActor
@Suite struct TraceHiddenReadTests {
  private let graph = Graph()
  private let log = TraceLog(limit: 1000)
  private let secret: Property<String>
  private let copy: Property<String>

  init() {
    graph.tracer = log
    secret = Property("", label: "secret value", graph: graph)
    copy = Property("", label: "copy", graph: graph)
    Trace.hidingValues { secret.value = "password" }
  }

  /// Whether no record shows the password.
  private var isHidden: Bool { !log.records.contains { $0.description.contains("password") } }

  @Test func theFirstRunOfAnObserverIsHidden() {
    let token = secret.bind(to: copy)
    #expect(copy.value == "password" && isHidden)
    secret.value = "open"
    #expect(log.records.last?.new == .string("open"))
    token.cancel()
  }

  @Test func anObserverThatReadsItForTheFirstTimeIsHidden() {
    let isOn = Property(false, label: "isOn", graph: graph)
    let before = Property(0, label: "before", graph: graph)
    let token = observe(graph: graph) { [secret, copy] in
      guard isOn.value else { return }
      // Nothing is hidden yet.
      before.value = 1
      copy.value = secret.value
    }
    isOn.value = true
    #expect(copy.value == "password" && isHidden)
    #expect(log.records.last { $0.name == "before" }?.new == .int(1))
    token.cancel()
  }

  @Test func whatFollowsFromAFirstReadIsHidden() async {
    let words = SignalSource<String>(label: "words", graph: graph)
    let send = Command<String, Void>(label: "send", graph: graph) { _ in }
    let later = Command<String, Void>(label: "later", graph: graph) { [copy] word in
      await Task.yield()
      copy.value = word
    }
    var isHiding: [Bool] = []
    let tokens = [
      secret.signal.observe { words.send($0) },
      secret.observe {
        send.execute($0)
        later.execute($0)
        isHiding.append(Trace.hidesValues)
      },
    ]
    #expect(!Trace.hidesValues && isHiding == [true])
    while later.isExecuting { await Task.yield() }
    #expect(copy.value == "password" && isHidden)
    for token in tokens { token.cancel() }
  }

  @Test func whatATaskOfAnEarlierRunDoesIsShown() async {
    let (number, shown) = (Property(0, graph: graph), Property(0, label: "shown", graph: graph))
    var waiting: [CheckedContinuation<Void, Never>] = []
    var tasks: [Task<Void, Never>] = []
    let token = observe(graph: graph) { [secret, copy] in
      let run = number.value
      tasks.append(
        Task { @MainActor in
          await withCheckedContinuation { waiting.append($0) }
          shown.value += run
        })
      if run == 2 { copy.value = secret.value }
    }
    for run in 1...3 { number.value = run }
    while waiting.count < 4 { await Task.yield() }
    for continuation in waiting { continuation.resume() }
    for task in tasks { await task.value }
    let written = log.records.filter { $0.label == "shown" }.map { $0.new?.description ?? "?" }
    #expect(written == ["0", "1", "•••", "•••"], "\(written)")
    #expect(copy.value == "password")
    token.cancel()
  }

  /// Makes an observer or a computed that reads `secret` without depending on it.
  private typealias Reader = @MainActor (TraceHiddenReadTests, Property<Int>) -> Subscription

  private static let readers: [Reader] = [
    { world, number in number.observe { _ in world.copy.value = world.secret.value } },
    { world, number in
      number.observe(with: world.log) { _, _ in world.copy.value = world.secret.value }
    },
    { world, number in
      observe(graph: world.graph) {
        _ = number.value
        world.copy.value = world.secret.peek()
      }
    },
    { world, number in
      let shout = Computed(label: "shout", graph: world.graph) { world.secret.value + "!" }
      return observe(graph: world.graph) {
        _ = number.value
        world.copy.value = untracked { shout.value }
      }
    },
    { world, number in
      let text = Computed(label: "text", graph: world.graph) {
        "\(number.value)" + world.secret.peek()
      }
      let outer = Computed(label: "outer", graph: world.graph) {
        _ = number.value; return untracked { text.value } + "!"
      }
      return outer.bind(to: world.copy)
    },
    { world, number in number.bind(to: world.copy) { "\($0)" + world.secret.value } },
    { world, number in number.observe { _ in world.secret.update { world.copy.value = $0 } } },
    { world, number in
      let pairs = number.signal.zip(number.signal)
      return pairs.map { "\($0)" + world.secret.value }.bind(to: world.copy)
    },
    { world, number in number.signal.map { "\($0)" + world.secret.value }.bind(to: world.copy) },
    { world, number in
      let send = Command<String, Void>(label: "send", graph: world.graph) { world.copy.value = $0 }
      return number.observe { _ in send.execute(world.secret.value) }
    },
    { world, number in
      let words = SignalSource<String>(label: "words", graph: world.graph)
      return number.observe { _ in
        words.send(world.secret.value)
        world.copy.value = "sent " + world.secret.peek()
      }
    },
  ]

  @Test(arguments: 0..<11) func aReadThatIsNotTrackedIsHidden(_ reader: Int) {
    let number = Property(0, label: "number", graph: graph)
    let token = TraceHiddenReadTests.readers[reader](self, number)
    for value in 1...2 { number.value = value }
    #expect(copy.value.contains("password") && isHidden)
    secret.value = "open"
    number.value = 3
    #expect(copy.value.contains("open") && copy.node.valueDescription?.contains("open") == true)
    token.cancel()
  }

  @Test func anEditOfRowsThatAreHiddenIsARead() {
    struct Word: Identifiable, Equatable { let id: String }
    var issues: [String] = []
    graph.onIssue = { issues.append($0.message) }
    let (number, list) = (Property(0, graph: graph), ObservableList<Word>(label: "l", graph: graph))
    Trace.hidingValues { list.edit { $0.append(Word(id: "password")) } }
    let token = number.observe { [copy] _ in list.edit { copy.value = $0.rows[0].id } }
    #expect(copy.value == "password" && isHidden)
    list.edit { $0.append($0.rows[0]) }
    #expect(issues.count == 1 && !issues.joined().contains("password"))
    list.replace(with: [Word(id: "open")])
    number.value = 1
    #expect(log.records.last { $0.name == "copy" }?.new == .string("open"))
    token.cancel()
  }

  @Test func whatACommandOfAnObserverReadsIsHidden() async {
    let number = Property(0, label: "number", graph: graph)
    let save = Command<Void, Void>(label: "save", policy: .queue(max: 3), graph: graph) {
      [secret, copy] in
      await Task.yield()
      copy.value = "saved " + secret.value
    }
    let ping = Command<Int, Int>(label: "ping", graph: graph) { $0 }
    let pong = Property("", label: "pong", graph: graph)
    let tokens = [
      number.observe { _ in
        save.execute()
        ping.execute(1)
      },
      ping.results.map { [secret] in "\($0)" + secret.value }.bind(to: pong),
    ]
    number.value = 1
    while save.isExecuting { await Task.yield() }
    #expect(copy.value == "saved password" && pong.value == "1password" && isHidden)
    secret.value = "open"
    number.value = 2
    while save.isExecuting { await Task.yield() }
    #expect(copy.node.valueDescription == "\"saved open\"")
    #expect(pong.node.valueDescription == "\"1open\"")
    for token in tokens { token.cancel() }
  }

  @Test func whatReplacesAHiddenValueIsShownAlthoughItIsComparedWithIt() {
    let number = Property(0, label: "number", graph: graph)
    let isLong = Computed(graph: graph) { [secret] in secret.value.count > 3 }
    let token = number.observe { [secret, copy] number in
      // A truth value about it says little.
      if isLong.value { copy.value = "\(number)" }
      secret.value = "open \(number)"
    }
    #expect(copy.node.valueDescription == "\"0\"" && secret.node.valueDescription == "\"open 0\"")
    let field = Property("", label: "field", graph: graph)
    Trace.hidingValues { copy.value = "password" }
    let binding = field.bind(with: copy)
    #expect(copy.node.valueDescription == "\"\"" && isHidden)
    binding.cancel()
    token.cancel()
  }

  @Test func anObserverThatIsMadeByOneThatHasReadItIsHidden() {
    let text = Property("", label: "text", graph: graph)
    var inner: Subscription?
    let token = observe(graph: graph) { [secret, copy] in
      let word = secret.value
      inner = text.observe { copy.value = $0 + word }
    }
    #expect(copy.value == "password" && isHidden)
    inner?.cancel()
    token.cancel()
  }

  @Test func aValueThatIsHiddenAfterItWasReadOnceIsHiddenAtTheSecondRead() {
    let (number, text) = (Property(0, graph: graph), Property("a", label: "text", graph: graph))
    let token = observe(graph: graph) { [copy] in
      guard number.value == 1, text.value == "a" else { return }
      Trace.hidingValues { text.value = "password" }
      copy.value = text.value
    }
    number.value = 1
    #expect(copy.value == "password" && isHidden)
    token.cancel()
  }

  @Test func theInputOfABoundControlIsHidden() {
    @MainActor final class Button: CommandControl {
      let taps = SignalSource<Void>()
      var activated: Signal<Void> { taps.signal }
      func show(isEnabled: Bool, isExecuting: Bool) {}
    }
    let button = Button()
    let echo = Command<String, Void>(label: "echo", graph: graph) { [copy] in copy.value = $0 }
    let shout = Computed(label: "shout", graph: graph) { [secret] in secret.value + "!" }
    for (input, taken) in [
      (secret as any ObservableValue<String>, "password"), (shout, "password!"),
    ] {
      let token = echo.bind(to: button, input: input)
      button.taps.send(())
      #expect(copy.value == taken && isHidden)
      token.cancel()
    }
    secret.value = "open"
    let token = echo.bind(to: button, input: secret)
    button.taps.send(())
    #expect(log.records.contains { $0.kind == .commandStart && $0.new == .string("open") })
    token.cancel()
  }

  /// Observers of a graph that nobody traces, and which write to one with a tracer.
  @MainActor private struct Untraced {
    let own = Graph()
    let step: Property<Int>
    let field: Property<String>
    let number: Property<Int>
    let out: Property<Int>
    let tokens: [Subscription]

    init(_ copy: Property<String>, _ graph: Graph) {
      let (step, number) = (Property(0, graph: own), Property(0, graph: own))
      let (field, out) = (Property("", graph: own), Property(0, label: "out", graph: graph))
      (self.step, self.field, self.number, self.out) = (step, field, number, out)
      tokens = [
        step.observe { if $0 == 1 { Trace.hidingValues { field.value = "password" } } },
        field.observe { copy.value = $0 },
        number.observe { out.value = $0 },
      ]
    }
  }

  @Test func aHiddenWriteInAnObserverIsHiddenInAnotherGraph() {
    let world = Untraced(copy, graph)
    world.step.value = 1
    #expect(copy.value == "password" && isHidden)
    // The next change has nothing to do with it.
    world.number.value = 7
    #expect(log.records.last?.new == .int(7))
  }

  @Test func aHiddenWriteInAnObserverIsHiddenByOneThatWaitsForItsTurn() {
    let world = Untraced(copy, graph)
    let late = observe(graph: world.own) { [copy] in
      if world.step.value == 1 { copy.value = world.field.value + "!" }
    }
    world.step.value = 1
    #expect(copy.value == "password!" || copy.value == "password")
    #expect(isHidden)
    world.number.value = 7
    #expect(log.records.last?.new == .int(7))
    late.cancel()
  }

  @Test func aHiddenWriteInAnObserverThatConcernsNobodyHidesNothingLater() {
    let world = Untraced(copy, graph)
    let unread = Property(0, graph: world.own)
    // It has a reader, but nobody who observes that.
    let reader = Computed(graph: world.own) { unread.value }
    #expect(reader.value == 0)
    let first = world.number.observe { _ in Trace.hidingValues { unread.value += 1 } }
    let second = world.number.observe { world.step.value = $0 + 10 }
    world.number.value = 4
    first.cancel()
    second.cancel()
    world.number.value = 5
    #expect(log.records.last?.new == .int(5))
  }

  @Test func aHiddenWriteThatNobodyObservesHidesNothingLater() {
    let world = Untraced(copy, graph)
    let unread = Property(0, graph: world.own)
    batch { Trace.hidingValues { unread.value = 1 } }
    world.number.value = 5
    #expect(log.records.last?.new == .int(5))
  }

  @Test func aHiddenWriteToAGraphWithATracerHidesNothingLater() {
    let unread = Property(0, label: "unread", graph: graph)
    let number = Property(0, label: "number", graph: graph)
    graph.batch { Trace.hidingValues { unread.value = 1 } }
    graph.batch { Trace.hidingValues { unread.value = 2 } }
    number.value = 5
    #expect(log.records.last?.new == .int(5))
  }

  /// The observer may have kept the value of its last run.
  @Test func anObserverThatHasReadAHiddenValueIsHiddenFromItsBeginning() {
    let (number, other) = (Property(0, graph: graph), Property(0, graph: graph))
    let word = Computed(label: "word", graph: graph) { [secret] in
      _ = other.value
      return secret.value + "!"
    }
    var last = ""
    let token = observe(graph: graph) { [copy] in
      _ = number.value
      copy.value = last
      last = word.value
    }
    graph.batch {
      other.value = 2
      number.value = 1
    }
    #expect(copy.value == "password!" && isHidden)
    token.cancel()
  }

  @Test(arguments: [0, 1, 2])
  func aValueThatStaysHiddenIsHiddenByAnObserverThatRunsFirst(_ way: Int) {
    let (number, other) = (Property(0, graph: graph), Property(0, graph: graph))
    let isEven = Computed(graph: graph) { other.value % 2 == 0 }
    let word = Computed(label: "word", graph: graph) { [secret] in
      switch way {
      case 0: _ = other.value  // evaluated again, with an equal value
      case 1: _ = isEven.value  // not evaluated again
      default: if other.value > 0 { return secret.value + "?" }  // another hidden value
      }
      return secret.value + "!"
    }
    let token = observe(graph: graph) { [copy] in
      let number = number.value
      copy.value = "\(number)" + word.value
    }
    #expect(copy.value == "0password!" && isHidden)
    graph.batch {
      other.value = 2
      number.value = 1
    }
    #expect(copy.value == (way == 2 ? "1password?" : "1password!") && isHidden)
    token.cancel()
  }
}
