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
    subscriptions = Self.prompts(of: viewModels).map { prompts in
      prompts.$stack.observe { [weak prompts] stack in
        for prompt in stack.reversed() {
          onQuestion(prompt)
          // It may be gone already: then there is nothing to dismiss.
          try? prompts?.dismiss(prompt.id)
        }
      }
    }
  }

  /// Where view-models, and those that belong to them, ask.
  static func prompts(of viewModels: some Sequence<any ViewModel>) -> [Prompts] {
    Reach(from: viewModels.map { ("", $0) }).steps.compactMap { $0.viewModel as? Prompts }
  }
}
