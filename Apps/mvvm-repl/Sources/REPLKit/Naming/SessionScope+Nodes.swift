import Bindings
import ViewModels

extension SessionScope {
  /// The paths of the nodes of everything that has a name.
  var nodePaths: [Node: String] {
    var paths: [Node: String] = [:]
    for (name, variable) in variables.sorted(by: { $0.key < $1.key }) {
      switch variable {
      case .viewModel(let viewModel):
        paths.merge(viewModel.nodePaths(under: name)) { first, _ in first }
      case .variable, .derived, .constant, .secret:
        if let node = variable.node { paths[node] = name }
      }
    }
    return paths
  }

  /// The name of a node where it is explained; `nil` for its own name.
  var naming: (Node) -> String? {
    let paths = nodePaths
    return { node in paths[node].map { node.kind == .command ? "\($0)()" : $0 } }
  }
}
