import Bindings
import Testing

/// Promise 10: dropping the last owner of a node unlinks it, and nothing leaks.
@Suite @MainActor struct LifetimeTests {
  @Test func droppingTheLastOwnerUnlinksTheNode() {
    let graph = Graph()
    let source = Property(1, graph: graph)
    var derived: Computed<Int>? = Computed(graph: graph) { source.value + 1 }
    var token = derived?.observe { _ in }
    #expect(graph.nodeCount == 3)
    #expect(source.node.dependents.count == 1)
    token = nil
    derived = nil
    #expect(token == nil)
    #expect(graph.nodeCount == 1)
    #expect(source.node.dependents.isEmpty)
  }

  @Test func droppingANodeReleasesItsValueAndItsClosure() {
    final class Payload {}
    let graph = Graph()
    weak var held: Payload?
    weak var captured: Payload?
    do {
      let value = Payload()
      let capture = Payload()
      held = value
      captured = capture
      let property = Property(value, graph: graph)
      let computed = Computed(graph: graph) { [capture] in
        withExtendedLifetime(capture) { property.value }
      }
      let token = observe(graph: graph) { _ = computed.value }
      #expect(computed.value === value)
      token.cancel()
    }
    #expect(held == nil)
    #expect(captured == nil)
    #expect(graph.nodeCount == 0)
  }

  @Test func objectThatKeepsItsOwnTokenIsReleased() {
    @MainActor final class Form {
      let name = Property("")
      var token: Subscription?
      var lengths: [Int] = []
      init() {
        token = observe(with: self) { form in form.lengths.append(form.name.value.count) }
      }
    }
    weak var released: Form?
    do {
      let form = Form()
      released = form
      form.name.value = "abc"
      #expect(form.lengths == [0, 3])
    }
    #expect(released == nil)
  }

  @Test func nodesReleasedOnAnotherThreadEndOnTheMainActor() async {
    let graph = Graph()
    var property: Property<Int>? = Property(1, graph: graph)
    let box = Box(property)
    property = nil
    await Task.detached { box.drop() }.value
    while graph.nodeCount > 0 { await Task.yield() }
    #expect(graph.nodeCount == 0)

    final class Box: @unchecked Sendable {
      var content: AnyObject?
      init(_ content: AnyObject?) { self.content = content }
      func drop() { content = nil }
    }
  }

  @Test func issuesThatAreKeptDoNotKeepTheirHandler() {
    final class Kept {
      var issues: [GraphIssue] = []
    }
    weak var released: Kept?
    do {
      let graph = Graph()
      let kept = Kept()
      released = kept
      graph.onIssue = { kept.issues.append($0) }
      let target = Property(0, graph: graph)
      let bad = Computed(graph: graph) {
        target.value = 1
        return 1
      }
      _ = bad.value
      #expect(kept.issues.count == 1)
    }
    #expect(released == nil)
  }
}
