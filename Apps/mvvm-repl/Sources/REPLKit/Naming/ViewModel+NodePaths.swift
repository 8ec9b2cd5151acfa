import Bindings
import ViewModels

extension ViewModel {
  /// Returns the paths of the nodes of this view-model and of those inside it, starting with `name`.
  ///
  /// A path is `form.search.text`, `form.pages[0].title` or `form.clear.isEnabled`, the shortest one to the node. The
  /// call creates the nodes of derived values and commands that have not been used yet.
  ///
  /// - Complexity: O(*n*) in the number of members of all view-models inside.
  func nodePaths(under name: String) -> [Node: String] {
    var paths: [Node: String] = [:]
    for (viewModel, path) in partsInside(under: name) {
      for member in type(of: viewModel).schema.members {
        if let node = member.node(in: viewModel) { add(node, "\(path).\(member.name)", to: &paths) }
      }
    }
    return paths
  }

  /// The members, also of view-models inside, whose output depends on their type: cases, objects and view-models.
  var membersWithTypes: [(node: Node, viewModel: any ViewModel, member: Member)] {
    partsInside(under: "").flatMap { viewModel, _ in
      type(of: viewModel).schema.members.compactMap { member in
        guard member.type.hasCases || member.kind == .child || member.kind == .list,
          let node = member.node(in: viewModel)
        else { return nil }
        return (node, viewModel, member)
      }
    }
  }

  /// The nodes of all pages in this view-model, itself included, that say that a page loads and that loading has
  /// failed.
  var loadingNodes: [(isLoading: Node, needsRetry: Node)] {
    partsInside(under: "").compactMap { viewModel, _ in
      guard let page = viewModel as? PageState,
        let isLoading = PageState.schema["isLoading"]?.node(in: page),
        let needsRetry = PageState.schema["needsRetry"]?.node(in: page)
      else { return nil }
      return (isLoading, needsRetry)
    }
  }

  /// This view-model and those inside it, each once with its shortest path.
  private func partsInside(under name: String) -> [(viewModel: any ViewModel, path: String)] {
    let reach = untracked { Reach(from: [(name, self)], below: .max) }
    return reach.steps.map { ($0.viewModel, reach.path(of: $0)) }
  }

  private func add(_ node: Node, _ path: String, to paths: inout [Node: String]) {
    guard paths[node] == nil else { return }
    paths[node] = path
    guard node.kind == .command else { return }
    for state in node.dependencies { paths[state] = "\(path).isEnabled" }
  }
}
