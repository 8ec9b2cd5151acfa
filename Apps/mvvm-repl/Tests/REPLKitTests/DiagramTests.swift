import Bindings
import Testing

@testable import REPLKit

/// The graph as a value that pictures and texts are made of.
@Suite @MainActor struct DiagramTests {
  let graph = Graph()

  @Test func aDiagramHasNodesValuesAndWhatTheyRead() {
    let count = Property(2, label: "count", graph: graph)
    let double = Computed(label: "double", graph: graph) { count.value * 2 }
    let token = observe(label: "show", graph: graph) { _ = double.value }
    let nodes = graph.diagram().nodes
    #expect(nodes.map(\.kind) == [.property, .computed, .observer])
    #expect(nodes.map(\.name) == ["count", "double", "show"])
    #expect(nodes.map(\.value) == ["2", "4", nil])
    #expect(nodes.map(\.reads) == [[], [0], [1]])
    #expect(nodes[0].origin?.hasPrefix("REPLKitTests/DiagramTests.swift:") == true)
    token.cancel()
  }

  @Test func aValueThatIsOutOfDateIsLeftOut() {
    let count = Property(2, label: "count", graph: graph)
    let double = Computed(label: "double", graph: graph) { count.value * 2 }
    _ = double.value
    count.value = 3
    #expect(graph.diagram().nodes.map(\.value) == ["3", nil])
    _ = double.value
    #expect(graph.diagram().nodes.map(\.value) == ["3", "6"])
  }

  @Test func diagramLeavesOutWhatIsGoneOrElsewhere() {
    let number = Property(1, label: "number", graph: graph)
    let other = Property(2, label: "other", graph: Graph())
    let gone = Property(3, label: "gone", graph: graph).node
    let diagram = graph.diagram(around: [number.node, other.node, gone])
    #expect(diagram.nodes.map(\.name) == ["number"])
    withExtendedLifetime((number, other)) {}
  }

  @Test func diagramEvaluatesNothing() {
    var runs = 0
    let lazy = Computed(label: "lazy", graph: graph) {
      runs += 1
      return 1
    }
    #expect(graph.diagram().nodes.map(\.value) == [nil])
    #expect(runs == 0)
    withExtendedLifetime(lazy) {}
  }

  @Test func diagramAroundANodeLeavesTheRestOut() {
    let a = Property(1, label: "a", graph: graph)
    let b = Property(1, label: "b", graph: graph)
    let middle = Computed(label: "middle", graph: graph) { a.value + 1 }
    let last = Computed(label: "last", graph: graph) { middle.value + b.value }
    _ = last.value
    #expect(graph.diagram(around: [middle.node]).nodes.map(\.name) == ["a", "middle", "last"])
  }

  @Test func commandStandsBehindWhatEnablesIt() {
    let isValid = Property(true, label: "isValid", graph: graph)
    let clear = Command<Void, Void>(label: "clear", enabled: isValid, graph: graph) {}
    #expect(clear.node.kind == .command)
    #expect(clear.node.label == "clear")
    #expect(clear.node.dependencies.map(\.label) == ["clear.isEnabled"])
    _ = clear.isEnabled
    #expect(graph.diagram(around: [isValid.node]).nodes.contains { $0.name == "clear" })
  }
}
