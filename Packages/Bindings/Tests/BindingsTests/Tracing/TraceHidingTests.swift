import Bindings
import BindingsTestSupport
import Testing

/// Values that were hidden when they came stay hidden where they go later, without the code that hid them.
@MainActor
@Suite struct TraceHidingTests {
  private let graph = Graph()
  private let log = TraceLog(limit: 1000)
  /// Where the secret goes; `shown` is computed from it, and observed.
  private let text: Property<String>
  private let shown: Computed<String>
  private let token: Subscription

  init() {
    graph.tracer = log
    let text = Property("", label: "text", graph: graph)
    self.text = text
    shown = Computed(label: "shown", graph: graph) { text.value + "!" }
    token = shown.observe { _ in }
  }

  /// Whether the secret came, and no record shows it.
  private func isHidden() -> Bool {
    text.value == "secret" && shown.value == "secret!"
      && !log.records.contains { $0.description.contains("secret") }
  }

  private func source(_ label: String) -> SignalSource<String> {
    SignalSource(label: label, graph: graph)
  }

  @Test func aHiddenWriteInABatchIsHiddenAtItsEnd() {
    graph.batch { Trace.hidingValues { text.value = "secret" } }
    #expect(isHidden())
    graph.batch { text.value = "open" }
    let lines = log.records.map(\.description)
    #expect(lines.contains { $0.contains("write text: ••• -> \"open\"") }, "\(lines)")
    #expect(lines.contains { $0.contains("recompute shown: ••• -> \"open!\"") }, "\(lines)")
  }

  @Test func whatIsHiddenHasNoDescriptionUntilItHasAnotherValue() {
    Trace.hidingValues { text.value = "secret" }
    #expect(text.node.valueDescription == "•••" && shown.node.valueDescription == "•••")
    text.value = "open"
    #expect(text.node.valueDescription == "\"open\"" && shown.node.valueDescription == "\"open!\"")
  }

  @Test func whatAnUpdateMakesOfAHiddenValueIsHidden() {
    Trace.hidingValues { text.value = "secret" }
    text.update { $0 += "s" }
    #expect(shown.value == "secrets!" && shown.node.valueDescription == "•••")
    let isOn = Property(false, label: "isOn", graph: graph)
    Trace.hidingValues { isOn.value = true }
    isOn.update { $0.toggle() }
    #expect(isOn.node.valueDescription == "false")
    #expect(log.records.last?.new == .bool(false))
    text.value = "open"
    #expect(text.node.valueDescription == "\"open\"")
    #expect(!log.records.contains { $0.description.contains("secret") })
  }

  private struct Word: Identifiable, Equatable {
    let id: String
  }

  @Test func whatAnEditMakesOfAHiddenListIsHidden() {
    let list = ObservableList([Word(id: "first")], label: "list", graph: graph)
    let sections = ObservableSections(
      [ListSection(Word(id: "header"), rows: [Word(id: "first")])], label: "sections", graph: graph)
    let words = Computed(label: "words", graph: graph) {
      (list.value + sections.value.flatMap(\.rows)).map(\.id).joined(separator: " ")
    }
    let observer = words.observe { _ in }
    Trace.hidingValues { list.edit { $0.append(Word(id: "secret")) } }
    list.edit { $0.append(Word(id: "open")) }
    #expect(words.value == "first secret open first" && words.node.valueDescription == "•••")
    list.replace(with: [Word(id: "open")])
    #expect(words.node.valueDescription == "\"open first\"")
    Trace.hidingValues { sections.edit { $0.append(Word(id: "secret"), to: 0) } }
    sections.edit { $0.append(Word(id: "open"), to: 0) }
    #expect(words.value == "open first secret open" && words.node.valueDescription == "•••")
    sections.replace(with: [ListSection(Word(id: "header"), rows: [Word(id: "last")])])
    #expect(words.value == "open last" && words.node.valueDescription == "\"open last\"")
    #expect(!log.records.contains { $0.description.contains("secret") })
    observer.cancel()
  }

  @Test func aHiddenWriteInAnObserverIsHidden() {
    let step = Property(0, graph: graph)
    let observer = step.observe { if $0 == 1 { Trace.hidingValues { text.value = "secret" } } }
    step.value = 1
    #expect(isHidden())
    observer.cancel()
  }

