public import Bindings

/// One node of a graph that is drawn: a property, a computed, a command or an observer.
public struct DrawnNode: Sendable, Hashable {
  /// What it is, by which its box is drawn.
  public var kind: Node.Kind
  /// What it is called.
  public var name: String
  /// Its value as it is shown; nil when it has none, or none that is up to date.
  public var value: String?
  /// The nodes that it reads, by their place in the array of nodes.
  public var reads: [Int]
  /// A sign in front of the name, such as the number of its turn in a change.
  public var mark: String?

  /// The name, with the value behind it.
  var caption: String {
    (mark.map { "\($0) " } ?? "") + name + (value.map { " = \($0)" } ?? "")
  }
}

/// A graph that is drawn, with what its names have in common left out of them.
public struct DrawnGraph: Sendable, Hashable {
  /// The beginning of all names, without its dot, such as `form`; empty when they have none in common.
  public let title: String
  /// The nodes.
  public let nodes: [DrawnNode]
  /// Whether it is wanted as a tree also where boxes would fit.
  public let isTree: Bool

  /// Takes over a diagram, with signs for some nodes by their numbers.
  init(_ diagram: Diagram, marks: [UInt32: String] = [:], isTree: Bool = false) {
    let names = diagram.nodes.map(\.name)
    let first = names.first ?? ""
    let common = names.dropFirst().reduce(names.count > 1 ? first.count : 0) { length, name in
      min(length, zip(first, name).prefix { $0 == $1 }.count)
    }
    let shared = first.prefix(common).lastIndex(of: ".").map { first[...$0] } ?? ""
    title = String(shared.dropLast())
    nodes = diagram.nodes.map { node in
      DrawnNode(
        kind: node.kind, name: String(node.name.dropFirst(shared.count)), value: node.value,
        reads: node.reads, mark: marks[node.id])
    }
    self.isTree = isTree
  }
}
