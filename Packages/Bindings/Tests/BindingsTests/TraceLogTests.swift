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
    #expect(
      report.glitches.isEmpty && report.work.allSatisfy { $0.count == 1 }
        && report.redundant.isEmpty)
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

  @Test func aGlitchIsFoundBehindOtherEvaluations() throws {
    let nodes = (0..<3).map { Property($0, graph: graph).node }
    var records: [TraceRecord] = []
    @MainActor func add(_ kind: TraceRecord.Kind, _ node: Int, _ causes: [Int]) {
      let ids = causes.map { records[$0].id }
      records.append(
        TraceRecord(
          id: Trace.nextID(), kind: kind, cause: ids.first, otherCauses: Array(ids.dropFirst()),
          batch: 1, node: nodes[node]))
    }
    add(.write, 0, [])
    add(.recompute, 1, [0])
    add(.recompute, 2, [0])
    // Of the same write, by way of the other one.
    add(.recompute, 2, [1])
    add(.write, 0, [])
    add(.recompute, 1, [4])
    add(.recompute, 2, [4, 5])
    // Of the later write and, on a long way, of the first.
    add(.recompute, 1, [4])
    add(.observerRun, 0, [0])
    add(.observerRun, 0, [8])
    add(.observerRun, 0, [6, 3])
    let report = TraceBatchReport(batch: 1, records: records)
    #expect(report.glitches.map(\.id) == [3, 7, 10].map { records[$0].id })
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

  @Test func aTextIsCutAfterItsCharactersNotItsBytes() {
    let log = TraceLog()
    graph.tracer = log
    let text = Property("", graph: graph)
    for (character, count) in [("字", 50), ("字", 120), ("x", 120)] {
      text.value = String(repeating: character, count: count)
      #expect(log.records.last?.new == .string(text.value))
    }
    text.value = String(repeating: "字", count: 121)
    #expect(log.records.last?.new == .string(String(repeating: "字", count: 120) + "…"))
    graph.tracer = nil
  }
}
