import Testing

@testable import Bindings

/// A graph gives back what it does not use.
///
/// Chunks are counted, since what a process has resident depends on its allocators, too.
@Suite @MainActor struct MemoryTests {
  private let graph = Graph()
  private var engine: Engine { graph.engine }

  @Test func chunksOfManyNodesThatHaveGoneAreReturned() {
    let before = engine.heldChunks
    for _ in 0..<2 {
      var handles: [AnyObject] = []
      for number in 0..<20_000 {
        let property = Property(number, label: "\(number)", graph: graph)
        let double = Computed(graph: graph) { property.value * 2 }
        handles += [property, double, observe(graph: graph) { _ = double.value }]
      }
      #expect(engine.heldChunks - before > 2 * (Engine.spareChunks + Engine.returnedTogether))
      handles = []
      // And one for each size in use.
      #expect(engine.heldChunks - before <= Engine.spareChunks + Engine.returnedTogether + 4)
      #expect(engine.verify() == nil)
    }
    #expect(graph.context.labels.capacity < 20_000)
  }

  @Test func chunksOfOneSizeServeAnother() {
    var small: [Property<Int>] = (0..<20_000).map { Property($0, graph: graph) }
    let held = engine.heldChunks
    small = []
    let large = (0..<5000).map { Property(SIMD8<Int64>(repeating: $0), graph: graph) }
    #expect(engine.heldChunks <= held + Engine.spareChunks + Engine.returnedTogether)
    for (number, property) in large.enumerated() {
      #expect(property.value[7] == Int64(number))
    }
    #expect(engine.verify() == nil)
    #expect(small.isEmpty)
  }

  @Test func survivorsKeepTheirValuesWhileAllAroundThemIsReused() {
    var all = (0..<10_000).map { Property("\($0)", graph: graph) }
    let kept = stride(from: 0, to: 10_000, by: 97).map { all[$0] }
    all = []
    #expect(engine.verify() == nil)
    let again = (0..<10_000).map { Property("again \($0)", graph: graph) }
    for (place, property) in kept.enumerated() { #expect(property.value == "\(place * 97)") }
    #expect(graph.nodeCount == kept.count + again.count)
    #expect(engine.verify() == nil)
  }

  @Test func descriptionOfANodeThatHasGoneKnowsThatWhateverLiesInItsPlaceNow() {
    var nodes: [Node] = []
    do {
      let properties = (0..<5000).map { Property($0, graph: graph) }
      nodes = properties.map(\.node)
    }
    // Blocks of another size, whose values look like headers of live nodes.
    let words = UInt64(nodes.count / 2) << 32 | UInt64(NodeFlags.live.rawValue)
    let others = (0..<2000).map { _ in
      Property(SIMD16<UInt64>(repeating: words), graph: graph)
    }
    #expect(nodes.allSatisfy { !$0.isAlive && $0.valueDescription == nil })
    withExtendedLifetime(others) {}
  }

  @Test func nodesThatComeAndGoAtTheEdgeOfAChunkKeepTheirChunk() {
    let count = (Engine.chunk - Engine.chunkHeader) / 56
    let full = (0..<count).map { Property($0, graph: graph) }
    let held = engine.heldChunks
    for number in 0..<1000 {
      let one = Property(number, graph: graph)
      #expect(one.value == number)
    }
    #expect(engine.heldChunks <= held + 1)
    withExtendedLifetime(full) {}
  }

  @Test func queuesOfAnUnusualCrowdShrink() {
    var head: Computed<Int>? = Computed(graph: graph) { 0 }
    for _ in 0..<100_000 {
      guard let above = head else { break }
      let next = Computed(graph: graph) { above.value + 1 }
      _ = next.value
      head = next
    }
    #expect(head?.value == 100_000)
    head = nil
    #expect(graph.nodeCount == 0)
    var crowd: [Computed<Int>] = []
    let source = Property(0, graph: graph)
    let reader = observe(graph: graph) {
      crowd = (0..<50_000).map { number in Computed(graph: graph) { number } }
      for one in crowd { _ = one.value }
      crowd = []
    }
    source.value = 1
    reader.cancel()
    for stack in unsafe [
      engine.state.pointee.doomed, engine.state.pointee.quarantine, engine.state.pointee.written,
      engine.state.pointee.queue, engine.state.pointee.path,
    ] {
      #expect(stack.capacity <= Stack<UInt32>.largestKept)
    }
    #expect(unsafe Engine.causes.notes.capacity <= Stack<Cause>.largestKept)
    #expect(engine.context.discarded.capacity <= Engine.largestEmptyTable)
  }
}
