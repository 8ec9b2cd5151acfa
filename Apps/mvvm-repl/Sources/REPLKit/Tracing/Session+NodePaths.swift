import Bindings
import ViewModels

extension Session {
  /// What the nodes of everything that has a name are called.
  var nodePaths: [Node: String] {
    var paths: [Node: String] = [:]
    for (name, variable) in variables.sorted(by: { $0.key < $1.key }) {
      switch variable {
      case .viewModel(let viewModel):
        paths.merge(viewModel.nodePaths(under: name)) { first, _ in first }
      case .variable, .derived, .constant, .secret:
        if let node = node(of: variable) { paths[node] = name }
      }
    }
    return paths
  }

  /// What a node is called where it is explained; `nil` for its own name.
  func naming(_ paths: [Node: String]) -> (Node) -> String? {
    { node in paths[node].map { node.kind == .command ? "\($0)()" : $0 } }
  }

  /// Nodes that are the session's own affair.
  var ownNodes: Set<Node> { [names.node, jobsEnded.node] }
}
