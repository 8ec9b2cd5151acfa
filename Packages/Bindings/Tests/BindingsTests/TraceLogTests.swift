import Testing

@testable import Bindings

/// The log: its bound, its questions, its reports.
@Suite @MainActor struct TraceLogTests {
  let graph = Graph()

  @Test func oldestRecordGoesWhenTheLogIsFull() throws {
    let log = TraceLog(limit: 3)
    graph.tracer = log
    let number = Property(0, graph: graph)
    for value in 1...10 { number.value = value }
    #expect(log.count == 10)
    #expect(log.records.map(\.new) == [.int(8), .int(9), .int(10)])
    let newest = try #require(log.records.last)
    #expect(log[newest.id]?.new == .int(10))
    #expect(log.chain(of: newest.id).count == 1)
  }

  @Test func nestedEvaluationsComeInTheOrderOfTheirBeginnings() throws {
    let log = TraceLog(limit: 5)
    graph.tracer = log
    let source = Property(0, graph: graph)
    let first = Computed(label: "first", graph: graph) { source.value }
    let second = Computed(label: "second", graph: graph) { first.value }
    let third = Computed(label: "third", graph: graph) { second.value }
    source.value = 1
    source.value = 2
    source.value = 3
    _ = third.value
    #expect(log.records.map(\.label) == [nil, nil, "third", "second", "first"])
    for record in log.records { #expect(log[record.id]?.label == record.label) }
    source.value = 4
    #expect(log.records.map(\.label) == [nil, "third", "second", "first", nil])
    for record in log.records { #expect(log[record.id]?.label == record.label) }
  }

  @Test func diamondReportCountsSixOneZero() throws {
    let log = TraceLog()
    graph.tracer = log
    let source = Property(1, label: "source", graph: graph)
    let branches = (0..<5).map { index in Computed(graph: graph) { source.value + index } }
    let sum = Computed(label: "sum", graph: graph) { branches.reduce(0) { $0 + $1.value } }
    let token = sum.observe { _ in }
    source.value = 2
    let report = try #require(log.latestBatch)
    #expect(report.writes == 1)
    #expect(report.recomputes == 6)
    #expect(report.observerRuns == 1)
    #expect(report.glitches.isEmpty && report.doubleWork.isEmpty && report.redundant.isEmpty)
    #expect(report.work.map(\.count) == Array(repeating: 1, count: 7))
    #expect(report.skips == 0)
    token.cancel()
  }

  @Test func doubleWorkIsReportedButALaterWriteIsNoGlitch() throws {
    let log = TraceLog()
    graph.tracer = log
    let number = Property(0, label: "number", graph: graph)
    let token = observe(label: "settle", graph: graph) {
      if number.value < 3 { number.value += 1 }
    }
    number.value = 0
    let report = try #require(log.latestBatch)
    #expect(report.work.map(\.count) == [4])
    #expect(report.doubleWork.count == 3)
    #expect(report.glitches.isEmpty)
    #expect(report.work.map(\.name) == ["settle"])
    token.cancel()
  }

  @Test func aRunThatComesBackForAnOlderChangeIsAGlitch() throws {
    let log = TraceLog()
    graph.tracer = log
    let source = Property(1, label: "source", graph: graph)
    let token = observe(label: "show", graph: graph) { _ = source.value }
    source.value = 2
    // A library that pushes would do this: the same run again, because of the same write.
    let run = try #require(log.records.last)
    log.record(
      TraceRecord(
        id: Trace.nextID(), kind: .observerRun, cause: run.cause, batch: run.batch, node: run.node))
    #expect(log.latestBatch?.glitches.count == 1)
    token.cancel()
  }

  @Test func explanationLeadsFromTheValueToTheRoot() throws {
    let log = TraceLog()
    graph.tracer = log
    let price = Property(2, label: "price", graph: graph)
    let count = Property(2, label: "count", graph: graph)
    let total = Computed(label: "total", graph: graph) { price.value * count.value }
    let token = total.observe { _ in }
    let typed = try #require(graph.mark("form.count = 3"))
    Trace.withCause(typed) { count.value = 3 }
    let why = log.explain(total.node)
    #expect(why.steps.map(\.record.kind) == [.recompute, .write, .mark])
    #expect(why.isComplete)
    #expect(why.notCauses == [price.node])
    #expect(
      why.description == """
        total is 6, it was 4
          because count was set: 2 -> 3  \(why.steps[1].record.id)
          because form.count = 3  \(typed)
          not because of price
        """)
    count.value = 3
    #expect(log.explain(count.node).since.map(\.kind) == [.equalWrite])
    token.cancel()
  }

  @Test func explanationNamesEachInputThatChangedWhenTheValueWasAskedFor() throws {
    let log = TraceLog()
    graph.tracer = log
    let phone = Property("", label: "phone", graph: graph)
    let password = Property("", label: "password", graph: graph)
    let isPhoneValid = Computed(label: "isPhoneValid", graph: graph) { phone.value.count > 3 }
    let isPasswordValid = Computed(label: "isPasswordValid", graph: graph) {
      password.value.count > 3
    }
    let canClear = Computed(label: "canClear", graph: graph) {
      isPhoneValid.value && isPasswordValid.value
    }
    let both = observe(label: "both", graph: graph) {
      _ = isPasswordValid.value
      _ = isPhoneValid.value
    }
    #expect(!canClear.value)
    both.cancel()
    let typedPhone = try #require(graph.mark("form.phone"))
    Trace.withCause(typedPhone) { phone.value = "1860" }
    let typedPassword = try #require(graph.mark("form.password"))
    Trace.withCause(typedPassword) { password.value = "secret" }
    #expect(canClear.value)
    let lines = log.explain(canClear.node).lines().map(\.description)
    #expect(lines.contains { $0.hasPrefix("  and because isPasswordValid was computed") })
    #expect(lines.contains("    because form.password  \(typedPassword)"))
    #expect(lines.contains("  because form.phone  \(typedPhone)"))
    #expect(!lines.contains { $0.contains("not because") })
  }

  @Test func explanationOfAnObserverNamesEachInputThatChanged() {
    let log = TraceLog()
    graph.tracer = log
    let number = Property(1, label: "number", graph: graph)
    let double = Computed(label: "double", graph: graph) { number.value * 2 }
    let square = Computed(label: "square", graph: graph) { number.value * number.value }
    let token = observe(label: "show", graph: graph) { _ = double.value + square.value }
    number.value = 3
    let why = log.explain(token.node!)
    #expect(why.notCauses.isEmpty)
    #expect("\(why)".contains("square"))
    token.cancel()
  }

  @Test func explanationDoesNotBlameWhatChangedAfterTheEvaluation() {
    let log = TraceLog()
    graph.tracer = log
    let number = Property(1, label: "number", graph: graph)
    let other = Property(1, label: "other", graph: graph)
    let double = Computed(label: "double", graph: graph) { other.value * 2 }
    let sum = Computed(label: "sum", graph: graph) { number.value + double.value }
    _ = sum.value
    graph.batch {
      number.value = 2
      _ = sum.value
      other.value = 5
      _ = double.value
      #expect(!"\(log.explain(sum.node))".contains("and because double"))
    }
  }

  @Test func explanationSaysWhenTheRootIsNoLongerKept() {
    let log = TraceLog(limit: 2)
    graph.tracer = log
    let number = Property(0, label: "number", graph: graph)
    let double = Computed(label: "double", graph: graph) { number.value * 2 }
    let token = observe(label: "show", graph: graph) { _ = double.value }
    number.value = 1
    let why = log.explain(double.node)
    #expect(!why.isComplete)
    #expect("\(why)".contains("older than the log"))
    log.clear()
    #expect(
      "\(log.explain(number.node))" == "number has not changed as far as the log goes")
    token.cancel()
  }

