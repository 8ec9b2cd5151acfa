import Bindings
import BindingsTestSupport
import Testing

/// The records of commands.
@Suite @MainActor struct TraceCommandTests {
  let graph = Graph()
  let log = TraceLog()

  init() { graph.tracer = log }

  private func last(_ kind: TraceRecord.Kind, _ label: String) throws -> TraceRecord {
    try #require(log.records.last { $0.kind == kind && $0.label == label })
  }

  @Test func writeInASyncCommandNamesItsStart() throws {
    let phone = Property("187", label: "phone", graph: graph)
    let clear = Command<Void, Void>(label: "clear", graph: graph) { phone.value = "" }
    let typed = try #require(graph.mark("form.clear()"))
    Trace.withCause(typed) { _ = clear.execute() }
    let write = try last(.write, "phone")
    #expect(log.chain(of: write.id).map(\.kind) == [.write, .commandStart, .mark])
    let end = try last(.commandEnd, "clear")
    #expect(try end.cause == last(.commandStart, "clear").id)
    #expect(end.detail == "success")
    #expect(end.node == clear.node)
  }

  @Test func writeAfterASuspensionNamesTheCommand() async throws {
    let status = Property("", label: "status", graph: graph)
    let clock = ManualClock()
    let load = Command<Int, Int>(label: "load", graph: graph) {
      status.value = "loading"
      CommandProgress.report(0.5)
      try await clock.sleep(for: .seconds(1))
      status.value = "loaded"
      return $0 * 2
    }
    let run = load.execute(21)
    await clock.sleepers(1)
    // The write meanwhile is not the command's doing.
    status.value = "impatient"
    #expect(try last(.write, "status").cause == nil)
    clock.advance(by: .seconds(1))
    _ = await run.result
    let start = try last(.commandStart, "load")
    #expect(start.new == .int(21))
    #expect(try last(.write, "status").cause == start.id)
    #expect(try last(.commandProgress, "load").cause == start.id)
    let end = try last(.commandEnd, "load")
    #expect(end.cause == start.id && end.new == .int(42))
    #expect(try last(.write, "load.isExecuting").cause == end.id)
    #expect(try last(.write, "load.executions").old == .text("1 execution"))
  }