  @Test func whatAnObserverMakesOfAHiddenValueIsHidden() {
    let copy = Property("", label: "copy", graph: graph)
    let observer = shown.observe { copy.value = $0 }
    graph.batch { Trace.hidingValues { text.value = "secret" } }
    #expect(copy.value == "secret!" && isHidden())
    observer.cancel()
  }

  @Test func aValueThatIsComputedLaterFromAHiddenOneIsHidden() {
    let name = Property("a", label: "name", graph: graph)
    Trace.hidingValues { text.value = "secret" }
    let greeting = Computed(label: "greeting", graph: graph) { [text] in name.value + text.value }
    #expect(greeting.value == "asecret")
    name.value = "b"
    #expect(greeting.value == "bsecret" && isHidden())
    text.value = "open"
    #expect(greeting.value == "bopen")
    #expect(log.records.last?.new == .string("bopen"))
  }

  @Test func aHiddenCommandWithinAnotherIsHidden() {
    let inner = Command<String, Void>(label: "inner", graph: graph) { [text] in text.value = $0 }
    let outer = Command<Void, Void>(label: "outer", graph: graph) {
      Trace.hidingValues { _ = inner.execute("secret") }
    }
    outer.execute()
    #expect(isHidden())
  }

  @Test func whatDependsOnACommandIsShownAfterAHiddenExecution() async {
    let send = Command<String, Void>(label: "send", graph: graph) { _ in await Task.yield() }
    let name = Property("a", label: "name", graph: graph)
    let title = Computed(label: "title", graph: graph) {
      name.value + (send.isExecuting ? " …" : "")
    }
    let observer = title.observe { _ in }
    _ = await Trace.hidingValues { send.execute("secret") }.result
    name.value = "b"
    #expect(log.records.last { $0.name == "title" }?.new == .string("b"))
    observer.cancel()
  }

  @Test func aHiddenResultThatIsToldLaterIsHidden() {
    let echo = Command<String, String>(label: "echo", graph: graph) { $0 }
    let tokens = [
      echo.results.observe { if $0 == "go" { Trace.hidingValues { _ = echo.execute("secret") } } },
      echo.results.bind(to: text),
    ]
    echo.execute("go")
    #expect(isHidden())
    for token in tokens { token.cancel() }
  }

  @Test func aHiddenEventThatWaitsForItsTurnIsHidden() {
    let words = source("words")
    let tokens = [
      words.signal.observe { if $0 == "go" { Trace.hidingValues { words.send("secret") } } },
      words.signal.bind(to: text),
    ]
    words.send("go")
    #expect(isHidden())
    for token in tokens { token.cancel() }
  }

  @Test func aHiddenEventOfMergedSignalsIsHidden() {
    let (one, other) = (source("one"), source("other"))
    let merged = Signal.merge([one.signal, other.signal]).observe { [text] word in
      if word == "go" { Trace.hidingValues { other.send("secret") } }
      text.value = word
    }
    one.send("go")
    #expect(isHidden())
    merged.cancel()
  }

  @Test func hiddenEventsThatAClockSendsAreHidden() {
    let (words, clock) = (source("words"), ManualClock())
    let isOpen = Property(false, graph: graph)
    let waiting: [(Signal<String>, @MainActor () -> Void)] = [
      (words.signal.throttle(for: .seconds(1), clock: clock), { clock.advance(by: .seconds(2)) }),
      (words.signal.delay(for: .seconds(1), clock: clock), { clock.advance(by: .seconds(2)) }),
      (
        words.signal.debounce(for: .seconds(1), clock: clock, unless: isOpen),
        { isOpen.value = true }
      ),
    ]
    for (signal, send) in waiting {
      let token = signal.bind(to: text)
      words.send("go")
      Trace.hidingValues { words.send("secret") }
      send()
      #expect(isHidden())
      token.cancel()
      text.value = "open"
    }
  }

  @Test func hiddenEventsThatWaitForAnotherSignalAreHidden() {
    let (words, other) = (source("words"), source("other"))
    let zipped = words.signal.zip(other.signal).map { $0.0 }.bind(to: text)
    Trace.hidingValues { words.send("secret") }
    other.send("now")
    #expect(isHidden())
    zipped.cancel()
    text.value = "open"
    let joined = words.signal
      .flatMap(.concat) { word in
        word == "first" ? other.signal.prefix(1) : Signal.just(word)
      }
      .bind(to: text)
    words.send("first")
    Trace.hidingValues { words.send("secret") }
    other.send("done")
    #expect(isHidden())
    joined.cancel()
  }

