import Bindings
import ViewModels

/// The view-models of which a command executes, or that load, load more or unload.
///
/// They are looked for again only when something of that may have changed. The rows of lists are left out.
@MainActor
final class Underway {
  private let scope: SessionScope
  private let writes: SessionTracer.Writes
  /// What was found last, and when.
  private var known: (paths: Set<String>, stirs: Int, changes: Int)?

  init(_ scope: SessionScope, _ writes: SessionTracer.Writes) {
    (self.scope, self.writes) = (scope, writes)
  }

  /// Their paths, found anew; tracked.
  var paths: Set<String> {
    _ = scope.changes.value
    let reach = scope.reach(rows: { _ in 0..<0 })
    return Set(reach.steps.filter { $0.isBusy() }.map(reach.path))
  }

  /// Their paths, as far as the records tell that there may be others; not tracked.
  var lastPaths: Set<String> {
    let changes = scope.changes.peek()
    if let known, known.stirs == writes.stirs, known.changes == changes { return known.paths }
    let paths = untracked { self.paths }
    known = (paths, writes.stirs, changes)
    return paths
  }

  /// Conditions that hold now because a command has ended or the state of a page was written, as they are typed; not of
  /// what still goes on.
  func conditions(after news: Set<Node>) -> [String] {
    let reach = untracked { scope.reach(rows: { _ in 0..<0 }) }
    return untracked {
      reach.steps.flatMap { step in step.conditions(after: news, under: reach.path(of: step)) }
    }
  }
}

extension Reach.Step {
  /// What has come of the members whose nodes there is news of.
  @MainActor
  fileprivate func conditions(after news: Set<Node>, under path: String) -> [String] {
    type(of: viewModel).schema.members.compactMap { member in
      guard let node = member.node(in: viewModel), news.contains(node) else { return nil }
      let place = "\(path).\(member.name)"
      if let command = member.command(in: viewModel) {
        return command.isExecuting ? nil : "!\(place).isExecuting"
      }
      guard viewModel is LifecycleViewModel || viewModel is PageState, !isBusy({ _ in false }),
        let value = try? member.value(in: viewModel)
      else { return nil }
      return switch value {
      case .bool(let isTrue): isTrue ? place : "!\(place)"
      case .string(let name): "\(place) == .\(name)"
      default: nil
      }
    }
  }

  /// Whether a command of it executes that counts, or it is a page that loads, loads more or unloads; tracked.
  @MainActor
  func isBusy(_ counts: (Node?) -> Bool = { _ in true }) -> Bool {
    let state = (viewModel as? LifecycleViewModel)?.state
    let page = viewModel as? PageState
    return state == .loading || state == .unloading
      || page?.isLoading == true || page?.loadingMore == .loading
      || type(of: viewModel).schema.members.contains {
        $0.kind == .command && $0.command(in: viewModel)?.isExecuting == true
          && counts($0.node(in: viewModel))
      }
  }
}