  @Test func valuesOfAHiddenExecutionAreInNoRecord() async throws {
    struct Refused: Error { let text: String }
    let last = Property("", label: "last", graph: graph)
    let shown = Computed(label: "shown", graph: graph) { last.value + "!" }
    let token = shown.observe { _ in }
    let gate = AsyncStream.makeStream(of: Void.self)
    let send = Command<String, String>(label: "send", policy: .queue(max: 4), graph: graph) {
      [stream = gate.stream] text in
      for await _ in stream { break }
      last.value = text
      if text == "refused" { throw Refused(text: text) }
      return text
    }
    let now = Command<String, String>(label: "now", graph: graph) { text in
      last.value = text
      return text
    }
    let runs = [
      send.execute("open"), Trace.hidingValues { send.execute("secret") }, send.execute("plain"),
      Trace.hidingValues { send.execute("refused") }, send.execute("last"),
    ]
    for run in runs {
      gate.continuation.yield()
      _ = await run.result
    }
    _ = Trace.hidingValues { now.execute("secret") }
    let lines = log.records.map(\.description)
    #expect(!lines.contains { $0.contains("secret") || $0.contains("refused") }, "\(lines)")
    let starts = log.records.filter { $0.kind == .commandStart }.compactMap(\.new)
    #expect(
      starts == [.string("open"), .hidden, .string("plain"), .hidden, .string("last"), .hidden])
    token.cancel()
  }

  @Test func aHiddenExecutionIsHiddenFromATracerThatComesLater() async {
    graph.tracer = nil
    let gate = AsyncStream.makeStream(of: Void.self)
    let text = Property("", label: "text", graph: graph)
    let send = Command<String, Void>(label: "send", graph: graph) { word in
      for await _ in gate.stream { break }
      text.value = word
    }
    let run = Trace.hidingValues { send.execute("secret") }
    graph.tracer = log
    gate.continuation.yield()
    _ = await run.result
    #expect(text.value == "secret")
    #expect(!log.records.contains { $0.description.contains("secret") }, "\(log.records)")
  }

  @Test func whatAHiddenExecutionDelaysIsHiddenToo() {
    let clock = ManualClock()
    let (source, text) = (SignalSource<String>(), Property("", label: "text", graph: graph))
    let token = source.signal.delay(for: .seconds(1), clock: clock).observe { text.value = $0 }
    let send = Command<String, Void>(label: "send", graph: graph) { source.send($0) }
    _ = Trace.hidingValues { send.execute("secret") }
    clock.advance(by: .seconds(1))
    source.send("open")
    Trace.hidingValues { clock.advance(by: .seconds(1)) }
    #expect(text.value == "open")
    let writes = log.records.filter { $0.kind == .write && $0.name == "text" }.map(\.new)
    #expect(writes == [.hidden, .string("open")])
    token.cancel()
  }

  @Test func executionFromAnObserverNamesTheRun() async throws {
    let query = Property("a", label: "query", graph: graph)
    let search = Command<String, Void>(label: "search", policy: .restart, graph: graph) { _ in
      await Task.yield()
    }
    let token = query.observe(label: "type") { search.execute($0) }
    query.value = "b"
    let start = try last(.commandStart, "search")
    #expect(log.chain(of: start.id).map(\.kind) == [.commandStart, .observerRun, .write])
    // The first execution was cancelled by the second.
    while log.records.count(where: { $0.kind == .commandEnd }) < 2 { await Task.yield() }
    let ends = log.records.filter { $0.kind == .commandEnd }
    #expect(Set(ends.map(\.detail)) == ["cancelled", "success"])
    let cancelled = try #require(ends.first { $0.detail == "cancelled" })
    #expect(cancelled.otherCauses == [start.cause])
    token.cancel()
  }

  @Test func rejectionIsRecordedWithItsReasons() throws {
    let isValid = Property(false, label: "isValid", graph: graph)
    let save = Command<Void, Void>(label: "save", enabled: isValid, graph: graph) {}
    save.execute()
    #expect(try last(.commandRejected, "save").detail == "isValid is false")
  }

  @Test func failureIsTheCauseOfTheErrorsEvent() throws {
    struct Broken: Error {}
    let save = Command<Void, Void>(label: "save", graph: graph) { throw Broken() }
    let token = save.errors.observe { _ in }
    _ = save.execute().outcome
    let event = try last(.signalError, "save.errors")
    #expect(try event.cause == last(.commandEnd, "save").id)
    #expect(try last(.write, "save.lastError").cause == last(.commandEnd, "save").id)
    token.cancel()
  }

  @Test func aLogKeepsErrorsOnDemandOnly() {
    struct Broken: Error {}
    let save = Command<Void, Void>(label: "save", graph: graph) { throw Broken() }
    let token = save.errors.observe { _ in }
    _ = save.execute().outcome
    #expect(log.records.allSatisfy { $0.error == nil })
    let keeping = TraceLog(keepsErrors: true)
    graph.tracer = keeping
    _ = save.execute().outcome
    #expect(keeping.records.contains { $0.error is Broken })
    token.cancel()
  }

  @Test func anExecutionThatIsCancelledWhileItWaitsEndsItsWait() async throws {
    let clock = ManualClock()
    let send = Command<Int, Void>(label: "send", policy: .queue(max: 1), graph: graph) { _ in
      try await clock.sleep(for: .seconds(1))
    }
    let first = send.execute(1)
    let second = send.execute(2)
    let wait = try last(.commandQueued, "send")
    second.cancel()
    let end = try last(.commandEnd, "send")
    #expect(end.cause == wait.id && end.detail == "cancelled")
    first.cancel()
    _ = await first.result
    #expect(log.records.count { $0.kind == .commandStart } == 1)
  }

  @Test func commandThatWaitedNamesWhoAskedForIt() async throws {
    let clock = ManualClock()
    let send = Command<Int, Void>(label: "send", policy: .queue(max: 1), graph: graph) { _ in
      try await clock.sleep(for: .seconds(1))
    }
    let first = send.execute(1)
    let asked = try #require(graph.mark("send(2)"))
    let second = Trace.withCause(asked) { send.execute(2) }
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    _ = await first.result
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    _ = await second.result
    let chain = try log.chain(of: last(.commandStart, "send").id)
    #expect(chain.map(\.kind) == [.commandStart, .commandQueued, .mark])
    #expect(chain.last?.id == asked)
  }

  @Test func theRejectionOfAQueuedExecutionNamesItsRequest() async throws {
    let gate = AsyncStream.makeStream(of: Void.self)
    let isOn = Property(true, label: "isOn", graph: graph)
    let send = Command<Int, Void>(
      label: "send", enabled: isOn, policy: .queue(max: 2), graph: graph
    ) { _ in
      for await _ in gate.stream { break }
    }
    let marks = [graph.mark("send(1)"), graph.mark("send(2)")]
    let runs = marks.map { mark in Trace.withCause(mark) { send.execute(1) } }
    isOn.value = false
    gate.continuation.yield()
    for run in runs { _ = await run.result }
    let rejection = try last(.commandRejected, "send")
    #expect(
      log.chain(of: rejection.id).map(\.kind) == [.commandRejected, .commandQueued, .mark])
    #expect(log.chain(of: rejection.id).last?.id == marks[1])
  }

  @Test func whatWaitsInAGraphWithoutATracerKeepsItsCause() async throws {
    let (own, seen) = (Graph(), Property(0, label: "seen", graph: graph))
    let marks = try (0..<4).map { try #require(graph.mark("\($0)")) }
    func go(_ number: Int, _ body: @escaping @MainActor (Int) -> Void) {
      Trace.withCause(number == 0 ? nil : marks[number]) { body(number) }
    }
    func causes() -> [TraceRecord.ID?] {
      let causes = log.records.filter { $0.kind == .write && $0.label == "seen" }.map(\.cause)
      log.clear()
      return causes
    }
    let expected = [marks[1], marks[2], nil, marks[3]]
    let order = [1, 2, 0, 3]
    // An execution.
    let gate = AsyncStream.makeStream(of: Void.self)
    let send = Command<Int, Void>(policy: .queue(max: 4), graph: own) { number in
      for await _ in gate.stream { break }
      seen.value = 10 + number
    }
    for number in order { go(number) { send.execute($0) } }
    for _ in order { gate.continuation.yield() }
    while send.isExecuting { await Task.yield() }
    #expect(causes() == expected)
    // An event.
    let source = SignalSource<Int>(graph: own)
    let events = source.signal.observe { number in
      if number == 1 { for next in order.dropFirst() { go(next) { source.send($0) } } }
      seen.value = 20 + number
    }
    go(1) { source.send($0) }
    #expect(causes() == expected)
    // A result.
    let echo = Command<Int, Int>(graph: own) { $0 }
    let results = echo.results.observe { number in
      if number == 1 { for next in order.dropFirst() { go(next) { echo.execute($0) } } }
      seen.value = 30 + number
    }
    go(1) { echo.execute($0) }
    #expect(causes() == expected)
    for token in [events, results] { token.cancel() }
  }
}
