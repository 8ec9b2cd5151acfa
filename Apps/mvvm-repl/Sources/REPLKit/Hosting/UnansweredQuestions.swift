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
    onQuestion: @escaping @MainActor (Message) -> Void = { _ in }
  ) {
    let steps = Reach(from: viewModels.map { ("", $0) }).steps.map(\.viewModel)
    let prompts = steps.compactMap { $0 as? Prompts }.map { prompts in
      prompts.$stack.observe { [weak prompts] stack in
        for prompt in stack.reversed() {
          onQuestion(prompt.text)
          // It may be gone already: then there is nothing to dismiss.
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
