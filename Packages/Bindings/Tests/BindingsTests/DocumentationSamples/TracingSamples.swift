import Bindings
import Testing

extension Samples {
  @Suite @MainActor struct TracingSamples {
    let output = Output()
    func print(_ items: Any...) { output.print(items) }

    @Test func explaining() {
      let graph = Graph()
      let log = TraceLog(limit: 1000)
      graph.tracer = log
      let price = Property(2, label: "price", graph: graph)
      let count = Property(2, label: "count", graph: graph)
      let total = Computed(label: "total", graph: graph) { price.value * count.value }
      let token = total.observe { print($0) }
      let typed = graph.mark("form.count = 3")
      Trace.withCause(typed) { count.value = 3 }
      for record in log.records(of: total.node).suffix(1).flatMap({ log.chain(of: $0.id) }) {
        print(record)
      }
      // #10 recompute total: 4 -> 6 <- #9
      // #9 write count: 2 -> 3 <- #8
      // #8 mark form.count = 3
      #expect(output.lines.last?.hasSuffix(" mark form.count = 3") == true)
      #expect(output.lines.dropLast(2).last?.contains("recompute total: 4 -> 6") == true)
      let report = log.latestBatch
      print(report?.recomputes ?? 0, report?.observerRuns ?? 0, report?.glitches.count ?? 0)
      #expect(output.lines.last == "1 1 0")
      for node in graph.nodes { print(node.name, node.dependencies.map(\.name)) }
      token.cancel()
    }

    @Test func logging() {
      let graph = Graph()
      let count = Property(0, label: "count", graph: graph)
      do {
        let log = TraceLog(limit: 1000)
        graph.tracer = log
        count.value += 1
        print(log.records.map(\.description))  // ["#1 write count: 0 -> 1"]
        #expect(output.lines.last?.contains("write count: 0 -> 1") == true)
      }
      do {
        let log = TraceLog(limit: 1000)
        graph.tracer = log
        count.value += 1
        print(log.records(of: count.node).last.map { log.chain(of: $0.id) } ?? [])
      }
      let form = Form(graph: graph)
      let typed = graph.mark("form.phone = \"187\"")
      Trace.withCause(typed) { form.phone.value = "187" }
      let password = Property("", graph: graph)
      password.node.isSecure = true
      #expect(password.node.isSecure)
    }

    @Test func batchReport() throws {
      let graph = Graph()
      let log = TraceLog(limit: 1000)
      graph.tracer = log
      let source = Property(1, graph: graph)
      let branches = (0..<5).map { index in Computed(graph: graph) { source.value + index } }
      let sum = Computed(graph: graph) { branches.reduce(0) { $0 + $1.value } }
      let token = sum.observe { print($0) }
      source.value = 2
      let report = try #require(log.latestBatch)
      #expect(report.recomputes == 6 && report.observerRuns == 1 && report.glitches.isEmpty)
      token.cancel()
    }
  }

  private final class Printer: Tracer {
    func record(_ record: TraceRecord) { print(record) }
  }
}
