import Testing

@testable import Bindings

@Suite @MainActor struct CombineTests {
  @Test func combineAgreesWithATrackedComputedUnderRandomWrites() {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("CombineTests: seed \(seed)")
    var random = SplitMix(seed: seed)
    let graph = Graph()
    let properties = (0..<40).map { Property($0, graph: graph) }
    let parities = properties.map { property in Computed(graph: graph) { property.value % 2 } }
    let sum = Computed.combine(properties, graph: graph) { $0.reduce(0, +) }
    let odd = Computed.combine(parities + parities[..<5], graph: graph) { $0.reduce(0, +) }
    let tracked = Computed(graph: graph) {
      (
        properties.reduce(0) { $0 + $1.value },
        (parities + parities[..<5]).reduce(0) { $0 + $1.value }
      )
    }
    var seen: (Int, Int) = (0, 0)
    let token = observe(graph: graph) { seen = (sum.value, odd.value) }
    for _ in 0..<2000 {
      graph.batch {
        for _ in 0...random.below(3) { properties[random.below(40)].value = random.below(9) }
      }
      #expect(seen == tracked.value, "seed \(seed)")
    }
    #expect(graph.engine.verify() == nil, "seed \(seed)")
    token.cancel()
    properties[0].value = 100
    #expect((sum.value, odd.value) == tracked.value)
  }

  @Test func combineEvaluatesOncePerBatchAndIgnoresWhatItsClosureReads() {
    let sources = (0..<3).map { Property($0) }
    let other = Property(10)
    var runs = 0
    let sum = Computed.combine(sources) { values in
      runs += 1
      return values.reduce(other.value, +)
    }
    var seen: [Int] = []
    let token = sum.observe { seen.append($0) }
    batch {
      sources[0].value = 1
      sources[2].value = 3
    }
    other.value = 20
    #expect(runs == 2)
    #expect(seen == [13, 15])
    #expect(sum.node.dependencies == sources.map(\.node))
    token.cancel()
  }

  @Test func combineOfNothingHasAValueAndARelease() {
    let graph = Graph()
    var empty: Computed<Int>? = .combine([Property<Int>](), graph: graph) { $0.count }
    #expect(empty?.value == 0)
    empty = nil
    var source: Property<Int>? = Property(1, graph: graph)
    var one: Computed<Int>? = source.map { .combine([$0], graph: graph) { $0[0] } }
    #expect(one?.value == 1)
    source = nil
    #expect(graph.nodeCount == 2)
    one = nil
    #expect(graph.nodeCount == 0)
    #expect(graph.engine.verify() == nil)
  }
}
