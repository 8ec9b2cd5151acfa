import Bindings

/// The issues of some graphs, as they come.
@MainActor final class IssueLog {
  var issues: [GraphIssue] = []

  init(_ graphs: Graph...) {
    for graph in graphs { graph.onIssue = { [weak self] in self?.issues.append($0) } }
  }
}
