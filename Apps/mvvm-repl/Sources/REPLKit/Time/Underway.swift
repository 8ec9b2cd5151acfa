import Bindings
import ViewModels

/// The busy view-models of a session: those that execute a command, load, load more or unload.
///
/// The result is cached until a record or a name may have changed it. The rows of lists are left out.
@MainActor
final class Underway {
  private let scope: SessionScope
  private let writes: SessionTracer.Writes
  /// The cached paths, and the counters at the time of that search.
  private var known: (paths: Set<String>, stirs: Int, changes: Int)?

  init(_ scope: SessionScope, _ writes: SessionTracer.Writes) {
    (self.scope, self.writes) = (scope, writes)
  }

  /// The paths of the busy view-models, from a new search; the reads are tracked.
  var paths: Set<String> {
    _ = scope.changes.value
    let reach = scope.reach(rows: { _ in 0..<0 })
    return Set(reach.steps.filter { $0.isBusy() }.map(reach.path))
  }

  /// The paths of the busy view-models, from the cache if its counters are unchanged; not tracked.
  var lastPaths: Set<String> {
    let changes = scope.changes.peek()
    if let known, known.stirs == writes.stirs, known.changes == changes { return known.paths }
    let paths = untracked { self.paths }
    known = (paths, writes.stirs, changes)
    return paths
  }

  /// Returns the typed form of conditions that hold because a command has ended or a page state was written.
  ///
  /// Commands that still execute and pages that are still busy are left out.
  func conditions(after news: Set<Node>) -> [String] {
    let reach = untracked { scope.reach(rows: { _ in 0..<0 }) }
    return untracked {
      reach.steps.flatMap { step in step.conditions(after: news, under: reach.path(of: step)) }
    }
  }
}

extension Reach.Step {
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

  /// Whether a command of the step executes that `counts` accepts, or its page loads, loads more or unloads; tracked.
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
