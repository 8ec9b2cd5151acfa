import Bindings
import Testing

/// Dumps of the graph for other tools.
@Suite @MainActor struct DiagramTests {
  let graph = Graph()

  @Test func eachFormatShowsNodesValuesAndEdges() {
    let count = Property(2, label: "count", graph: graph)
    let double = Computed(label: "double", graph: graph) { count.value * 2 }
    let token = observe(label: "show", graph: graph) { _ = double.value }
    #expect(
      graph.diagram().mermaid == """
        flowchart LR
          n1["count = 2"]
          n2(["double = 4"])
          n3{{"show"}}
          n1 --> n2
          n2 --> n3
        """)
    let dot = graph.diagram().dot
    #expect(dot.hasPrefix("digraph {\n  rankdir=LR\n  n1 [shape=box label=\"count = 2\""))
    #expect(dot.hasSuffix("  n1 -> n2\n  n2 -> n3\n}"))
    #expect(graph.diagram().description.contains("= 4 <- count"))
    token.cancel()
  }

  @Test func aValueThatIsOutOfDateIsLeftOut() {
    let count = Property(2, label: "count", graph: graph)
    let double = Computed(label: "double", graph: graph) { count.value * 2 }
    _ = double.value
    count.value = 3
    #expect(graph.diagram().mermaid.contains(#"(["double"])"#))
    _ = double.value
    #expect(graph.diagram().mermaid.contains(#"(["double = 6"])"#))
  }

  @Test func labelsAreEscaped() {
    let odd = Property("<a> & \"b\"", label: "\"\\`#;\n\u{7}]", graph: graph)
    let mermaid = graph.diagram().mermaid
    #expect(
      mermaid.contains(
        ##"n1["#quot;\#96;#35;;<br> ] = #quot;#lt;a#gt; #amp; #quot;b#quot;#quot;"]"##),
      "\(mermaid)")
    let dot = graph.diagram().dot
    #expect(dot.contains(#"label="\"\\`#;\n ] = \"<a> & \"b\"\"""#), "\(dot)")
    withExtendedLifetime(odd) {}
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
    #expect(graph.diagram().mermaid.contains("n1([\"lazy\"])"))
    #expect(runs == 0)
    withExtendedLifetime(lazy) {}
  }

  @Test func diagramAroundANodeLeavesTheRestOut() {
    let a = Property(1, label: "a", graph: graph)
    let b = Property(1, label: "b", graph: graph)
    let middle = Computed(label: "middle", graph: graph) { a.value + 1 }
    let last = Computed(label: "last", graph: graph) { middle.value + b.value }
    _ = last.value
    let text = graph.diagram(around: [middle.node]).description
    #expect(text.contains("last"))
    #expect(!text.contains("property b"))
  }

  @Test func commandStandsBehindWhatEnablesIt() {
    let isValid = Property(true, label: "isValid", graph: graph)
    let clear = Command<Void, Void>(label: "clear", enabled: isValid, graph: graph) {}
    #expect(clear.node.kind == .command)
    #expect(clear.node.label == "clear")
    #expect(clear.node.dependencies.map(\.label) == ["clear.isEnabled"])
    _ = clear.isEnabled
    #expect(graph.diagram(around: [isValid.node]).mermaid.contains("[[\"clear\"]]"))
  }
}
