import Bindings
import Foundation
import Testing

/// Handles may be released on any thread; their nodes end on the main actor a little later.
@MainActor
@Suite struct ForeignReleaseTests {
  private let graph = Graph()

  /// Something that is let go of elsewhere.
  private final class Bag: @unchecked Sendable {
    private var content: [AnyObject]

    init(_ content: [AnyObject]) { self.content = content }

    func empty() { content = [] }
  }

  @Test func graphIsLookedAtWhileHandlesAreReleasedElsewhere() async {
    for _ in 0..<20 {
      var handles: [AnyObject] = []
      for number in 0..<200 {
        let property = Property(number, label: "property", graph: graph)
        let double = Computed(label: "double", graph: graph) { [property] in property.value * 2 }
        let command = Command<Void, Void>(label: "command", graph: graph) {}
        _ = double.peek()
        handles += [property, double, command]
      }
      let bag = Bag(handles)
      handles = []
      let isEmpty = Property(false, graph: graph)
      let thread = Thread {
        bag.empty()
        Task { @MainActor in isEmpty.value = true }
      }
      thread.start()
      while !isEmpty.peek() {
        let nodes = graph.nodes
        #expect(nodes.map(\.valueDescription).count == nodes.map(\.dependencies).count)
        await Task.yield()
      }
    }
    #expect(graph.nodes.isEmpty)
  }
}
