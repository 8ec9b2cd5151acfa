import Bindings
import ViewModels

/// Dismisses the questions of view-models when nobody can answer: in a trial run, and when the session closes.
@MainActor
struct UnansweredQuestions {
  /// The subscriptions, which the owner keeps as long as nobody can answer.
  let subscriptions: [Subscription]

  /// Dismisses all current and future questions of `viewModels` and of the view-models inside them.
  ///
  /// `onQuestion` is called with each question before it is dismissed.
  init(
    of viewModels: some Sequence<any ViewModel>,
    onQuestion: @escaping @MainActor (Message) -> Void = { _ in }
  ) {
    let steps = Reach(from: viewModels.map { ("", $0) }).steps.map(\.viewModel)
    let prompts = steps.compactMap { $0 as? Prompts }.map { prompts in
      prompts.$stack.observe { [weak prompts] stack in
        for prompt in stack.reversed() {
          onQuestion(prompt.text)
          // The prompt may already be gone; then there is nothing to dismiss.
          try? prompts?.dismiss(prompt.id)
        }
      }
    }
    let pages = steps.compactMap { $0 as? Navigator }.map { navigator in
      navigator.$tree.observe { [weak navigator] tree in
        let asking = Set(tree.askingPages.map(ObjectIdentifier.init))
        for stack in tree.presentations.reversed() {
          guard let page = stack.screens.first?.model, asking.contains(ObjectIdentifier(page))
          else { continue }
          onQuestion(page.question)
          _ = navigator?.didDismiss(stack.id)
        }
      }
    }
    subscriptions = prompts + pages
  }
}
