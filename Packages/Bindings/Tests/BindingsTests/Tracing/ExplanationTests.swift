import Bindings
import Testing

/// Explanations name what made something happen, and as innocent only what surely is.
@Suite @MainActor struct ExplanationTests {
  let graph = Graph()
  let log = TraceLog()

  init() { graph.tracer = log }

  @Test func aFirstEvaluationHasNoInnocentInputs() {
    let price = Property(2, label: "price", graph: graph)
    let total = Computed(label: "total", graph: graph) { price.value * 2 }
    Trace.withCause(graph.mark("typed total")) { _ = total.value }
    #expect(log.explain(total.node).notCauses.isEmpty)
    let token = Trace.withCause(graph.mark("watch")) { observe(graph: graph) { _ = price.value } }
    #expect(token.node.map { log.explain($0).notCauses.isEmpty } == true)
    graph.tracer = nil
  }

  @Test func anInputThatHasChangedSinceTheEvaluationBeforeIsNotInnocent() {
    let flag = Property(true, label: "flag", graph: graph)
    let (one, other) = (Property(1, label: "one", graph: graph), Property(1, graph: graph))
    let chosen = Computed(label: "chosen", graph: graph) { flag.value ? one.value : other.value }
    _ = chosen.value
    flag.value = false
    _ = chosen.value
    flag.value = true
    one.value = 6
    _ = chosen.value
    #expect(log.explain(chosen.node).notCauses.isEmpty)
    flag.value = false
    _ = chosen.value
    #expect(log.explain(chosen.node).notCauses == [other.node])
    graph.tracer = nil
  }

  @Test func aCauseThatAnotherGraphHasRecordedIsNotCalledOld() {
    let other = Graph()
    let otherLog = TraceLog()
    other.tracer = otherLog
    let (one, copy) = (Property(0, graph: graph), Property(0, label: "copy", graph: other))
    let token = one.bind(to: copy)
    one.value = 1
    let run = log.records.last { $0.kind == .observerRun }
    let text = "\(otherLog.explain(copy.node))"
    #expect(text.contains("because of \(run?.id.description ?? "?"), which another graph has"))
    otherLog.clear()
    copy.value = 5
    #expect(!"\(otherLog.explain(copy.node))".contains("another graph"))
    token.cancel()
    (graph.tracer, other.tracer) = (nil, nil)
  }

  @Test func aCauseThatTheLogHasForgottenIsOld() {
    let short = TraceLog(limit: 1)
    graph.tracer = short
    let one = Property(0, graph: graph)
    let other = Property(0, graph: graph)
    let token = one.bind(to: other)
    one.value = 1
    #expect("\(short.explain(other.node))".contains("because of something older than the log"))
    token.cancel()
    graph.tracer = nil
  }

  @Test func aRejectionDoesNotExplainTheRunBefore() {
    let isOn = Property(true, label: "isOn", graph: graph)
    let save = Command<Void, Void>(label: "save", enabled: isOn, graph: graph) {}
    save.execute()
    isOn.value = false
    save.execute()
    let explanation = log.explain(save.node)
    #expect(explanation.steps.first?.record.kind == .commandEnd)
    #expect(explanation.since.map(\.kind) == [.commandRejected])
    let never = Command<Void, Void>(label: "never", enabled: isOn, graph: graph) {}
    never.execute()
    #expect(log.explain(never.node).steps.first?.record.kind == .commandRejected)
    graph.tracer = nil
  }

  @Test func aTextIsCutAfterItsCharactersNotItsBytes() {
    let text = Property("", graph: graph)
    for (character, count) in [("字", 50), ("字", 120), ("x", 120)] {
      text.value = String(repeating: character, count: count)
      #expect(log.records.last?.new == .string(text.value))
    }
    text.value = String(repeating: "字", count: 121)
    #expect(log.records.last?.new == .string(String(repeating: "字", count: 120) + "…"))
    graph.tracer = nil
  }

  @Test func theNodesOfACycleEndWithTheFirst() {
    graph.tracer = nil
    let issues = IssueLog(graph)
    let isOn = Property(false, graph: graph)
    var second: Computed<Int>?
    let first = Computed(label: "first", graph: graph) { isOn.value ? second?.value ?? 0 : 0 }
    second = Computed(label: "second", graph: graph) { first.value + 1 }
    _ = second?.value
    isOn.value = true
    _ = second?.value
    let names = issues.issues.first?.nodes.map(\.name) ?? []
    #expect(names.count == 3 && names.first == names.last)
  }

  @Test func anUpdateInAGenericFunctionComparesNumbersToo() {
    func touch<Value>(_ property: Property<Value>, _ change: (inout Value) -> Void) {
      property.update(change)
    }
    graph.tracer = nil
    let (number, text) = (Property(1, graph: graph), Property("a", graph: graph))
    var runs: [String] = []
    let tokens = [
      number.observe { runs.append("\($0)") }, text.observe { runs.append($0) },
    ]
    runs = []
    touch(number) { _ in }
    touch(number) { $0 = 2 }
    touch(text) { _ in }
    #expect(runs == ["2", "a"])
    withExtendedLifetime(tokens) {}
  }
}