  @Test func explanationTakesTheNamesOfATool() throws {
    let log = TraceLog()
    graph.tracer = log
    let (own, price) = (
      Property(1, label: "own", graph: graph), Property(2, label: "price", graph: graph)
    )
    let total = Computed(label: "total", graph: graph) { own.value * price.value }
    let names = [total.node: "cart.total", price.node: "cart.price"]
    let token = total.observe { _ in }
    price.value = 3
    let lines = log.explain(total.node).lines(naming: { names[$0] }, hiding: [own.node])
      .map(\.description)
    let record = try #require(log.records(of: price.node).last)
    #expect(
      lines == [
        "cart.total is 3, it was 2", "  because cart.price was set: 2 -> 3  \(record.id)",
      ])
    #expect(
      log.history(of: record.id, naming: { names[$0] }).map(\.description)
        == ["cart.price was set: 2 -> 3  \(record.id)"])
    #expect(log.explain(total.node).lines().last?.description == "  not because of own")
    token.cancel()
  }

  @Test func logDoesNotKeepItsGraphOrItsValuesAlive() {
    final class Payload {}
    weak var released: Payload?
    let log = TraceLog()
    do {
      let graph = Graph()
      graph.tracer = log
      let payload = Payload()
      released = payload
      let property = Property<Payload?>(nil, label: "payload", graph: graph)
      property.value = payload
      #expect(graph.nodeCount == 1)
    }
    #expect(released == nil)
    #expect(log.records.map(\.node?.isAlive) == [false])
    #expect(log.records.map(\.name) == ["payload"])
  }

  @Test func recordTakesTheBytesThatTheDocumentationSays() {
    #expect(MemoryLayout<TraceRecord>.stride <= 256)
  }

  @Test func longValuesAreCutShort() throws {
    let log = TraceLog()
    graph.tracer = log
    let numbers = Property(Array(0..<10_000), graph: graph)
    let text = Property("", graph: graph)
    numbers.value = Array(1...10_000)
    text.value = String(repeating: "x", count: 1000)
    #expect(log.records[0].new == .text("[1, 2, 3, 4, … 10000 in all]"))
    guard case .string(let kept) = log.records[1].new else { return #expect(Bool(false)) }
    #expect(kept.count == 121)
  }
}