  @Test func hiddenEventsThatAreUsedAgainAreHidden() {
    let (words, other) = (source("words"), source("other"))
    let kept: [Signal<String>] = [
      words.signal.combineLatest(other.signal).map { $0.0 },
      other.signal.combineLatest(words.signal).map { $0.1 },
      Signal.merge([words.signal, other.signal]).scan("") { $1 == "now" ? $0 : $1 },
      words.signal.flatMap(.latest) { word in other.signal.map { _ in word } },
      words.signal.flatMap(.merge) { word in other.signal.map { _ in word } },
      words.signal.flatMap(.concat) { word in other.signal.map { _ in word } },
    ]
    for signal in kept {
      let token = signal.bind(to: text)
      Trace.hidingValues { words.send("secret") }
      other.send("now")
      #expect(isHidden())
      token.cancel()
      text.value = "open"
    }
  }

  @Test func aHiddenEventThatIsReplayedIsHidden() {
    let words = source("words")
    let replayed = words.signal.replayLast()
    let first = replayed.observe { _ in }
    Trace.hidingValues { words.send("secret") }
    for _ in 0..<2 {
      replayed.bind(to: text).cancel()
      #expect(isHidden())
      text.value = "open"
      words.end()
    }
    first.cancel()
  }

  @Test func anOpenEventIsShownThoughTheSignalWasMetWhileValuesWereHidden() {
    let (words, other) = (source("words"), source("other"))
    let signals: [Signal<String>] = [
      Signal.merge([words.signal, other.signal]), words.signal.append(other.signal),
      words.signal.forwardWhileActive(Property(true, graph: graph)),
    ]
    for signal in signals {
      let token = Trace.hidingValues { signal.bind(to: text) }
      words.send("open")
      #expect(log.records.last { $0.label == "text" }?.new == .string("open"))
      token.cancel()
      text.value = ""
    }
  }

  @Test func anOpenEventAfterAHiddenOneIsShown() {
    let (words, other) = (source("words"), source("other"))
    let following = words.signal.flatMap(.latest) { word in other.signal.map { word + $0 } }
      .bind(to: text)
    Trace.hidingValues { words.send("secret") }
    words.send("open")
    other.send("ed")
    #expect(log.records.last { $0.label == "text" }?.new == .string("opened"))
    following.cancel()
    let token = words.signal.combineLatest(other.signal).map { $0.0 }.bind(to: text)
    Trace.hidingValues { words.send("secret") }
    other.send("now")
    words.send("open")
    #expect(log.records.contains { $0.new == .string("open") })
    token.cancel()
  }

  @Test func aHiddenWriteInABatchIsHiddenInAnotherGraph() {
    let field = Property("", label: "field", graph: Graph())
    let binding = field.bind(with: text)
    batch { Trace.hidingValues { field.value = "secret" } }
    #expect(isHidden())
    batch { field.value = "open" }
    #expect(log.records.contains { $0.new == .string("open") })
    binding.cancel()
  }

  private struct Refused: Error { let word: String }

  @Test func theErrorOfAHiddenExecutionIsInNoIssue() async {
    let issues = IssueLog(graph)
    let now = Command<String, Void>(label: "now", graph: graph) { throw Refused(word: $0) }
    let later = Command<String, Void>(label: "later", graph: graph) {
      (word: String) async throws -> Void in
      await Task.yield()
      throw Refused(word: word)
    }
    Trace.hidingValues { _ = now.execute("secret") }
    Trace.hidingValues { _ = later.execute("secret") }
    while later.isExecuting { await Task.yield() }
    while issues.issues.count < 2 { await Task.yield() }
    #expect(issues.issues.map(\.code) == [.unobservedError, .unobservedError])
    #expect(!issues.issues.contains { $0.message.contains("secret") || $0.cause != nil })
    #expect(!log.records.contains { $0.description.contains("secret") })
    now.execute("open")
    #expect(issues.issues.last?.message.contains("open") == true)
  }
}
