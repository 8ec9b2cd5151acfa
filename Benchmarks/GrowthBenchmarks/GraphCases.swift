import Bindings
import Measuring

/// Cases of values, derived values, observers, and the queries of tools to a graph.
@MainActor let graphCases: [GrowthCase] = [
  GrowthCase("graph.makeAndRelease") { count in
    var kept: [(Property<Int>, Computed<Int>, Subscription)] = []
    for index in 0..<count {
      let source = Property(index)
      let derived = Computed { source.value + 1 }
      kept.append((source, derived, observe { blackHole(derived.value) }))
    }
    blackHole(kept)
  },
  GrowthCase("graph.cancelFirstFirst") { count in
    let source = Property(0)
    let tokens = (0..<count).map { _ in observe { blackHole(source.value) } }
    for token in tokens { token.cancel() }
  },
  GrowthCase("graph.cancelLastFirst") { count in
    let source = Property(0)
    let tokens = (0..<count).map { _ in observe { blackHole(source.value) } }
    for token in tokens.reversed() { token.cancel() }
  },
  GrowthCase("graph.writeToManyObservers") { count in
    let source = Property(0)
    let tokens = (0..<count).map { _ in observe { blackHole(source.value) } }
    source.value += 1
    blackHole(tokens)
  },
  GrowthCase("graph.writeThroughChain") { count in
    let source = Property(0)
    var last: any ObservableValue<Int> = source
    for _ in 0..<count {
      let before = last
      let next = Computed { before.value + 1 }
      blackHole(next.value)
      last = next
    }
    source.value += 1
    blackHole(last.value)
  },
  GrowthCase("graph.releaseOfUnreadChain") { count in
    var last: any ObservableValue<Int> = Property(0)
    for _ in 0..<count {
      let before = last
      last = Computed { before.value + 1 }
    }
    blackHole(last.node.name)
  },
  GrowthCase("graph.releaseAfterCycle", size: 100) { count in
    let graph = Graph()
    graph.onIssue = { _ in }
    let isLooped = Property(false, graph: graph)
    let chain = Chain()
    for index in 0..<count {
      chain.nodes.append(
        Computed(graph: graph) { [unowned chain] in
          index > 0
            ? chain.nodes[index - 1].value : isLooped.value ? chain.nodes[count - 1].value : 0
        })
    }
    for isOn in [false, true, false] {
      isLooped.value = isOn
      blackHole(chain.nodes[count - 1].value)
    }
    chain.nodes = []
  },
  GrowthCase("graph.readOfManySources") { count in
    let sources = (0..<count).map { Property($0) }
    let sum = Computed { sources.reduce(0) { $0 &+ $1.value } }
    blackHole(sum.value)
    sources[0].value += 1
    blackHole(sum.value)
  },
  GrowthCase("graph.dependencies") { count in
    let sources = (0..<count).map { Property($0) }
    let sum = Computed { sources.reduce(0) { $0 &+ $1.value } }
    blackHole(sum.value)
    blackHole(sum.node.dependencies.count)
  },
  GrowthCase("graph.temporariesInOneRun") { count in
    let source = Property(1)
    let token = observe {
      for _ in 0..<count { blackHole(Computed { source.value + 1 }.value) }
    }
    source.value += 1
    token.cancel()
  },
  GrowthCase("graph.batch") { count in
    let sources = (0..<count).map { Property($0) }
    let tokens = sources.map { source in observe { blackHole(source.value) } }
    batch { for source in sources { source.value += 1 } }
    blackHole(tokens)
  },
  GrowthCase("graph.observersThatWriteOn") { count in
    let line = (0...count).map { _ in Property(0) }
    let tokens = (0..<count).map { index in observe { line[index + 1].value = line[index].value } }
    line[0].value = 1
    precondition(line[count].value == 1)
    blackHole(tokens)
  },
  GrowthCase("graph.nodes", size: 100, .logarithmicEach) { count in
    let graph = Graph()
    let sources = (0..<count).map { Property($0, graph: graph) }
    let derived = sources.map { source in Computed(graph: graph) { source.value + 1 } }
    for node in derived { blackHole(node.value) }
    blackHole(graph.nodes.map { ($0.valueDescription, $0.dependencies.count) }.count)
    blackHole(derived)
  },
  GrowthCase("graph.update") { count in
    let numbers = Property<[Int]>([])
    let token = observe { blackHole(numbers.value.count) }
    for number in 0..<count { numbers.update { $0.append(number) } }
    token.cancel()
  },
  // Each correction comes near the limit of runs, while many nodes are alive.
  GrowthCase("graph.correctionsAmongManyNodes") { count in
    let others = (0..<count).map { Property($0) }
    let number = Property(0)
    let token = observe { if number.value > 0, number.value < 99 { number.value += 1 } }
    for _ in 0..<max(1, count / 100) {
      number.value = 0
      number.value = 1
    }
    token.cancel()
    blackHole(others)
  },
  GrowthCase("graph.nodes", .logarithmicEach) { count in
    let graph = Graph()
    let sources = (0..<count).map { Property($0, graph: graph) }
    blackHole(graph.nodes)
    blackHole(sources)
  },
  GrowthCase("graph.dependents") { count in
    let source = Property(0)
    let derived = (0..<count).map { number in Computed { source.value + number } }
    for one in derived { blackHole(one.value) }
    blackHole(source.node.dependents.count)
  },
  GrowthCase("graph.twoGraphs") { count in
    let (left, right) = (Graph(), Graph())
    let (asked, answered) = (Property(0, graph: left), Property(0, graph: right))
    let token = observe(graph: left) { answered.value = asked.value }
    for number in 0..<count { asked.value = number }
    token.cancel()
  },
  GrowthCase("graph.trace", .logarithmicEach) { count in
    let graph = Graph()
    let log = TraceLog(limit: 4 * count)
    graph.tracer = log
    let source = Property(0, graph: graph)
    let double = Computed(graph: graph) { source.value * 2 }
    let token = observe(graph: graph) { blackHole(double.value) }
    for number in 0..<count { source.value = number }
    blackHole(log.records(of: double.node).last.map { log.chain(of: $0.id).count })
    blackHole(log.latestBatch?.writes)
    graph.tracer = nil
    token.cancel()
  },
  GrowthCase("graph.batchReport") { count in
    let graph = Graph()
    let log = TraceLog(limit: 8 * count)
    graph.tracer = log
    let source = Property(0, graph: graph)
    var chain = [Computed(graph: graph) { source.value }]
    for _ in 1..<count {
      let last = chain[chain.count - 1]
      chain.append(Computed(graph: graph) { last.value + 1 })
      blackHole(chain[chain.count - 1].value)
    }
    log.clear()
    graph.batch {
      for number in 1...2 {
        source.value = number
        blackHole(chain[count - 1].value)
      }
    }
    blackHole(log.latestBatch?.recomputes)
    graph.tracer = nil
  },
]

/// Derived values that read each other.
@MainActor
private final class Chain {
  var nodes: [Computed<Int>] = []
}
