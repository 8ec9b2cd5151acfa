import Testing

@testable import Bindings

/// What a node has read, as links.
@Suite @MainActor struct LinkTests {
  let graph = Graph()

  private var links: Int { graph.engine.linkCount }

  @Test func aNodeHasNoMoreLinksThanItReads() {
    let (a, b) = (Property(0, graph: graph), Property(0, graph: graph))
    let reads = 40
    let tokens = (0..<3).map { _ in
      observe(graph: graph) { for _ in 0..<reads / 2 { _ = a.value + b.value } }
    }
    for number in 1...200 { (number % 2 == 0 ? a : b).value = number }
    #expect(links <= tokens.count * reads)
    for token in tokens { #expect(token.node?.dependencies == [a.node, b.node]) }
    #expect(a.node.dependents.count == tokens.count)
    #expect(graph.engine.verify() == nil)
    for token in tokens { token.cancel() }
    #expect(links == 0)
  }

  @Test func whoReadsAloneHasOneLinkForEachSource() {
    let (a, b) = (Property(0, graph: graph), Property(0, graph: graph))
    let token = observe(graph: graph) { for _ in 0..<20 { _ = a.value + b.value } }
    for number in 1...20 { (number % 2 == 0 ? a : b).value = number }
    #expect(links == 2)
    token.cancel()
  }
}
