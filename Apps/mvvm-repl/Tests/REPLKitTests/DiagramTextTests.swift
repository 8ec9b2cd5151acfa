import Bindings
import Testing

@testable import REPLKit

/// The graph as text: lines for people, the languages of Graphviz and Mermaid.
@Suite @MainActor struct DiagramTextTests {
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
    #expect(graph.diagram().lines.contains { $0.contains("= 4 <- count") })
    token.cancel()
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

  @Test func aCommandHasAShapeOfItsOwn() {
    let clear = Command<Void, Void>(label: "clear", graph: graph) {}
    #expect(graph.diagram().mermaid.contains("[[\"clear\"]]"))
    #expect(graph.diagram().dot.contains("[shape=component label=\"clear\""))
    withExtendedLifetime(clear) {}
  }

  @Test func diagramInTextListsLiveNodesWithTheirPlaces() {
    let phone = Property("186", label: "phone", graph: graph)
    let length = Computed(label: "length", graph: graph) { phone.value.count }
    _ = length.value
    let lines = graph.diagram().lines
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix("property phone (REPLKitTests/DiagramTextTests.swift:"))
    #expect(lines[0].hasSuffix(#") = "186""#))
    #expect(lines[1].hasSuffix(") = 3 <- phone"))
  }
}
