import Testing

@testable import Bindings

/// Nodes of cycles whose handles go in the middle of an evaluation that closes one.
@Suite @MainActor struct CycleReleaseTests {
  @MainActor
  private final class World {
    let graph = Graph()
    let isLooped: Property<Bool>
    var handles: [Computed<Int>] = []
    var random: SplitMix
    /// The number of reads from above after which nobody keeps a node any more.
    var left: Int

    init(seed: UInt64) {
      random = SplitMix(seed: seed)
      isLooped = Property(false, graph: graph)
      left = random.below(12)
      graph.onIssue = { _ in }
      let count = 2 + random.below(5)
      for number in 0..<count {
        // What was made before, kept as long as the node lives.
        let below = handles.filter { _ in random.below(2) == 0 } + handles.suffix(1)
        let above = (0..<(1 + random.below(2))).map { _ in random.below(count) }
        let readsAboveFirst = random.below(2) == 0
        handles.append(
          Computed(label: "\(number)", graph: graph) { [weak self] in
            var sum = readsAboveFirst ? self?.read(above) ?? 0 : 0
            for node in below { sum += node.value }
            return (sum + (readsAboveFirst ? 0 : self?.read(above) ?? 0)) % 1000
          })
      }
    }

    private func read(_ numbers: [Int]) -> Int {
      guard isLooped.value else { return 0 }
      var sum = 0
      for number in numbers where handles.indices.contains(number) {
        let node = handles[number]
        left -= 1
        if left == 0 { handles = [] }
        sum += node.value
      }
      return sum
    }
  }

  @Test func theyEndAllTheSame() {
    for seed in 0..<3000 {
      let world = World(seed: UInt64(seed))
      let graph = world.graph
      var tokens = world.handles.filter { _ in world.random.below(3) == 0 }.map {
        $0.observe { _ in }
      }
      // A first value needs a way without a cycle.
      for node in world.handles { _ = node.value }
      world.isLooped.value = true
      if let node = world.handles.last { _ = node.value }
      world.handles = []
      tokens = []
      #expect(graph.nodeCount == 1 && tokens.isEmpty, "seed \(seed)")
      #expect(graph.engine.verify() == nil, "seed \(seed)")
    }
  }

  /// Each release searched through everything downstream.
  @Test func whatWasInACycleIsSearchedOnce() {
    let graph = Graph()
    graph.onIssue = { _ in }
    let isLooped = [Property(false, graph: graph), Property(false, graph: graph)]
    @MainActor final class Ring { var nodes: [Computed<Int>?] = [] }
    let ring = Ring()
    for index in 0..<50 {
      ring.nodes.append(
        Computed(graph: graph) { [unowned ring] in
          let before = index > 0 ? ring.nodes[index - 1]?.value ?? 0 : 0
          let isFirst = index < 2 && isLooped[index].value
          return before + (isFirst ? ring.nodes[49]?.value ?? 0 : 0)
        })
    }
    func areCyclic() -> Set<Bool> {
      Set(ring.nodes.compactMap { $0?.ref.flags.contains(.cyclic) })
    }
    _ = ring.nodes[49]?.value
    isLooped[0].value = true
    _ = ring.nodes[49]?.value
    #expect(areCyclic() == [true])
    isLooped[0].value = false
    _ = ring.nodes[49]?.value
    ring.nodes[0] = nil
    #expect(areCyclic() == [false])
    isLooped[1].value = true
    _ = ring.nodes[49]?.value
    #expect(areCyclic() == [true])
    ring.nodes = []
    #expect(graph.nodeCount == 2 && graph.engine.verify() == nil)
  }
}
