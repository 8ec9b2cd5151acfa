import Testing

@testable import Bindings

/// Releasing a chain takes no more stack than releasing a node.
@Suite @MainActor struct ReleaseStackTests {
  let graph = Graph()

  @Test func chainOfComputedsIsReleasedInConstantStack() {
    let graph = graph
    var places: [UInt] = []
    var last = Property(0, graph: graph).node
    var end: Computed<Int>?
    for index in 0..<3000 {
      let above = end
      let ending = index % 1000 == 0 ? Ending { places.append(stackAddress()) } : nil
      end = Computed(graph: graph) {
        withExtendedLifetime(ending) { (above?.value ?? 0) + 1 }
      }
      if index % 500 == 0, let end { _ = end.value }
      if let end { last = end.node }
    }
    #expect(last.isAlive)
    end = nil
    #expect(graph.nodeCount == 0)
    #expect(places.count == 3)
    if let low = places.min(), let high = places.max() { #expect(high - low < 2048) }
    #expect(graph.engine.verify() == nil)
  }

  /// Constant stack for a million means that 1 MB is as good as 8 MB.
  @Test func chainOfAMillionComputedsThatNobodyHasReadIsReleasedInConstantStack() {
    let graph = graph
    var places: [UInt] = []
    var end: Computed<Int>?
    for index in 0..<1_000_000 {
      let above = end
      let ending = index % 250_000 == 0 ? Ending { places.append(stackAddress()) } : nil
      end = Computed(graph: graph) {
        withExtendedLifetime(ending) { (above?.value ?? 0) + 1 }
      }
    }
    #expect(graph.nodeCount == 1_000_000)
    end = nil
    #expect(graph.nodeCount == 0)
    #expect(places.count == 4)
    if let low = places.min(), let high = places.max() { #expect(high - low < 2048) }
    #expect(graph.engine.verify() == nil)
  }
}

/// Where the stack is just now, roughly.
@inline(never)
private func stackAddress() -> UInt {
  var local = 0
  return unsafe withUnsafeMutablePointer(to: &local) { UInt(bitPattern: $0) }
}
