import Testing

@testable import Models

@Suite struct PathNodeTests {
  /// Each broken element of a list has a path; the first of them walks to the root.
  @Test func onlyTheFirstPathWalksToTheRoot() {
    var parent = PathNode.root
    for level in 0..<240 { parent = PathNode(parent, "n", NamedKey("n\(level)")) }
    let names = (0..<240).map { "n\($0)" }
    for index in 0..<3 {
      let node = PathNode(parent, index)
      #expect(node.walk.rest.count == (index == 0 ? 242 : 1))
      #expect(node.codingPath.map(\.stringValue) == names + ["Index \(index)"])
      let deeper = PathNode(node, "id", NamedKey("id"))
      #expect(deeper.walk.rest.count == 2)
      #expect(deeper.codingPath.map(\.stringValue) == names + ["Index \(index)", "id"])
    }
  }
}
