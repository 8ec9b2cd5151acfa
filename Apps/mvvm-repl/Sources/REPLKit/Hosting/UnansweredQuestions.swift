import Bindings
import ViewModels

/// Dismisses what view-models ask where nobody can answer: in a trial, and when the session closes.
@MainActor
struct UnansweredQuestions {
  /// Keep them as long as nobody can answer.
  let subscriptions: [Subscription]

  /// Dismisses what `viewModels`, and those that belong to them, ask now and from now on.
  ///
  /// `onQuestion` is told of each before it is dismissed.
  init(
    of viewModels: some Sequence<any ViewModel>,
    onQuestion: @escaping @MainActor (Prompt) -> Void = { _ in }
  ) {
    var found: [ObjectIdentifier: Prompts] = [:]
    for viewModel in viewModels { Self.collect(viewModel, Scope.deepest, &found) }
    subscriptions = found.values.map { prompts in
      prompts.$stack.observe { [weak prompts] stack in
        for prompt in stack.reversed() {
          onQuestion(prompt)
          // It may be gone already: then there is nothing to dismiss.
          try? prompts?.dismiss(prompt.id)
        }
      }
    }
  }

  /// Where a view-model, and those that belong to it, ask.
  static func prompts(of viewModel: any ViewModel) -> [Prompts] {
    var found: [ObjectIdentifier: Prompts] = [:]
    collect(viewModel, Scope.deepest, &found)
    return Array(found.values)
  }

  private static func collect(
    _ viewModel: any ViewModel, _ depth: Int, _ found: inout [ObjectIdentifier: Prompts]
  ) {
    if let prompts = viewModel as? Prompts { found[ObjectIdentifier(prompts)] = prompts }
    guard depth > 0 else { return }
    for member in type(of: viewModel).schema.members {
      for child in member.children(in: viewModel) { collect(child, depth - 1, &found) }
    }
  }
}
